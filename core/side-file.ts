import { fileName } from './document.ts';
import { type Edit, edit } from './edit.ts';
import type { FileFact, Needs } from './facts.ts';
import type { Fix } from './finding.ts';
import type { FieldValue, Handoff } from './handoff.ts';
import { replaceMember } from './json/change.ts';
import { type Member, memberAt, memberOf, nodeAt, type Path } from './json/node.ts';
import type { Prose } from './meaning.ts';
import { baseName, fileNamePart, folderOf, freeName, join } from './path.ts';
import { child, isObject, type Json } from './schema.ts';
import { codePoints } from './words.ts';

/** A text of a document that can live in a file of its own, which a sibling member then names. */
export interface ProseField {
  readonly path: Path;
  readonly name: string;
  readonly prose: Prose & { readonly sideFile: string };
  /** Most code points the member may hold; undefined without a limit. */
  readonly limit: number | undefined;
}

/** The prose of a format that can move to a file, whether the document has it or not. */
export function proseFields({ format }: Pick<Handoff, 'format'>): readonly ProseField[] {
  return [...format.root.members].flatMap(([name, { meaning, schema }]) => {
    const { prose } = meaning;
    if (prose?.sideFile === undefined) return [];
    return [{ path: [name], name, prose: { ...prose, sideFile: prose.sideFile }, limit: schema.maxLength }];
  });
}

/** The side files that a document names, and the prose each stands for. */
export function sideFiles(
  handoff: Handoff,
): readonly { readonly field: ProseField; readonly path: Path; readonly file: string }[] {
  return proseFields(handoff).flatMap((field) => {
    const file = child(handoff.value, field.prose.sideFile);
    return typeof file === 'string' ? [{ field, path: [field.prose.sideFile], file }] : [];
  });
}

/** What moving a text to a file wants to know: which names are taken beside the document. */
export function moveNeeds({ facts }: Handoff): Needs {
  const path = facts.place?.path;
  return path === undefined ? {} : { folders: [folderOf(path)] };
}

/**
 * Moves a text to a new file beside the document, and names the file in its place. The file holds the decoded text, byte
 * for byte in UTF-8. Undefined where the field is no prose that can move, or it is not yet known which names are free.
 */
export function moveToFile(handoff: Handoff, field: ProseField, { safe }: { readonly safe: boolean }): Fix | undefined {
  const title = `Move ${field.name} to file`;
  const no = (disabled: string): Fix => ({ title, creates: true, disabled, edit: () => edit() });
  const member = memberAt(handoff.document.syntax.root, field.path);
  if (member?.value?.kind !== 'string') return undefined;
  const text = member.value.value;
  const { place, folders } = handoff.facts;
  if (member.value.damaged) return no(`${field.name} is not valid JSON text`);
  if (isRepeated(member)) return no(`${field.name} is given twice: keep one of them first`);
  if (memberOf(member.parent, field.prose.sideFile) !== undefined)
    return no(`${field.prose.sideFile} is there already`);
  if (!text.isWellFormed()) return no(`${field.name} holds half of a surrogate pair, which no UTF-8 file can keep`);
  if (place?.path === undefined) return no('the handoff must be saved in a folder of the workspace first');
  const folder = folderOf(place.path);
  const taken = folders.get(folder);
  if (taken === undefined) return undefined;
  const path = join(folder, freeName(sideFileName(handoff, field.prose), taken));
  return {
    title,
    creates: true,
    preferred: true,
    safe,
    edit: () => ({
      create: [{ path, text }],
      replace: replaceMember(handoff.document.text, member, field.prose.sideFile, path),
    }),
  };
}

/**
 * Takes the text of a side file back into the document. The file stays: nothing is lost. Undefined where the text is not
 * known or too long to stand inline.
 */
export function takeInline(handoff: Handoff, field: ProseField, fact: FileFact | undefined): Fix | undefined {
  const member = memberAt(handoff.document.syntax.root, [...field.path.slice(0, -1), field.prose.sideFile]);
  if (member === undefined || fact?.kind !== 'file' || fact.text === undefined) return undefined;
  const { text } = fact;
  if (field.limit !== undefined && codePoints(text) > field.limit) return undefined;
  const title = `Take ${field.name} back from the file`;
  if (isRepeated(member)) {
    return { title, disabled: `${field.prose.sideFile} is given twice: keep one of them first`, edit: () => edit() };
  }
  if (nodeAt(handoff.document.syntax.root, field.path) !== undefined) {
    return { title, disabled: `${field.name} is there already`, edit: () => edit() };
  }
  return { title, edit: (): Edit => edit(...replaceMember(handoff.document.text, member, field.name, text)) };
}

/** The prose field at a path. */
export function proseAt(handoff: Handoff, path: FieldValue['path']): ProseField | undefined {
  return proseFields(handoff).find(
    (field) => field.path.length === path.length && field.path.every((step, i) => step === path[i]),
  );
}

/** What a side file is called before a free name is looked for: after the task, else after the document's own file. */
export function sideFileName(
  { format, value, document }: Pick<Handoff, 'format' | 'value' | 'document'>,
  prose: Prose,
): string {
  const task = fileNamePart(taskOf({ format, value }) ?? '');
  const stem = task === '' ? fileNamePart(baseName(fileName(document)).replace(/\.[^.]*$/, '')) : task;
  const pattern = format.traits.sideFile ?? '{task}-{suffix}.txt';
  return pattern.replace('{task}', stem === '' ? 'handoff' : stem).replace('{suffix}', prose.suffix ?? prose.about);
}

/** The id of the task that a document says it belongs to. */
export function taskOf({
  format,
  value,
}: {
  readonly format: Handoff['format'];
  readonly value: Json;
}): string | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, { meaning }] of format.root.members) {
    const task = child(value, name);
    if (meaning.task === 'id' && typeof task === 'string') return task;
  }
  return undefined;
}

function isRepeated(member: Member): boolean {
  return member.parent.members.filter(({ key }) => key.value === member.key.value).length > 1;
}

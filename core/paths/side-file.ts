import { fileName } from '../document.ts';
import { type Edit, edit } from '../edit.ts';
import type { FileFact, Needs } from '../evidence/facts.ts';
import type { Fix } from '../finding.ts';
import type { Field } from '../format/format.ts';
import type { Prose } from '../format/meaning.ts';
import { child, isObject, type Json } from '../format/schema.ts';
import type { Claimed, FieldValue, Handoff } from '../handoff.ts';
import { removeMember, replaceMember } from '../json/change.ts';
import { type Member, memberAt, memberOf, type Path, samePath } from '../json/node.ts';
import { codePoints, shown } from '../text/words.ts';
import { baseName, fileNamePart, folderOf, freeName, join } from './path.ts';
import { flawOf, isInGitFolder } from './portable-path.ts';

declare module '../document.ts' {
  interface Kept {
    sideFiles?: readonly SideFile[];
  }
}

/** A text of a document that can live in a file of its own, which a sibling member then names. */
export interface ProseField {
  readonly path: Path;
  readonly name: string;
  readonly prose: Prose & { readonly sideFile: string };
  /** Most code points the member may hold; undefined without a limit. */
  readonly limit: number | undefined;
}

/** The prose of a format that can move to a file, whether the document has it or not. */
export function proseFields({ format: { root } }: Pick<Claimed, 'format'>): readonly ProseField[] {
  let fields = known.get(root);
  if (fields === undefined) {
    fields = [...root.members].flatMap(([name, { meaning, schema }]) => {
      const { prose } = meaning;
      if (prose?.sideFile === undefined) return [];
      return [{ path: [name], name, prose: { ...prose, sideFile: prose.sideFile }, limit: schema.maxLength }];
    });
    known.set(root, fields);
  }
  return fields;
}

/** A format's fields are the same for all of its documents. */
const known = new WeakMap<Field, readonly ProseField[]>();

/** A side file that a document names. */
export interface SideFile {
  /** The prose it stands for. */
  readonly field: ProseField;
  /** Where it is named. */
  readonly path: Path;
  /** Its path as written. */
  readonly file: string;
  /** Its path as facts are asked for it; undefined where the text is no path to a file inside the root. */
  readonly reading: string | undefined;
}

/** The side files that a document names. A name with a syntax error in it is none. */
export function sideFiles(handoff: Claimed): readonly SideFile[] {
  const { kept } = handoff.document;
  kept.sideFiles ??= proseFields(handoff).flatMap((field) => {
    const path = [field.prose.sideFile];
    const file = child(handoff.value, field.prose.sideFile);
    return typeof file === 'string' ? [{ field, path, file, reading: readingOfFile(file) }] : [];
  });
  return kept.sideFiles;
}

/** What is to be asked about the side files that a document names. Paths that lead elsewhere are not touched. */
export function sideFileNeeds(handoff: Claimed): Needs {
  const files = sideFiles(handoff);
  return files.length === 0 ? NOTHING : { files: files.flatMap(({ reading }) => reading ?? []) };
}

const NOTHING: Needs = {};

function readingOfFile(file: string): string | undefined {
  const flaw = flawOf(file, 'file');
  if (flaw?.severity === 'error' || isInGitFolder(file)) return undefined;
  return flaw === undefined ? file : flaw.portable;
}

/** What moving a text to a file wants to know: which names are taken beside the document. */
export function moveNeeds({ facts }: Handoff): Needs {
  const path = facts.place?.path;
  return path === undefined ? {} : { folders: [folderOf(path)] };
}

/**
 * Moves a text to a new file beside the document, and names the file in its place. The file holds the decoded text, byte
 * for byte in UTF-8. Disabled with a reason where that cannot be; undefined where there is no text to move, or it is not
 * known which names are free.
 */
export function moveToFile(handoff: Handoff, field: ProseField, { safe }: { readonly safe: boolean }): Fix | undefined {
  const title = `Move ${field.name} to file`;
  const no = (disabled: string): Fix => ({ title, creates: true, disabled, edit: () => edit() });
  const member = memberAt(handoff.document.syntax.root, field.path);
  if (member?.value?.kind !== 'string' || member.value.value === '') return undefined;
  const text = member.value.value;
  const { place, folders } = handoff.facts;
  const obstacle = obstacleTo(field.name, member);
  if (obstacle !== undefined) return no(obstacle);
  if (memberOf(member.parent, field.prose.sideFile) !== undefined) {
    return no(`${field.prose.sideFile} is there already`);
  }
  if (place?.path === undefined) return no('the handoff must be saved in a folder of the workspace first');
  const folder = folderOf(place.path);
  const taken = folders.get(folder);
  if (taken === undefined) return undefined;
  const path = join(folder, freeName(sideFileName(handoff, field.prose), taken));
  if (readingOfFile(path) !== path) return no(`the folder ${shown(folder)} has no path that every system can read`);
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
 * Makes the file that a document names but nobody wrote, from the text beside its path. Undefined where no text stands
 * there or the path cannot be read. The caller must know that the file is absent.
 */
export function createNamed(handoff: Handoff, { field, path, reading }: SideFile): Fix | undefined {
  const member = memberAt(handoff.document.syntax.root, field.path);
  const naming = memberAt(handoff.document.syntax.root, path);
  if (reading === undefined || naming === undefined) return undefined;
  if (member?.value?.kind !== 'string' || member.value.value.trim() === '') return undefined;
  const text = member.value.value;
  const title = `Create ${shown(reading)} from ${field.name}`;
  const disabled = obstacleTo(field.name, member) ?? (isRepeated(naming) ? repeated(field.prose.sideFile) : undefined);
  if (disabled !== undefined) return { title, creates: true, disabled, edit: () => edit() };
  return {
    title,
    creates: true,
    edit: () => ({ create: [{ path: reading, text }], replace: removeMember(handoff.document.text, member) }),
  };
}

/**
 * Takes the text of a side file back into the document. The file stays: nothing is lost. A byte-order mark is no part of
 * the text. Undefined where the text is not known, is blank, or is too long to stand inline.
 */
export function takeInline(handoff: Handoff, field: ProseField, fact: FileFact | undefined): Fix | undefined {
  const { root } = handoff.document.syntax;
  const member = memberAt(root, [...field.path.slice(0, -1), field.prose.sideFile]);
  const text = textOf(fact);
  if (member === undefined || text === undefined || text.trim() === '' || !fits(field, text)) return undefined;
  const title = `Take ${field.name} back from the file`;
  const no = (disabled: string): Fix => ({ title, disabled, edit: () => edit() });
  if (isRepeated(member)) return no(repeated(field.prose.sideFile));
  if (memberAt(root, field.path) !== undefined) return no(`${field.name} is there already`);
  return { title, edit: (): Edit => edit(...replaceMember(handoff.document.text, member, field.name, text)) };
}

/** The text of a file without its byte-order mark; undefined where there is none or it is not known. */
export function textOf(fact: FileFact | undefined): string | undefined {
  return fact?.kind === 'file' ? fact.text?.replace(/^\ufeff/, '') : undefined;
}

/** Whether a text may stand in the document. */
export function fits({ limit }: ProseField, text: string): boolean {
  return limit === undefined || codePoints(text) <= limit;
}

/** Why a member's text cannot go into a file without loss. */
function obstacleTo(name: string, member: Member): string | undefined {
  if (member.value?.kind !== 'string' || member.value.damaged) return `${name} is not valid JSON text`;
  if (isRepeated(member)) return repeated(name);
  if (!member.value.value.isWellFormed()) return `${name} holds half of a surrogate pair, which no UTF-8 file can keep`;
  return undefined;
}

function repeated(name: string): string {
  return `${name} is given more than once: keep one of them first`;
}

/** The prose field at a path. */
export function proseAt(handoff: Handoff, path: FieldValue['path']): ProseField | undefined {
  return proseFields(handoff).find((field) => samePath(field.path, path));
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
    if (meaning.task === 'id' && (typeof task === 'string' || Number.isSafeInteger(task))) return String(task);
  }
  return undefined;
}

function isRepeated(member: Member): boolean {
  return member.parent.members.filter(({ key }) => key.value === member.key.value).length > 1;
}

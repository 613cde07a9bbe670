import { check } from '../check.ts';
import { createDocument, type HandoffDocument } from '../document.ts';
import type { NewFile } from '../edit.ts';
import { type Facts, type Needs, unite, withFiles } from '../evidence/facts.ts';
import type { Report } from '../finding.ts';
import { type Field, type Format, membersWithin } from '../format/format.ts';
import { levelsWithin } from '../format/levels.ts';
import { child, isObject, type Json } from '../format/schema.ts';
import { placedIn } from '../paths/glob.ts';
import { uncommittedWork } from '../paths/own-files.ts';
import { baseName, fileNamePart, folderOf, freeName, join } from '../paths/path.ts';
import { proseFields, sideFileName, taskOf } from '../paths/side-file.ts';
import { aroundTask, isCalledAfter } from '../paths/task-file.ts';
import { codePoints, compareTexts, shortRef } from '../text/words.ts';
import { chainValue } from './chain.ts';
import type { Answers, CreateSource, Members } from './create-source.ts';
import { planNeeds, planValue } from './plans.ts';
import { draftNeeds, draftValue } from './value-draft.ts';

/*
 * A new handoff: the files that it becomes. What stands in its way is in `obstacle.ts`, what has to be asked in
 * `question.ts`. The caller gathers facts, `createNeeds` before it asks and `furtherNeeds` when it has first facts and
 * answers, and writes what it is given.
 */

/** A handoff as it would be written. */
export interface Draft {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  /** The text as a document of the format. */
  readonly document: HandoffDocument;
  readonly sideFiles: readonly NewFile[];
  /** A file of that name is there; `path` is then the free name beside it. */
  readonly taken: string | undefined;
  /** What the rules say about it. */
  readonly reports: readonly Report[];
  /** The ref the work was measured against, in short; undefined where nothing depends on it. */
  readonly base: string | undefined;
}

/** What has to be known before anything is asked. */
export function createNeeds({ format, path, previous }: Pick<CreateSource, 'format' | 'path' | 'previous'>): Needs {
  const usual = format.traits.folder ?? '';
  const beside = [path, previous?.path].flatMap((file) => (file === undefined ? [] : folderOf(file)));
  const fields = membersWithin(format.root);
  const git = [...(draftNeeds(fields).git ?? []), 'uncommitted', 'branches'] as const;
  const namesCommits = fields.some(({ item }) =>
    [...(item?.members.values() ?? [])].some(({ meaning }) => meaning.commit),
  );
  return unite([{ git: namesCommits ? [...git, 'recent'] : git, folders: [usual, ...beside] }, planNeeds(format)]);
}

/** What has to be known beyond that: the earlier handoffs of the same task, and the phases that are planned. */
export function furtherNeeds(source: CreateSource, answers: Answers): Needs {
  return unite([{ files: earlier(source, answers) }, planNeeds(source.format, source.facts)]);
}

/** Makes the handoff. Total: what could not be known is a placeholder, and then the rules say so. */
export function createDraft(source: CreateSource, answers: Answers): Draft {
  const { format, facts, configuration } = source;
  const value = draftedMembers(source, answers);
  const wanted = placeOf(source, value);
  const folder = folderOf(wanted);
  const taken = facts.folders.get(folder) ?? [];
  const name = freeName(baseName(wanted), taken, aroundTask(format)?.[1]);
  const path = join(folder, name);
  const { members, sideFiles } = splitTexts(source, value, folder, [...taken, name]);
  const text = `${JSON.stringify(members, null, 2)}\n`;
  const document = createDocument(`file:///${encodeURI(path)}`, text, {
    formats: [format],
    placed: [format.id],
    chosen: format.id,
  });
  const seen: Facts = { ...withFiles(facts, sideFiles), place: { path, root: facts.place?.root ?? 'folder' } };
  return {
    path,
    text,
    document,
    sideFiles,
    // The name of the one that it follows is taken, of course.
    taken: name === baseName(wanted) || isNext(source) ? undefined : wanted,
    reports: check(document, seen, configuration),
    base: isMeasured(format) ? facts.git?.base && shortRef(facts.git.base.ref) : undefined,
  };
}

/** Whether anything in the format depends on what the work is measured against. */
function isMeasured({ root }: Format): boolean {
  return membersWithin(root).some(({ meaning }) => meaning.commit === 'base' || meaning.paths === 'changed');
}

/** Whether the handoff gets the next free name beside the one that it follows. */
function isNext({ path, previous }: CreateSource): boolean {
  return path === undefined && previous !== undefined;
}

/** Where the handoff goes, relative to the root, while nothing is in the way: beside the one that it follows, else where it usually lies. */
function placeOf(source: CreateSource, value: Members): string {
  const { format, path, previous } = source;
  if (path !== undefined) return path;
  const beside = previous?.path === undefined ? '' : folderOf(previous.path);
  return join(format.traits.folder ?? beside, fileNameOf(source, value));
}

/** The members in the schema's order: required and usual ones always, others where there is something to say. */
function draftedMembers(source: CreateSource, answers: Answers): Members {
  const { root } = source.format;
  const levels = levelsWithin(root, ({ expected }) => expected);
  return draftedObject(root, { source, inherited: inheritedPaths(source, answers), levels }, answers);
}

/** What the members of an object are drafted from. */
interface Drafting {
  readonly source: CreateSource;
  readonly inherited: Members;
  /** So many levels of objects within are filled in. */
  readonly levels: number;
}

function draftedObject({ members }: Field, drafting: Drafting, answers: Answers): Members {
  const value: Record<string, Json> = {};
  for (const [name, field] of members) {
    const known = draftedValue(field, drafting, answers, value);
    if (known !== undefined) value[name] = known;
  }
  const others = Object.entries(answers).filter(([name]) => !members.has(name));
  return { ...value, ...Object.fromEntries(others) };
}

/** Undefined where the member is left out. `soFar` are the members before it. */
function draftedValue(field: Field, drafting: Drafting, answers: Answers, soFar: Members): Json | undefined {
  const { source, inherited, levels } = drafting;
  const { format, facts } = source;
  const answer = child(answers, field.name ?? '');
  if (field.meaning.step === 'results') return chainValue(field, source, answers, soFar);
  const isObjectToFill = field.members.size > 0 && levels > 0;
  const inner = { source, inherited: {}, levels: levels - 1 };
  if (answer !== undefined && (field.required || !isBlank(answer)))
    return isObjectToFill && isObject(answer) ? draftedObject(field, inner, answer) : answer;
  const follows = chainValue(field, source, answers, soFar);
  if (follows !== undefined) return follows;
  if (!field.expected) return undefined;
  const known =
    child(inherited, field.name ?? '') ??
    gitPaths(field, source) ??
    planValue(field, format, facts) ??
    draftValue(field, source) ??
    field.meaning.initial;
  if (known !== undefined) return known;
  const { paths } = field.meaning;
  // An empty list would say that there is nothing.
  if (!field.required && (paths === 'changed' || paths === 'uncommitted')) return undefined;
  return isObjectToFill ? draftedObject(field, inner, {}) : unsaid(field);
}

function isBlank(answer: Json): boolean {
  if (typeof answer === 'string') return answer.trim() === '';
  return isObject(answer) && Object.keys(answer).length === 0;
}

/** What stands where nobody said anything: nothing that could pass for an answer, so that the rules tell of it where one is due. */
function unsaid({ schema, fixed }: Field): Json {
  if (fixed !== undefined) return fixed;
  if (schema.const !== undefined) return schema.const;
  const types = [schema.type ?? []].flat();
  if (types.includes('array')) return [];
  if (types.includes('object')) return {};
  return types.includes('string') || types.length === 0 ? (types.includes('null') ? null : '') : null;
}

/** What is not committed, without handoffs; committed and uncommitted changes together, where that is wanted. */
function gitPaths({ meaning }: Field, { format, facts, includesUncommitted }: CreateSource): Json | undefined {
  if (meaning.paths === 'uncommitted')
    return facts.git?.uncommitted?.filter((path) => placedIn([format], path).length === 0);
  if (meaning.paths !== 'changed' || !includesUncommitted || facts.git?.changed === undefined) return undefined;
  return [...new Set([...facts.git.changed, ...uncommittedWork(format, facts.git)])].sort();
}

/** Allowed and forbidden paths: from the task's latest handoff, else from the configuration. */
function inheritedPaths(source: CreateSource, answers: Answers): Readonly<Record<string, Json>> {
  const { format, configuration } = source;
  const previous = latest(source, answers);
  const paths: Record<string, Json> = {};
  for (const [name, { meaning }] of format.root.members) {
    if (meaning.paths !== 'allowed' && meaning.paths !== 'forbidden') continue;
    const before = previous?.[name];
    const configured = meaning.paths === 'allowed' ? configuration.create.allow : configuration.create.forbid;
    if (Array.isArray(before) && before.every((path) => typeof path === 'string')) paths[name] = before;
    else if (configured !== undefined) paths[name] = configured;
  }
  return paths;
}

/** The one written last, by its own clock, else by its number. */
function latest(source: CreateSource, answers: Answers): { readonly [name: string]: Json } | undefined {
  const { format, facts } = source;
  const task = answeredTask(source, answers);
  const documents = earlier(source, answers).flatMap((path) => {
    const fact = facts.files.get(path);
    if (fact?.kind !== 'file' || fact.text === undefined) return [];
    const { value } = createDocument(path, fact.text, { formats: [format], placed: [], chosen: format.id });
    return isObject(value) && taskOf({ format, value }) === task ? [value] : [];
  });
  return documents.sort((a, b) => compareTexts(timeOf(format, a), timeOf(format, b))).at(-1);
}

function earlier(source: CreateSource, answers: Answers): readonly string[] {
  const { format, facts } = source;
  const task = answeredTask(source, answers);
  const folder = format.traits.folder ?? '';
  if (task === undefined) return [];
  const first = fileNameOf(source, { [nameOf(format, 'task') ?? '']: task });
  const behind = aroundTask(format)?.[1] ?? /\.[^.]*$/.exec(first)?.[0] ?? '';
  const stem = first.slice(0, first.length - behind.length);
  const names = (facts.folders.get(folder) ?? []).filter((name) => isCalledAfter(name, stem, ['', behind]));
  return names.sort((a, b) => a.length - b.length || compareTexts(a, b)).map((name) => join(folder, name));
}

function answeredTask({ format, facts }: CreateSource, answers: Answers): string | undefined {
  const name = nameOf(format, 'task');
  const field = name === undefined ? undefined : format.root.members.get(name);
  if (name === undefined || field === undefined) return undefined;
  const task = child(answers, name) ?? draftValue(field, { format, facts });
  return task === undefined ? undefined : taskOf({ format, value: { [name]: task } });
}

function timeOf(format: Format, value: { readonly [name: string]: Json }): string {
  return String(value[nameOf(format, 'clock') ?? ''] ?? '');
}

function nameOf(format: Format, meaning: 'task' | 'clock'): string | undefined {
  return [...format.root.members].find(([, field]) => field.meaning[meaning] !== undefined)?.[0];
}

/** The name of its task in the format's way, else the name of the handoff it follows, else that of the format. */
function fileNameOf(source: CreateSource, value: Json): string {
  const { format } = source;
  const [before, behind] = aroundTask(format) ?? ['', '.json'];
  if (format.traits.name !== undefined && !format.traits.name.includes('{task}')) return baseName(format.traits.name);
  const task = fileNamePart(taskOf({ format, value }) ?? '');
  return baseName(`${before}${task || followedStem(source, behind) || format.id}${behind}`);
}

/** What the handoff that is followed is called, without the number of a copy; that is one only beside the plain name. */
function followedStem({ facts, previous }: CreateSource, behind: string): string {
  if (previous?.path === undefined || !previous.path.endsWith(behind)) return '';
  const stem = baseName(previous.path).slice(0, -behind.length);
  const plain = stem.replace(/-\d+$/, '');
  return facts.folders.get(folderOf(previous.path))?.includes(`${plain}${behind}`) ? plain : stem;
}

/** Texts over their limit go into files of their own, which their sibling members name. */
function splitTexts({ format }: CreateSource, value: Record<string, Json>, folder: string, taken: readonly string[]) {
  const sideFiles: NewFile[] = [];
  const fields = new Map(proseFields({ format }).map((field) => [field.name, field]));
  const members = Object.entries(value).map(([name, text]): [string, Json] => {
    const field = fields.get(name);
    if (field?.limit === undefined || typeof text !== 'string' || codePoints(text) <= field.limit) return [name, text];
    const names = [...taken, ...sideFiles.map(({ path }) => baseName(path))];
    const document = { format, value, document: createDocument('', '', { formats: [], placed: [] }) };
    const path = join(folder, freeName(sideFileName(document, field.prose), names));
    sideFiles.push({ path, text });
    return [field.prose.sideFile, path];
  });
  return { members: Object.fromEntries(members), sideFiles };
}

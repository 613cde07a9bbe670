import { check } from './check.ts';
import type { Configuration } from './configuration.ts';
import { createDocument } from './document.ts';
import type { NewFile } from './edit.ts';
import type { Facts, Needs } from './facts.ts';
import type { Report } from './finding.ts';
import type { Field, Format } from './format.ts';
import { baseName, fileNamePart, folderOf, freeName, join } from './path.ts';
import { isObject, type Json } from './schema.ts';
import { proseFields, sideFileName, taskOf } from './side-file.ts';
import { draftNeeds, draftValue, placeholder } from './value-draft.ts';
import { codePoints, count, oneOf, shortRef } from './words.ts';

/*
 * A new handoff: what stands in its way, what has to be asked, and the files it becomes. The caller gathers facts in two
 * steps, `createNeeds` before it asks and `previousNeeds` when it has the answers, and writes what it is given.
 */

/** What a new handoff is made from. */
export interface CreateSource {
  readonly format: Format;
  readonly facts: Facts;
  readonly configuration: Configuration;
  /** Where it goes, relative to the root; undefined for the usual place, under the name of its task. */
  readonly path?: string;
  /** Whether files that are not committed count as changed. */
  readonly includesUncommitted?: boolean;
}

/** Answers by the name of the member they belong to. */
export type Answers = Readonly<Record<string, Json>>;

/** Something only a person can say. */
export interface Question {
  readonly member: string;
  /** `text` is one line, `prose` may have many, `choice` is one of `choices`. */
  readonly kind: 'text' | 'prose' | 'choice';
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  readonly choices: readonly Choice[];
  /** The text is for the next agent: what is known to fail. */
  readonly about: 'pending' | 'failures' | undefined;
}

export interface Choice {
  readonly value: string;
  readonly description: string;
}

/** Why a handoff cannot be made, or not without asking. */
export type Obstacle =
  | { readonly kind: 'stop'; readonly message: string }
  /** Nothing says what the work is measured against: a branch has to be named. */
  | { readonly kind: 'base'; readonly message: string; readonly branches: readonly string[] }
  /** True and worth a thought, but no reason to stop. */
  | { readonly kind: 'confirm'; readonly message: string };

/** A handoff as it would be written. */
export interface Draft {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  readonly sideFiles: readonly NewFile[];
  /** A file of that name is there; `path` is then the free name beside it. */
  readonly taken: string | undefined;
  /** What the rules say about it. */
  readonly reports: readonly Report[];
  /** The ref the work was measured against, in short. */
  readonly base: string | undefined;
}

/** What has to be known before anything is asked. `path` is where the handoff goes, if not to the usual place. */
export function createNeeds(format: Format, path?: string): Needs {
  const usual = format.traits.folder ?? '';
  return {
    git: [...(draftNeeds(format.root.members.values()).git ?? []), 'uncommitted', 'branches'],
    folders: path === undefined ? [usual] : [usual, folderOf(path)],
  };
}

/** What is in the way, the worst first. */
export function obstacles({ format, facts, includesUncommitted }: CreateSource): readonly Obstacle[] {
  const fields = [...format.root.members.values()];
  const wants = (test: (field: Field) => unknown) => fields.some((field) => field.required && test(field));
  const { git } = facts;
  if (!wants(({ meaning }) => meaning.commit)) return [];
  if (git === undefined)
    return [stop(`A handoff takes its commits from git, but ${facts.unchecked ?? 'git was not asked'}.`)];
  if (git.head === undefined) {
    return [stop(`${git.branch ?? 'This branch'} has no commit yet, so there is nothing to hand over: commit first.`)];
  }
  if (wants(({ meaning }) => meaning.commit === 'base') && git.base?.commit === undefined) return [noBase(git)];
  return [
    ...(wants(({ meaning }) => meaning.branch) ? detached(git) : []),
    ...(wants(({ meaning }) => meaning.paths === 'changed') && !includesUncommitted ? unchanged(git) : []),
    ...(includesUncommitted ? [] : notCommitted(format, git)),
    ...unprintable(git),
  ];
}

/** What only a person can say: required members that nothing tells, and the texts for the next agent. */
export function questions({ format, facts }: CreateSource, answers: Answers = {}): readonly Question[] {
  return [...format.root.members].flatMap(([member, field]) => {
    if (Object.hasOwn(answers, member)) return [];
    const { schema, meaning, required } = field;
    if (!required && meaning.prose === undefined) return [];
    if (draftValue(field, { format, facts }) !== undefined) return [];
    const kind = kindOf(field);
    if (kind === undefined) return [];
    const title = schema.title ?? member;
    const description = schema.description ?? '';
    return [
      { member, kind, title, description, required, choices: choicesOf(field, facts), about: meaning.prose?.about },
    ];
  });
}

/** What is wrong with an answer, for a person; undefined where nothing is. */
export function answerProblem(
  { format }: Pick<CreateSource, 'format'>,
  member: string,
  answer: Json,
): string | undefined {
  const field = format.root.members.get(member);
  if (field === undefined) return `The format has no member ${member}.`;
  if (typeof answer !== 'string') return undefined;
  const { schema, meaning } = field;
  const choices = schema.enum?.filter((value) => typeof value === 'string');
  if (choices !== undefined && !choices.includes(answer))
    return `${member} must be ${oneOf(choices)}; it is ${JSON.stringify(answer)}.`;
  if (answer.trim() === '' && field.required) return `${schema.title ?? member} must not be empty.`;
  const tooLong = schema.maxLength !== undefined && codePoints(answer) > schema.maxLength;
  if (tooLong && meaning.prose?.sideFile === undefined)
    return `${member} must have at most ${schema.maxLength} characters.`;
  if (tooLong && !answer.isWellFormed()) return `${member} holds half of a surrogate pair, which no file can keep.`;
  return undefined;
}

/** The earlier handoffs of the same task, from which paths are inherited. */
export function previousNeeds(source: CreateSource, answers: Answers): Needs {
  return { files: earlier(source, answers) };
}

/** Makes the handoff. Total: what could not be known is a placeholder, and then the rules say so. */
export function createDraft(source: CreateSource, answers: Answers): Draft {
  const { format, facts, configuration } = source;
  const value = draftedMembers(source, answers);
  const folder = source.path === undefined ? (format.traits.folder ?? '') : folderOf(source.path);
  const taken = facts.folders.get(folder) ?? [];
  const wanted = source.path === undefined ? fileNameOf(format, value) : baseName(source.path);
  const name = freeName(wanted, taken);
  const path = join(folder, name);
  const { members, sideFiles } = splitTexts(source, value, folder, [...taken, name]);
  const text = `${JSON.stringify(members, null, 2)}\n`;
  const document = createDocument(`file:///${encodeURI(path)}`, text, {
    formats: [format],
    placed: [format.id],
    chosen: format.id,
  });
  const seen: Facts = {
    ...facts,
    place: { path, root: facts.place?.root ?? 'folder' },
    files: withFiles(facts, sideFiles),
  };
  return {
    path,
    text,
    sideFiles,
    taken: name === wanted ? undefined : join(folder, wanted),
    reports: check(document, seen, configuration),
    base: facts.git?.base && shortRef(facts.git.base.ref),
  };
}

function stop(message: string): Obstacle {
  return { kind: 'stop', message };
}

function noBase({ base, branches = [], shallow }: NonNullable<Facts['git']>): Obstacle {
  if (base === undefined) {
    return {
      kind: 'base',
      message: 'No remote has a main branch, so it must be said what the work is measured against.',
      branches,
    };
  }
  const ref = shortRef(base.ref);
  return shallow
    ? stop(`The clone is too shallow to reach where the work left ${ref}. Run: git fetch --deepen=1000`)
    : { kind: 'base', message: `The branch has no commit in common with ${ref}.`, branches };
}

function notCommitted(format: Format, git: NonNullable<Facts['git']>): readonly Obstacle[] {
  const files = uncommittedWork(format, git);
  if (files.length === 0) return [];
  const which =
    files.length <= 3 ? files.join(', ') : `${files.slice(0, 2).join(', ')} and ${count(files.length - 2, 'other')}`;
  const are = files.length === 1 ? 'is' : 'are';
  return [
    {
      kind: 'confirm',
      message: `${count(files.length, 'file')} ${are} not committed and will not be in the handoff: ${which}.`,
    },
  ];
}

/** What is not committed, without handoffs: they are not the work. */
function uncommittedWork({ traits }: Format, { uncommitted }: NonNullable<Facts['git']>): readonly string[] {
  return uncommitted?.filter((path) => traits.folder === undefined || folderOf(path) !== traits.folder) ?? [];
}

function detached({ branch }: NonNullable<Facts['git']>): readonly Obstacle[] {
  const message = 'No branch is checked out (the head is detached), so the branch of the work has to be named.';
  return branch === undefined ? [{ kind: 'confirm', message }] : [];
}

/** True of work that has not begun; more often the base is the branch itself. */
function unchanged({ base, changed }: NonNullable<Facts['git']>): readonly Obstacle[] {
  if (base === undefined || changed === undefined || changed.length > 0) return [];
  return [
    { kind: 'confirm', message: `Nothing differs from ${shortRef(base.ref)}, so no changed paths will be listed.` },
  ];
}

function unprintable({ unprintable = [] }: NonNullable<Facts['git']>): readonly Obstacle[] {
  if (unprintable.length === 0) return [];
  const names = unprintable.slice(0, 3).join(', ');
  return [
    { kind: 'confirm', message: `JSON cannot hold names that are not UTF-8, so these will not be listed: ${names}.` },
  ];
}

function kindOf({ schema, meaning }: Field): Question['kind'] | undefined {
  if (meaning.prose !== undefined) return 'prose';
  if (schema.enum !== undefined) return 'choice';
  return schema.type === 'string' && meaning.paths === undefined ? 'text' : undefined;
}

function choicesOf({ schema, meaning }: Field, { git }: Facts): readonly Choice[] {
  if (meaning.branch) return (git?.branches ?? []).map((value) => ({ value, description: '' }));
  const values = schema.enum?.filter((value) => typeof value === 'string') ?? [];
  return values.map((value, index) => ({ value, description: schema.enumDescriptions?.[index] ?? '' }));
}

/** The members in the schema's order: required and usual ones always, others where there is something to say. */
function draftedMembers(source: CreateSource, answers: Answers): Record<string, Json> {
  const inherited = inheritedPaths(source, answers);
  const value: Record<string, Json> = {};
  for (const [name, field] of source.format.root.members) {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (field.expected) {
      value[name] =
        answer ?? inherited[name] ?? changedPaths(field, source) ?? draftValue(field, source) ?? placeholder(field);
    } else if (answer !== undefined && !(typeof answer === 'string' && answer.trim() === '')) value[name] = answer;
  }
  return value;
}

/** Committed and uncommitted changes together, where that is wanted. */
function changedPaths({ meaning }: Field, { format, facts, includesUncommitted }: CreateSource): Json | undefined {
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
  return documents.sort((a, b) => compare(timeOf(format, a), timeOf(format, b))).at(-1);
}

function earlier(source: CreateSource, answers: Answers): readonly string[] {
  const { format, facts } = source;
  const task = answeredTask(source, answers);
  const folder = format.traits.folder ?? '';
  if (task === undefined) return [];
  const first = fileNameOf(format, { [nameOf(format, 'task') ?? '']: task });
  const stem = first.replace(/\.[^.]*$/, '');
  const names = (facts.folders.get(folder) ?? []).filter((name) => name === first || numbered(name, stem));
  return names.sort((a, b) => a.length - b.length || compare(a, b)).map((name) => join(folder, name));
}

function numbered(name: string, stem: string): boolean {
  return name.startsWith(`${stem}-`) && /^\d+\.json$/.test(name.slice(stem.length + 1));
}

function answeredTask({ format, facts }: CreateSource, answers: Answers): string | undefined {
  const name = nameOf(format, 'task');
  const field = name === undefined ? undefined : format.root.members.get(name);
  if (name === undefined || field === undefined) return undefined;
  const task = answers[name] ?? draftValue(field, { format, facts });
  return typeof task === 'string' ? task : undefined;
}

function timeOf(format: Format, value: { readonly [name: string]: Json }): string {
  return String(value[nameOf(format, 'clock') ?? ''] ?? '');
}

function nameOf(format: Format, meaning: 'task' | 'clock'): string | undefined {
  return [...format.root.members].find(([, field]) => field.meaning[meaning] !== undefined)?.[0];
}

function fileNameOf(format: Format, value: Json): string {
  const task = fileNamePart(taskOf({ format, value }) ?? '');
  const name = (format.traits.name ?? '{task}.json').replace('{task}', task === '' ? 'handoff' : task);
  return baseName(name);
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

function withFiles(facts: Facts, files: readonly NewFile[]): Facts['files'] {
  return new Map([
    ...facts.files,
    ...files.map(({ path, text }) => [path, { kind: 'file', size: text.length, text }] as const),
  ]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

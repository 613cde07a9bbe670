import type { Facts } from '../evidence/facts.ts';
import type { Field } from '../format/format.ts';
import { levelsWithin } from '../format/levels.ts';
import { child, valueAt } from '../format/schema.ts';
import type { Path } from '../json/node.ts';
import { baseName, folderOf } from '../paths/path.ts';
import { aroundTask } from '../paths/task-file.ts';
import { shortId } from '../text/words.ts';
import { allowedValues, dotted } from './answers.ts';
import { chainValue, numberIn, stepBefore } from './chain.ts';
import type { Answers, CreateSource } from './create-source.ts';
import { nextNumbered } from './numbered.ts';
import { planChoices, planValue } from './plans.ts';
import { draftValue } from './value-draft.ts';

/** Something only a person can say. */
export interface Question {
  /** Where the answer belongs in the handoff; inside an entry of a list, where it belongs in the entry. */
  readonly path: Path;
  /** The path as a person writes it: `constraints.deadline`. */
  readonly member: string;
  /**
   * `text` is one line, `prose` may have many, `choice` is one of `choices`, `json` a value in JSON, `list` some entries,
   * each of which is asked for by `parts`: one with an empty path where entries are no objects.
   */
  readonly kind: 'text' | 'prose' | 'choice' | 'json' | 'list';
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether everybody is asked, or who wants to say more may choose it: `usual` where nearly everybody does. */
  readonly asked: 'always' | 'usual' | 'chosen';
  /** For other kinds than `choice` they are suggestions. */
  readonly choices: readonly Choice[];
  /** The text is for the next agent: what is known to fail. */
  readonly about: 'pending' | 'failures' | undefined;
  readonly parts: readonly Question[];
}

export interface Choice {
  readonly value: string;
  readonly description: string;
}

/** What only a person can say: required members that nothing tells, texts for the next agent, and what else may be said. */
export function questions(source: CreateSource, answers: Answers = {}): readonly Question[] {
  const { root } = source.format;
  const sideFiles = new Set([...root.members.values()].flatMap(({ meaning }) => meaning.prose?.sideFile ?? []));
  const isAnswered = (name: string) => Object.hasOwn(answers, name);
  const around: Around = { required: true, levels: levelsWithin(root, () => true), base: 0 };
  return [...root.members]
    .filter(([name, field]) => !isAnswered(name) && !sideFiles.has(name) && !field.excludes.some(isAnswered))
    .flatMap(([name, field]) => (isKnown(field, source) ? [] : asking(field, [name], source, answers, around)));
}

/** Whether a member's value follows from git, the clock, the format or an earlier handoff. */
function isKnown(field: Field, source: CreateSource): boolean {
  const { format, facts } = source;
  const { step, plan } = field.meaning;
  if (step === 'isLast') return true;
  if (step === 'results') return false;
  if (plan !== undefined) return planValue(field, format, facts) !== undefined;
  return draftValue(field, { format, facts }) !== undefined || chainValue(field, source, {}, {}) !== undefined;
}

interface Around {
  readonly title?: string;
  /** Whether all that it is part of must be there. */
  readonly required: boolean;
  /** So many levels of objects, and of lists of them, are asked for part by part; what is deeper as a whole. */
  readonly levels: number;
  /** Where entries of a list begin, the path starts anew. */
  readonly base: number;
}

function asking(field: Field, path: Path, source: CreateSource, answers: Answers, around: Around): readonly Question[] {
  const { schema, meaning } = field;
  if (meaning.step === 'results' && stepBefore(source) !== undefined)
    return resultQuestions(field, path, source, answers, around);
  const kind = around.levels > 0 || !isDeep(field) ? kindOf(field) : 'json';
  if (schema.const !== undefined || kind === undefined) return [];
  if (kind === 'object') return memberQuestions(field, path, source, answers, around);
  const required = field.required && around.required && source.format.traits.producer === undefined;
  if (field.required && around.base === 0 && mayBeEmpty(field, kind)) return [];
  const choices = choicesOf(field, path, source);
  const parts = partsOf(field, kind, source, around);
  // Of entries that nobody can be asked for part by part, the list is asked for as a whole.
  const asked = kind === 'list' && parts.length === 0 ? 'json' : kind;
  return [question(field, path, { kind: asked, required, choices, parts, around })];
}

interface Asked {
  readonly kind: Question['kind'];
  readonly required: boolean;
  readonly choices: readonly Choice[];
  readonly parts: readonly Question[];
  readonly around: Around;
}

function question({ schema, meaning, expected, name }: Field, path: Path, asked: Asked): Question {
  const { kind, required, choices, parts, around } = asked;
  const title = schema.title ?? name ?? '';
  const inEntry = around.base > 0;
  return {
    path: path.slice(around.base),
    member: dotted(path.slice(around.base)),
    kind,
    title: around.title === undefined ? title : `${around.title}: ${title}`,
    description: schema.description ?? '',
    required: required && meaning.initial === undefined,
    asked:
      (required && meaning.initial === undefined) || meaning.prose !== undefined || inEntry
        ? 'always'
        : expected
          ? 'usual'
          : 'chosen',
    choices,
    about: meaning.prose?.about,
    parts,
  };
}

/** The members of an object, one after the other. */
function memberQuestions(
  field: Field,
  path: Path,
  source: CreateSource,
  answers: Answers,
  { base, levels, required, title }: Around,
): readonly Question[] {
  const own = field.schema.title ?? field.name;
  const around = {
    base,
    levels: levels - 1,
    required: required && field.required,
    title: title === undefined ? (own ?? '') : `${title}: ${own}`,
  };
  return [...field.members]
    .filter(
      ([name, inner]) => valueAt(answers, [...path, name]) === undefined && !(base === 0 && isKnown(inner, source)),
    )
    .flatMap(([name, inner]) => asking(inner, [...path, name], source, answers, around));
}

/** What the step before gave, where the handoff follows one. */
function resultQuestions(
  field: Field,
  path: Path,
  source: CreateSource,
  answers: Answers,
  { levels }: Around,
): readonly Question[] {
  const step = stepBefore(source);
  if (step === undefined || field.item === undefined) return [];
  const at = [...path, 0];
  const own = numberIn(field);
  const around = { base: 0, levels: levels - 1, required: true, title: `Result of step ${step}` };
  return [...field.item.members]
    .filter(([name]) => name !== own && valueAt(answers, [...at, name]) === undefined)
    .flatMap(([name, inner]) => asking(inner, [...at, name], source, answers, around))
    .map((question) => ({ ...question, asked: 'always' as const }));
}

/** What is asked for each entry of a list. */
function partsOf(
  { item }: Field,
  kind: Question['kind'],
  source: CreateSource,
  { levels }: Around,
): readonly Question[] {
  if (kind !== 'list' || item === undefined) return [];
  const around = { base: 1, levels: Math.min(levels - 1, 1), required: true };
  if (item.members.size === 0) return asking(item, [0], source, {}, around);
  return [...item.members].flatMap(([name, inner]) => asking(inner, [0, name], source, {}, around));
}

/** A list or an object that may be empty begins as an empty one. */
function mayBeEmpty({ schema }: Field, kind: Question['kind']): boolean {
  return (kind === 'list' || kind === 'json') && !schema.minItems && !schema.minProperties && !schema.required?.length;
}

/** Whether there are objects or lists in it, which may have the same in them again. */
function isDeep(field: Field): boolean {
  const kind = kindOf(field);
  if (kind !== 'list' || field.item === undefined) return kind === 'object';
  const { item } = field;
  return item.members.size > 0 || kindOf(item) === 'list';
}

function kindOf({ schema, meaning, item, members }: Field): Question['kind'] | 'object' | undefined {
  const types = [schema.type ?? []].flat();
  if (meaning.prose !== undefined) return 'prose';
  if (schema.enum !== undefined || types.join() === 'boolean') return 'choice';
  // What git or a record would have to tell is asked of nobody.
  if (meaning.paths === 'changed' || meaning.paths === 'uncommitted' || meaning.record !== undefined) return undefined;
  if (types.includes('string') || types.length === 0) return members.size > 0 ? 'object' : 'text';
  if (types.includes('array')) return item === undefined ? 'json' : 'list';
  if (types.includes('object')) return members.size > 0 ? 'object' : 'json';
  return 'text';
}

function choicesOf(field: Field, path: Path, source: CreateSource): readonly Choice[] {
  const { schema, meaning } = field;
  const { format, facts, previous } = source;
  const plain = (values: Iterable<string>) => Array.from(values, (value) => ({ value, description: '' }));
  if ([schema.type].flat().join() === 'boolean') return plain(['true', 'false']);
  if (schema.enum !== undefined) return described(field, path, source);
  if (meaning.branch) return plain(facts.git?.branches ?? []);
  if (meaning.commit) return commits(facts);
  if (meaning.plan !== undefined) return plain(planChoices(field, format, facts));
  if (meaning.numbered !== undefined) return plain([nextNumbered(meaning.numbered, takenNames(source))]);
  if (meaning.step === 'current') return plain(['1']);
  const before = path.length === 1 ? valueAt(previous?.value, path) : undefined;
  if (typeof before === 'string' && before.trim() !== '') return plain([before]);
  // Examples of other members are only examples.
  if (meaning.reason === undefined && meaning.state === undefined) return [];
  return plain((schema.examples ?? []).filter((value) => typeof value === 'string'));
}

function described(field: Field, path: Path, { format }: CreateSource): readonly Choice[] {
  const { schema } = field;
  return (allowedValues(field, path, format) ?? []).map((value) => ({
    value: typeof value === 'string' ? value : JSON.stringify(value),
    description: String(child(schema.enumDescriptions, schema.enum?.indexOf(value) ?? -1) ?? ''),
  }));
}

/** Latest commits, for who knows which one it was: their subjects tell, and nothing is concluded from them. */
function commits({ git }: Facts): readonly Choice[] {
  return (git?.recent ?? []).map(({ id, subject }) => ({ value: shortId(id), description: subject }));
}

/** The tasks that handoffs where the new one goes are called after. */
function takenNames({ format, facts, path, previous }: CreateSource): readonly string[] {
  const beside = path ?? previous?.path;
  const folder = format.traits.folder ?? (beside === undefined ? '' : folderOf(beside));
  const [before = '', behind = ''] = aroundTask(format) ?? [];
  return (facts.folders.get(folder) ?? [])
    .map(baseName)
    .filter((name) => name.startsWith(before) && name.endsWith(behind))
    .map((name) => name.slice(before.length, name.length - behind.length));
}

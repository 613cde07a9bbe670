import type { HandoffDocument } from '../document.ts';
import { fileName } from '../document.ts';
import type { Facts, Needs } from '../evidence/facts.ts';
import type { Field, Format } from '../format/format.ts';
import type { Meaning } from '../format/meaning.ts';
import type { Json } from '../format/schema.ts';
import { folderOf } from '../paths/path.ts';
import { aroundTask, isCalledAfter, isUsualFolder, taskOfName } from '../paths/task-file.ts';

/** What the values of a document can be taken from. */
export interface DraftSource {
  readonly format: Format;
  readonly facts: Facts;
  /** Undefined for a document that does not exist yet. */
  readonly document?: HandoffDocument;
}

/** What drafting the fields' values wants to know. */
export function draftNeeds(fields: Iterable<Field>): Needs {
  const git = new Set<NonNullable<Needs['git']>[number]>();
  for (const { meaning } of fields) {
    if (meaning.commit || meaning.branch || meaning.task || meaning.agent) git.add('head');
    if (meaning.paths === 'changed' || meaning.paths === 'uncommitted') git.add(meaning.paths);
  }
  return git.size === 0 ? {} : { git: [...git] };
}

/** The value of a field, from git, the clock or the format, where one of them knows it. */
export function draftValue({ meaning, schema, fixed }: Field, source: DraftSource): Json | undefined {
  const { git, now } = source.facts;
  if (meaning.commit === 'head') return git?.head;
  if (meaning.commit === 'base') return git?.base?.commit;
  if (meaning.branch) return git?.branch;
  if (meaning.paths === 'changed') return git?.changed;
  if (meaning.paths === 'uncommitted') return git?.uncommitted;
  if (meaning.clock === 'created') return clockTime(meaning, now);
  if (meaning.task) return asTask(draftTask(source), [schema.type ?? []].flat());
  if (meaning.agent === 'from') return namesIn(source.format, git?.branch).agent;
  return schema.const ?? fixed;
}

/** A value of the right type to type over. */
export function placeholder({ schema, fixed }: Field): Json {
  if (fixed !== undefined) return fixed;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0] ?? null;
  switch (typeof schema.type === 'string' ? schema.type : schema.type?.[0]) {
    case 'object':
      return {};
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return '';
  }
}

/**
 * Task and agent as a branch's name tells them, by the format's pattern: `task/{task}-{agent}` reads
 * `task/task-2454-dev4` as `task-2454` and `dev4`. The last place that fits divides the two.
 */
export function namesIn(
  format: Format,
  branch: string | undefined,
): { readonly task?: string; readonly agent?: string } {
  const pattern = format.traits.branch;
  if (pattern === undefined || branch === undefined) return {};
  const source = pattern
    .split(/(\{(?:task|agent)\})/)
    .map((part) => (part === '{task}' ? '(?<task>.+)' : part === '{agent}' ? '(?<agent>[^-/]+)' : escapeRegExp(part)))
    .join('');
  const { task, agent } = new RegExp(`^${source}$`, 'u').exec(branch)?.groups ?? {};
  return { ...(task === undefined ? {} : { task }), ...(agent === undefined ? {} : { agent }) };
}

/** A time of the clock as its member wants it written. */
export function clockTime({ milliseconds }: Meaning, now: string): string {
  return milliseconds ? inMilliseconds(now) : withoutFraction(now);
}

/** A time in UTC with three digits behind the second, further ones cut. */
export function inMilliseconds(time: string): string {
  return time.replace(/(?:\.(\d+))?Z$/i, (_found, digits = '') => `.${digits.slice(0, 3).padEnd(3, '0')}Z`);
}

/** RFC 3339 to the second: fractions say nothing here. */
export function withoutFraction(time: string): string {
  return time.replace(/\.\d+(?=Z$)/, '');
}

/**
 * The branch tells it, unless the document is called after another task where handoffs are found by their names: whoever
 * called it so meant that one.
 */
/** Tasks may be numbers; a name that tells none then tells nothing. */
function asTask(name: string | undefined, types: readonly string[]): string | number | undefined {
  if (name === undefined || types.length === 0 || types.includes('string')) return name;
  return types.includes('integer') && /^(?:0|[1-9]\d{0,14})$/.test(name) ? Number(name) : undefined;
}

function draftTask({ format, facts, document }: DraftSource): string | undefined {
  const ofBranch = namesIn(format, facts.git?.branch).task;
  const around = aroundTask(format);
  if (around === undefined || !document?.uri.startsWith('file:')) return ofBranch;
  const name = fileName(document);
  const found = ofBranch !== undefined && isCalledAfter(name, ofBranch, around);
  const bound = isUsualFolder(folderOf(facts.place?.path ?? ''), format);
  const ofName = taskOfName(name, around);
  return found || !bound ? (ofBranch ?? ofName) : (ofName ?? ofBranch);
}

/** A text as a regular expression that matches nothing else. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

import type { Meaning } from './format/meaning.ts';
import type { Schema } from './format/schema.ts';

/** Meanings that rules are about. */
const MEANINGS = [
  ...(['task', 'agent', 'branch', 'commit', 'paths', 'clock', 'utc', 'results', 'transfers', 'step', 'tasks'] as const),
  ...(['session', 'sequence', 'record', 'uri', 'budget', 'reason'] as const),
] as const satisfies readonly (keyof Meaning)[];

/** What some members mean is told by what their meaning says, and rules are about those alone. */
const VALUES = {
  deadline: ({ clock }) => clock === 'deadline',
  uncommitted: ({ paths }) => paths === 'uncommitted',
  done: ({ commit }) => commit === 'done',
  to: ({ agent }) => agent === 'to',
} as const satisfies Readonly<Record<string, (meaning: Meaning) => boolean>>;

const VALUE_NAMES = ['deadline', 'uncommitted', 'done', 'to'] as const satisfies readonly (keyof typeof VALUES)[];

/** Thirty at most: each is a bit of a number. */
const ALL = [
  ...MEANINGS,
  ...VALUE_NAMES,
  ...(['date-time', 'shape', 'side-file', 'issues', 'flaws', 'unrecognised'] as const),
] as const;

/**
 * What a rule can be about: members of a meaning, times, members that tell which shape the document has, side files that it
 * names, what the schema does not allow, what makes a text unsound (see `HandoffDocument.isSound`), and no format or no known
 * version of one. A document has few of them, and whoever knows which need not look for the others.
 */
export type Aspect = (typeof ALL)[number];

/** A set of aspects, a bit for each. */
export type Aspects = number;

const BITS: ReadonlyMap<Aspect, number> = new Map(ALL.map((aspect, index) => [aspect, 2 ** index]));

/** A bit that every document has. */
export const ALWAYS: Aspects = 2 ** 30;

export function aspects(...all: readonly Aspect[]): Aspects {
  return all.reduce((bits, aspect) => bits | (BITS.get(aspect) ?? 0), 0);
}

/** Those of the values that a schema describes. */
export function aspectsOf({ format, 'x-handoff': meaning = {} }: Schema): Aspects {
  const meant = MEANINGS.filter((name) => meaning[name] !== undefined);
  const said = VALUE_NAMES.filter((name) => VALUES[name](meaning));
  return aspects(...meant, ...said, ...(format === 'date-time' ? ['date-time' as const] : []));
}

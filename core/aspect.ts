import { type Meaning, meanings } from './meaning.ts';
import type { Schema } from './schema.ts';

/**
 * What a rule can be about: members of a meaning, times, members that tell which shape the document has, what the schema does not allow, and what makes a text unsound (see
 * `HandoffDocument.isSound`). A document has few of them, and whoever knows which need not look for the others.
 */
export type Aspect = keyof Meaning | 'date-time' | 'shape' | 'issues' | 'flaws';

/** A set of aspects, a bit for each. */
export type Aspects = number;

const ALL: readonly Aspect[] = [...meanings, 'date-time', 'shape', 'issues', 'flaws'];
const BITS: Readonly<Partial<Record<Aspect, number>>> = Object.fromEntries(
  ALL.map((aspect, index) => [aspect, 2 ** index]),
);

/** A bit that every document has. */
export const ALWAYS: Aspects = 2 ** 30;

export function aspects(...all: readonly Aspect[]): Aspects {
  return all.reduce((bits, aspect) => bits | (BITS[aspect] ?? 0), 0);
}

/** Those of the values that a schema describes. */
export function aspectsOf({ format, 'x-handoff': meaning = {} }: Schema): Aspects {
  const meant = meanings.filter((name) => meaning[name] !== undefined);
  return aspects(...meant, ...(format === 'date-time' ? ['date-time' as const] : []));
}

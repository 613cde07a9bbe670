import type { Span } from './span.ts';

/** What an earlier version of a text had from `start` to `end`, a later one has `length` units for it, and nothing else differs. */
export interface Revision extends Span {
  readonly length: number;
}

/** By how many units what stands behind a revision has moved. */
export function growthOf({ start, end, length }: Revision): number {
  return length - (end - start);
}

/** Two revisions, one behind the other, as one. It may take in what stands between them and has not changed. */
export function both(first: Revision, second: Revision): Revision {
  const start = Math.min(first.start, second.start);
  // In the text between the two.
  const end = Math.max(first.start + first.length, second.end);
  return { start, end: end - growthOf(first), length: end + growthOf(second) - start };
}

/** Where a place of the earlier text stands in the later one. Its ends must not lie inside what was replaced. */
export function moved({ start, end }: Span, revision: Revision): Span {
  const growth = growthOf(revision);
  const at = (offset: number) => (offset > revision.start && offset >= revision.end ? offset + growth : offset);
  return { start: at(start), end: at(end) };
}

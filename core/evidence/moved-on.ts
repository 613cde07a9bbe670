import type { Claimed, Handoff } from '../handoff.ts';
import { ownFiles } from '../paths/own-files.ts';
import { branchRange, rangeFact, remoteRanges } from './claims.ts';
import type { Needs, Range } from './facts.ts';

/** A branch that has gone on from the head that a document hands over. */
export interface Moved {
  readonly branch: string;
  readonly commits: number;
}

/** What has to be known to tell whether a branch has moved on. */
export function movedOnNeeds(handoff: Claimed): Needs {
  const range = branchRange(handoff);
  return range === undefined ? {} : { ranges: [range] };
}

/** The same once that is known: how far other branches of the name are, and what there is on those that are further. */
export function furtherMovedOnNeeds(handoff: Handoff): Needs {
  const range = branchRange(handoff);
  if (range === undefined) return {};
  const others = remoteRanges(handoff);
  const further = [range, ...others].filter((one) => ahead(handoff, one) > 0);
  return { ranges: [...others, ...further.map((one) => ({ ...one, changed: true }))] };
}

/**
 * The branch, local or a remote's, that has gone furthest on from the head. Commits that only add or change handoffs are
 * not counted as going on. Undefined where none has, or nobody knows.
 */
export function movedOn(handoff: Handoff): Moved | undefined {
  const range = branchRange(handoff);
  if (range === undefined) return undefined;
  const isOwn = ownFiles(handoff);
  let furthest: Moved | undefined;
  for (const one of [range, ...remoteRanges(handoff)]) {
    const commits = ahead(handoff, one);
    const changed = rangeFact(one, handoff.facts)?.changed;
    const onlyHandoffs = changed !== undefined && changed.length > 0 && changed.every(isOwn);
    if (commits > (furthest?.commits ?? 0) && !onlyHandoffs)
      furthest = { branch: one.to.slice('branch:'.length), commits };
  }
  return furthest;
}

/** How many commits a branch has gone on from the head; 0 where it has not, or does not have the head. */
function ahead(handoff: Handoff, range: Range): number {
  const fact = rangeFact(range, handoff.facts);
  return fact?.ancestor === true ? (fact.ahead ?? 0) : 0;
}

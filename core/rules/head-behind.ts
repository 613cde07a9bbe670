import { branchRange, claimsOf, rangeFact, remoteRanges } from '../claims.ts';
import { spanOfValue } from '../document.ts';
import { type Range, unite } from '../facts.ts';
import type { Handoff } from '../handoff.ts';
import { ownFiles } from '../own-files.ts';
import { refreshFix, refreshNeeds } from '../refresh.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shown } from '../words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  summary: 'A branch that has moved on since the handoff',
  reason: `Somebody has gone on working on the branch, so the handoff no longer tells where the work stands: its changed paths, test
results and pending work may be out of date. Commits that only add or change handoffs do not count, since a handoff is
committed after the head that it names. A remote's branch of the same name counts as well.

The fix takes head, changed paths and time from git anew. What is left to do only the author of the new commits knows, so it
never runs unattended.`,
  needs(handoff) {
    const range = branchRange(handoff);
    if (range === undefined) return {};
    const ranges = [range, ...remoteRanges(handoff)];
    const further = ranges.filter((one) => ahead(handoff, one) > 0).map((one) => ({ ...one, changed: true }));
    return unite([{ ranges: [...ranges, ...further] }, movedOn(handoff) === undefined ? {} : refreshNeeds(handoff)]);
  },
  *check(handoff) {
    const { head } = claimsOf(handoff);
    const moved = movedOn(handoff);
    if (head === undefined || moved === undefined) return;
    yield {
      span: spanOfValue(handoff.document, head.path),
      path: head.path,
      message: `${placeName(head.path)} must be the head of ${shown(moved.branch)}; it is ${count(moved.commits, 'commit')} behind.`,
      fixes: () => refreshFix(handoff),
    };
  },
};

interface Moved {
  readonly branch: string;
  readonly commits: number;
}

/** The branch, local or a remote's, that has gone furthest on from the head with more than handoffs. */
function movedOn(handoff: Handoff): Moved | undefined {
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

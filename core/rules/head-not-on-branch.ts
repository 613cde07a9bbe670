import { spanOfValue } from '../document.ts';
import { branchRange, claimsOf, rangeFact } from '../evidence/claims.ts';
import { refreshFix, refreshNeeds } from '../evidence/refresh.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shortId, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'A head that its branch does not have',
  reason: `The commit exists and is not on the branch that the handoff names: the branch was rebased or reset since, or one of the
two is wrong. The next agent goes on from other work than the handoff tells of. Local and remote branches of that name
count, and where a shallow clone cannot tell, nothing is concluded.

The fix takes head, changed paths and time from git anew. It is not unattended: the lost commit may be what is right.`,
  wording: 'ignored',
  needs(handoff) {
    const range = branchRange(handoff);
    return range === undefined ? {} : { ranges: [range] };
  },
  *check(handoff) {
    const { head, branch } = claimsOf(handoff);
    if (head === undefined || branch === undefined || !isOff(handoff)) return;
    yield {
      span: spanOfValue(handoff.document, head.path),
      path: head.path,
      message: `${placeName(head.path)} must be a commit of the branch ${shown(branch.value)}; ${shortId(head.value)} is not on it.`,
      related: [{ span: spanOfValue(handoff.document, branch.path), message: 'The branch is named here.' }],
      fixes: () => refreshFix(handoff),
    };
  },
  fixNeeds: refreshNeeds,
};

function isOff(handoff: Handoff): boolean {
  return rangeFact(branchRange(handoff), handoff.facts)?.reachable === false;
}

import { spanOfValue } from '../document.ts';
import { claimsOf } from '../evidence/claims.ts';
import { furtherMovedOnNeeds, movedOn, movedOnNeeds } from '../evidence/moved-on.ts';
import { refreshFix, refreshNeeds } from '../evidence/refresh.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'A branch that has moved on since the handoff',
  reason: `Somebody has gone on working on the branch, so the handoff no longer tells where the work stands: its changed paths, test
results and pending work may be out of date. Commits that only add or change handoffs do not count, since a handoff is
committed after the head that it names. A remote's branch of the same name counts as well.

The fix takes head, changed paths and time from git anew. What is left to do only the author of the new commits knows, so it
never runs unattended.`,
  wording: 'ignored',
  needs: movedOnNeeds,
  follows: furtherMovedOnNeeds,
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
  fixNeeds: refreshNeeds,
};

import { spanOfValue } from '../document.ts';
import { claimsOf, rangeFact, workRange } from '../evidence/claims.ts';
import { commitFixes, commitFixNeeds } from '../evidence/commit-fixes.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shortId } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'A base that the head does not come from',
  reason: `The base is where the work began, so the head must have it in its history. Compared with another commit, files of other
people look changed or deleted: as when the main branch has moved on and its new head was written down.

The fix writes the merge base: the commit where the head left that history. It comes from git, so it never runs unattended.
Where there are several or none, there is no fix.`,
  wording: 'ignored',
  needs(handoff) {
    const range = workRange(handoff);
    return range === undefined ? {} : { ranges: [range] };
  },
  *check(handoff) {
    const { head, base } = claimsOf(handoff);
    if (head === undefined || base === undefined || !isElsewhere(handoff)) return;
    yield {
      span: spanOfValue(handoff.document, base.path),
      path: base.path,
      message: `${placeName(base.path)} must be an ancestor of ${placeName(head.path)}; ${shortId(base.value)} is not in the history of ${shortId(head.value)}.`,
      related: [{ span: spanOfValue(handoff.document, head.path), message: 'The head is named here.' }],
      fixes: () => commitFixes(handoff, base),
    };
  },
  fixNeeds(handoff) {
    const { base } = claimsOf(handoff);
    return base === undefined ? {} : commitFixNeeds(handoff, base);
  },
};

function isElsewhere(handoff: Handoff): boolean {
  return rangeFact(workRange(handoff), handoff.facts)?.ancestor === false;
}

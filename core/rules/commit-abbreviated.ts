import { spanOfValue } from '../document.ts';
import { claimsOf, commitOf, isFullEnough } from '../evidence/claims.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'hint',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'A short id of a commit, which can become ambiguous',
  reason: `A short id names one commit today. With enough further commits another one begins the same, and git then refuses it.

The fix writes the full id, as git has it. It takes a value from git, so it does not run unattended.`,
  wording: 'ignored',
  needs: (handoff) => ({
    commits: claimsOf(handoff).commits.flatMap(({ value }) => (isFullEnough(value) ? [value] : [])),
  }),
  *check(handoff) {
    for (const claim of claimsOf(handoff).commits) {
      // A finished part is looked up while the work goes on, and the formats that have them write short ids.
      if (claim.role === 'done') continue;
      const { path, value } = claim;
      const id = isFullEnough(value) ? commitOf(claim, handoff.facts)?.id : undefined;
      if (id === undefined || id.length === value.length) continue;
      yield {
        span: spanOfValue(handoff.document, path),
        path,
        message: `${placeName(path)} must be a full id to stay unambiguous; ${shown(value)} has ${count(value.length, 'digit')} of ${id.length}.`,
        fixes: () => [writeFix(handoff.document, path, id, { title: 'Write the full id', preferred: true })],
      };
    }
  },
};

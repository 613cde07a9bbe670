import { spanOfValue } from '../document.ts';
import { claimsOf, isFullEnough } from '../evidence/claims.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

/** Most commits that fixes are offered for. */
const OFFERED = 5;

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'A short id with which several commits begin',
  reason: `Git refuses a short id that has become ambiguous, so the next agent cannot check it out, or takes the wrong one of the
commits.

A fix for each of the commits writes its full id. Which one was meant only the author knows, so none is preferred or runs
unattended.`,
  wording: 'ignored',
  needs: (handoff) => ({
    commits: claimsOf(handoff).commits.flatMap(({ value }) => (isFullEnough(value) ? [value] : [])),
  }),
  *check(handoff) {
    for (const { path, value } of claimsOf(handoff).commits) {
      const fact = isFullEnough(value) ? handoff.facts.git?.commits.get(value.toLowerCase()) : undefined;
      if (fact?.kind !== 'ambiguous') continue;
      yield {
        span: spanOfValue(handoff.document, path),
        path,
        message: `${placeName(path)} must name one commit; ${count(fact.ids.length, 'commit')} begin with ${shown(value)}.`,
        fixes: () => fact.ids.slice(0, OFFERED).map((id) => writeFix(handoff.document, path, id)),
      };
    }
  },
};

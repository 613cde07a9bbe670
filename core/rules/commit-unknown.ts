import { spanOfValue } from '../document.ts';
import { type CommitClaim, claimsOf, isFullEnough } from '../evidence/claims.ts';
import { commitFixes, commitFixNeeds } from '../evidence/commit-fixes.ts';
import { unite } from '../evidence/facts.ts';
import type { Finding } from '../finding.ts';
import type { Claimed, Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['commit'],
  evidence: 'git',
  summary: 'An id that is no commit of the repository',
  reason: `The commit was never pushed, was rebased away, or is made up. The next agent cannot check it out, and can compare nothing
with it. In a shallow clone the commit may be in the part of the history that is not here, so there it is a warning.

The fixes take the commit from git: where the branch stands, or where the work left the main branch. What git says now need
not be what was meant then, so none runs unattended.`,
  wording: 'ignored',
  needs: (handoff) => ({ commits: claims(handoff).map(({ value }) => value) }),
  *check(handoff) {
    for (const claim of claims(handoff)) {
      const problem = problemOf(handoff, claim);
      if (problem === undefined) continue;
      yield {
        span: spanOfValue(handoff.document, claim.path),
        path: claim.path,
        ...problem,
        fixes: () => commitFixes(handoff, claim),
      };
    }
  },
  fixNeeds: (handoff) =>
    unite(claims(handoff).map((claim) => (problemOf(handoff, claim) ? commitFixNeeds(handoff, claim) : {}))),
};

function claims(handoff: Claimed): readonly CommitClaim[] {
  return claimsOf(handoff).commits.filter(({ value }) => isFullEnough(value));
}

function problemOf(
  { facts }: Handoff,
  { path, value }: CommitClaim,
): Pick<Finding, 'message' | 'severity'> | undefined {
  const fact = facts.git?.commits.get(value.toLowerCase());
  const [name, id] = [placeName(path), shown(value)];
  if (fact?.kind === 'other') return { message: `${name} must be a commit; ${id} is the id of a ${fact.type}.` };
  if (fact?.kind !== 'absent') return undefined;
  if (facts.git?.shallow === true) {
    const message = `${name} must be a commit of this repository; ${id} is not in the part of the history that this shallow clone has.`;
    return { message, severity: 'warning' };
  }
  return { message: `${name} must be a commit of this repository; git knows no ${id}.` };
}

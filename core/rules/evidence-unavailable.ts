import { spanOfKey } from '../document.ts';
import { asksGit, claimsOf, uncheckedClaim } from '../evidence/claims.ts';
import type { Handoff } from '../handoff.ts';
import { listedPaths } from '../paths/listed-path.ts';
import { sideFileNeeds } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'information',
  summary: 'Git or the disk could not be asked, so evidence is unchecked',
  reason: `A handoff without findings looks like one that was checked. Where git could not answer (no repository, no git, a folder
that is not trusted, a shallow clone that lacks the history in question), nothing is concluded about commits, branches and
changed paths, and this is said once, with the first reason.

There is no fix: the reason says what would help, for example fetching more of the history.`,
  wording: 'ignored',
  needs: (handoff) => (asksGit(handoff) ? { ...sideFileNeeds(handoff), git: ['head'] } : sideFileNeeds(handoff)),
  *check(handoff) {
    const unchecked = uncheckedClaim(handoff);
    if (unchecked === undefined) return;
    const { reason, path } = unchecked;
    const how = handoff.facts.git === undefined && path === undefined ? 'not' : 'only partly';
    yield {
      span: spanOfKey(handoff.document, path ?? firstClaim(handoff)),
      path: [],
      message: `What this handoff says about git and files is ${how} checked: ${reason}.`,
    };
  },
};

/** The first member that says something about git, by the schema's order. */
function firstClaim(handoff: Handoff) {
  const { commits, branch } = claimsOf(handoff);
  const first = branch ?? commits[0] ?? listedPaths(handoff)[0];
  return first?.path.slice(0, 1) ?? [];
}

import { spanOfValue } from '../document.ts';
import { claimsOf, commitOf, isShortName } from '../evidence/claims.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { nearest, placeName, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['branch'],
  summary: 'A branch that the repository does not have',
  reason: `The next agent goes on on that branch. \`HEAD\` is what git says when none is checked out, and a full name such as
\`refs/heads/main\` makes a new branch of that name when it is checked out as one. A branch that git does not list was never
pushed, was deleted after a merge, or is misspelt.

The fixes write the short name, the near name, or the branch that is checked out where it has the document's head. None runs
unattended.`,
  wording: 'ignored',
  needs(handoff) {
    const { branch } = claimsOf(handoff);
    return branch === undefined || !isShortName(branch.value) ? {} : { branches: [branch.value] };
  },
  *check(handoff) {
    const { branch } = claimsOf(handoff);
    if (branch === undefined) return;
    const { path, value } = branch;
    if (isShortName(value) && !isAbsent(handoff, value)) return;
    const name = placeName(path);
    const at = { span: spanOfValue(handoff.document, path), path };
    if (!isShortName(value)) {
      const message = `${name} must be a branch's short name; it is ${shown(value)}.`;
      yield { ...at, message, fixes: () => [...shortened(handoff), ...checkedOut(handoff)] };
    } else {
      const message = `${name} must be a branch of this repository; git knows no ${shown(value)}.`;
      yield { ...at, message, fixes: () => near(handoff) };
    }
  },
  fixNeeds(handoff) {
    const { branch } = claimsOf(handoff);
    return { git: branch !== undefined && isShortName(branch.value) ? ['head', 'branches'] : ['head'] };
  },
};

function isAbsent({ facts }: Handoff, name: string): boolean {
  return facts.git?.tips.get(name)?.kind === 'absent';
}

function shortened(handoff: Handoff): readonly Fix[] {
  const { branch } = claimsOf(handoff);
  const short = /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec(branch?.value ?? '')?.[1];
  if (branch === undefined || short === undefined) return [];
  return [writeFix(handoff.document, branch.path, short, { preferred: true })];
}

/** The branch that is checked out, where it stands at the document's head. */
function checkedOut(handoff: Handoff): readonly Fix[] {
  const { branch, head } = claimsOf(handoff);
  const { git } = handoff.facts;
  if (branch?.value.startsWith('refs/') !== false || git?.branch === undefined || git.head === undefined) return [];
  if (commitOf(head, handoff.facts)?.id !== git.head) return [];
  return [
    writeFix(handoff.document, branch.path, git.branch, { title: `Write ${shown(git.branch)}, which is checked out` }),
  ];
}

function near(handoff: Handoff): readonly Fix[] {
  const { branch } = claimsOf(handoff);
  const names = handoff.facts.git?.branches ?? [];
  const name = branch && nearest(branch.value, names);
  const ofHead = checkedOut(handoff);
  if (branch === undefined || name === undefined || name === branch.value) return ofHead;
  return [writeFix(handoff.document, branch.path, name), ...(name === handoff.facts.git?.branch ? [] : ofHead)];
}

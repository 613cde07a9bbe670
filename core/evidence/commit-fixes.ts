import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { shortId, shortRef, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';
import {
  branchRange,
  type CommitClaim,
  claimsOf,
  commitOf,
  isFullEnough,
  isShortName,
  rangeFact,
  workRange,
} from './claims.ts';
import type { Needs, Range } from './facts.ts';

/** What has to be known before git can put a commit in the place of one that is wrong. */
export function commitFixNeeds(handoff: Handoff, claim: CommitClaim): Needs {
  const { branch } = claimsOf(handoff);
  const fork = claim.role === 'base' ? forkRange(handoff) : undefined;
  return {
    git: ['head'],
    branches: branch === undefined || !isShortName(branch.value) ? [] : [branch.value],
    ranges: fork === undefined ? [] : [fork],
  };
}

/** The commit that git has for what a claim is about: where the branch stands, or where the work left the main branch. */
export function commitFixes(handoff: Handoff, claim: CommitClaim): readonly Fix[] {
  const found = claim.role === 'head' ? headOf(handoff) : forkPoint(handoff);
  if (found === undefined || found.id === claim.value.toLowerCase()) return [];
  const title = `Write "${shortId(found.id)}…", ${found.what}`;
  return [writeFix(handoff.document, claim.path, found.id, { title })];
}

interface FoundCommit {
  /** Full id. */
  readonly id: string;
  /** What it is, for the title of a fix. */
  readonly what: string;
}

/** Where the document's branch stands; what is checked out where the document names no branch that git has. */
function headOf(handoff: Handoff): FoundCommit | undefined {
  const { git } = handoff.facts;
  const { branch } = claimsOf(handoff);
  const fact = branch === undefined ? undefined : git?.tips.get(branch.value);
  if (branch !== undefined && fact?.kind === 'branch')
    return { id: fact.tip.commit, what: `the head of ${shown(branch.value)}` };
  return git?.head === undefined ? undefined : { id: git.head, what: 'the commit that is checked out' };
}

/** Where the head, or the branch where the head is not known, left the document's base, else the main branch. */
function forkPoint(handoff: Handoff): FoundCommit | undefined {
  const { facts } = handoff;
  const own = rangeFact(workRange(handoff), facts)?.mergeBases;
  if (own?.length === 1 && own[0] !== undefined) return { id: own[0], what: 'the merge base' };
  const base = facts.git?.base;
  const fork = rangeFact(forkRange(handoff), facts)?.mergeBases;
  const id = fork?.length === 1 ? fork[0] : isAboutHere(handoff) ? base?.commit : undefined;
  const isHead = id !== undefined && id === commitOf(claimsOf(handoff).head, facts)?.id;
  return id === undefined || base === undefined || isHead
    ? undefined
    : { id, what: `the merge base with ${shown(shortRef(base.ref))}` };
}

/** From the main branch to the head; the main branch is known once git has said what work is measured against. */
function forkRange(handoff: Handoff): Range | undefined {
  const ref = handoff.facts.git?.base?.ref;
  const { head } = claimsOf(handoff);
  const to = head !== undefined && isFullEnough(head.value) ? head.value : branchRange(handoff)?.to;
  if (ref === undefined || to === undefined || !/^refs\/(?:heads|remotes)\//.test(ref)) return undefined;
  return { from: `branch:${shortRef(ref)}`, to };
}

function isAboutHere(handoff: Handoff): boolean {
  const { branch } = claimsOf(handoff);
  const { git } = handoff.facts;
  return branch !== undefined && branch.value === git?.branch;
}

import { namesIn } from '../create/value-draft.ts';
import type { Handoff } from '../handoff.ts';
import { taskOf } from '../paths/side-file.ts';
import { shortRef } from '../text/words.ts';
import { branchRange, claimsOf, isFullEnough, isShortName, rangeFact, remoteRanges, uncheckedClaim } from './claims.ts';
import type { GitFacts, Range, Tip } from './facts.ts';

/** Where the work of a document stands now. */
export interface Target {
  readonly kind: 'target';
  /** Short name of the branch. */
  readonly branch: string;
  /** Full id of its tip. */
  readonly head: string;
  /** The same as an end of ranges. */
  readonly end: string;
}

/** A sentence for a person, without a full stop. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

export function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}

/** The branch that the document names; the one that is checked out where that is plainly meant. */
export function targetOf(handoff: Handoff): Target | Refused {
  const { git } = handoff.facts;
  const { branch } = claimsOf(handoff);
  const fact = branch === undefined ? undefined : git?.tips.get(branch.value);
  if (branch !== undefined && fact?.kind === 'branch') {
    const tip = furthest(handoff, fact.tip);
    return { kind: 'target', branch: branch.value, head: tip.commit, end: `branch:${shortRef(tip.ref)}` };
  }
  const name = branch === undefined ? 'the handoff names no branch' : `the repository has no branch ${branch.value}`;
  if (branch !== undefined && isShortName(branch.value) && fact === undefined)
    return refused(uncheckedClaim(handoff)?.reason ?? 'git was not asked about the branch');
  if (git?.branch === undefined || git.head === undefined) return refused(`${name}, and none is checked out`);
  if (!isMeant(handoff, git.branch)) return refused(`${name}: check out the branch that the work is on`);
  return { kind: 'target', branch: git.branch, head: git.head, end: git.head };
}

/** The branch that the head lies behind; of several the one that it lies furthest behind. */
function furthest(handoff: Handoff, local: Tip): Tip {
  const { tips } = handoff.facts.git ?? {};
  let best = { tip: local, ahead: rangeFact(branchRange(handoff), handoff.facts)?.ahead ?? 0 };
  for (const range of remoteRanges(handoff)) {
    const fact = rangeFact(range, handoff.facts);
    const tip = tipOf(tips, range.to.slice('branch:'.length), claimsOf(handoff).branch?.value ?? '');
    if (tip !== undefined && fact?.ancestor === true && (fact.ahead ?? 0) > best.ahead) {
      best = { tip, ahead: fact.ahead ?? 0 };
    }
  }
  return best.tip;
}

function tipOf(tips: GitFacts['tips'] | undefined, short: string, branch: string) {
  const fact = tips?.get(branch);
  return fact?.kind === 'branch' ? fact.others.find(({ ref }) => shortRef(ref) === short) : undefined;
}

/** Whether the branch that is checked out is called after the document's task, or goes on from its head. */
function isMeant(handoff: Handoff, checkedOut: string): boolean {
  const task = taskOf(handoff);
  if (task !== undefined && namesIn(handoff.format, checkedOut).task === task) return true;
  return onCheckedOut(handoff).some((range) => rangeFact(range, handoff.facts)?.ancestor === true);
}

/** From the document's head to what is checked out, where the document's branch leads nowhere. */
export function onCheckedOut(handoff: Handoff): readonly Range[] {
  const { head, branch } = claimsOf(handoff);
  const { git } = handoff.facts;
  const known = branch !== undefined && git?.tips.get(branch.value)?.kind === 'branch';
  if (known || head === undefined || git?.head === undefined || !isFullEnough(head.value)) return [];
  return [{ from: head.value, to: git.head }];
}

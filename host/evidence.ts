import type { Base, GitFacts, Needs } from '../core/facts.ts';
import { changedBetween, type Paths, uncommittedPaths } from './changes.ts';
import { lookUpCommits } from './commits.ts';
import { type Found, found, unknown } from './found.ts';
import type { Git } from './git.ts';
import { branchNames, recentCommits, trackedPaths } from './lists.ts';
import { findBase, type Head, mergeBase, readHead } from './refs.ts';

export interface EvidenceOptions {
  readonly git: Git;
  /** `git.base` of the configuration. */
  readonly base?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GitEvidence {
  /** Undefined where git did not even say what is checked out. */
  readonly facts?: GitFacts;
  /** Why something that was asked for is missing: sentences without a full stop. */
  readonly reasons: readonly string[];
}

/** Asks git for all that is needed, in parallel where answers do not depend on one another. Never throws. */
export async function askGit(folder: string, needs: Needs, options: EvidenceOptions): Promise<GitEvidence> {
  const { git, signal } = options;
  const wanted = new Set(needs.git ?? []);
  const when = <T>(part: boolean, question: () => Promise<Found<T>>) => (part ? question() : undefined);
  const [measured, uncommitted, tracked, branches, commits] = await Promise.all([
    measure(folder, wanted, options),
    when(wanted.has('uncommitted'), () => uncommittedPaths(git, folder, signal)),
    when(wanted.has('paths'), () => trackedPaths(git, folder, pathLimit, signal)),
    when(wanted.has('branches'), () => branchNames(git, folder, branchLimit, signal)),
    lookUpCommits(git, folder, needs.commits ?? [], signal),
  ]);
  if (measured.kind === 'unknown') return { reasons: [measured.reason] };
  const { head, base, changed, recent } = measured.value;
  const unprintable = unprintableOf(head, [changed, uncommitted]);
  const facts: GitFacts = {
    ...(head.branch === undefined ? {} : { branch: head.branch }),
    ...(head.id === undefined ? {} : { head: head.id }),
    ...(base.kind === 'found' && base.value !== undefined ? { base: base.value } : {}),
    ...had(changed, ({ paths }) => ({ changed: paths })),
    ...had(uncommitted, ({ paths }) => ({ uncommitted: paths })),
    ...(unprintable.length === 0 ? {} : { unprintable }),
    shallow: head.shallow,
    commits: commits.kind === 'found' ? commits.value : new Map(),
    ...had(branches, ({ paths }) => ({ branches: paths })),
    ...had(recent, (list) => ({ recent: list })),
    ...had(tracked, ({ paths }) => ({ paths })),
  };
  const answers = [base, changed, uncommitted, tracked, branches, commits, recent];
  return { facts, reasons: answers.flatMap((answer) => (answer?.kind === 'unknown' ? [answer.reason] : [])) };
}

const pathLimit = 10_000;
const branchLimit = 1000;
const recentLimit = 50;

type Parts = ReadonlySet<NonNullable<Needs['git']>[number]>;

interface Measured {
  readonly head: Head;
  readonly base: Found<Base | undefined>;
  readonly changed: Found<Paths> | undefined;
  readonly recent: Found<GitFacts['recent'] & {}> | undefined;
}

/** What is checked out, what it is measured against, and what follows from the two. */
async function measure(folder: string, wanted: Parts, options: EvidenceOptions): Promise<Found<Measured>> {
  const { git, signal } = options;
  const [head, tip] = await Promise.all([readHead(git, folder, signal), findBase(git, folder, options.base, signal)]);
  if (head.kind === 'unknown') return head;
  const { id } = head.value;
  const [base, recent] = await Promise.all([
    tip.kind === 'unknown' || tip.value === undefined
      ? tip
      : id === undefined
        ? found({ ref: tip.value.ref })
        : mergeBase(git, folder, tip.value, id, signal),
    wanted.has('recent')
      ? id === undefined
        ? found([])
        : recentCommits(git, folder, id, recentLimit, signal)
      : undefined,
  ]);
  const changed = wanted.has('changed') ? await changedSince(folder, head.value, base, options) : undefined;
  return found({ head: head.value, base, changed, recent });
}

async function changedSince(
  folder: string,
  head: Head,
  base: Measured['base'],
  options: EvidenceOptions,
): Promise<Found<Paths>> {
  if (base.kind === 'unknown') return base;
  if (head.id === undefined) return unknown('the branch has no commit yet');
  if (base.value === undefined) return unknown(noBase);
  if (base.value.commit === undefined) return unknown(nothingInCommon(head, base.value));
  return changedBetween(options.git, folder, base.value.commit, head.id, options.signal);
}

const noBase = 'the repository has no origin/main, origin/master or other default branch to compare with: set git.base';

function nothingInCommon(head: Head, base: Base): string {
  const name = base.ref.replace(/^refs\/(heads|remotes|tags)\//, '');
  if (!head.shallow) return `the head and ${name} have no commit in common`;
  return `the clone is shallow and holds no commit that the head and ${name} have in common: run git fetch --deepen=100`;
}

function had<T, Part>(answer: Found<T> | undefined, part: (value: T) => Part): Part | undefined {
  return answer?.kind === 'found' ? part(answer.value) : undefined;
}

function unprintableOf(head: Head, lists: readonly (Found<Paths> | undefined)[]): readonly string[] {
  const names = lists.flatMap((list) => (list?.kind === 'found' ? list.value.unprintable : []));
  return [...new Set([...(head.unprintable === undefined ? [] : [head.unprintable]), ...names])];
}

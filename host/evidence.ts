import type { Base, GitFacts, Needs, RangeFact } from '../core/evidence/facts.ts';
import { rangeKey, unite } from '../core/evidence/facts.ts';
import { changedBetween, type Paths, uncommittedPaths } from './changes.ts';
import { lookUpCommits } from './commits.ts';
import { type Found, found, unknown } from './found.ts';
import type { Git } from './git.ts';
import { branchNames, recentCommits, trackedPaths } from './lists.ts';
import { createMemory, keep, type Memory, remember, rememberEach } from './memory.ts';
import { branchesIn, compareRanges, idsIn, type Names, type Ranges } from './ranges.ts';
import { findBase, type Head, mergeBase, readHead, type Tip } from './refs.ts';
import type { Repository } from './repository.ts';
import { lookUpBranches } from './tips.ts';
import { lookUpTracked } from './tracked.ts';

export interface EvidenceOptions {
  readonly git: Git;
  /** `git.base` of the configuration. */
  readonly base?: string | undefined;
  /** What git has already answered while the repository was as it is now; what it answers is added. */
  readonly memory?: Memory | undefined;
  /**
   * How often the caller has seen the work tree change. As long as it has not, what differs from the head is not asked
   * anew; without a count it always is.
   */
  readonly workTree?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GitEvidence {
  /** Undefined where git did not even say what is checked out. */
  readonly facts?: GitFacts;
  /** Why something that was asked for is missing: sentences without a full stop. */
  readonly reasons: readonly string[];
}

/**
 * Asks git for all that is needed, in parallel where answers do not depend on one another. Never throws. The number of
 * processes does not depend on how much of each kind is asked for.
 */
export async function askGit(repository: Repository, needs: Needs, options: EvidenceOptions): Promise<GitEvidence> {
  const { git, signal, memory = createMemory() } = options;
  const folder = repository.topLevel;
  const { ranges = [], commits: ids = [], branches: names = [], tracked: tracks = [] } = unite([needs]);
  const wanted = new Set(needs.git ?? []);
  const when = <T>(part: boolean, question: () => Promise<Found<T>>) => (part ? question() : undefined);
  const list = (key: 'paths' | 'branches', question: () => Promise<Found<Paths>>) =>
    when(wanted.has(key), () => remember(memory.paths, key, question));
  const [measured, uncommitted, paths, branches, named] = await Promise.all([
    measure(folder, wanted, tracks, { ...options, memory }),
    when(wanted.has('uncommitted'), () => uncommittedSince(folder, { ...options, memory })),
    list('paths', () => trackedPaths(git, folder, pathLimit, signal)),
    list('branches', () => branchNames(git, folder, branchLimit, signal)),
    lookUpNames(folder, [...ids, ...idsIn(ranges)], [...names, ...branchesIn(ranges)], { ...options, memory }).then(
      async (found) => ({ ...found, ranges: await rangesBetween(repository, ranges, found, { ...options, memory }) }),
    ),
  ]);
  if (measured.kind === 'unknown') return { reasons: [measured.reason] };
  const { head, base, changed, recent, tracked } = measured.value;
  const unprintable = unprintableOf(head, [changed, uncommitted]);
  const facts: GitFacts = {
    ...(head.branch === undefined ? {} : { branch: head.branch }),
    ...(head.id === undefined ? {} : { head: head.id }),
    ...(base.kind === 'found' && base.value !== undefined ? { base: base.value } : {}),
    ...had(changed, ({ paths }) => ({ changed: paths })),
    ...had(uncommitted, ({ paths }) => ({ uncommitted: paths })),
    ...(unprintable.length === 0 ? {} : { unprintable }),
    shallow: head.shallow,
    commits: had(named.commits, (facts) => facts) ?? new Map(),
    tips: had(named.tips, (facts) => facts) ?? new Map(),
    ranges: named.ranges.facts,
    tracked: had(tracked, (facts) => facts) ?? new Map(),
    ...had(branches, ({ paths }) => ({ branches: paths })),
    ...had(recent, (list) => ({ recent: list })),
    ...had(paths, ({ paths }) => ({ paths })),
  };
  const answers = [base, changed, uncommitted, paths, branches, named.commits, named.tips, recent, tracked];
  const reasons = answers.flatMap((answer) => (answer?.kind === 'unknown' ? [answer.reason] : []));
  return { facts, reasons: [...reasons, ...named.ranges.failures] };
}

const pathLimit = 10_000;
const branchLimit = 1000;
const recentLimit = 50;

type Options = EvidenceOptions & { readonly memory: Memory };

async function uncommittedSince(folder: string, { git, memory, workTree, signal }: Options): Promise<Found<Paths>> {
  if (workTree === undefined) return uncommittedPaths(git, folder, signal);
  const key = String(workTree);
  if (!memory.uncommitted.has(key)) memory.uncommitted.clear();
  return remember(memory.uncommitted, key, () => uncommittedPaths(git, folder, signal));
}

async function lookUpNames(
  folder: string,
  ids: readonly string[],
  branches: readonly string[],
  { git, memory, signal }: Options,
): Promise<Names> {
  const lowered = ids.map((id) => id.toLowerCase());
  const [commits, tips] = await Promise.all([
    rememberEach(memory.commits, lowered, (missing) => lookUpCommits(git, folder, missing, signal)),
    rememberEach(memory.tips, branches, (missing) => lookUpBranches(git, folder, missing, signal)),
  ]);
  return { commits, tips };
}

async function rangesBetween(
  repository: Repository,
  ranges: Needs['ranges'] & {},
  names: Names,
  { git, memory, signal }: Options,
): Promise<Ranges> {
  const known = new Map<string, RangeFact>();
  const missing = ranges.filter((range) => {
    const fact = memory.ranges.get(`${rangeKey(range)}\0${range.changed === true}`);
    if (fact !== undefined) known.set(rangeKey(range), fact);
    return fact === undefined;
  });
  const answer = await compareRanges(git, repository, missing, names, signal);
  if (answer.failures.length === 0) {
    keep(
      memory.ranges,
      missing.flatMap((range) => {
        const fact = answer.facts.get(rangeKey(range));
        return fact === undefined ? [] : [[`${rangeKey(range)}\0${range.changed === true}`, fact] as const];
      }),
    );
  }
  return { facts: new Map([...known, ...answer.facts]), failures: answer.failures };
}

type Parts = ReadonlySet<NonNullable<Needs['git']>[number]>;

interface Measured {
  readonly head: Head;
  readonly base: Found<Base | undefined>;
  readonly changed: Found<Paths> | undefined;
  readonly recent: Found<GitFacts['recent'] & {}> | undefined;
  readonly tracked: Found<GitFacts['tracked']>;
}

/** What is checked out, what it is measured against, and what follows from the two. */
async function measure(
  folder: string,
  wanted: Parts,
  tracks: readonly string[],
  options: Options,
): Promise<Found<Measured>> {
  const { git, memory, signal } = options;
  const [head, tip] = await Promise.all([
    remember(memory.head, 'head', () => readHead(git, folder, signal)),
    remember(memory.baseTip, JSON.stringify(options.base ?? null), () => findBase(git, folder, options.base, signal)),
  ]);
  if (head.kind === 'unknown') return head;
  const { id } = head.value;
  const [base, recent, tracked] = await Promise.all([
    tip.kind === 'unknown' || tip.value === undefined
      ? tip
      : id === undefined
        ? found({ ref: tip.value.ref })
        : baseOf(folder, tip.value, id, options),
    wanted.has('recent')
      ? id === undefined
        ? found([])
        : remember(memory.recent, id, () => recentCommits(git, folder, id, recentLimit, signal))
      : undefined,
    rememberEach(memory.tracked, tracks, (missing) => lookUpTracked(git, folder, missing, id, signal)),
  ]);
  const changed = wanted.has('changed') ? await changedSince(folder, head.value, base, options) : undefined;
  return found({ head: head.value, base, changed, recent, tracked });
}

function baseOf(folder: string, tip: Tip, head: string, { git, memory, signal }: Options): Promise<Found<Base>> {
  return remember(memory.base, `${tip.ref} ${tip.id} ${head}`, () => mergeBase(git, folder, tip, head, signal));
}

async function changedSince(
  folder: string,
  head: Head,
  base: Measured['base'],
  { git, memory, signal }: Options,
): Promise<Found<Paths>> {
  if (base.kind === 'unknown') return base;
  const [from, to] = [base.value?.commit, head.id];
  if (to === undefined) return unknown('the branch has no commit yet');
  if (base.value === undefined) return unknown(noBase);
  if (from === undefined) return unknown(nothingInCommon(head, base.value));
  return remember(memory.paths, `${from} ${to}`, () => changedBetween(git, folder, from, to, signal));
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

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BranchFact, CommitFact, Range, RangeFact, Tip } from '../core/evidence/facts.ts';
import { rangeKey } from '../core/evidence/facts.ts';
import { changedInEach, type Paths } from './changes.ts';
import type { Found } from './found.ts';
import { found, unknown } from './found.ts';
import type { Git } from './git.ts';
import { type History, type Relation, readHistory } from './history.ts';
import type { Repository } from './repository.ts';

/** What is known of the names that stand at the ends of ranges. */
export interface Names {
  readonly commits: Found<ReadonlyMap<string, CommitFact>>;
  readonly tips: Found<ReadonlyMap<string, BranchFact>>;
}

export interface Ranges {
  readonly facts: ReadonlyMap<string, RangeFact>;
  /** Why git gave no answer at all, where it gave none. */
  readonly failures: readonly string[];
}

/** The commit ids that must be looked up before ranges can be compared. */
export function idsIn(ranges: readonly Range[]): readonly string[] {
  return ranges.flatMap(({ from, to }) => [from, to].filter((end) => branchOf(end) === undefined && isId(end)));
}

/** The same for the names of branches. */
export function branchesIn(ranges: readonly Range[]): readonly string[] {
  return ranges.flatMap(({ from, to }) => [from, to].flatMap((end) => branchOf(end) ?? []));
}

/**
 * How the ends of each range relate, by `rangeKey`. Two processes for any number of ranges: one reads the history that
 * they differ in, the other compares trees, each pair of commits once.
 */
export async function compareRanges(
  git: Git,
  { topLevel, commonDirectory }: Repository,
  ranges: readonly Range[],
  names: Names,
  signal?: AbortSignal,
): Promise<Ranges> {
  const resolved = ranges.map((range) => resolveRange(range, names));
  const [history, changes] = await Promise.all([
    historyFor(git, topLevel, commonDirectory, resolved, signal),
    changesFor(git, topLevel, resolved, signal),
  ]);
  const failures = [names.commits, names.tips, history, changes].flatMap((answer) =>
    answer.kind === 'unknown' ? [answer.reason] : [],
  );
  return {
    facts: new Map(resolved.map((range) => [rangeKey(range.range), factOf(range, history, changes)])),
    failures,
  };
}

type End = { readonly kind: 'commit'; readonly tips: readonly [string, ...string[]] } | ReturnType<typeof unknown>;

interface Resolved {
  readonly range: Range;
  readonly from: End;
  readonly to: End;
}

function resolveRange(range: Range, names: Names): Resolved {
  return { range, from: resolveEnd(range.from, names), to: resolveEnd(range.to, names) };
}

function resolveEnd(end: string, { commits, tips }: Names): End {
  const branch = branchOf(end);
  if (branch !== undefined) {
    if (tips.kind === 'unknown') return tips;
    const fact = tips.value.get(branch);
    if (fact?.kind !== 'branch') return unknown(`the repository has no branch ${branch}`);
    return { kind: 'commit', tips: [fact.tip.commit, ...fact.others.map(({ commit }: Tip) => commit)] };
  }
  if (!isId(end)) return unknown(`${end} is no commit id`);
  if (commits.kind === 'unknown') return commits;
  const fact = commits.value.get(end.toLowerCase());
  switch (fact?.kind) {
    case 'commit':
      return { kind: 'commit', tips: [fact.commit.id] };
    case 'ambiguous':
      return unknown(`${end} is the beginning of several commit ids`);
    case 'other':
      return unknown(`${end} is the id of a ${fact.type}`);
    default:
      return unknown(`the repository has no commit ${end}`);
  }
}

async function historyFor(
  git: Git,
  folder: string,
  commonDirectory: string,
  ranges: readonly Resolved[],
  signal: AbortSignal | undefined,
): Promise<Found<History>> {
  const ends = new Set<string>();
  for (const { from, to } of ranges) {
    if (from.kind !== 'commit' || to.kind !== 'commit') continue;
    for (const id of [from.tips[0], ...to.tips]) ends.add(id);
  }
  if (ends.size === 0) return found(() => ({}));
  const cut = await cutCommits(commonDirectory);
  return cut.kind === 'unknown' ? cut : readHistory(git, folder, [...ends], cut.value, signal);
}

/** Commits whose parents a shallow clone lacks, which git lists in a file of one id a line. */
async function cutCommits(commonDirectory: string): Promise<Found<ReadonlySet<string>>> {
  const file = path.join(commonDirectory, 'shallow');
  try {
    const text = await readFile(file, 'latin1');
    return found(new Set(text.split('\n').filter((line) => line !== '')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return found(new Set());
    return unknown(`${file} could not be read`);
  }
}

type Changes = (from: string, to: string) => Found<Paths> | undefined;

async function changesFor(
  git: Git,
  folder: string,
  ranges: readonly Resolved[],
  signal: AbortSignal | undefined,
): Promise<Found<Changes>> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { range, from, to } of ranges) {
    if (range.changed !== true || from.kind !== 'commit' || to.kind !== 'commit') continue;
    if (from.tips[0] !== to.tips[0]) pairs.set(`${from.tips[0]} ${to.tips[0]}`, [from.tips[0], to.tips[0]]);
  }
  const answer = pairs.size === 0 ? found([]) : await changedInEach(git, folder, [...pairs.values()], signal);
  if (answer.kind === 'unknown') return answer;
  const lists = new Map([...pairs.keys()].map((pair, index) => [pair, answer.value[index]]));
  return found((from, to) => (from === to ? noChange : lists.get(`${from} ${to}`)));
}

const noChange = found<Paths>({ paths: [], unprintable: [] });

function factOf({ range, from, to }: Resolved, history: Found<History>, changes: Found<Changes>): RangeFact {
  const ids = {
    ...(from.kind === 'commit' ? { from: from.tips[0] } : {}),
    ...(to.kind === 'commit' ? { to: to.tips[0] } : {}),
  };
  if (from.kind === 'unknown') return { ...ids, unknown: from.reason };
  if (to.kind === 'unknown') return { ...ids, unknown: to.reason };
  const relations =
    history.kind === 'unknown' ? history : found(to.tips.map((tip) => history.value(from.tips[0], tip)));
  const list = range.changed !== true ? undefined : listOf(changes, from.tips[0], to.tips[0]);
  const unknowns = [relations, list].flatMap((answer) => (answer?.kind === 'unknown' ? [answer.reason] : []));
  const relation = relations.kind === 'unknown' ? undefined : relationOf(relations.value);
  if (relation !== undefined && relationParts.some((part) => relation[part] === undefined))
    unknowns.push(missingHistory);
  return {
    ...ids,
    ...relation,
    ...(list?.kind === 'found' ? { changed: list.value.paths, unprintable: list.value.unprintable.length } : {}),
    ...(unknowns[0] === undefined ? {} : { unknown: unknowns[0] }),
  };
}

const relationParts = ['ancestor', 'reachable', 'ahead', 'behind', 'mergeBases'] as const;

const missingHistory =
  'the clone is shallow, and the history that it lacks may tell more of these commits: run git fetch --deepen=100';

function listOf(changes: Found<Changes>, from: string, to: string): Found<Paths> {
  if (changes.kind === 'unknown') return changes;
  return changes.value(from, to) ?? unknown('git did not compare the commits');
}

/** The relation to the first of the tips of a branch, and whether any of them can be reached. */
function relationOf(relations: readonly Relation[]): Relation & Pick<RangeFact, 'reachable'> {
  const answers = relations.map(({ ancestor }) => ancestor);
  if (answers.includes(true)) return { ...relations[0], reachable: true };
  return { ...relations[0], ...(answers.includes(undefined) ? {} : { reachable: false }) };
}

function branchOf(end: string): string | undefined {
  return end.startsWith('branch:') ? end.slice('branch:'.length) : undefined;
}

function isId(end: string): boolean {
  return /^[0-9a-f]{7,64}$/i.test(end);
}

import { type Facts, type GitFacts, type Needs, needsNothing, type RangeFact, rangeKey } from './facts.ts';

/*
 * Facts are gathered in rounds: what one answer tells, another question may need. A place must be known before what stands
 * beside it, a head before what lies between it and its branch.
 */

/** Most rounds of questions that anything needs. */
export const ROUNDS = 4;

/** What has been asked for, each thing once. */
export interface Asked {
  /** What of the needs was not asked for yet. */
  missing(wanted: Needs): Needs;
  add(needs: Needs): void;
}

export function createAsked(): Asked {
  const files = new Set<string>();
  const folders = new Set<string>();
  const commits = new Set<string>();
  const branches = new Set<string>();
  const tracked = new Set<string>();
  const git = new Set<string>();
  /** By key: whether the paths that differ were wanted too. */
  const ranges = new Map<string, boolean>();
  /** Of which all was asked for. Mostly the same is wanted again and again. */
  const known = new WeakSet<Needs>();
  return {
    missing(wanted) {
      if (needsNothing(wanted)) return wanted;
      if (known.has(wanted)) return NOTHING;
      const missing: Needs = {
        files: left(wanted.files, files),
        folders: left(wanted.folders, folders),
        commits: left(wanted.commits, commits),
        branches: left(wanted.branches, branches),
        ranges: (wanted.ranges ?? []).filter((range) => {
          const known = ranges.get(rangeKey(range));
          return known === undefined || (range.changed === true && !known);
        }),
        tracked: left(wanted.tracked, tracked),
        git: left(wanted.git, git),
      };
      if (needsNothing(missing)) known.add(wanted);
      return missing;
    },
    add(needs) {
      for (const one of needs.files ?? []) files.add(one);
      for (const one of needs.folders ?? []) folders.add(one);
      for (const one of needs.commits ?? []) commits.add(one);
      for (const one of needs.branches ?? []) branches.add(one);
      for (const one of needs.tracked ?? []) tracked.add(one);
      for (const one of needs.git ?? []) git.add(one);
      for (const range of needs.ranges ?? []) {
        const key = rangeKey(range);
        ranges.set(key, range.changed === true || ranges.get(key) === true);
      }
    },
  };
}

const NOTHING: Needs = {};

/** Later answers beside earlier ones. Both are of one state of the repository. */
export function withMore(before: Facts, after: Facts): Facts {
  // Nobody has answered anything before.
  const isFirst = before.git === undefined && before.files.size === 0 && before.folders.size === 0;
  if (isFirst && before.verdict === undefined && before.unchecked === after.unchecked && after.place !== undefined) {
    return after;
  }
  const git =
    before.git === undefined || after.git === undefined ? (after.git ?? before.git) : both(before.git, after.git);
  const unchecked = after.unchecked ?? before.unchecked;
  return {
    ...before,
    ...after,
    files: union(before.files, after.files),
    folders: union(before.folders, after.folders),
    ...(git === undefined ? {} : { git }),
    ...(unchecked === undefined ? {} : { unchecked }),
  };
}

function both(before: GitFacts, after: GitFacts): GitFacts {
  return {
    ...before,
    ...after,
    commits: union(before.commits, after.commits),
    tips: union(before.tips, after.tips),
    ranges: union(before.ranges, after.ranges, richer),
    tracked: union(before.tracked, after.tracked),
  };
}

/** Somebody else may have asked about a range later, and not for the paths that differ. */
function richer(before: RangeFact, after: RangeFact): RangeFact {
  return before.changed !== undefined && after.changed === undefined ? before : after;
}

/**
 * What both say; where both say something of one thing, `choose` tells which counts. Documents of one repository share their
 * maps, so what is the same for all of them is put together once.
 */
function union<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  choose: (before: T, after: T) => T = (_, later) => later,
): ReadonlyMap<string, T> {
  if (before.size === 0 || before === after) return after;
  if (after.size === 0) return before;
  const known = unions.get(before)?.get(after);
  if (known !== undefined) return known as ReadonlyMap<string, T>;
  const together = new Map(before);
  for (const [key, later] of after) {
    const earlier = together.get(key);
    together.set(key, earlier === undefined ? later : choose(earlier, later));
  }
  const ofBefore = unions.get(before) ?? new WeakMap();
  unions.set(before, ofBefore.set(after, together));
  return together;
}

const unions = new WeakMap<object, WeakMap<object, ReadonlyMap<string, unknown>>>();

function left<T extends string>(wanted: readonly T[] | undefined, asked: ReadonlySet<string>): readonly T[] {
  return wanted === undefined || wanted.length === 0 ? [] : wanted.filter((one) => !asked.has(one));
}

import { type Facts, type GitFacts, type Needs, needsNothing, type Range, rangeKey } from './facts.ts';

/*
 * Facts are gathered in rounds: what one answer tells, another question may need. A place must be known before what stands
 * beside it, a head before what lies between it and its branch.
 */

/** Most rounds of questions that anything needs. */
export const ROUNDS = 4;

/** What of the needs was not asked for yet. */
export function notYetAsked(wanted: Needs, asked: Needs): Needs {
  if (needsNothing(wanted)) return wanted;
  return {
    files: left(wanted.files, asked.files),
    folders: left(wanted.folders, asked.folders),
    commits: left(wanted.commits, asked.commits),
    branches: left(wanted.branches, asked.branches),
    ranges: left(wanted.ranges, asked.ranges, rangeQuestion).filter(
      (range) => range.changed === true || !asked.ranges?.some((other) => rangeKey(other) === rangeKey(range)),
    ),
    tracked: left(wanted.tracked, asked.tracked),
    git: left(wanted.git, asked.git),
  };
}

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
    ranges: union(before.ranges, after.ranges),
    tracked: union(before.tracked, after.tracked),
  };
}

/** Documents of one repository share their maps, so what is the same for all of them is put together once. */
function union<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  if (before.size === 0 || before === after) return after;
  if (after.size === 0) return before;
  const known = unions.get(before)?.get(after);
  if (known !== undefined) return known as ReadonlyMap<string, T>;
  const together = new Map([...before, ...after]);
  const ofBefore = unions.get(before) ?? new WeakMap();
  unions.set(before, ofBefore.set(after, together));
  return together;
}

const unions = new WeakMap<object, WeakMap<object, ReadonlyMap<string, unknown>>>();

function left<T>(
  wanted: readonly T[] | undefined,
  asked: readonly T[] | undefined,
  key: (one: T) => unknown = (one) => one,
): readonly T[] {
  if (wanted === undefined || wanted.length === 0) return [];
  const had = new Set((asked ?? []).map(key));
  return wanted.filter((one) => !had.has(key(one)));
}

function rangeQuestion(range: Range): string {
  return `${rangeKey(range)} ${range.changed === true}`;
}

import { createRows, type Row } from './rows.ts';

/** A part of a repository's history. Commits are numbers, in the order in which they were first named. */
export interface Graph {
  readonly ids: readonly string[];
  numberOf(id: string): number | undefined;
  /** The parents of each commit; undefined where the commit was named but not read. */
  readonly parents: readonly (readonly number[] | undefined)[];
  /**
   * Which ends, by their place in the list, are each commit or have it as an ancestor. Equal sets are one object, but for
   * commits that were not read.
   */
  readonly reached: readonly Row[];
}

export interface GrowingGraph extends Graph {
  /** Takes the id of a commit and those of its parents. A commit comes once, and after a child of its, or is an end. */
  add(ids: readonly string[]): void;
  /** Whether all ends reach each commit that is named and not read, so that what was not read makes no difference. */
  allShared(): boolean;
  /** How many commits were read. */
  size(): number;
}

/** `ends` are full ids, each once. */
export function createGraph(ends: readonly string[]): GrowingGraph {
  const numbers = new Map<string, number>();
  const ids: string[] = [];
  const parents: (readonly number[] | undefined)[] = [];
  const reached: Row[] = [];
  const rows = createRows(ends.length);
  const isFull = ({ size }: Row) => size === ends.length;
  let unshared = 0;
  let read = 0;
  const named = (id: string) => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const number = ids.push(id) - 1;
    numbers.set(id, number);
    parents.push(undefined);
    reached.push(rows.empty);
    unshared += 1;
    return number;
  };
  const reach = (start: number, by: Row) => {
    const waiting: [number, Row][] = [[start, by]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [commit, row] = next;
      const before = reached[commit] ?? rows.empty;
      const after = rows.union(before, row);
      if (after === before) continue;
      const above = parents[commit];
      // Many ends may come together at a commit that is yet to be read: only what they are in the end is kept.
      reached[commit] = above === undefined ? after : rows.one(after);
      if (above === undefined) unshared -= isFull(after) ? 1 : 0;
      // It was listed before this child of its, as a wrong clock brings about.
      else for (const parent of above) waiting.push([parent, after]);
    }
  };
  ends.forEach((id, bit) => {
    reach(named(id), rows.single(bit));
  });
  return {
    ids,
    numberOf: (id) => numbers.get(id),
    parents,
    reached,
    add([id, ...others]) {
      if (id === undefined) return;
      const commit = named(id);
      const row = rows.one(reached[commit] ?? rows.empty);
      if (parents[commit] === undefined && !isFull(row)) unshared -= 1;
      reached[commit] = row;
      const above = others.map(named);
      parents[commit] = above;
      read += 1;
      for (const parent of above) reach(parent, row);
    },
    allShared: () => unshared === 0,
    size: () => read,
  };
}

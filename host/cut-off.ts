import type { Difference, Piece } from './differences.ts';
import type { Graph } from './graph.ts';
import { createRows, type Row } from './rows.ts';

/** What can be told for certain although a part of the history is missing. Commits are given by number. */
export interface CutOff {
  /** Whether `a`, which is no ancestor of `b` in what is there, is none in what is missing either. */
  isNoAncestor(a: number, b: number): boolean;
  /** Whether the commits that `a` has and `b` lacks are just those that are there: `difference`. */
  isDifferenceSure(a: number, b: number, difference: Difference): boolean;
}

/**
 * Judges a graph in which the parents of some commits are cut off. No commit is its own ancestor: a commit that has a
 * cut among its ancestors is not among what is missing behind that cut.
 */
export function createCutOff(graph: Graph, cut: ReadonlySet<string>): CutOff {
  const { ids, parents } = graph;
  const cuts = ids.flatMap((id, commit) => (cut.has(id) ? [commit] : []));
  const bits = new Map(cuts.map((commit, bit) => [commit, bit]));
  const rows = createRows(cuts.length);
  const leadsTo: Row[] = ids.map(() => rows.empty);
  const cutsOf = (commit: number) => leadsTo[commit] ?? rows.empty;
  for (const commit of parentsFirst(parents)) {
    const bit = bits.get(commit);
    const own = bit === undefined ? rows.empty : rows.single(bit);
    leadsTo[commit] = rows.one((parents[commit] ?? []).reduce((row, parent) => rows.union(row, cutsOf(parent)), own));
  }
  const cutsBelow = new Map<Piece, ReadonlySet<Row>>();
  const cutsOfPiece = (piece: Piece) => {
    const known = cutsBelow.get(piece) ?? new Set(piece.commits.map(cutsOf));
    cutsBelow.set(piece, known);
    return [...known];
  };
  const holds = (large: Row, small: Row) => rows.union(large, small) === large;
  return {
    isNoAncestor: (a, b) => holds(cutsOf(a), cutsOf(b)),
    isDifferenceSure(a, b, { pieces }) {
      // What is missing of `a` must be missing of `b` as well, and nothing of the difference may be missing of `b`.
      if (!holds(cutsOf(b), cutsOf(a))) return false;
      return pieces.every((piece) => cutsOfPiece(piece).every((cuts) => holds(cuts, cutsOf(b))));
    },
  };
}

/** Commits, each after all of its parents. */
function* parentsFirst(parents: Graph['parents']): Iterable<number> {
  const children: number[][] = parents.map(() => []);
  const missing = parents.map((above) => above?.length ?? 0);
  parents.forEach((above, commit) => {
    for (const parent of above ?? []) children[parent]?.push(commit);
  });
  const ready = missing.flatMap((count, commit) => (count === 0 ? [commit] : []));
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    yield commit;
    for (const child of children[commit] ?? []) {
      const left = (missing[child] ?? 0) - 1;
      missing[child] = left;
      if (left === 0) ready.push(child);
    }
  }
}

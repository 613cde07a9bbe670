import type { Graph } from './graph.ts';
import { has, type Row } from './rows.ts';

/** The commits that one end has and another one lacks. */
export interface Difference {
  readonly count: number;
  /** By number, in pieces that are shared by all differences. */
  readonly pieces: readonly Piece[];
  /** Parents of these commits that the other end has too, where they may be best common ancestors. */
  readonly forks: readonly Fork[];
}

/** All commits that the same ends have. */
export interface Piece {
  readonly row: Row;
  readonly commits: readonly number[];
}

/** A commit that fewer ends have a child of than have it. */
export interface Fork {
  readonly commit: number;
  readonly row: Row;
  /** Which ends have each of its children. */
  readonly children: ReadonlySet<Row>;
}

/** `start` is the commit of an end, given by number; `without` is the place of the other one among the ends. */
export type Differences = (start: number, without: number) => Difference;

/**
 * Finds differences in as many steps as they have pieces, however large the rest of the graph is: between a commit and
 * the end that has it, all commits are of the difference.
 */
export function createDifferences({ parents, reached }: Graph): Differences {
  const pieces = new Map<Row, GrowingPiece>();
  const pieceOf = (row: Row) => {
    const piece = pieces.get(row) ?? { row, commits: [], below: new Set(), forks: [] };
    pieces.set(row, piece);
    return piece;
  };
  reached.forEach((row, commit) => {
    pieceOf(row).commits.push(commit);
  });
  for (const fork of forksOf({ parents, reached })) for (const row of fork.children) pieceOf(row).forks.push(fork);
  parents.forEach((above, commit) => {
    const row = reached[commit];
    for (const parent of above ?? []) {
      const other = reached[parent];
      if (row !== undefined && other !== undefined && other !== row) pieceOf(row).below.add(pieceOf(other));
    }
  });
  return (start, without) => {
    const row = reached[start];
    if (row === undefined || has(row, without)) return { count: 0, pieces: [], forks: [] };
    const found = new Set([pieceOf(row)]);
    // A set gives what is added to it meanwhile as well.
    for (const { below } of found) for (const piece of below) if (!has(piece.row, without)) found.add(piece);
    const all = [...found];
    return {
      count: all.reduce((count, { commits }) => count + commits.length, 0),
      pieces: all,
      forks: [...new Set(all.flatMap(({ forks }) => forks.filter((fork) => has(fork.row, without))))],
    };
  };
}

interface GrowingPiece extends Piece {
  readonly commits: number[];
  readonly below: Set<GrowingPiece>;
  readonly forks: Fork[];
}

/** Commits that no child of theirs is a better common ancestor than for all ends. */
function forksOf({ parents, reached }: Pick<Graph, 'parents' | 'reached'>): Iterable<Fork> {
  const passed = new Set<number>();
  parents.forEach((above, commit) => {
    for (const parent of above ?? []) if (reached[parent] === reached[commit]) passed.add(parent);
  });
  const forks = new Map<number, Fork & { readonly children: Set<Row> }>();
  parents.forEach((above, commit) => {
    const row = reached[commit];
    for (const parent of above ?? []) {
      const [own, known] = [reached[parent], forks.get(parent)];
      if (row === undefined || own === undefined || passed.has(parent)) continue;
      if (known !== undefined) known.children.add(row);
      else forks.set(parent, { commit: parent, row: own, children: new Set([row]) });
    }
  });
  return forks.values();
}

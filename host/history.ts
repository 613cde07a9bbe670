import type { RangeFact } from '../core/evidence/facts.ts';
import { type CutOff, createCutOff } from './cut-off.ts';
import type { Found } from './found.ts';
import { askInPieces, cutAt, found, unknown } from './found.ts';
import type { Git } from './git.ts';
import { createGraph, type Graph } from './graph.ts';
import { has, type Row } from './rows.ts';

/** How two commits relate, given by full id. Both must be among those for which the history was read. */
export type History = (from: string, to: string) => Relation;

export type Relation = Pick<RangeFact, 'ancestor' | 'ahead' | 'behind' | 'mergeBases'>;

/**
 * Reads the history of any number of commits, given by full id, each once: one process, and no further back than they
 * differ. `cut` holds the commits whose parents a shallow clone lacks; a relation that the missing part could change is
 * left out. An id that is no commit here has no relation.
 */
export async function readHistory(
  git: Git,
  folder: string,
  ends: readonly string[],
  cut: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<Found<History>> {
  const graph = createGraph(ends);
  let shared = 0;
  const take = cutAt(0x0a, (line) => {
    graph.add(line.toString('latin1').split(' '));
    if (graph.size() > commitLimit) return 'stop';
    shared += graph.allShared() ? 1 : 0;
    return shared > margin && cut.size === 0 ? 'stop' : undefined;
  });
  const answer = await askInPieces(git, {
    folder,
    signal,
    take,
    input: ends.map((id) => `${id}\n`).join(''),
    arguments: ['rev-list', '--parents', '--ignore-missing', '--stdin'],
  });
  if (answer.kind === 'unknown') return answer;
  if (graph.size() > commitLimit) return unknown(`the commits named are more than ${commitLimit} commits apart`);
  return found(historyOf(graph, ends, cut, answer.value));
}

const commitLimit = 1_000_000;

/** How many commits more are read after all ends have met: where a clock was wrong, children come after parents. */
const margin = 10_000;

function historyOf(graph: Graph, ends: readonly string[], cut: ReadonlySet<string>, isCutShort: boolean): History {
  const bits = new Map(ends.map((id, bit) => [id, bit]));
  const sizes = new Map<Row, number>();
  for (const row of graph.reached) sizes.set(row, (sizes.get(row) ?? 0) + 1);
  const meetings = meetingsOf(graph);
  const cutOff = cut.size === 0 ? complete : createCutOff(graph, cut);
  const difference = (one: number, other: number) => {
    let count = 0;
    for (const [row, size] of sizes) if (has(row, one) && !has(row, other)) count += size;
    return count;
  };
  return (from, to) => {
    const [a, b, bitA, bitB] = [graph.numberOf(from), graph.numberOf(to), bits.get(from), bits.get(to)];
    if (a === undefined || b === undefined || bitA === undefined || bitB === undefined) return {};
    // Read to its end, the history has all ends that are commits; cut short, the others are ancestors of all that was read.
    if (!isCutShort && (graph.parents[a] === undefined || graph.parents[b] === undefined)) return {};
    const ancestor = has(graph.reached[a], bitB);
    const descendant = has(graph.reached[b], bitA);
    const isAheadSure = cutOff.isDifferenceSure(b, bitB, a, bitA);
    const isBehindSure = cutOff.isDifferenceSure(a, bitA, b, bitB);
    const bases = ancestor ? [a] : descendant ? [b] : bestCommon(meetings, bitA, bitB);
    const areBasesSure =
      ancestor || descendant || (isAheadSure && isBehindSure && (bases.length < 2 || cut.size === 0));
    return {
      ...(ancestor || cutOff.isNoAncestor(a, b) ? { ancestor } : {}),
      ...(isAheadSure ? { ahead: difference(bitB, bitA) } : {}),
      ...(isBehindSure ? { behind: difference(bitA, bitB) } : {}),
      ...(areBasesSure ? { mergeBases: bases.flatMap((base) => graph.ids[base] ?? []).sort() } : {}),
    };
  };
}

const complete: CutOff = { isNoAncestor: () => true, isDifferenceSure: () => true };

/** A commit where the ends that have it differ from those that have any one of its children. */
interface Meeting {
  readonly commit: number;
  readonly row: Row;
  readonly children: readonly Row[];
}

/** Best common ancestors are among these: whatever ends have one of them, no child of its has them all. */
function meetingsOf({ parents, reached }: Graph): readonly Meeting[] {
  const children = new Map<number, Set<Row>>();
  const passed = new Set<number>();
  parents.forEach((above, commit) => {
    for (const parent of above ?? []) if (reached[parent] === reached[commit]) passed.add(parent);
  });
  parents.forEach((above, commit) => {
    const row = reached[commit];
    for (const parent of above ?? []) {
      if (row !== undefined && !passed.has(parent)) children.set(parent, (children.get(parent) ?? new Set()).add(row));
    }
  });
  return reached.flatMap((row, commit) =>
    passed.has(commit) ? [] : [{ commit, row, children: [...(children.get(commit) ?? [])] }],
  );
}

/** Common ancestors none of whose children is one. */
function bestCommon(meetings: readonly Meeting[], a: number, b: number): readonly number[] {
  return meetings.flatMap(({ commit, row, children }) =>
    has(row, a) && has(row, b) && !children.some((child) => has(child, a) && has(child, b)) ? [commit] : [],
  );
}

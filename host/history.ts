import type { RangeFact } from '../core/evidence/facts.ts';
import { type CutOff, createCutOff } from './cut-off.ts';
import { createDifferences, type Fork } from './differences.ts';
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
  const differenceOf = createDifferences(graph);
  const cutOff = cut.size === 0 ? complete : createCutOff(graph, cut);
  return (from, to) => {
    const [a, b, bitA, bitB] = [graph.numberOf(from), graph.numberOf(to), bits.get(from), bits.get(to)];
    if (a === undefined || b === undefined || bitA === undefined || bitB === undefined) return {};
    // Read to its end, the history has all ends that are commits; cut short, the others are ancestors of all that was read.
    if (!isCutShort && (graph.parents[a] === undefined || graph.parents[b] === undefined)) return {};
    const [ahead, behind] = [differenceOf(b, bitA), differenceOf(a, bitB)];
    const [ancestor, descendant] = [behind.count === 0, ahead.count === 0];
    const isAheadSure = cutOff.isDifferenceSure(b, a, ahead);
    const isBehindSure = cutOff.isDifferenceSure(a, b, behind);
    const bases = ancestor ? [a] : descendant ? [b] : bestCommon(ahead.forks, bitA, bitB);
    const areBasesSure =
      ancestor || descendant || (isAheadSure && isBehindSure && (bases.length < 2 || cut.size === 0));
    return {
      ...(ancestor || cutOff.isNoAncestor(a, b) ? { ancestor } : {}),
      ...(isAheadSure ? { ahead: ahead.count } : {}),
      ...(isBehindSure ? { behind: behind.count } : {}),
      ...(areBasesSure ? { mergeBases: bases.flatMap((base) => graph.ids[base] ?? []).sort() } : {}),
    };
  };
}

const complete: CutOff = { isNoAncestor: () => true, isDifferenceSure: () => true };

/** Of the commits where the history of one end leaves that of another, those none of whose children both have. */
function bestCommon(forks: readonly Fork[], a: number, b: number): readonly number[] {
  // There is a best one wherever there is one at all, and it is among these.
  const best = forks.length === 1 ? forks : forks.filter(({ children }) => !isAny(children, a, b));
  return best.map(({ commit }) => commit);
}

function isAny(rows: ReadonlySet<Row>, a: number, b: number): boolean {
  for (const row of rows) if (has(row, a) && has(row, b)) return true;
  return false;
}

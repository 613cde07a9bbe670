import type { NewFile } from '../core/edit.ts';
import { type Facts, withFiles } from '../core/evidence/facts.ts';
import { FIX_ROUNDS, fixAll } from '../core/fix-all.ts';
import { visible } from '../core/text/words.ts';
import { write } from '../host/write.ts';
import type { Bench } from './bench.ts';
import { type Case, casesOf, type Source } from './cases.ts';
import type { Step } from './progress.ts';
import { documentOf, settle } from './settle.ts';

/** A text with all its safe fixes in it. */
export interface FixedSource {
  /** As it was. */
  readonly source: Source;
  /** As it is to be; the same string where nothing was fixed. */
  readonly text: string;
  /** Files to be made before it is written, relative to `root`. */
  readonly create: readonly NewFile[];
  /** Absolute; undefined for a text without a file. */
  readonly root: string | undefined;
  /** Number of fixes. */
  readonly applied: number;
}

/**
 * Applies all safe fixes in memory, as "fix all" does in the editor: until nothing is left, asking git and the disk again
 * where a repaired text wants to know more. Files that one text makes are there for the next. What comes by
 * standard input makes none. What cannot be judged is left out.
 */
export async function fixSources(
  sources: readonly Source[],
  bench: Bench,
  step: Step = () => undefined,
): Promise<readonly FixedSource[]> {
  const { cases } = await casesOf(sources, bench);
  const fixed = cases.map(unfixed);
  const created = new Map<string | undefined, readonly NewFile[]>();
  let open = new Map(cases.map((one, index) => [one, index] as const));
  for (let round = 0; round < FIX_ROUNDS && open.size > 0; round++) {
    const [current, next] = [open, new Map<Case, number>()];
    const known = new Map<Case, Facts>();
    await settle([...current.keys()], bench, { done: (one, { facts }) => void known.set(one, facts) });
    let done = 0;
    // In the order of the texts and not of the answers: who comes first has the first choice of a name.
    for (const [one, index] of current) {
      step(done++, current.size);
      const { source, root, configuration } = one;
      const [facts = one.known, made = []] = [known.get(one), created.get(root)];
      const creates = source.isInput !== true;
      const result = fixAll(documentOf(one), withFiles(facts, made), configuration, { creates });
      const before = fixed[index];
      if (result.applied === 0 || before === undefined) continue;
      created.set(root, [...made, ...result.create]);
      const create = [...before.create, ...result.create];
      fixed[index] = { ...before, text: result.text, create, applied: before.applied + result.applied };
      next.set({ ...one, source: { ...source, text: result.text } }, index);
    }
    open = next;
  }
  return fixed;
}

/** What has become of texts that were to be written. */
export interface WrittenFixes {
  /** The sources as they are now. */
  readonly sources: readonly Source[];
  /** Absolute paths of new files. */
  readonly created: readonly string[];
  /** Sentences for a person about what could not be written; those files are as they were. */
  readonly complaints: readonly string[];
}

/**
 * Writes what was fixed; a file in which nothing was is not touched. Each handoff and its new files are written together or
 * not at all, and only over the text that was read.
 */
export async function writeFixes(fixes: readonly FixedSource[]): Promise<WrittenFixes> {
  const sources: Source[] = [];
  const created: string[] = [];
  const complaints: string[] = [];
  for (const { source, text, create, root } of fixes) {
    const { file, isInput } = source;
    if (text === source.text || isInput || file === undefined || root === undefined) {
      sources.push({ ...source, text });
      continue;
    }
    const existing = { text: source.text };
    const written = await write({ root, create, document: { path: file, text, existing } });
    if (written.kind === 'refused') complaints.push(`${visible(written.message)}.`);
    else created.push(...written.paths.slice(0, -1));
    sources.push(written.kind === 'refused' ? source : { ...source, text });
  }
  return { sources, created, complaints };
}

/** The same bench as it would be after the fixes were written: their new files are there. */
export function afterFixes(bench: Bench, fixes: readonly FixedSource[]): Bench {
  return {
    ...bench,
    async gather(requests, base) {
      const all = new Map(await bench.gather(requests, base));
      for (const [document, facts] of all) {
        const { root } = await bench.locate(document);
        const created = fixes.flatMap((one) => (one.root === root ? one.create : []));
        all.set(document, withFiles(facts, created));
      }
      return all;
    },
  };
}

function unfixed({ source, root }: Case): FixedSource {
  return { source, text: source.text, create: [], root, applied: 0 };
}

import path from 'node:path';
import type { Needs } from '../core/evidence/facts.ts';
import type { Report } from '../core/finding.ts';
import { createHandoff, type Handoff } from '../core/handoff.ts';
import { visible } from '../core/text/words.ts';
import { baseComplaints } from './base.ts';
import type { Bench } from './bench.ts';
import { casesOf, type Source } from './cases.ts';
import { readFiles, readInput } from './read.ts';
import { settle } from './settle.ts';
import type { Terminal } from './terminal.ts';

/** A handoff that a call names. */
export interface NamedHandoff {
  readonly source: Source;
  /** Absolute; undefined for standard input. */
  readonly root: string | undefined;
  readonly handoff: Handoff;
  readonly reports: readonly Report[];
}

/**
 * Reads the handoffs that a call names, `-` being standard input, with all that the rules and `more` want to know. What is
 * no handoff of a known version, or cannot be read, is complained of.
 */
export async function namedHandoffs(
  names: readonly string[],
  bench: Bench,
  terminal: Terminal,
  { more, base }: { readonly more: (handoff: Handoff) => Needs; readonly base?: string | undefined },
): Promise<{ readonly handoffs: readonly NamedHandoff[]; readonly complaints: readonly string[] }> {
  const files = [...new Set(names.filter((name) => name !== '-').map((name) => path.resolve(bench.folder, name)))];
  const read = await readFiles({ files, named: new Set(files) }, bench.folder);
  const input = names.includes('-') ? await readInput(undefined, terminal) : undefined;
  const sources = [...(input?.sources ?? []), ...read.sources];
  const { cases, complaints } = await casesOf(sources, bench);
  const baseless = base === undefined ? [] : await baseComplaints(base, files, bench);
  const found = new Map<Source, NamedHandoff>();
  await settle(cases, bench, {
    more,
    done({ source, root }, { document, facts, reports }) {
      const handoff = createHandoff(document, facts);
      if (handoff !== undefined) found.set(source, { source, root, handoff, reports });
    },
  });
  const handoffs = cases.flatMap(({ source }) => found.get(source) ?? []);
  const unknown = cases
    .filter(({ source }) => !found.has(source))
    .map(
      ({ source }) => `${visible(source.path)} is no handoff of a format and version that is known: check says more.`,
    );
  return {
    handoffs,
    complaints: [...(input?.complaints ?? []), ...read.complaints, ...complaints, ...baseless, ...unknown],
  };
}

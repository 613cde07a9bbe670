import path from 'node:path';
import { visible } from '../core/text/words.ts';
import { readTextSoon, textOf } from '../host/text.ts';
import { shownPath } from './bench.ts';
import type { Source } from './cases.ts';
import type { Found } from './paths.ts';
import type { Step } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface Read {
  readonly sources: readonly Source[];
  /** What could not be read: sentences for a person. */
  readonly complaints: readonly string[];
}

/**
 * Reads what was found. What cannot be read is complained of, and the others are read. A file that a search met and that
 * is gone since is none any more; one that the call named is missed.
 */
export async function readFiles(
  { files, named }: Pick<Found, 'files' | 'named'>,
  folder: string,
  step: Step = () => undefined,
): Promise<Read> {
  const sources: Source[] = [];
  const complaints: string[] = [];
  for (const [index, file] of files.entries()) {
    step(index, files.length);
    const read = await readTextSoon(file);
    if (read.kind === 'text') sources.push({ path: shownPath({ folder }, file), file, text: read.text });
    else if (read.kind === 'unreadable' || named.has(file)) complaints.push(`${visible(read.message)}.`);
  }
  return { sources, complaints };
}

/** The same, at most so many at a time, each when the ones before are done with. What was read already comes first. */
export async function* readInParts(
  first: Read,
  { files, named }: Pick<Found, 'files' | 'named'>,
  folder: string,
  { most, step }: { readonly most: number; readonly step: Step },
): AsyncIterable<Read> {
  let before = first;
  for (let from = 0; from === 0 || from < files.length; from += most) {
    const told: Step = (done) => step(from + done, files.length);
    const read = await readFiles({ files: files.slice(from, from + most), named }, folder, told);
    yield { sources: before.sources.concat(read.sources), complaints: before.complaints.concat(read.complaints) };
    before = { sources: [], complaints: [] };
  }
}

/** Reads standard input to its end; `name` is the file that it is, relative to the working folder. */
export async function readInput(name: string | undefined, terminal: Terminal): Promise<Read> {
  const { folder } = terminal;
  const read = textOf('Standard input', await bytesOfInput(terminal));
  if (read.kind !== 'text') return { sources: [], complaints: [`${read.message}.`] };
  const file = name === undefined ? undefined : path.resolve(folder, name);
  const shown = file === undefined ? '-' : shownPath({ folder }, file);
  return { sources: [{ path: shown, file, text: read.text, isInput: true }], complaints: [] };
}

/** All of standard input. A person is told that it is waited for. */
export async function bytesOfInput({ input, complain }: Terminal): Promise<Buffer> {
  if (input.isTerminal)
    complain('agent-handoff: reading standard input; end it with Ctrl+D (Windows: Ctrl+Z, Enter).\n');
  const chunks: Uint8Array[] = [];
  for await (const chunk of input.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

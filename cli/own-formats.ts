import path from 'node:path';
import type { OwnFormat } from '../host/schemas/own-formats.ts';
import { createBench } from './bench.ts';
import { CallError } from './call-error.ts';
import type { Terminal } from './terminal.ts';

/** The formats that the project of the working folder brings. A configuration that cannot be used stops the call. */
export async function ownFormatsHere(terminal: Terminal): Promise<readonly OwnFormat[]> {
  const bench = await createBench({ useGit: true }, terminal);
  const configured = await bench.configured(
    terminal.folder,
    await bench.locate(path.join(terminal.folder, 'any.json')),
  );
  if (configured.kind === 'unusable') throw new CallError(configured.complaint);
  return configured.own;
}

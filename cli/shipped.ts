import { readFile } from 'node:fs/promises';
import { CallError } from './call-error.ts';

/** The text of a file that ships with the program; its path is relative to the package. */
export async function readShipped(path: string): Promise<string> {
  try {
    // Both the sources and the bundle lie one folder below the package.
    return await readFile(new URL(`../${path}`, import.meta.url), 'utf8');
  } catch {
    throw new CallError(`${path} is missing beside the program: install agent-handoff again.`);
  }
}

/** The program's version. */
export async function version(): Promise<string> {
  const manifest: { readonly version?: unknown } = JSON.parse(await readShipped('package.json'));
  return String(manifest.version);
}

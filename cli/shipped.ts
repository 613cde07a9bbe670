import { readFileSync } from 'node:fs';
import { CallError } from './call-error.ts';

/** The text of a file that ships with the program; its path is relative to the package. */
export function readShipped(path: string): string {
  try {
    // Both the sources and the bundle lie one folder below the package.
    return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  } catch {
    throw new CallError(`${path} is missing beside the program: install agent-handoff again.`);
  }
}

/** The program's version. */
export function version(): string {
  const manifest: { readonly version?: unknown } = JSON.parse(readShipped('package.json'));
  return String(manifest.version);
}

import { basename } from 'node:path';
import type { Metafile } from 'esbuild';

/** A line for each file of a bundle, programs first, and one for all. */
export function sizesOf({ outputs }: Metafile): readonly string[] {
  const files = Object.entries(outputs).map(([path, { bytes }]) => ({ name: basename(path), bytes }));
  files.sort((a, b) => Number(isChunk(a.name)) - Number(isChunk(b.name)) || b.bytes - a.bytes);
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...files, { name: 'all', bytes: all }].map(({ name, bytes }) => `${kilobytes(bytes)}  ${name}`);
}

function isChunk(name: string): boolean {
  return name.startsWith('chunk-');
}

/** `  12.3 kB`, in thousands. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}

/**
 * What of a bundle, given by its file's name, runs along with a source file, without what that imports late: paths of the
 * files that are bundled, and names of modules of Node.
 */
export function ranWith(
  { inputs, outputs }: Metafile,
  bundle: string,
  source: string,
): { readonly inputs: readonly string[]; readonly bytes: number } {
  const sizes = Object.entries(outputs).find(([path]) => basename(path) === bundle)?.[1].inputs ?? {};
  const run = new Set([source]);
  let bytes = 0;
  // A set gives what is added to it meanwhile as well.
  for (const path of run) {
    bytes += sizes[path]?.bytesInOutput ?? 0;
    for (const one of inputs[path]?.imports ?? []) if (one.kind !== 'dynamic-import') run.add(one.path);
  }
  return { inputs: [...run], bytes };
}

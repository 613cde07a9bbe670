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

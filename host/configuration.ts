import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { contains } from './program.ts';
import { readText } from './text.ts';

export const configurationName = '.agent-handoff.json';

const configurationLimit = 1024 * 1024;

/** The text of a configuration file; what it means is not judged here. Paths are absolute. */
export type ConfigurationFile =
  | { readonly kind: 'configuration'; readonly path: string; readonly text: string }
  /** It is there and cannot be read; `message` names it and says what to do. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly message: string };

/**
 * Reads the nearest `.agent-handoff.json` in a folder or above it, up to and including `ceiling`; a ceiling that does
 * not hold the folder limits the search to the folder itself. Undefined where there is none.
 */
export async function readConfiguration(folder: string, ceiling?: string): Promise<ConfigurationFile | undefined> {
  const place = await findConfiguration(folder, ceiling);
  if (place === undefined) return undefined;
  const file = path.join(place, configurationName);
  const read = await readText(file, configurationLimit);
  if (read.kind === 'text') return { kind: 'configuration', path: file, text: read.text };
  return { kind: 'unreadable', path: file, message: read.message };
}

/** The folder of the nearest configuration file, by the same search. */
export async function findConfiguration(folder: string, ceiling?: string): Promise<string | undefined> {
  const last = ceiling === undefined || contains(ceiling, folder) ? ceiling : folder;
  for (let place = folder; ; place = path.dirname(place)) {
    if (await exists(path.join(place, configurationName))) return place;
    if (path.dirname(place) === place || (last !== undefined && path.relative(place, last) === '')) return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    return false;
  }
}

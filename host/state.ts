import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Repository } from './repository.ts';

/** What a repository looks like from outside. */
export interface RepositoryState {
  /** Differs wherever a ref, the head, the index, the configuration or the set of objects has changed. */
  readonly key: string;
  /**
   * Whether the key can be relied on: false where something changed so shortly before that one more change might leave
   * no trace, because file systems count time in steps.
   */
  readonly settled: boolean;
  /** Absolute paths of the folders in which a change of refs, head or index shows. */
  readonly folders: readonly string[];
}

/**
 * Looks at names and times alone: no file is opened and no process starts. Git replaces files and never writes into them,
 * so each change of a ref shows in its folder, whether refs are files or a reftable.
 */
export async function readState({ gitDirectory, commonDirectory }: Repository): Promise<RepositoryState> {
  const now = Date.now();
  const inCommon = (...names: readonly string[]) => path.join(commonDirectory, ...names);
  const [refs, objects] = await Promise.all([foldersBelow(inCommon('refs')), foldersIn(inCommon('objects'))]);
  const tables = [inCommon('reftable'), path.join(gitDirectory, 'reftable')];
  const files = [
    ...['HEAD', 'index', 'FETCH_HEAD', 'config.worktree'].map((name) => path.join(gitDirectory, name)),
    ...['packed-refs', 'shallow', 'config'].map((name) => inCommon(name)),
    ...tables.map((folder) => path.join(folder, 'tables.list')),
  ];
  const places = [...new Set([...files, ...tables, ...refs, ...objects])];
  const stamps = await Promise.all(places.map(stampOf));
  const lines = places.map((place, index) => `${place} ${stamps[index]?.text ?? ''}`);
  const exist = new Set(places.filter((_, index) => stamps[index]?.changed !== 0));
  return {
    key: lines.join('\n'),
    settled: isSettled(stamps, now),
    folders: [...new Set([gitDirectory, commonDirectory, ...tables.filter((folder) => exist.has(folder)), ...refs])],
  };
}

/**
 * Differs wherever git could answer anew where a repository is: it was moved or made again, belongs to someone else, or
 * its configuration has changed. Commits, branches and the index leave it the same. Undefined where it changed so shortly
 * before `since`, in milliseconds since 1970, that one more change might leave no trace. No process starts.
 */
export async function identityOf(
  { topLevel, gitDirectory, commonDirectory }: Repository,
  since: number,
): Promise<string | undefined> {
  const inGit = (name: string) => stampOf(path.join(gitDirectory, name));
  const [places, files, head] = await Promise.all([
    Promise.all([topLevel, path.join(topLevel, '.git'), gitDirectory, commonDirectory].map(whichOf)),
    Promise.all([stampOf(path.join(commonDirectory, 'config')), inGit('config.worktree')]),
    inGit('HEAD'),
  ]);
  if (!isSettled(files, since)) return undefined;
  return [...places, ...files.map(({ text }) => text), head.changed === 0 ? 'no head' : ''].join('\n');
}

/** Which file or folder it is and whose; of a file also when it was written. */
async function whichOf(place: string): Promise<string> {
  try {
    const found = await stat(place);
    return `${found.dev} ${found.ino} ${found.uid} ${found.isFile() ? found.mtimeMs : ''}`;
  } catch {
    return 'none';
  }
}

interface Stamp {
  readonly text: string;
  /** When it last changed, in milliseconds since 1970; 0 where it does not exist. */
  readonly changed: number;
}

async function stampOf(file: string): Promise<Stamp> {
  try {
    const { mtimeNs, ctimeNs, size, ino, mtimeMs, ctimeMs } = await stat(file, { bigint: true });
    return { text: `${mtimeNs} ${ctimeNs} ${size} ${ino}`, changed: Math.max(Number(mtimeMs), Number(ctimeMs)) };
  } catch {
    return { text: 'none', changed: 0 };
  }
}

function isSettled(stamps: readonly Stamp[], time: number): boolean {
  const newest = stamps.reduce((latest, { changed }) => Math.max(latest, changed), 0);
  // A whole second tells of a file system that counts no smaller steps; the largest in use are of two seconds.
  const step = newest % 1000 === 0 ? 2500 : 100;
  return newest < time - step;
}

/** A folder and all folders below it, links aside. */
async function foldersBelow(folder: string): Promise<readonly string[]> {
  const [, ...below] = await foldersIn(folder);
  return [folder, ...(await Promise.all(below.map(foldersBelow))).flat()];
}

/** A folder and the folders in it. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return [folder, ...names.sort().map((name) => path.join(folder, name))];
  } catch {
    return [folder];
  }
}

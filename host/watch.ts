import { type FSWatcher, watch } from 'node:fs';
import type { Repository } from './repository.ts';
import { readState } from './state.ts';

export interface Watch {
  /** Resolves once changes are seen. */
  readonly ready: Promise<void>;
  close(): void;
}

/**
 * Calls back after refs, head or index of a repository have changed, whoever changed them: for surroundings in which
 * nobody else tells. Changes that follow each other closely are one call, and a call may turn out to be about nothing.
 * Folders are watched, not files, since git replaces files; where the system will not watch, they are looked at every
 * few seconds instead. No process starts, and the watch does not keep the program running.
 */
export function watchRepository(repository: Repository, changed: () => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let last: string | undefined;
  let isClosed = false;
  let isBlind = false;
  let looking: Promise<void> = Promise.resolve();
  const look = () => {
    timer = undefined;
    looking = looking.then(lookOnce);
    return looking;
  };
  const lookIn = (delay: number) => {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(look, delay);
    timer.unref();
  };
  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string) => {
    try {
      const watcher = watch(folder, { persistent: false }, () => lookIn(quiet));
      watchers.set(folder, watcher);
      watcher.on('error', () => {
        drop(folder);
        isBlind = true;
        lookIn(rarely);
      });
    } catch {
      isBlind = true;
    }
  };
  const lookOnce = async () => {
    const before = await readState(repository);
    if (isClosed) return;
    isBlind = false;
    for (const folder of watchers.keys()) if (!before.folders.includes(folder)) drop(folder);
    const fresh = before.folders.filter((folder) => !watchers.has(folder));
    for (const folder of fresh) add(folder);
    // What changed before a folder was watched went unseen.
    const { key } = fresh.length === 0 ? before : await readState(repository);
    if (isClosed) return;
    const isNews = last !== undefined && last !== key;
    last = key;
    if (isBlind) lookIn(rarely);
    if (isNews) changed();
  };
  const ready = look();
  return {
    ready,
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

/** Milliseconds from a change until it is looked at, in which others may follow. */
const quiet = 100;

/** Milliseconds between looks where the system does not tell. */
const rarely = 3000;

import type { PathsKind } from '../paths/listed-path.ts';
import { folderOf } from '../paths/path.ts';
import type { Facts, Needs } from './facts.ts';

/** The part of git's facts that tells which names there are for a kind of list. */
function namesPart(kind: PathsKind): 'changed' | 'uncommitted' | 'paths' {
  return kind === 'changed' || kind === 'uncommitted' ? kind : 'paths';
}

/** What has to be asked so that `gitNames` can answer for these kinds of lists. */
export function namesNeeds(kinds: Iterable<PathsKind>): Needs {
  return { git: [...new Set(Array.from(kinds, namesPart))] };
}

/** Facts hold at most this many tracked paths, so with as many there may be more. */
const MOST_PATHS = 10_000;

/**
 * Tells whether git has a file or folder of exactly this name, by its own spelling: in the changes for a list of changes,
 * else among all tracked paths. Undefined where git was not asked or could not say all.
 */
export function gitNames({ git }: Facts): (kind: PathsKind, path: string) => boolean | undefined {
  const known = new Map<string, ReadonlySet<string> | undefined>();
  return (kind, path) => {
    const part = namesPart(kind);
    if (!known.has(part)) {
      const names = git?.[part];
      known.set(
        part,
        names === undefined || (part === 'paths' && names.length >= MOST_PATHS) ? undefined : withFolders(names),
      );
    }
    return known.get(part)?.has(path.replace(/\/+$/, ''));
  };
}

function withFolders(names: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const name of names) {
    for (let at = name; at !== '' && !all.has(at); at = folderOf(at)) all.add(at);
  }
  return all;
}

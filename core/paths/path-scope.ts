import { type ListedPath, type ListSource, type PathsKind, pathLists } from './listed-path.ts';
import { folderOf } from './path.ts';

/** Which paths the entries of lists cover: by whole segments, NFC and NFD being one, nothing read as a pattern. */
export interface Scope {
  /** There is something in the lists. */
  readonly any: boolean;
  /** Every entry is a path that can be read; else nobody can say what is not covered. */
  readonly readable: boolean;
  /** The innermost entry that is the path or a folder around it. Takes a path as `comparable` gives it. */
  covering(path: string): ListedPath | undefined;
  /** The same on a disk that takes names that differ only in case for one. */
  coveringFolded(path: string): ListedPath | undefined;
}

/** The scope of all lists of a kind in a document. */
export function scopeOf(handoff: ListSource, kind: PathsKind): Scope {
  const { kept } = handoff.document;
  kept.scopes ??= new Map();
  const scope = kept.scopes.get(kind) ?? readScope(handoff, kind);
  kept.scopes.set(kind, scope);
  return scope;
}

function readScope(handoff: ListSource, kind: PathsKind): Scope {
  const exact = new Map<string, ListedPath>();
  let byCase: Map<string, ListedPath> | undefined;
  const lists = pathLists(handoff, kind);
  const entries = lists.flatMap((list) => list.entries);
  let readable = !lists.some(({ torn }) => torn);
  for (const entry of entries) {
    const path = entry.comparable;
    if (path === undefined) readable = false;
    else if (!exact.has(path)) exact.set(path, entry);
  }
  return {
    any: entries.length > 0,
    readable,
    covering: (path) => (exact.size === 0 ? undefined : first(exact, path)),
    coveringFolded(path) {
      byCase ??= new Map(Array.from(exact, ([path, entry]) => [path.toLowerCase(), entry]));
      return byCase.size === 0 ? undefined : first(byCase, path.toLowerCase());
    },
  };
}

function first(entries: ReadonlyMap<string, ListedPath>, path: string): ListedPath | undefined {
  if (entries.size <= FEW) return longest(entries, path);
  for (let outer = path; outer !== ''; outer = folderOf(outer)) {
    const entry = entries.get(outer);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Few entries are compared one by one: that makes no new text for each folder around the path. */
const FEW = 8;

function longest(entries: ReadonlyMap<string, ListedPath>, path: string): ListedPath | undefined {
  let found: ListedPath | undefined;
  let length = -1;
  for (const [outer, entry] of entries) {
    const covers = path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '/');
    if (covers && outer.length > length) [found, length] = [entry, outer.length];
  }
  return found;
}

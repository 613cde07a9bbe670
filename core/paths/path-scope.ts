import { type ListedPath, type ListSource, listedPaths, type PathsKind, pathLists } from './listed-path.ts';
import { folderOf } from './path.ts';

declare module '../document.ts' {
  interface Kept {
    scopes?: Map<PathsKind, Scope>;
  }
}

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
  const entries = listedPaths(handoff, kind);
  const isRead = entries.every(({ comparable }) => comparable !== undefined);
  return new ListScope(entries, isRead && !pathLists(handoff, kind).some(({ torn }) => torn));
}

/** Most scopes are asked about a few paths or none, so nothing is made before it is needed. */
class ListScope implements Scope {
  readonly any: boolean;
  readonly readable: boolean;
  readonly #entries: readonly ListedPath[];
  #exact: ReadonlyMap<string, ListedPath> | undefined;
  #folded: ReadonlyMap<string, ListedPath> | undefined;

  constructor(entries: readonly ListedPath[], readable: boolean) {
    this.any = entries.length > 0;
    this.readable = readable;
    this.#entries = entries;
  }

  covering(path: string): ListedPath | undefined {
    if (this.#entries.length <= FEW) return longest(this.#entries, path, asIs);
    this.#exact ??= byName(this.#entries, asIs);
    return innermost(this.#exact, path);
  }

  coveringFolded(path: string): ListedPath | undefined {
    if (this.#entries.length <= FEW) return longest(this.#entries, path.toLowerCase(), lowered);
    this.#folded ??= byName(this.#entries, lowered);
    return innermost(this.#folded, path.toLowerCase());
  }
}

/** How the paths of entries are written to be compared. */
type Writing = (path: string) => string;

const asIs: Writing = (path) => path;
const lowered: Writing = (path) => path.toLowerCase();

function byName(entries: readonly ListedPath[], write: Writing): ReadonlyMap<string, ListedPath> {
  const exact = new Map<string, ListedPath>();
  for (const entry of entries) {
    if (entry.comparable !== undefined && !exact.has(entry.comparable)) exact.set(entry.comparable, entry);
  }
  return new Map(Array.from(exact, ([path, entry]) => [write(path), entry]));
}

function innermost(entries: ReadonlyMap<string, ListedPath>, path: string): ListedPath | undefined {
  for (let outer = path; outer !== ''; outer = folderOf(outer)) {
    const entry = entries.get(outer);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Few entries are compared one by one: that makes no new text for each folder around the path. */
const FEW = 8;

/** The same as `innermost` of the entries by their names. */
function longest(entries: readonly ListedPath[], path: string, write: Writing): ListedPath | undefined {
  let found: ListedPath | undefined;
  let length = 0;
  for (const entry of entries) {
    if (entry.comparable === undefined) continue;
    const outer = write(entry.comparable);
    const covers = path.startsWith(outer) && (path.length === outer.length || path[outer.length] === '/');
    // Of several that are one path, the first counts; of several that differ in case, the last.
    if (covers && outer.length >= length && isFirst(entries, entry)) [found, length] = [entry, outer.length];
  }
  return found;
}

function isFirst(entries: readonly ListedPath[], entry: ListedPath): boolean {
  return entries.find(({ comparable }) => comparable === entry.comparable) === entry;
}

import type { FilledList, ListedPath } from '../paths/listed-path.ts';
import { withFolders } from '../paths/path.ts';
import { nearest } from '../text/words.ts';

/** A list of paths beside what git lists. Each mistake is in one of the three parts. */
export interface ComparedList {
  readonly list: FilledList;
  /** Git lists them and the document does not; git's spelling, in git's order. */
  readonly unlisted: readonly string[];
  /** The document lists them and git does not. */
  readonly unchanged: readonly ListedPath[];
  /** Entries that stand where a path of git's is missing and read nearly as it. */
  readonly misspelt: readonly { readonly entry: ListedPath; readonly path: string }[];
  /** What git lists, without files of handoffs that the document does not list either. */
  readonly actual: readonly string[];
}

/**
 * Compares by whole paths, NFC and NFD being one. Files of handoffs (`isOwn`) may be listed or not. An entry that nobody
 * can read as a path counts for the one it ends in, and a folder of paths that git lists is not called unchanged: what is
 * wrong with those is said elsewhere.
 */
export function compareList(
  list: FilledList,
  paths: readonly string[],
  isOwn: (path: string) => boolean,
): ComparedList {
  const { entries } = list;
  const known = latest.find((one) => one.entries === entries && one.paths === paths && one.isOwn === isOwn);
  if (known !== undefined) return { ...known.compared, list };
  const compared = compare(list, paths, isOwn);
  latest = [{ entries, paths, isOwn, compared }, ...latest.slice(0, MOST_KEPT - 1)];
  return compared;
}

/** Several rules compare the same lists, and do so for each version, mostly without a change in either. */
let latest: readonly {
  readonly entries: FilledList['entries'];
  readonly paths: readonly string[];
  readonly isOwn: (path: string) => boolean;
  readonly compared: ComparedList;
}[] = [];
const MOST_KEPT = 2;

function compare(list: FilledList, paths: readonly string[], isOwn: (path: string) => boolean): ComparedList {
  const git = gitList(paths);
  const listed = new Uint8Array(paths.length);
  const endings: string[] = [];
  const extra: ListedPath[] = [];
  for (const entry of list.entries) {
    const { value, comparable } = entry;
    const at = comparable === undefined ? undefined : git.places.get(comparable);
    if (comparable === undefined) endings.push(slashed(value));
    else if (at !== undefined) listed[at] = 1;
    else if (!git.folders().has(comparable) && !isOwn(comparable)) extra.push(entry);
  }
  const actual: string[] = [];
  const missing: string[] = [];
  paths.forEach((path, index) => {
    const place = git.twins.get(index) ?? index;
    const isListed = listed[place] === 1 || (endings.length > 0 && endsInOne(endings, path.normalize('NFC')));
    if (!isListed && isOwn(path)) return;
    actual.push(path);
    if (!isListed) missing.push(path);
  });
  const misspelt = pairs(extra, missing);
  const paired = new Set(misspelt.map(({ path }) => path));
  const used = new Set(misspelt.map(({ entry }) => entry));
  return {
    list,
    unlisted: missing.filter((path) => !paired.has(path)),
    unchanged: extra.filter((entry) => !used.has(entry)),
    misspelt,
    actual,
  };
}

function endsInOne(endings: readonly string[], path: string): boolean {
  return endings.some((ending) => `/${ending}`.endsWith(`/${path}`));
}

/** A list of git's, to look up paths in the Unicode form that they are compared in. */
interface GitList {
  /** Where each stands first. */
  readonly places: ReadonlyMap<string, number>;
  /** Of further spellings of a path that git lists, by their places: where the first one stands. */
  readonly twins: ReadonlyMap<number, number>;
  folders(): ReadonlySet<string>;
}

/** Git's answer stays the same while somebody types. */
function gitList(paths: readonly string[]): GitList {
  if (latestGit?.paths === paths) return latestGit.list;
  const places = new Map<string, number>();
  const twins = new Map<number, number>();
  paths.forEach((path, index) => {
    const normalized = path.normalize('NFC');
    const place = places.get(normalized);
    if (place === undefined) places.set(normalized, index);
    else twins.set(index, place);
  });
  let folders: ReadonlySet<string> | undefined;
  const list: GitList = {
    places,
    twins,
    folders() {
      folders ??= withFolders(paths);
      return folders;
    },
  };
  latestGit = { paths, list };
  return list;
}

let latestGit: { readonly paths: readonly string[]; readonly list: GitList } | undefined;

/** Past as many comparisons, nobody would read all the pairs. */
const MOST = 2000;

function pairs(extra: readonly ListedPath[], missing: readonly string[]): ComparedList['misspelt'] {
  if (extra.length * missing.length > MOST) return [];
  const left = new Set(missing);
  return extra.flatMap((entry) => {
    const path = nearest(entry.value, left);
    if (path === undefined) return [];
    left.delete(path);
    return [{ entry, path }];
  });
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').normalize('NFC');
}

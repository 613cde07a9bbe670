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
  const listed = new Set(list.entries.flatMap(({ comparable }) => comparable ?? []));
  const endings = list.entries.flatMap(({ value, comparable }) => (comparable === undefined ? [slashed(value)] : []));
  const isListed = (path: string) => {
    const normalized = path.normalize('NFC');
    return listed.has(normalized) || endings.some((ending) => `/${ending}`.endsWith(`/${normalized}`));
  };
  const actual = paths.filter((path) => !isOwn(path) || isListed(path));
  const missing = actual.filter((path) => !isListed(path));
  const known = withFolders(paths);
  const extra = list.entries.filter(({ comparable: path }) => {
    return path !== undefined && !known.has(path) && !isOwn(path);
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

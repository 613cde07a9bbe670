import { utf8Length } from '../text/words.ts';

/*
 * Paths as handoffs write them: relative to the root, with `/`, taken literally. They travel between machines, so what
 * is wrong on any system is wrong here.
 */

/** The folder of a path; '' for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A folder ('' is the root) and a name in it. */
export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** What two paths have in common when only spelling differs: Unicode form and a trailing slash. */
export function normal(path: string): string {
  return path.normalize('NFC').replace(/\/+$/, '');
}

/** Paths and all the folders they lie in, in the Unicode form that paths are compared in (NFC). */
export function withFolders(paths: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths) {
    for (let at = path.normalize('NFC'); at !== '' && !all.has(at); at = folderOf(at)) all.add(at);
  }
  return all;
}

/** What names that differ only in case or Unicode form have in common: some disks take them for one. */
export function folded(path: string): string {
  return normal(path).toLowerCase();
}

/**
 * A name that no entry of a folder has, also on a disk that folds case: `x.txt`, else `x-2.txt`, `x-3.txt`. The number
 * stands before the ending, which is what begins with the last dot unless it is given.
 */
export function freeName(name: string, taken: Iterable<string>, ending?: string): string {
  const names = new Set(Array.from(taken, folded));
  const dot = ending !== undefined && name.endsWith(ending) ? name.length - ending.length : name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; names.has(folded(free)); n++) free = `${stem}-${n}${extension}`;
  return free;
}

/** Most bytes of UTF-8 in a part of a file's name: file systems take 255 for the whole, and more is put around it. */
const LONGEST_PART = 200;

/** A text as part of a file's name that every system accepts: anything but letters, digits, `.`, `_` and `-` becomes `-`. */
export function fileNamePart(text: string): string {
  const part = start(text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'), LONGEST_PART).replace(
    /^[.-]+|[.-]+$/g,
    '',
  );
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) ? `_${part}` : part;
}

/** As many whole code points from the beginning as fit into a number of bytes. */
function start(text: string, bytes: number): string {
  let length = 0;
  let end = 0;
  for (const point of text) {
    length += utf8Length(point);
    if (length > bytes) break;
    end += point.length;
  }
  return text.slice(0, end);
}

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

/** Whether a path is a prefix, or lies under it: by whole segments, so `src` covers `src/a` and never `src-old`. */
export function covers(prefix: string, path: string): boolean {
  const folder = normal(prefix);
  const inner = normal(path);
  return folder !== '' && (inner === folder || inner.startsWith(`${folder}/`));
}

/** A name that no entry of a folder has, also on a disk that folds case: `x.txt`, else `x-2.txt`, `x-3.txt`. */
export function freeName(name: string, taken: Iterable<string>): string {
  const names = new Set(Array.from(taken, fold));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; names.has(fold(free)); n++) free = `${stem}-${n}${extension}`;
  return free;
}

/** A text as part of a file's name that every system accepts: anything but letters, digits, `.`, `_` and `-` becomes `-`. */
export function fileNamePart(text: string): string {
  const part = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 100)
    .toWellFormed();
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) ? `_${part}` : part;
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

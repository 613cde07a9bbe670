import type { Facts } from '../evidence/facts.ts';
import type { Meaning } from '../format/meaning.ts';
import { isObject } from '../format/schema.ts';
import { baseName, folderOf, join } from '../paths/path.ts';
import { proseFields, sideFileName } from '../paths/side-file.ts';
import { targetOf } from '../show/links.ts';
import type { Candidate, Candidates, CompletionSource } from './candidate.ts';
import type { Caret } from './caret.ts';

/** More paths than anybody reads; what is typed narrows them down. */
const MOST = 200;

/**
 * Paths of the repository for a list of paths, without those it has. Lists of what changed offer the changed ones first;
 * lists of what may be touched offer folders too, with a trailing slash, those with changes first.
 */
export function pathCandidates(caret: Caret, list: NonNullable<Meaning['paths']>, { git }: Facts): Candidates {
  const touched = new Set((list === 'uncommitted' ? git?.uncommitted : git?.changed) ?? []);
  const files = new Set([...touched, ...(git?.paths ?? [])]);
  const limits = list === 'allowed' || list === 'forbidden';
  const folders = limits ? foldersOf(files) : [];
  const touchedFolders = limits ? new Set(foldersOf(touched)) : new Set<string>();
  const word = list === 'uncommitted' ? 'not committed' : 'changed';
  const ranked: readonly (readonly [string, string])[] = [
    ...[...touchedFolders].map((path) => [path, `folder with changes`] as const),
    ...(limits ? [] : [...touched].map((path) => [path, word] as const)),
    ...folders.filter((path) => !touchedFolders.has(path)).map((path) => [path, 'folder'] as const),
    ...[...files]
      .filter((path) => limits || !touched.has(path))
      .map((path) => [path, touched.has(path) ? word : 'file'] as const),
  ];
  const present = entriesOf(caret);
  const typed = typedText(caret);
  const fitting = ranked.filter(([path]) => !present.has(path) && fits(typed, path));
  return {
    candidates: fitting.slice(0, MOST).map(([path, detail]) => pathCandidate(path, detail)),
    incomplete: fitting.length > MOST,
  };
}

/** The folders whose names a side file's path can begin with: the document's own, and the one that is typed. */
export function sideFolders(caret: Caret, { facts }: CompletionSource): readonly string[] {
  const own = facts.place?.path === undefined ? [] : [folderOf(facts.place.path)];
  const typed = targetOf(folderOf(typedText(caret)), 'prefix');
  return typed !== undefined && !own.includes(typed) ? [...own, typed] : own;
}

/** Files that can stand for a text: first what the format calls it, then what lies beside the document. */
export function sideFileCandidates(caret: Caret, source: CompletionSource): readonly Candidate[] {
  const { facts, format, document } = source;
  const name = caret.path.at(-1);
  const field = proseFields({ format }).find(({ prose }) => prose.sideFile === name);
  const value = isObject(document.value) ? document.value : {};
  const usual = field && sideFileName({ format, value, document }, field.prose);
  const files = sideFolders(caret, source).flatMap((folder) =>
    (facts.folders.get(folder) ?? [])
      .map((name) => join(folder, name))
      .filter((path) => path !== facts.place?.path && targetOf(path, 'file') !== undefined),
  );
  const rank = (path: string) => (baseName(path) === usual ? 0 : path.endsWith('.json') ? 2 : 1);
  return [...files]
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map((path) => ({
      ...pathCandidate(path, rank(path) === 0 ? 'its usual name' : undefined),
      preselect: rank(path) === 0,
    }));
}

function pathCandidate(path: string, detail: string | undefined): Candidate {
  return { label: path, kind: 'path', detail, parts: [JSON.stringify(path)] };
}

/** Every folder above the paths, with a trailing slash, sorted. */
function foldersOf(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !folders.has(`${folder}/`); folder = folderOf(folder)) {
      folders.add(`${folder}/`);
    }
  }
  return [...folders].sort();
}

/** The texts that the list around a caret has already. */
export function entriesOf({ container }: Caret): ReadonlySet<string> {
  const items = container?.kind === 'array' ? container.items : [];
  return new Set(items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])));
}

/** What is typed of a text, without its quote; escapes stay as they are written. */
function typedText({ typed }: Caret): string {
  return typed.replace(/^["'`\u201c\u2018]/, '').replace(/["'`\u201d\u2019]$/, '');
}

/** Whether the typed characters come in a path in their order, as editors match. */
function fits(typed: string, path: string): boolean {
  let at = 0;
  const lower = path.toLowerCase();
  for (const character of typed.toLowerCase()) {
    at = lower.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

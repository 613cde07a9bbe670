import type { HandoffDocument } from '../document.ts';
import type { Meaning } from '../format/meaning.ts';
import { type Json, pointer } from '../format/schema.ts';
import type { Claimed, FieldValue } from '../handoff.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { comparable, plainReading } from './portable-path.ts';

declare module '../document.ts' {
  interface Kept {
    lists?: readonly FilledList[];
    /** The lists of an earlier version, of which a later one mostly differs in an entry or none. */
    earlier?: readonly FilledList[];
  }
}

export type PathsKind = NonNullable<Meaning['paths']>;

/** A text in one of a document's lists of paths. */
export interface ListedPath {
  /** Where it stands in the document. */
  readonly path: Path;
  /** The path as written, without what stands around it. */
  readonly value: string;
  /** The line that it points to, 1-based, where the list allows one. */
  readonly line?: number;
  /** What stands before the path and behind it: a line such as `:12`, or words that do not belong there. Mostly empty. */
  readonly prefix: string;
  readonly suffix: string;
  /** The path as paths are compared, see `comparable`. */
  readonly comparable: string | undefined;
  readonly list: PathList;
}

/** A list of paths, by what it means. */
export interface PathList {
  readonly kind: PathsKind;
  /** The member's name. */
  readonly name: string;
  readonly path: Path;
}

/** A list with its texts. */
export interface FilledList extends PathList {
  readonly entries: readonly ListedPath[];
  /** A syntax error lies in the list, so there may be entries that nobody can read. */
  readonly torn: boolean;
  /** All entries are spelled as nearly all paths are, point to no line, and no two can be one path even where case is nothing. */
  readonly plain: boolean;
  /** The entries as they stand in the document. */
  readonly raw: readonly Json[];
}

/**
 * The lists of paths in a document, each with its texts, in the schema's order. What is no text is left to the schema, and
 * a text with a syntax error in it to whoever repairs that.
 */
export function pathLists(handoff: ListSource, ...kinds: readonly PathsKind[]): readonly FilledList[] {
  const { kept } = handoff.document;
  kept.lists ??= readLists(handoff);
  const all = kept.lists;
  return kinds.length === 0 ? all : all.filter(({ kind }) => kinds.includes(kind));
}

/** An entry of a list of paths, taken apart. */
export type PathEntry = Pick<ListedPath, 'value' | 'line' | 'prefix' | 'suffix'>;

/**
 * What an entry of a list of that kind names: a path, where files are pointed at with a line (`path:12`, `path:12:3` or
 * `path:12-20`), where git's state is noted down without the marks and words that people leave beside the path.
 */
export function pathEntry(entry: string, kind: PathsKind | undefined): PathEntry {
  if (kind === 'relevant') {
    const [, value, suffix = '', line] = /^(.+?)(:(\d+)(?:[:-]\d+)?)$/s.exec(entry) ?? [];
    if (value !== undefined) return { value, line: Number(line), prefix: '', suffix };
  }
  if (kind === 'uncommitted') {
    const [prefix = ''] = MARK.exec(entry) ?? [];
    const rest = entry.slice(prefix.length);
    const path = withoutWords(rest);
    return { value: path, prefix, suffix: rest.slice(path.length) };
  }
  return { value: entry, prefix: '', suffix: '' };
}

/** As `git status` writes its marks, short and long, before something with a folder or an extension. */
const MARK =
  /^\s*(?:(?:[MADRCUT]{1,2}|\?\?|!!)\s+|(?:modified|new file|added|deleted|renamed|untracked|changed)\s*:\s*)(?=\S*[./])/i;

/** A path without blanks that ends as files and folders do, where only words follow that are no further part of it. */
function withoutWords(text: string): string {
  const path = /^[^\s,]*(?:\.\w{1,12}|\/)(?=[\s,])/.exec(text)?.[0];
  const behind = path === undefined ? '' : text.slice(path.length).trim();
  return path === undefined || behind.includes('/') || /\.\w{1,12}$/.test(behind) ? text : path;
}

/** Whether an entry of such a list is nothing but words: several without a folder or an extension, or a word for nothing. */
export function isProse(entry: string): boolean {
  const text = entry.trim();
  if (/^(?:none|nothing|clean|n\/a|no|-|—)[.!]?$/i.test(text)) return true;
  return /\s\S+\s/.test(text) && !/[/\\]|\.\w{1,12}$/.test(text);
}

export type ListSource = Pick<Claimed, 'fields' | 'document'>;

function readLists({ fields, document }: ListSource): readonly FilledList[] {
  const { earlier = [] } = document.kept;
  const lists: FilledList[] = [];
  for (const at of fields) {
    const kind = at.field.meaning.paths;
    if (kind === undefined) continue;
    const raw: readonly Json[] = Array.isArray(at.value) ? at.value : [];
    const torn = document.problems.length > 0 && isTorn(document, at.path);
    const before = earlier.find((list) => list.kind === kind && pointer(list.path) === pointer(at.path));
    const list = before ?? { kind, name: nameOf(at), path: at.path };
    const { entries, plain } = readEntries(raw, list, before);
    lists.push({ kind, name: list.name, path: list.path, entries, plain, raw, torn });
  }
  return lists;
}

type Entries = Pick<FilledList, 'entries' | 'plain'>;

/** Where a list is as it was before but for a few entries, only those are read. */
function readEntries(raw: readonly Json[], list: PathList, before: FilledList | undefined): Entries {
  const changed = before === undefined ? undefined : changedIndexes(before.raw, raw);
  if (before === undefined || changed === undefined) return readAll(raw, list);
  if (changed.length === 0) return before;
  // Every entry of a plain list has its own index.
  if (!before.plain) return readAll(raw, list);
  const entries = [...before.entries];
  for (const index of changed) {
    const entry = plainEntry(raw[index], index, list);
    if (entry === undefined) return readAll(raw, list);
    entries[index] = entry;
  }
  return changed.every((index) => isAlone(entries, index)) ? { entries, plain: true } : readAll(raw, list);
}

/** Indexes at which two lists of one length differ; undefined where they are too many, or not of one length. */
function changedIndexes(before: readonly Json[], raw: readonly Json[]): readonly number[] | undefined {
  if (before.length !== raw.length) return undefined;
  const changed: number[] = [];
  for (let index = 0; index < raw.length; index++) {
    if (before[index] === raw[index]) continue;
    if (changed.length === MOST_CHANGED) return undefined;
    changed.push(index);
  }
  return changed;
}

const MOST_CHANGED = 4;

function isAlone(entries: readonly ListedPath[], index: number): boolean {
  const own = entries[index]?.comparable ?? '';
  const name = own.toLowerCase();
  return !entries.some(
    ({ comparable = '' }, other) =>
      other !== index && comparable.length === own.length && comparable.toLowerCase() === name,
  );
}

function readAll(raw: readonly Json[], list: PathList): Entries {
  const all: ListedPath[] = [];
  const names = new Set<string>();
  let plain = true;
  for (let index = 0; index < raw.length; index++) {
    const value = raw[index];
    const entry = plainEntry(value, index, list);
    if (entry !== undefined) {
      all.push(entry);
      if (plain) names.add(entry.comparable.toLowerCase());
      continue;
    }
    plain = false;
    if (typeof value !== 'string' || (list.kind === 'uncommitted' && isProse(value))) continue;
    const parts = pathEntry(value, list.kind);
    all.push({ path: [...list.path, index], ...parts, comparable: comparable(parts.value), list });
  }
  return { entries: all, plain: plain && names.size === all.length };
}

/** An entry that is nothing but a path as nearly all are spelled; undefined for any other. */
function plainEntry(
  value: Json | undefined,
  index: number,
  list: PathList,
): (ListedPath & { comparable: string }) | undefined {
  if (typeof value !== 'string' || list.kind === 'uncommitted' || list.kind === 'relevant') return undefined;
  const reading = plainReading(value);
  if (reading === undefined) return undefined;
  return { path: [...list.path, index], value, prefix: '', suffix: '', comparable: reading, list };
}

function isTorn({ syntax: { root, doubtful } }: HandoffDocument, path: Path): boolean {
  const list = nodeAt(root, path);
  if (list?.kind !== 'array') return false;
  const behind = doubtful !== undefined && doubtful <= list.end;
  return (
    behind ||
    !list.closed ||
    list.items.some((item) => item.kind === 'broken' || (item.kind === 'string' && item.damaged))
  );
}

/** All texts in the lists of these kinds. */
export function listedPaths(handoff: ListSource, ...kinds: readonly PathsKind[]): readonly ListedPath[] {
  const all = pathLists(handoff);
  const first = all.find(({ kind }) => isAmong(kinds, kind));
  const last = all.findLast(({ kind }) => isAmong(kinds, kind));
  if (first === last) return first?.entries ?? [];
  return all.flatMap(({ kind, entries }) => (isAmong(kinds, kind) ? entries : []));
}

function isAmong(kinds: readonly PathsKind[], kind: PathsKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

function nameOf({ field, path }: FieldValue): string {
  return field.name ?? String(path.at(-1) ?? '');
}

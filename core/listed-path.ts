import type { HandoffDocument } from './document.ts';
import { entries, type FieldValue, type Handoff } from './handoff.ts';
import { nodeAt, type Path } from './json/node.ts';
import type { Meaning } from './meaning.ts';

export type PathsKind = NonNullable<Meaning['paths']>;

/** A text in one of a document's lists of paths. */
export interface ListedPath {
  /** Where it stands in the document. */
  readonly path: Path;
  /** As written, without the line. */
  readonly value: string;
  /** The line that it points to, 1-based, where the list allows one. */
  readonly line?: number;
  /** What stands behind the path: `:12`. Empty without a line. */
  readonly suffix: string;
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
}

/**
 * The lists of paths in a document, each with its texts, in the schema's order. What is no text is left to the schema, and
 * a text with a syntax error in it to whoever repairs that.
 */
export function pathLists(handoff: ListSource, ...kinds: readonly PathsKind[]): readonly FilledList[] {
  let all = known.get(handoff.fields);
  if (all === undefined) {
    all = readLists(handoff);
    known.set(handoff.fields, all);
  }
  return kinds.length === 0 ? all : all.filter(({ kind }) => kinds.includes(kind));
}

/** The path and the line that an entry of a list of that kind names: `path`, `path:12`, `path:12:3` or `path:12-20`. */
export function withoutLine(
  entry: string,
  kind: PathsKind,
): { readonly value: string; readonly line?: number; readonly suffix: string } {
  const [, value, suffix = '', line] = (kind === 'relevant' && /^(.+?)(:(\d+)(?:[:-]\d+)?)$/s.exec(entry)) || [];
  return value === undefined ? { value: entry, suffix: '' } : { value, line: Number(line), suffix };
}

export type ListSource = Pick<Handoff, 'fields' | 'document'>;

/** Several rules ask for the same lists, which can be long. A document's fields never change. */
const known = new WeakMap<readonly FieldValue[], readonly FilledList[]>();

function readLists({ fields, document }: ListSource): readonly FilledList[] {
  return fields.flatMap((field) => {
    const kind = field.field.meaning.paths;
    if (kind === undefined) return [];
    const list = { kind, name: nameOf(field), path: field.path };
    const texts = entries(field).map(({ path, value }) => ({ path, list, ...withoutLine(value, kind) }));
    return [{ ...list, entries: texts, torn: isTorn(document, field.path) }];
  });
}

function isTorn({ syntax: { root, problems, doubtful } }: HandoffDocument, path: Path): boolean {
  const list = problems.length === 0 ? undefined : nodeAt(root, path);
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
  return pathLists(handoff, ...kinds).flatMap((list) => list.entries);
}

function nameOf({ field, path }: FieldValue): string {
  return field.name ?? String(path.at(-1) ?? '');
}

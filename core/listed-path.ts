import { entries, type FieldValue, type Handoff } from './handoff.ts';
import type { Path } from './json/node.ts';
import type { Meaning } from './meaning.ts';

export type PathsKind = NonNullable<Meaning['paths']>;

/** A text in one of a document's lists of paths. */
export interface ListedPath {
  /** Where it stands in the document. */
  readonly path: Path;
  /** As written. */
  readonly value: string;
  readonly list: PathList;
}

/** A list of paths, by what it means. */
export interface PathList {
  readonly kind: PathsKind;
  /** The member's name. */
  readonly name: string;
  readonly path: Path;
}

type FilledList = PathList & { readonly entries: readonly ListedPath[] };

/** The lists of paths in a document, each with its texts, in the schema's order. What is no text is left to the schema. */
export function pathLists({ fields }: Pick<Handoff, 'fields'>, ...kinds: readonly PathsKind[]): readonly FilledList[] {
  let all = known.get(fields);
  if (all === undefined) {
    all = readLists(fields);
    known.set(fields, all);
  }
  return kinds.length === 0 ? all : all.filter(({ kind }) => kinds.includes(kind));
}

/** Several rules ask for the same lists, which can be long. A document's fields never change. */
const known = new WeakMap<readonly FieldValue[], readonly FilledList[]>();

function readLists(fields: readonly FieldValue[]): readonly FilledList[] {
  return fields.flatMap((field) => {
    const kind = field.field.meaning.paths;
    if (kind === undefined) return [];
    const list = { kind, name: nameOf(field), path: field.path };
    return [{ ...list, entries: entries(field).map(({ path, value }) => ({ path, value, list })) }];
  });
}

/** All texts in the lists of these kinds. */
export function listedPaths(handoff: Pick<Handoff, 'fields'>, ...kinds: readonly PathsKind[]): readonly ListedPath[] {
  return pathLists(handoff, ...kinds).flatMap((list) => list.entries);
}

function nameOf({ field, path }: FieldValue): string {
  return field.name ?? String(path.at(-1) ?? '');
}

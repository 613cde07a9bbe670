import type { Field } from './format/format.ts';
import type { Meaning } from './format/meaning.ts';
import { child, type Json } from './format/schema.ts';
import type { FieldValue, Handoff } from './handoff.ts';
import type { Path } from './json/node.ts';

/** A value in an entry of a record, with its path. */
export interface Recorded {
  readonly path: Path;
  readonly value: Json;
}

/** The lists of a document that programs wrote. */
export function records({ fields }: Handoff): readonly FieldValue[] {
  return fields.filter(({ field, value }) => field.meaning.record !== undefined && Array.isArray(value));
}

/**
 * What the entries of all records hold in the member of a meaning. Whichever shape an entry has, the member is looked for by
 * the names it has in any of them: records are long, and to tell the shape of each entry would take longest.
 */
export function* recorded(handoff: Handoff, means: (meaning: Meaning) => boolean): Iterable<Recorded> {
  for (const { field, path, value } of records(handoff)) {
    const names = namesIn(field.item, means);
    if (!Array.isArray(value) || names.length === 0) continue;
    for (const [index, entry] of value.entries()) {
      for (const name of names) {
        const found = child(entry, name);
        if (found !== undefined) yield { path: [...path, index, name], value: found };
      }
    }
  }
}

/** The value of the document's own member of a meaning. */
export function ownValue({ fields }: Handoff, means: (meaning: Meaning) => boolean): FieldValue | undefined {
  return fields.find(({ field, path }) => path.length === 1 && means(field.meaning));
}

function namesIn(entry: Field | undefined, means: (meaning: Meaning) => boolean): readonly string[] {
  if (entry === undefined) return [];
  const shapes = entry.shapes.length === 0 ? [entry] : entry.shapes;
  const named = shapes.flatMap(({ members }) => [...members].filter(([, { meaning }]) => means(meaning)));
  return [...new Set(named.map(([name]) => name))];
}

import type { FormatTraits, Meaning } from './meaning.ts';
import { issuesOf, type Json, type Schema, type SchemaIssue, type Validator } from './schema.ts';

/** One format of handoffs, made from one schema. */
export interface Format {
  readonly id: string;
  readonly title: string;
  readonly schema: Schema;
  readonly traits: FormatTraits;
  /** What the schema says about the document as a whole. */
  readonly root: Field;
  validate(value: Json): readonly SchemaIssue[];
}

/** What a schema says about one place in a document. */
export interface Field {
  /** Name of the member; undefined for the root and for entries of a list. */
  readonly name: string | undefined;
  /** With its `$ref` followed. */
  readonly schema: Schema;
  readonly meaning: Meaning;
  readonly required: boolean;
  /** Members the schema names, in its order. */
  readonly members: ReadonlyMap<string, Field>;
  /** Entries of a list. */
  readonly item: Field | undefined;
  /** Names of siblings that may not stand beside it. */
  readonly excludes: readonly string[];
}

/** `id` is the name of the schema's file before `.schema.json`. */
export function createFormat(id: string, schema: Schema, validator: Validator): Format {
  return {
    id,
    title: schema.title ?? id,
    schema,
    traits: schema['x-handoff']?.format ?? { files: [] },
    root: createField(undefined, schema, schema, undefined),
    validate: (value) => issuesOf(validator, value),
  };
}

/** What the schema says about a path; undefined where it says nothing. */
export function fieldAt(format: Format, path: readonly (string | number)[]): Field | undefined {
  let field: Field | undefined = format.root;
  for (const step of path) field = typeof step === 'number' ? field?.item : field?.members.get(step);
  return field;
}

/** The version that documents of a format must name, and the member that names it. */
export function versionOf(format: Format): { readonly name: string; readonly value: Json } | undefined {
  for (const [name, field] of format.root.members) {
    if (field.meaning.version && field.schema.const !== undefined) return { name, value: field.schema.const };
  }
  return undefined;
}

function createField(name: string | undefined, written: Schema, root: Schema, parent: Schema | undefined): Field {
  const schema = follow(written, root);
  let members: ReadonlyMap<string, Field> | undefined;
  let item: Field | undefined;
  return {
    name,
    schema,
    meaning: schema['x-handoff'] ?? {},
    required: name !== undefined && (parent?.required?.includes(name) ?? false),
    get members() {
      members ??= new Map(
        Object.entries(schema.properties ?? {}).map(([name, child]) => [name, createField(name, child, root, schema)]),
      );
      return members;
    },
    get item() {
      if (typeof schema.items === 'object') item ??= createField(undefined, schema.items, root, schema);
      return item;
    },
    excludes: name === undefined ? [] : excludedBy(name, parent),
  };
}

/** Pairs are written `{ "not": { "required": [a, b] } }`, which any validator understands. */
function excludedBy(name: string, parent: Schema | undefined): readonly string[] {
  return (parent?.allOf ?? []).flatMap(({ not }) =>
    not?.required?.includes(name) ? not.required.filter((other) => other !== name) : [],
  );
}

/** Follows local references (`#/$defs/x`); stops at what leads nowhere or in a circle. */
function follow(schema: Schema, root: Schema): Schema {
  let at = schema;
  for (let hops = 0; at.$ref !== undefined && hops < 32; hops++) {
    const [, kind, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(at.$ref) ?? [];
    const next = kind === '$defs' ? root.$defs?.[name ?? ''] : root.definitions?.[name ?? ''];
    if (next === undefined) return at;
    const { $ref: _, ...beside } = at;
    at = { ...next, ...beside };
  }
  return at;
}

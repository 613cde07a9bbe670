import { type Aspects, aspects, aspectsOf } from '../aspect.ts';
import { fixedTags, flat, inShape, shapesOf } from './flat.ts';
import type { FormatTraits, Meaning } from './meaning.ts';
import { child, issuesOf, type Json, type Schema, type SchemaIssue, type Validator } from './schema.ts';
import { askedShape, type Shape } from './shape.ts';

/** One format of handoffs, made from one schema. */
export interface Format {
  readonly id: string;
  readonly title: string;
  readonly schema: Schema;
  readonly traits: FormatTraits;
  /** What the schema says about the document as a whole, in the shape that it asks for; else in the first one. */
  readonly root: Field;
  /** The document that it is the format of; undefined while none is known. */
  readonly value: Json | undefined;
  /**
   * What the schema does not allow. Absent where a project brings the format: its schema is not run in this thread, and
   * what it says is a fact of the document (`Facts.verdict`).
   */
  readonly validate?: (value: Json) => readonly SchemaIssue[];
}

/** What a schema says about one place in a document. */
export interface Field {
  /** Name of the member; undefined for the root and for entries of a list. */
  readonly name: string | undefined;
  /** With its `$ref` followed. */
  readonly schema: Schema;
  readonly meaning: Meaning;
  readonly aspects: Aspects;
  readonly required: boolean;
  /** Whether a new document has it: what is required, and what nearly every document has. */
  readonly expected: boolean;
  /** Members the schema names, in its order. */
  readonly members: ReadonlyMap<string, Field>;
  /** The same as a list, which is quicker to go through. */
  readonly ordered: readonly Field[];
  /** Entries of a list. */
  readonly item: Field | undefined;
  /** Names of siblings that may not stand beside it. */
  readonly excludes: readonly string[];
  /** The value that tells the shape it stands in from the others. */
  readonly fixed: Json | undefined;
  /** What it can be where the schema leaves a choice of shapes; empty elsewhere. */
  readonly shapes: readonly Field[];
  /** Which of the shapes a value asks for; the field itself where there is no choice. */
  of(value: Json | undefined): Field;
}

/**
 * `id` is the name of the schema's file before `.schema.json`; of a format that a project brings, what its configuration
 * calls it: then there is no validator.
 */
export function createFormat(id: string, schema: Schema, validator?: Validator): Format {
  return {
    id,
    title: schema.title ?? id,
    schema,
    traits: schema['x-handoff']?.format ?? { files: [] },
    get root() {
      return unshaped(this).of(undefined);
    },
    value: undefined,
    ...(validator !== undefined && { validate: (value: Json) => issuesOf(validator, value) }),
  };
}

/** Whether a project brings the format, rather than we. */
export function isOwn({ validate }: Format): boolean {
  return validate === undefined;
}

/** The format as one document has it: its fields are those of the shapes that the document asks for. */
export function formatOf(format: Format, value: Json | undefined): Format {
  // One by one: its own root need not be worked out for that.
  const { id, title, schema, traits, validate } = format;
  const root = unshaped(format).of(value);
  return validate === undefined
    ? { id, title, schema, traits, root, value }
    : { id, title, schema, traits, root, value, validate };
}

/** The format in each of its shapes; itself where it has one. */
export function shapesOfFormat(format: Format): readonly Format[] {
  const { shapes } = unshaped(format);
  return shapes.length === 0 ? [format] : shapes.map((root) => ({ ...format, root: root.of(undefined) }));
}

/** Levels of objects within objects that a new document is made of; a schema may contain itself. */
export const MAX_LEVELS = 4;

/** The members of an object and of the objects in it, none of lists. */
export function membersWithin({ schema, members }: Field, level = 1, seen = new Set<unknown>()): readonly Field[] {
  // What many places have in common, or contain themselves, is the same in each.
  if (seen.has(schema.properties)) return [];
  seen.add(schema.properties);
  return [...members.values()].flatMap((field) =>
    level < MAX_LEVELS ? [field, ...membersWithin(field, level + 1, seen)] : [field],
  );
}

/** The names of all members that a document of the format can have, whatever its shape. */
export function memberNames(format: Format): ReadonlySet<string> {
  const known = names.get(format.schema);
  if (known !== undefined) return known;
  const all = new Set(shapesOfFormat(format).flatMap(({ root }) => [...root.members.keys()]));
  names.set(format.schema, all);
  return all;
}

const names = new WeakMap<Schema, ReadonlySet<string>>();

/** What the schema says about a path; undefined where it says nothing. */
export function fieldAt(format: Format, path: readonly (string | number)[]): Field | undefined {
  let field: Field | undefined = format.root;
  let value: Json | undefined = format.value;
  for (const step of path) {
    value = child(value, step);
    field = (typeof step === 'number' ? field?.item : field?.members.get(step))?.of(value);
  }
  return field;
}

/** The version that documents of a format must name, and the member that names it. */
export function versionOf(format: Format): { readonly name: string; readonly value: Json } | undefined {
  const { root } = format;
  let version = versions.get(root);
  if (version === undefined) {
    version = [...root.members].flatMap(([name, { meaning, schema }]) =>
      meaning.version && schema.const !== undefined ? [{ name, value: schema.const }] : [],
    );
    versions.set(root, version);
  }
  return version[0];
}

const versions = new WeakMap<Field, readonly { readonly name: string; readonly value: Json }[]>();

/** Fields do not depend on a document, so one that has been made serves all. */
const roots = new WeakMap<Schema, Field>();

function unshaped({ schema }: Format): Field {
  const known = roots.get(schema) ?? createField({ name: undefined, written: schema, root: schema });
  roots.set(schema, known);
  return known;
}

interface Place {
  readonly name: string | undefined;
  readonly written: Schema;
  readonly root: Schema;
  /** Of the object around it. */
  readonly parent?: Schema;
  /** The shape it is. */
  readonly shape?: Shape | undefined;
  readonly fixed?: Json | undefined;
  /** How many choices were made already to come to this one: a shape can be a choice again, and that of itself. */
  readonly choices?: number;
}

/** Choices within choices; deeper ones are taken for no choice. */
const MOST_CHOICES = 8;

function createField(place: Place): Field {
  return new SchemaField(place);
}

/** A class, so that all fields are of one kind to V8: every document asks for them again and again. */
class SchemaField implements Field {
  readonly name: string | undefined;
  readonly schema: Schema;
  readonly meaning: Meaning;
  readonly aspects: Aspects;
  readonly required: boolean;
  readonly expected: boolean;
  readonly excludes: readonly string[];
  readonly fixed: Json | undefined;
  readonly #place: Place;
  readonly #among: readonly Shape[];
  #members: ReadonlyMap<string, Field> | undefined;
  #ordered: readonly Field[] | undefined;
  #item: Field | undefined;
  #shapes: readonly Field[] | undefined;

  constructor(place: Place) {
    const { name, written, root, parent, fixed, choices = 0 } = place;
    const schema = flat(written, root);
    this.#place = place;
    this.#among = choices < MOST_CHOICES ? shapesOf(schema, root) : [];
    this.name = name;
    this.schema = schema;
    this.meaning = schema['x-handoff'] ?? {};
    this.aspects = aspectsOf(schema) | (fixed === undefined ? 0 : aspects('shape'));
    this.required = name !== undefined && (parent?.required?.includes(name) ?? false);
    this.expected = this.required || schema['x-handoff']?.usual === true;
    this.excludes = name === undefined ? [] : excludedBy(name, parent);
    this.fixed = fixed;
  }

  get members(): ReadonlyMap<string, Field> {
    this.#members ??= new Map(this.ordered.map((field) => [field.name ?? '', field]));
    return this.#members;
  }

  get ordered(): readonly Field[] {
    const { schema } = this;
    const { root, shape } = this.#place;
    if (this.#ordered === undefined) {
      const own = shape === undefined ? undefined : fixedTags(shape);
      this.#ordered = Object.entries(schema.properties ?? {}).map(([name, written]) =>
        createField({ name, written, root, parent: schema, fixed: own?.get(name) }),
      );
    }
    return this.#ordered;
  }

  get item(): Field | undefined {
    const { schema } = this;
    if (typeof schema.items === 'object') {
      this.#item ??= createField({ name: undefined, written: schema.items, root: this.#place.root, parent: schema });
    }
    return this.#item;
  }

  get shapes(): readonly Field[] {
    const { name, root, parent, choices = 0 } = this.#place;
    const among = this.#among;
    this.#shapes ??= among.map((shape, index) =>
      createField({
        name,
        written: inShape(this.schema, index, root, among),
        root,
        ...(parent && { parent }),
        shape,
        choices: choices + 1,
      }),
    );
    return this.#shapes;
  }

  of(value: Json | undefined): Field {
    const among = this.#among;
    return among.length === 0 ? this : (this.shapes[askedShape(value, among)]?.of(value) ?? this);
  }
}

/** Pairs are written `{ "not": { "required": [a, b] } }`, which any validator understands. */
function excludedBy(name: string, parent: Schema | undefined): readonly string[] {
  return (parent?.allOf ?? []).flatMap(({ not }) =>
    not?.required?.includes(name) ? not.required.filter((other) => other !== name) : [],
  );
}

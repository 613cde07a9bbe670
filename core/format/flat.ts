import type { Json, Schema } from './schema.ts';
import { type Shape, type Tag, tagsOf } from './shape.ts';

/*
 * A schema says what a member may be in several places: behind references, in parts that all hold, in shapes of which one
 * does. These functions bring together what belongs to one value.
 */

/** A schema with its reference followed and the members of its `allOf` among its own. Broken references are left out. */
export function flat(written: Schema, root: Schema, depth = 0): Schema {
  const known = flats.get(root) ?? new WeakMap<Schema, Schema>();
  flats.set(root, known);
  const before = known.get(written);
  if (before !== undefined) return before;
  const schema = follow(written, root);
  if (schema.allOf === undefined || depth > MOST_PARTS) return schema;
  // While its parts are brought together, a schema that contains itself is met without them.
  known.set(written, schema);
  const parts = schema.allOf.map((part) => flat(part, root, depth + 1));
  const naming = parts.filter(({ properties, required }) => properties !== undefined || required !== undefined);
  const whole = naming.reduce((sum, part) => both(sum, part), schema);
  known.set(written, whole);
  return whole;
}

/** Parts within parts; deeper ones are left out. */
const MOST_PARTS = 32;

/** Parts that many places share are brought together once. */
const flats = new WeakMap<Schema, WeakMap<Schema, Schema>>();

/** The shapes of a followed schema, as far as a choice among them depends on them. */
export function shapesOf({ oneOf = [] }: Schema, root: Schema): readonly Shape[] {
  return oneOf.map((branch) => {
    const schema = flat(branch, root);
    const values = tagValues(schema);
    return {
      ...(values && { values }),
      types: [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type)),
      ...namesAndTags(schema.properties, root),
      required: schema.required ?? [],
    };
  });
}

/** The members of a shape. Many shapes have the same ones, behind references: those are looked through once. */
function namesAndTags(properties: Schema['properties'] = NONE, root: Schema): Pick<Shape, 'tags' | 'names'> {
  const before = lookedThrough.get(properties);
  if (before?.root === root) return before.found;
  const tags = Object.entries(properties).flatMap(([name, property]) => {
    const values = tagValues(follow(property, root));
    return values === undefined ? [] : [[name, values] as const];
  });
  const found = { tags: Object.fromEntries(tags), names: Object.keys(properties) };
  lookedThrough.set(properties, { root, found });
  return found;
}

const NONE: NonNullable<Schema['properties']> = {};
const lookedThrough = new WeakMap<object, { readonly root: Schema; readonly found: Pick<Shape, 'names' | 'tags'> }>();

/** What a value of one of a schema's shapes is: the schema and the shape together. A tag may still change to any shape's. */
export function inShape(schema: Schema, index: number, root: Schema, shapes: readonly Shape[]): Schema {
  const { oneOf = [], ...base } = schema;
  const branch = oneOf[index];
  if (branch === undefined) return base;
  const whole = both(base, flat(branch, root));
  const properties = new Map(Object.entries(whole.properties ?? {}));
  for (const [name, values] of Object.entries(tagsOf(shapes))) {
    const own = follow(member(base.properties, name), root);
    const { const: _, ...property } = { ...follow(properties.get(name) ?? {}, root), ...own };
    properties.set(name, { ...property, enum: own.enum ?? values });
  }
  return { ...whole, properties: Object.fromEntries(properties) };
}

/** The one value that a shape allows at each of its tags. */
export function fixedTags({ tags }: Shape): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(tags).flatMap(([name, [value, ...others]]) =>
      value !== undefined && others.length === 0 ? [[name, value] as const] : [],
    ),
  );
}

/** Follows references within the schema (`#/…`); stops at what leads nowhere or in a circle. */
export function follow(schema: Schema, root: Schema): Schema {
  let at = schema;
  for (let hops = 0; at.$ref !== undefined && hops < 32; hops++) {
    const next = target(at.$ref, root);
    if (next === undefined) return at;
    const { $ref: _, ...beside } = at;
    at = { ...next, ...beside };
  }
  return at;
}

function target(ref: string, root: Schema): Schema | undefined {
  if (!ref.startsWith('#/')) return ref === '#' ? root : undefined;
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return typeof at === 'object' && at !== null ? (at as Schema) : undefined;
}

/** Two schemas that both hold. The second speaks where only one can. */
function both(a: Schema, b: Schema): Schema {
  // A member may be called anything, `__proto__` too, which an assignment would not make one.
  const properties = new Map(Object.entries(a.properties ?? {}));
  for (const [name, property] of Object.entries(b.properties ?? {})) {
    properties.set(name, { ...properties.get(name), ...property });
  }
  const meaning = { ...a['x-handoff'], ...b['x-handoff'] };
  return {
    ...a,
    ...b,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...((a.required ?? b.required) && { required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])] }),
    ...(Object.keys(meaning).length > 0 && { 'x-handoff': meaning }),
  };
}

function member(members: Schema['properties'], name: string): Schema {
  return (members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined) ?? {};
}

function tagValues({ const: constant, enum: values }: Schema): readonly Tag[] | undefined {
  const listed = constant === undefined ? values : [constant];
  return listed?.every(isTag) ? listed : undefined;
}

function isTag(value: Json): value is Tag {
  return value === null || typeof value !== 'object';
}

import type { Json, Schema } from './schema.ts';
import { type Shape, type Tag, tagsOf } from './shape.ts';

/*
 * A schema says what a member may be in several places: behind references, in parts that all hold, in shapes of which one
 * does. These functions bring together what belongs to one value.
 */

/** A schema with its reference followed and the members of its `allOf` among its own. Broken references are left out. */
export function flat(written: Schema, root: Schema, depth = 0): Schema {
  const schema = follow(written, root);
  if (schema.allOf === undefined || depth > 16) return schema;
  const parts = schema.allOf.map((part) => flat(part, root, depth + 1));
  const naming = parts.filter(({ properties, required }) => properties !== undefined || required !== undefined);
  return naming.reduce((whole, part) => both(whole, part), schema);
}

/** The shapes of a followed schema, as far as a choice among them depends on them. */
export function shapesOf({ oneOf = [] }: Schema, root: Schema): readonly Shape[] {
  return oneOf.map((branch) => {
    const schema = flat(branch, root);
    const tags: Record<string, readonly Tag[]> = {};
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const values = tagValues(follow(property, root));
      if (values !== undefined) tags[name] = values;
    }
    const values = tagValues(schema);
    return {
      ...(values && { values }),
      types: [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type)),
      tags,
      names: Object.keys(schema.properties ?? {}),
      required: schema.required ?? [],
    };
  });
}

/** What a value of one of a schema's shapes is: the schema and the shape together. A tag may still change to any shape's. */
export function inShape(schema: Schema, index: number, root: Schema, shapes: readonly Shape[]): Schema {
  const { oneOf = [], ...base } = schema;
  const branch = oneOf[index];
  if (branch === undefined) return base;
  const whole = both(base, flat(branch, root));
  const properties = { ...whole.properties };
  for (const [name, values] of Object.entries(tagsOf(shapes))) {
    const own = follow(base.properties?.[name] ?? {}, root);
    const { const: _, ...property } = { ...follow(properties[name] ?? {}, root), ...own };
    properties[name] = { ...property, enum: own.enum ?? values };
  }
  return { ...whole, properties };
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
  const properties: Record<string, Schema> = { ...a.properties };
  for (const [name, property] of Object.entries(b.properties ?? {})) {
    properties[name] = { ...properties[name], ...property };
  }
  const meaning = { ...a['x-handoff'], ...b['x-handoff'] };
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...((a.required ?? b.required) && { required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])] }),
    ...(Object.keys(meaning).length > 0 && { 'x-handoff': meaning }),
  };
}

function tagValues({ const: constant, enum: values }: Schema): readonly Tag[] | undefined {
  const listed = constant === undefined ? values : [constant];
  return listed?.every(isTag) ? listed : undefined;
}

function isTag(value: Json): value is Tag {
  return value === null || typeof value !== 'object';
}

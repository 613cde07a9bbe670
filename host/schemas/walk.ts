import { isObject, type Json } from '../../core/format/schema.ts';
import type { Path } from '../../core/json/node.ts';
import { holding, isSchema } from './dialect.ts';

/** A schema within a schema. */
export interface Subschema {
  readonly path: Path;
  readonly schema: boolean | { readonly [name: string]: Json };
}

/** The schemas that stand right behind the keywords of a schema. What stands in data, such as `enum`, is none. */
export function subschemas(schema: Json, path: Path): readonly Subschema[] {
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const at = [...path, keyword];
    switch (holding.get(keyword)) {
      case 'schema':
        return one(value, at);
      case 'list':
        return all(value, at);
      case 'schema or list':
        return Array.isArray(value) ? all(value, at) : one(value, at);
      case 'members':
      case 'dependencies':
        return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => one(inner, [...at, name])) : [];
      default:
        return [];
    }
  });
}

/** A schema and all within it, outermost first. Recursion is bounded by the depth of the value. */
export function* everySchema(schema: Json, path: Path = []): Iterable<Subschema> {
  if (!isSchema(schema)) return;
  yield { path, schema };
  for (const inner of subschemas(schema, path)) yield* everySchema(inner.schema, inner.path);
}

/**
 * A copy with each schema within it changed, innermost first. The copy has no other prototype than the original, whatever
 * its members are called.
 */
export function mapSchemas(schema: Json, change: (schema: Json, path: Path) => Json, path: Path = []): Json {
  if (!isObject(schema)) return change(schema, path);
  const inner = (value: Json, at: Path) => (isSchema(value) ? mapSchemas(value, change, at) : value);
  const copy = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const at = [...path, keyword];
    const holds = holding.get(keyword);
    if (holds === undefined) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map((entry: Json, index) => inner(entry, [...at, index]))];
    if (holds !== 'members' && holds !== 'dependencies') return [keyword, inner(value, at)];
    if (!isObject(value)) return [keyword, value];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, [...at, name])]))];
  });
  return change(Object.fromEntries(copy), path);
}

function one(value: Json, path: Path): readonly Subschema[] {
  return isSchema(value) ? [{ path, schema: value }] : [];
}

function all(value: Json, path: Path): readonly Subschema[] {
  return Array.isArray(value) ? value.flatMap((entry: Json, index) => one(entry, [...path, index])) : [];
}

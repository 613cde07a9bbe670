import { isObject, type Json, pointer, type Schema } from '../../core/format/schema.ts';
import type { Path } from '../../core/json/node.ts';
import { type Dialect, idKeyword, ignoresBesideRef, isKeyword } from './dialect.ts';
import type { References } from './references.ts';
import { mapSchemas } from './walk.ts';

/**
 * What a schema is turned into before a validator is made of it: the same verdicts, without what would stop the making. Where
 * it can be, every reference is a pointer from the beginning, and URIs and anchors are gone.
 */
export function validatable(schema: Json, dialect: Dialect, references: References): Json {
  const pointedInto = new Set(
    references.all.flatMap(({ target }) => (target.kind === 'here' ? above(target.path) : [])),
  );
  const targets = targetsOf(references);
  return mapSchemas(schema, (inner, path) => {
    if (!isObject(inner)) return inner;
    const isAlone = ignoresBesideRef(dialect) && typeof inner['$ref'] === 'string';
    const kept = Object.entries(inner).flatMap(([keyword, value]): readonly (readonly [string, Json])[] => {
      if ((keyword === 'id' || keyword === '$id') && keyword !== idKeyword(dialect)) return [];
      if (NOT_OF_JSON_SCHEMA.has(keyword) || keyword === '$schema' || keyword === '$vocabulary') return [];
      if (references.isStatic && PLACES.has(keyword)) return [];
      if (references.isStatic && REFERENCES.has(keyword)) {
        const to = targets(path, keyword);
        return to === undefined ? [[keyword, value]] : [['$ref', `#${asFragment(to)}`]];
      }
      if (isAlone && keyword !== '$ref' && !pointedInto.has(pointer([...path, keyword]))) return [];
      if (dialect === 'draft-06' && LATER.has(keyword)) return [];
      if (keyword === 'pattern' && typeof value === 'string' && !isRegularExpression(value)) return [];
      if (keyword === 'patternProperties' && isObject(value)) {
        return [[keyword, Object.fromEntries(Object.entries(value).filter(([one]) => isRegularExpression(one)))]];
      }
      return [[keyword, value]];
    });
    return Object.fromEntries(kept);
  });
}

/** Whether a pattern means something: to readers of Unicode, as JSON Schema wants it, or to older ones. */
export function isRegularExpression(pattern: string): boolean {
  return regularExpression(pattern) !== undefined;
}

/** A pattern as JSON Schema reads it, or, where it has escapes that Unicode mode refuses, as older programs do. */
export function regularExpression(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next reading may know it.
    }
  }
  return undefined;
}

/**
 * What of a schema is read for fields, in one form for all dialects: references are pointers into the schema, boolean
 * schemas are objects, limits are numbers. Only of a schema without errors; what fields cannot say is left out.
 */
export function readable(schema: Json, dialect: Dialect, references: References): Schema {
  const targets = targetsOf(references);
  const ref = (path: Path) => {
    const to = targets(path, '$ref') ?? targets(path, '$dynamicRef') ?? targets(path, '$recursiveRef');
    return to === undefined ? {} : { $ref: `#${pointer(to)}` };
  };
  const whole = mapSchemas(schema, (inner, path) => {
    if (inner === true) return {};
    if (!isObject(inner)) return { not: {} };
    const said = Object.entries(inner).filter(([word, value]) => isKeyword(word, dialect) && isReadable(word, value));
    const { $ref: _, items, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = Object.fromEntries(said);
    const isTuple = Array.isArray(items) || rest['prefixItems'] !== undefined;
    const low = limits('minimum', minimum, exclusiveMinimum);
    const high = limits('maximum', maximum, exclusiveMaximum);
    return { ...rest, ...ref(path), ...(items !== undefined && !isTuple && { items }), ...low, ...high };
  });
  // The schema was found valid by its dialect, and has now the form that all of them share.
  return whole as unknown as Schema;
}

/** Words that a dialect does not know, or leaves open what stands behind them, are read where they are as others write them. */
function isReadable(word: string, value: Json): boolean {
  if (word === 'examples') return Array.isArray(value);
  return word !== 'enumDescriptions' || (Array.isArray(value) && value.every((one: Json) => typeof one === 'string'));
}

/** In draft-04 a limit is made exclusive by a flag beside it. */
function limits(name: 'minimum' | 'maximum', limit: Json | undefined, exclusive: Json | undefined) {
  const exclusiveName = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  if (exclusive === true && limit !== undefined) return { [exclusiveName]: limit };
  return {
    ...(limit !== undefined && { [name]: limit }),
    ...(typeof exclusive === 'number' && { [exclusiveName]: exclusive }),
  };
}

/** Words that validators give a meaning of their own, which JSON Schema does not know. */
const NOT_OF_JSON_SCHEMA: ReadonlySet<string> = new Set(['nullable', '$async', 'discriminator', 'x-handoff']);

const LATER: ReadonlySet<string> = new Set(['if', 'then', 'else']);

const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Words that give a schema a name to be referred to by. */
const PLACES: ReadonlySet<string> = new Set(['$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor']);

/** Where the reference of a keyword in a schema leads, if it stays within the file. */
function targetsOf({ all }: References): (path: Path, keyword: string) => Path | undefined {
  const targets = new Map(
    all.flatMap(({ path, target }) => (target.kind === 'here' ? [[pointer(path), target.path] as const] : [])),
  );
  return (path, keyword) => targets.get(pointer([...path, keyword]));
}

/** A path as a pointer in a fragment: other characters than those of URIs are escaped. */
function asFragment(path: Path): string {
  return pointer(path).split('/').map(encodeURIComponent).join('/');
}

/** Pointers to a path and to all that it lies in. */
function above(path: Path): readonly string[] {
  return path.map((_, index) => pointer(path.slice(0, index + 1)));
}

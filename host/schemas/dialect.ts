import type { Json } from '../../core/format/schema.ts';

/** The dialects of JSON Schema that a schema may be written in, oldest first. */
export const dialects = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12'] as const;

export type Dialect = (typeof dialects)[number];

/** The `$schema` of each dialect, without the `#` at its end that some write. */
export const dialectUris: Readonly<Record<Dialect, string>> = {
  'draft-04': 'http://json-schema.org/draft-04/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
};

/** The dialect that a `$schema` names, with `http` or `https` and with or without `#`; undefined for any other. */
export function dialectOf(uri: string): Dialect | undefined {
  const plain = withoutScheme(uri.replace(/#$/, ''));
  return dialects.find((dialect) => withoutScheme(dialectUris[dialect]) === plain);
}

/** Whether a URI, without its fragment, is that of a dialect or of a part of one, which every validator brings. */
export function isOfDialect(uri: string): boolean {
  return (
    dialectOf(uri) !== undefined || /^https:\/\/json-schema\.org\/draft\/(?:2019-09|2020-12)\/meta\/[a-z-]+$/.test(uri)
  );
}

/** Whether a dialect ignores whatever stands beside a `$ref`. */
export function ignoresBesideRef(dialect: Dialect): boolean {
  return dialect === 'draft-04' || dialect === 'draft-06' || dialect === 'draft-07';
}

/** The name of the keyword that gives a schema its URI. */
export function idKeyword(dialect: Dialect): 'id' | '$id' {
  return dialect === 'draft-04' ? 'id' : '$id';
}

/** What stands behind a keyword, as far as schemas stand there. */
export type Holds = 'schema' | 'list' | 'members' | 'schema or list' | 'dependencies';

/** Keywords behind which schemas stand. In older dialects newer ones say nothing, but `$ref` may lead there. */
export const holding: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ...each('schema', [
    ...['additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'not', 'propertyNames'],
    ...['then', 'unevaluatedItems', 'unevaluatedProperties'],
  ]),
  ...each('list', ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...each('members', ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties']),
  ...each('schema or list', ['items']),
  ...each('dependencies', ['dependencies']),
]);

/** The words of a dialect, and those that editors and we add to each. */
export function isKeyword(word: string, dialect: Dialect): boolean {
  if ((word === 'id' || word === '$id') && word !== idKeyword(dialect)) return false;
  const since = SINCE.get(word);
  return since !== undefined && dialects.indexOf(dialect) >= dialects.indexOf(since);
}

/** Formats that one dialect or another names. */
export const formatNames: ReadonlySet<string> = new Set([
  ...['date', 'date-time', 'time', 'duration', 'email', 'idn-email', 'hostname', 'idn-hostname', 'ipv4', 'ipv6'],
  ...['uri', 'uri-reference', 'iri', 'iri-reference', 'uri-template', 'uuid', 'json-pointer', 'relative-json-pointer'],
  'regex',
]);

function each(holds: Holds, words: readonly string[]): readonly (readonly [string, Holds])[] {
  return words.map((word) => [word, holds] as const);
}

/** The first dialect that has a word. Places for definitions and annotations are taken from every dialect. */
const SINCE: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ...since('draft-04', [
    ...[
      '$schema',
      '$ref',
      '$defs',
      '$comment',
      'id',
      '$id',
      'title',
      'description',
      'default',
      'definitions',
      'examples',
    ],
    ...['type', 'enum', 'format', 'allOf', 'anyOf', 'oneOf', 'not', 'pattern', 'minLength', 'maxLength', 'minimum'],
    ...['maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'items', 'additionalItems', 'minItems'],
    ...['maxItems', 'uniqueItems', 'properties', 'patternProperties', 'additionalProperties', 'required'],
    ...['minProperties', 'maxProperties', 'dependencies', 'readOnly', 'writeOnly', 'deprecated'],
    ...['contentEncoding', 'contentMediaType', 'x-handoff', 'enumDescriptions', 'markdownDescription'],
    ...['markdownEnumDescriptions', 'defaultSnippets', 'errorMessage', 'patternErrorMessage', 'deprecationMessage'],
    ...['doNotSuggest', 'suggestSortText', 'allowComments', 'allowTrailingCommas'],
  ]),
  ...since('draft-06', ['const', 'contains', 'propertyNames']),
  ...since('draft-07', ['if', 'then', 'else']),
  ...since('2019-09', [
    ...['$anchor', '$vocabulary', '$recursiveRef', '$recursiveAnchor', 'dependentRequired', 'dependentSchemas'],
    ...['minContains', 'maxContains', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
  ]),
  ...since('2020-12', ['$dynamicRef', '$dynamicAnchor', 'prefixItems']),
]);

function since(dialect: Dialect, words: readonly string[]): readonly (readonly [string, Dialect])[] {
  return words.map((word) => [word, dialect] as const);
}

function withoutScheme(uri: string): string {
  return uri.replace(/^https?:/, '');
}

/** Whether a value can be a schema at all. */
export function isSchema(value: Json | undefined): value is boolean | { readonly [name: string]: Json } {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}

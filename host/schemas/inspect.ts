import { createDocument, type HandoffDocument, spanOfKey, spanOfValue } from '../../core/document.ts';
import { isObject, type Json } from '../../core/format/schema.ts';
import type { Node, Path } from '../../core/json/node.ts';
import { type Mistake, mistakesIn } from '../../core/mistake.ts';
import { nearest, oneOf, shown } from '../../core/text/words.ts';
import { type Dialect, dialectOf, dialects, formatNames, ignoresBesideRef, isKeyword } from './dialect.ts';
import { isRegularExpression } from './prepare.ts';
import { type References, referencesIn } from './references.ts';
import { everySchema, type Subschema } from './walk.ts';

/** A mistake in a schema. An error makes the schema unusable; a warning says what of it has no effect. */
export interface SchemaProblem extends Mistake {
  readonly severity: 'error' | 'warning';
}

/** A schema as its text has it, looked at without a validator. */
export interface Inspected {
  readonly document: HandoffDocument;
  readonly problems: readonly SchemaProblem[];
  /** Undefined where the text is no schema that could be looked at further. */
  readonly schema: { readonly value: Json; readonly dialect: Dialect; readonly references: References } | undefined;
}

/** Most values of a schema: what is beyond them costs more to look at than it can say. The parser limits the depth. */
const MOST_VALUES = 50_000;

/**
 * Reads the text of a schema and finds what is wrong with it that needs no validator: syntax, size, dialect, references,
 * regular expressions, and words that mean nothing. Total; problems are in no order.
 */
export function inspectSchema(text: string): Inspected {
  const document = createDocument('', text, { formats: [], placed: [] });
  const { value, syntax } = document;
  const broken = mistakesIn(document, 'a schema');
  const failed = (problems: readonly Mistake[]): Inspected => ({
    document,
    problems: problems.map((problem) => ({ ...problem, severity: 'error' })),
    schema: undefined,
  });
  if (broken.length > 0) return failed(broken);
  const tooLarge = syntax.root === undefined ? undefined : limitPassed(syntax.root);
  if (tooLarge !== undefined) return failed([tooLarge]);
  if (value === undefined || (!isObject(value) && typeof value !== 'boolean')) {
    return failed([{ span: spanOfValue(document, []), message: 'A schema must be an object.' }]);
  }
  const named = dialectNamed(document, value);
  if (named.dialect === undefined) return { document, problems: named.problems, schema: undefined };
  const { dialect } = named;
  const references = referencesIn(value, dialect);
  const all = [...everySchema(value)];
  return {
    document,
    problems: [
      ...named.problems,
      ...wrongReferences(document, references),
      ...wrongPatterns(document, all),
      ...besideReferences(document, all, dialect),
      ...unknownWords(document, all, dialect),
      ...unknownFormats(document, all),
    ],
    schema: { value, dialect, references },
  };
}

function limitPassed(root: Node): Mistake | undefined {
  if (countOf(root) <= MOST_VALUES) return undefined;
  const message = `A schema must have at most ${MOST_VALUES} values; this one has more.`;
  return { span: { start: 0, end: 1 }, message };
}

function countOf(node: Node): number {
  if (node.kind === 'array') return node.items.reduce((sum, item) => sum + countOf(item), 1);
  if (node.kind !== 'object') return 1;
  return node.members.reduce((sum, { value }) => sum + (value === undefined ? 0 : countOf(value)), 1);
}

function dialectNamed(
  document: HandoffDocument,
  value: Json,
): { readonly dialect: Dialect | undefined; readonly problems: readonly SchemaProblem[] } {
  const named = isObject(value) && Object.hasOwn(value, '$schema') ? value['$schema'] : undefined;
  if (named === undefined) {
    const message =
      'The schema does not say which dialect it is written in, so it is read as 2020-12: say it with "$schema".';
    const problems = isObject(value)
      ? [{ span: spanOfValue(document, []), message, severity: 'warning' } as const]
      : [];
    return { dialect: '2020-12', problems };
  }
  const dialect = typeof named === 'string' ? dialectOf(named) : undefined;
  if (dialect !== undefined) return { dialect, problems: [] };
  const message = `"$schema" must name a dialect of JSON Schema: ${oneOf(dialects)}; it is ${shown(named)}.`;
  return { dialect, problems: [{ span: spanOfValue(document, ['$schema']), message, severity: 'error' }] };
}

function wrongReferences(document: HandoffDocument, { all }: References): readonly SchemaProblem[] {
  return all.flatMap(({ path, ref, target }): readonly SchemaProblem[] => {
    const word = shown(String(path.at(-1)));
    const span = spanOfValue(document, path);
    switch (target.kind) {
      case 'elsewhere': {
        const message = `${word} must lead to a place in this file; ${shown(ref)} is elsewhere, and nothing is fetched.`;
        return [{ span, message, severity: 'error' }];
      }
      case 'nowhere':
        return [{ span, message: `${word} must lead to a schema; ${shown(ref)} leads to none.`, severity: 'error' }];
      default:
        return [];
    }
  });
}

function wrongPatterns(document: HandoffDocument, all: readonly Subschema[]): readonly SchemaProblem[] {
  return all.flatMap(({ path, schema }): readonly SchemaProblem[] => {
    if (!isObject(schema)) return [];
    const { pattern, patternProperties } = own(schema);
    const message = (found: string) => `${shown(found)} is no regular expression, so it is not checked.`;
    const named = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    return [
      ...(typeof pattern === 'string' && !isRegularExpression(pattern)
        ? [
            {
              span: spanOfValue(document, [...path, 'pattern']),
              message: message(pattern),
              severity: 'warning',
            } as const,
          ]
        : []),
      ...named
        .filter((one) => !isRegularExpression(one))
        .map((one) => ({
          span: spanOfKey(document, [...path, 'patternProperties', one]),
          message: message(one),
          severity: 'warning' as const,
        })),
    ];
  });
}

/** What says something about validity beside a `$ref`, in a dialect that does not hear it. */
function besideReferences(
  document: HandoffDocument,
  all: readonly Subschema[],
  dialect: Dialect,
): readonly SchemaProblem[] {
  if (!ignoresBesideRef(dialect)) return [];
  return all.flatMap(({ path, schema }): readonly SchemaProblem[] => {
    if (!isObject(schema) || typeof own(schema)['$ref'] !== 'string') return [];
    const word = Object.keys(schema).find((keyword) => !HEARD_BESIDE_REF.has(keyword) && isKeyword(keyword, dialect));
    if (word === undefined) return [];
    const message = `${shown(word)} has no effect: in ${dialect}, nothing beside "$ref" has. Put both into "allOf".`;
    return [{ span: spanOfKey(document, [...path, word]), message, severity: 'warning' }];
  });
}

const HEARD_BESIDE_REF: ReadonlySet<string> = new Set([
  ...[
    '$ref',
    '$schema',
    '$id',
    'id',
    '$comment',
    '$defs',
    'definitions',
    'title',
    'description',
    'default',
    'examples',
  ],
  ...['x-handoff', 'deprecated', 'readOnly', 'writeOnly', 'enumDescriptions', 'markdownDescription'],
]);

/** Each unknown word once, where it stands first: one that is meant to be there stands in many places. */
function unknownWords(
  document: HandoffDocument,
  all: readonly Subschema[],
  dialect: Dialect,
): readonly SchemaProblem[] {
  const places = new Map<string, Path[]>();
  for (const { path, schema } of all) {
    for (const word of isObject(schema) ? Object.keys(schema) : []) {
      if (!isKeyword(word, dialect)) places.set(word, [...(places.get(word) ?? []), path]);
    }
  }
  return [...places].map(([word, [first = []]]) => {
    const near = nearest(
      word,
      WORDS.filter((one) => isKeyword(one, dialect)),
    );
    const hint = near === undefined ? '' : `: did you mean ${shown(near)}?`;
    const message = `${shown(word)} is no word of JSON Schema ${dialect} and has no effect${hint === '' ? '.' : hint}`;
    return { span: spanOfKey(document, [...first, word]), message, severity: 'warning' };
  });
}

/** Words that another may be a slip of. */
const WORDS: readonly string[] = [
  ...['additionalProperties', 'description', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'items'],
  ...['maxItems', 'maxLength', 'maxProperties', 'maximum', 'minItems', 'minLength', 'minProperties', 'minimum'],
  ...['multipleOf', 'pattern', 'patternProperties', 'properties', 'required', 'title', 'type', 'uniqueItems'],
  ...['const', 'contains', 'dependentRequired', 'examples', 'propertyNames', 'unevaluatedProperties', 'x-handoff'],
];

function unknownFormats(document: HandoffDocument, all: readonly Subschema[]): readonly SchemaProblem[] {
  const said = new Set<string>();
  return all.flatMap(({ path, schema }): readonly SchemaProblem[] => {
    const format = isObject(schema) ? own(schema)['format'] : undefined;
    if (typeof format !== 'string' || formatNames.has(format) || said.has(format)) return [];
    said.add(format);
    const message = `${shown(format)} is no format of JSON Schema, so it is not checked: say what it asks for with "pattern".`;
    return [{ span: spanOfValue(document, [...path, 'format']), message, severity: 'warning' }];
  });
}

/** Own members alone, whatever they are called. */
function own(schema: { readonly [name: string]: Json }): { readonly [name: string]: Json | undefined } {
  return Object.assign(Object.create(null), schema);
}

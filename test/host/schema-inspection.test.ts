import { describe, expect, test } from 'vitest';
import { inspectSchema } from '../../host/schemas/inspect.ts';

/** Each problem as its severity, the text it marks, and what it says, in text order. */
function problemsOf(schema: unknown): readonly string[] {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  return [...inspectSchema(text).problems]
    .sort((a, b) => a.span.start - b.span.start)
    .map(({ severity, span, message }) => `${severity} ${text.slice(span.start, span.end)}: ${message}`);
}

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const draft2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

describe('the dialect of a schema', () => {
  test.each([
    ['http://json-schema.org/draft-04/schema#', 'draft-04'],
    ['http://json-schema.org/draft-06/schema#', 'draft-06'],
    ['http://json-schema.org/draft-07/schema', 'draft-07'],
    ['https://json-schema.org/draft-07/schema', 'draft-07'],
    ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
    ['https://json-schema.org/draft/2020-12/schema#', '2020-12'],
  ])('is told by %s, with http or https, with # or without (pitfall 45)', ($schema, dialect) => {
    expect(inspectSchema(JSON.stringify({ $schema })).schema?.dialect).toBe(dialect);
    expect(problemsOf({ $schema })).toEqual([]);
  });

  test('must be one that is known (pitfall 45)', () => {
    expect(problemsOf({ $schema: 'https://example.com/dialect' })).toEqual([
      'error "https://example.com/dialect": "$schema" must name a dialect of JSON Schema: draft-04, draft-06, draft-07, 2019-09 or 2020-12; it is "https://example.com/dialect".',
    ]);
    expect(problemsOf({ $schema: 7 })).toHaveLength(1);
  });

  test('is 2020-12 where a schema does not say, which is said', () => {
    expect(inspectSchema('{}').schema?.dialect).toBe('2020-12');
    expect(problemsOf({})).toEqual([
      'warning {: The schema does not say which dialect it is written in, so it is read as 2020-12: say it with "$schema".',
    ]);
  });
});

describe('references', () => {
  test('lead to pointers, anchors and URIs within the file', () => {
    const schema = {
      ...draft2020,
      $id: 'https://example.com/handoff.json',
      properties: {
        pointer: { $ref: '#/$defs/task' },
        anchor: { $ref: '#task' },
        uri: { $ref: 'https://example.com/handoff.json#/$defs/task' },
        inner: { $ref: 'inner.json' },
        escaped: { $ref: '#/$defs/a~1b%20c' },
        dialect: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      },
      $defs: { task: { $anchor: 'task' }, other: { $id: 'inner.json' }, 'a/b c': true },
    };
    expect(problemsOf(schema)).toEqual([]);
  });

  test('must not lead elsewhere: nothing is fetched, and each is named (pitfall 46)', () => {
    const schema = {
      ...draft07,
      properties: { a: { $ref: 'https://example.com/a.json#/x' }, b: { $ref: './b.json' } },
    };
    expect(problemsOf(schema)).toEqual([
      'error "https://example.com/a.json#/x": "$ref" must lead to a place in this file; "https://example.com/a.json#/x" is elsewhere, and nothing is fetched.',
      'error "./b.json": "$ref" must lead to a place in this file; "./b.json" is elsewhere, and nothing is fetched.',
    ]);
  });

  test('must lead to a schema, pointers and anchors alike (pitfall 46)', () => {
    expect(
      problemsOf({ ...draft07, properties: { a: { $ref: '#/definitions/nothing' }, b: { $ref: '#nothing' } } }),
    ).toEqual([
      'error "#/definitions/nothing": "$ref" must lead to a schema; "#/definitions/nothing" leads to none.',
      'error "#nothing": "$ref" must lead to a schema; "#nothing" leads to none.',
    ]);
  });

  test('are relative to the URI of the schema around them (pitfall 47)', () => {
    const inner = { $id: 'inner', definitions: { x: {} }, properties: { a: { $ref: '#/definitions/x' } } };
    expect(problemsOf({ ...draft07, $id: 'outer', properties: { inner } })).toEqual([]);
    const { definitions: _, ...bare } = inner;
    expect(problemsOf({ ...draft07, $id: 'outer', definitions: { x: {} }, properties: { bare } })).toEqual([
      'error "#/definitions/x": "$ref" must lead to a schema; "#/definitions/x" leads to none.',
    ]);
  });

  test('hide what stands beside them in older dialects, which is said', () => {
    const properties = { a: { $ref: '#', maxLength: 3, description: 'heard' } };
    expect(problemsOf({ ...draft07, properties })).toEqual([
      'warning "maxLength": "maxLength" has no effect: in draft-07, nothing beside "$ref" has. Put both into "allOf".',
    ]);
    expect(problemsOf({ ...draft2020, properties })).toEqual([]);
  });

  test('are none where data stands', () => {
    expect(problemsOf({ ...draft07, enum: [{ $ref: 'x.json' }], default: { $ref: 'y.json' } })).toEqual([]);
  });
});

describe('words that mean nothing', () => {
  test('are said, each once, with what may be meant (pitfall 48)', () => {
    const schema = {
      ...draft07,
      'x-owner': 'me',
      properties: { a: { maxlength: 5, 'x-handof': {} }, b: { maxlength: 6, format: 'git-sha' } },
    };
    expect(problemsOf(schema)).toEqual([
      'warning "x-owner": "x-owner" is no word of JSON Schema draft-07 and has no effect.',
      'warning "maxlength": "maxlength" is no word of JSON Schema draft-07 and has no effect: did you mean "maxLength"?',
      'warning "x-handof": "x-handof" is no word of JSON Schema draft-07 and has no effect: did you mean "x-handoff"?',
      'warning "git-sha": "git-sha" is no format of JSON Schema, so it is not checked: say what it asks for with "pattern".',
    ]);
  });

  test('depend on the dialect', () => {
    expect(problemsOf({ ...draft07, prefixItems: [] })).toEqual([
      'warning "prefixItems": "prefixItems" is no word of JSON Schema draft-07 and has no effect.',
    ]);
    expect(problemsOf({ ...draft2020, prefixItems: [true] })).toEqual([]);
  });

  test('are none where members are named', () => {
    expect(problemsOf({ ...draft07, properties: { maxlength: {}, constructor: {}, __proto__: {} } })).toEqual([]);
  });
});

test('a regular expression is read in Unicode mode or without, and said where it is none (pitfall 24)', () => {
  const schema = {
    ...draft07,
    properties: {
      a: { pattern: '^\\d+(\\-\\d+)?$' },
      b: { pattern: '^\\p{L}+$' },
      c: { pattern: '(' },
    },
    patternProperties: { '[': {} },
  };
  expect(problemsOf(schema)).toEqual([
    'warning "(": "(" is no regular expression, so it is not checked.',
    'warning "[": "[" is no regular expression, so it is not checked.',
  ]);
});

describe('a text that is no schema says so at its place', () => {
  test.each([
    ['', 'error : The file must hold a JSON object, at least {}; it is empty.'],
    ['[]', 'error [: A schema must be an object.'],
    ['{"type": }', 'error "type": "type" must have a value.'],
  ])('%j', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('members given twice are an error: only one of them would count', () => {
    expect(problemsOf('{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","type":"array"}')).toEqual([
      'error "type": "type" must be given once; here it is given again.',
      'error "type": "type" must be given once; here it is given again.',
    ]);
  });

  test('depth and number of values are limited before anything else is looked at (pitfall 51)', () => {
    const deep = `${'{"not":'.repeat(120)}{}${'}'.repeat(120)}`;
    expect(problemsOf(deep)).toEqual(['error {: This is nested too deeply for a schema.']);
    expect(problemsOf({ ...draft07, enum: Array.from({ length: 50_001 }, (_, index) => index) })).toEqual([
      'error {: A schema must have at most 50000 values; this one has more.',
    ]);
    expect(problemsOf('['.repeat(1_000_000)).length).toBe(1);
  });
});

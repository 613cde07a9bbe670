import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { complete } from '../../core/complete/complete.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { fieldAt } from '../../core/format/format.ts';
import type { Schema } from '../../core/format/schema.ts';
import { hover } from '../../core/show/hover.ts';
import { documentAt, NOW } from '../harness/core.ts';

/** Two shapes that a tag tells apart, inside and around lists, one of them wider than the other. */
const schema: Schema & { readonly $schema: string } = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Shapes',
  oneOf: [{ $ref: '#/definitions/plain' }, { $ref: '#/definitions/rich' }],
  definitions: {
    plain: {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'from'],
      properties: { kind: { enum: ['plain', 'rich'] }, from: { type: 'string' } },
    },
    rich: {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'from', 'parts'],
      properties: {
        kind: { enum: ['rich'] },
        from: { type: 'string' },
        parts: {
          title: 'Parts',
          type: 'array',
          items: { oneOf: [{ $ref: '#/definitions/a' }, { $ref: '#/definitions/b' }] },
        },
      },
    },
    a: part('a', { size: { title: 'Size', type: 'integer' } }),
    b: part('b', { label: { title: 'Label', type: 'string', minLength: 1 } }),
  },
};

function part(tag: string, properties: Readonly<Record<string, Schema>>): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', ...Object.keys(properties)],
    properties: { type: { const: tag }, ...properties },
  };
}

function messages(text: string): readonly string[] {
  const reports = check(documentAt('own.json', text, schema), noFacts(NOW), defaultConfiguration);
  return reports.map(({ rule, message }) => `${rule}: ${message}`);
}

describe('of a choice of shapes a document gets the findings of the one it is meant to be', () => {
  test.each([
    ['{"kind":"rich","from":"x"}', ['shape-incomplete: "kind" is "rich", so there must be "parts"; it is missing.']],
    ['{"kind":"rich","from":"x","parts":1}', ['wrong-type: "parts" must be a list; it is a number.']],
    ['{"kind":"plain","from":"x","extra":1}', ['unknown-field: "extra" is not a member that the format names.']],
    ['{"kind":"rihc","from":"x"}', ['value-not-allowed: "kind" must be "plain" or "rich"; it is "rihc".']],
    ['{"kind":"rihc","from":"x","parts":[]}', ['value-not-allowed: "kind" must be "plain" or "rich"; it is "rihc".']],
    [
      '{}',
      [
        'missing-field: The required member "kind" is missing.',
        'missing-field: The required member "from" is missing.',
      ],
    ],
  ])('%s (pitfalls 13, 14, 52)', (text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  test.each([
    ['{"type":"a","size":1.5}', ['number-range: "size" must be a whole number; it is 1.5.']],
    ['{"type":"b"}', ['missing-field: The required member "label" is missing.']],
    ['{"type":"c","size":1}', ['value-not-allowed: "type" must be "a" or "b"; it is "c".']],
    ['{"type":"c"}', ['value-not-allowed: "type" must be "a" or "b"; it is "c".']],
    ['{}', ['missing-field: The required member "type" is missing.']],
    ['7', ['wrong-type: Entry 1 of "parts" must be an object; it is a number.']],
    [
      '{"type":"b","label":"","size":1}',
      [
        'text-empty: "label" must not be empty; it is empty.',
        'unknown-field: "size" is not a member that the format names.',
      ],
    ],
  ])('an entry %s', (entry, expected) => {
    expect(messages(`{"kind":"rich","from":"x","parts":[${entry}]}`)).toEqual(expected);
  });
});

test('fields follow the shape that each value asks for', () => {
  const text = '{"kind":"rich","from":"x","parts":[{"type":"a"},{"type":"b"}]}';
  const { format } = documentAt('own.json', text, schema).recognition;
  const names = (path: readonly (string | number)[]) => [...((format && fieldAt(format, path))?.members.keys() ?? [])];
  expect(names([])).toEqual(['kind', 'from', 'parts']);
  expect(names(['parts', 0])).toEqual(['type', 'size']);
  expect(names(['parts', 1])).toEqual(['type', 'label']);
  expect(format && fieldAt(format, ['parts', 1, 'label'])?.schema.title).toBe('Label');
});

test('completion and hover follow the shape, and a tag can still become any of them', () => {
  const text = '{"kind":"rich","from":"x","parts":[{"type":"a"},{"type":"b","label":"l"}]}';
  const document = documentAt('own.json', text, schema);
  const labels = (offset: number) => complete(document, offset, noFacts(NOW)).items.map(({ label }) => label);
  expect(labels(text.indexOf('"a"') + 1)).toEqual(['a', 'b']);
  expect(labels(text.indexOf('"rich"') + 1)).toEqual(['plain', 'rich']);
  const member = text.replace('{"type":"a"}', '{"type":"a", }');
  const at = complete(documentAt('own.json', member, schema), member.indexOf(', }') + 2, noFacts(NOW));
  expect(at.items.map(({ label }) => label)).toEqual(['size']);
  expect(hover(document, text.indexOf('"label"') + 1, noFacts(NOW))?.markdown).toContain('**Label**');
});

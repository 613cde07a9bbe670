import { expect, test } from 'vitest';
import { fits } from '../../core/format/fits.ts';
import type { Json, Schema } from '../../core/format/schema.ts';

test.each<[Schema, Json, boolean]>([
  [{ type: 'string' }, 'a', true],
  [{ type: 'string' }, 1, false],
  [{ type: ['integer', 'null'] }, 1, true],
  [{ type: ['integer', 'null'] }, 1.5, false],
  [{ type: 'integer' }, null, false],
  [{ enum: ['a', 'b'] }, 'b', true],
  [{ const: 1 }, 2, false],
  [{ type: 'string', minLength: 2, maxLength: 2 }, '\u{1f600}\u{1f600}', true],
  [{ type: 'string', maxLength: 1 }, 'ab', false],
  [{ minimum: 1, maximum: 3 }, 3, true],
  [{ minimum: 1 }, 0, false],
  [{ title: 'T', description: 'D', 'x-handoff': { task: 'id' } }, 'a', true],
])('%j certainly allows %j: %j', (schema, value, certain) => {
  expect(fits(schema, value)).toBe(certain);
});

test.each<[Schema | undefined, Json]>([
  [undefined, 'a'],
  [{ pattern: '^a$' }, 'a'],
  [{ anyOf: [{ type: 'string' }] }, 'a'],
  [{ $ref: '#/nowhere' }, 'a'],
  [{}, []],
  [{}, {}],
])('of %j and %j nobody can tell without a validator', (schema, value) => {
  expect(fits(schema, value)).toBe(false);
});

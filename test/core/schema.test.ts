import { expect, test } from 'vitest';
import { createFormat } from '../../core/format/format.ts';
import { pointer, valueAt } from '../../core/format/schema.ts';
import { formats } from '../../core/generated/formats.ts';
import { createAjv } from '../../host/schemas/ajv.ts';

const schema = {
  type: 'object',
  properties: {
    metadata: {
      type: 'object',
      additionalProperties: { type: 'number' },
      properties: { list: { type: 'array', items: { type: 'number' } }, '0': { type: 'number' } },
    },
  },
};

test.each([
  ['a/b~c', ['metadata', 'a/b~c']],
  ['~1', ['metadata', '~1']],
  ['~01', ['metadata', '~01']],
  ['%25', ['metadata', '%25']],
  ['', ['metadata', '']],
  ['0', ['metadata', '0']],
])('an issue at a member called %j is found at that member (pitfall 43)', (name, path) => {
  const validate = createAjv(schema).compile(schema);
  const value = { metadata: { [name]: 'x' } };
  const issues = createFormat('own', schema, validate).validate?.(value) ?? [];
  expect(issues.map((issue) => issue.path)).toEqual([path]);
  expect(valueAt(value, path)).toBe('x');
});

test('a step into a list is an index, also where a member could have that name (pitfall 43)', () => {
  const validate = createAjv(schema).compile(schema);
  const issues = createFormat('own', schema, validate).validate?.({ metadata: { list: [1, 'x'] } }) ?? [];
  expect(issues.map((issue) => issue.path)).toEqual([['metadata', 'list', 1]]);
});

test('a path is written as a JSON Pointer', () => {
  expect(pointer(['a/b~c', 0, ''])).toBe('/a~1b~0c/0/');
  expect(pointer([])).toBe('');
});

test('formats of several drafts are known side by side (pitfall 45)', () => {
  const drafts = formats.map(({ schema }) => (schema as { $schema?: string }).$schema);
  expect(new Set(drafts)).toEqual(
    new Set(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema']),
  );
});

import { expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument } from '../../core/document.ts';
import { dialectUris } from '../../host/schemas/dialect.ts';
import { createOwnFormats } from '../../host/schemas/own-formats.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const formats = createOwnFormats();

/*
 * A schema may refuse a document by any keyword, and each time a person must be told: whatever no rule knew would look fine.
 * The schema of a member `v`, as JSON; the value of it; what is found.
 */

const draft07 = [
  ['{"type":"string"}', '1', 'wrong-type: "v" must be a text; it is a number.'],
  ['{"enum":[1]}', '2', 'value-not-allowed: "v" must be 1; it is 2.'],
  ['{"const":1}', '2', 'value-not-allowed: "v" must be 1; it is 2.'],
  ['{"multipleOf":2}', '3', 'number-range: "v" must be a multiple of 2; it is 3.'],
  ['{"maximum":2}', '3', 'number-range: "v" must be at most 2; it is 3.'],
  ['{"exclusiveMaximum":2}', '2', 'number-range: "v" must be less than 2; it is 2.'],
  ['{"minimum":2}', '1', 'number-range: "v" must be at least 2; it is 1.'],
  ['{"exclusiveMinimum":2}', '2', 'number-range: "v" must be greater than 2; it is 2.'],
  ['{"maxLength":1}', '"ab"', 'text-too-long: "v" must have at most 1 characters; it has 2.'],
  ['{"minLength":2}', '"a"', 'text-empty: "v" must have at least 2 characters; it has 1.'],
  ['{"pattern":"^b"}', '"a"', 'bad-shape: "v" must be a text that matches the pattern ^b; it is "a".'],
  [
    '{"items":[{}],"additionalItems":false}',
    '[1,2]',
    'refused-by-schema: Entry 2 of "v" must not be there; the format has a place for 1 entry.',
  ],
  ['{"items":[{"type":"string"}]}', '[1]', 'wrong-type: Entry 1 of "v" must be a text; it is a number.'],
  ['{"maxItems":1}', '[1,2]', 'list-size: "v" must have at most 1 entry; it has 2.'],
  ['{"minItems":2}', '[1]', 'list-size: "v" must have at least 2 entries; it has 1.'],
  [
    '{"uniqueItems":true}',
    '[1,1]',
    'refused-by-schema: Entry 2 of "v" must differ from the others; it is the same as entry 1.',
  ],
  ['{"contains":{"type":"string"}}', '[]', 'refused-by-schema: "v" must have an entry that it lacks.'],
  ['{"maxProperties":1}', '{"a":1,"b":2}', 'list-size: "v" must have at most 1 member; it has 2.'],
  ['{"minProperties":2}', '{"a":1}', 'list-size: "v" must have at least 2 members; it has 1.'],
  ['{"required":["bc"]}', '{}', 'missing-field: The required member "bc" is missing.'],
  ['{"properties":{"a":false}}', '{"a":1}', 'refused-by-schema: "a" must not be there.'],
  ['{"patternProperties":{"^a":{"type":"string"}}}', '{"a":1}', 'wrong-type: "a" must be a text; it is a number.'],
  ['{"additionalProperties":false}', '{"a":1}', 'unknown-field: "a" is not a member that the format names.'],
  ['{"additionalProperties":{"type":"string"}}', '{"a":1}', 'wrong-type: "a" must be a text; it is a number.'],
  ['{"dependencies":{"a":["long"]}}', '{"a":1}', 'missing-field: The required member "long" is missing.'],
  [
    '{"propertyNames":{"maxLength":1}}',
    '{"ab":1}',
    'refused-by-schema: "v" must have other names for its members; "ab" is none that it takes.',
  ],
  ['{"if":{},"then":{"type":"string"}}', '1', 'wrong-type: "v" must be a text; it is a number.'],
  ['{"if":false,"else":false}', '1', 'refused-by-schema: "v" must not be there.'],
  ['{"anyOf":[{"type":"string"},{"minimum":5}]}', '1', 'number-range: "v" must be at least 5; it is 1.'],
  ['{"oneOf":[{},{}]}', '1', 'refused-by-schema: "v" must have exactly one of the shapes that the format has for it.'],
  ['{"not":{}}', '1', 'refused-by-schema: "v" must not be what the format rules out.'],
] as const;

const draft2019 = [
  ['{"dependentRequired":{"a":["long"]}}', '{"a":1}', 'missing-field: The required member "long" is missing.'],
  ['{"dependentSchemas":{"a":false}}', '{"a":1}', 'refused-by-schema: "v" must not be there.'],
  [
    '{"contains":{},"minContains":0,"maxContains":1}',
    '[1,2]',
    'refused-by-schema: "v" must have 0 to 1 of the entries that the format asks for.',
  ],
  [
    '{"contains":{},"minContains":3}',
    '[1,2]',
    'refused-by-schema: "v" must have at least 3 of the entries that the format asks for.',
  ],
  [
    '{"unevaluatedItems":false}',
    '[1]',
    'refused-by-schema: Entry 1 of "v" must not be there; the format has a place for 0 entries.',
  ],
  ['{"unevaluatedProperties":false}', '{"a":1}', 'unknown-field: "a" is not a member that the format names.'],
] as const;

const draft2020 = [
  [
    '{"prefixItems":[{}],"items":false}',
    '[1,2]',
    'refused-by-schema: Entry 2 of "v" must not be there; the format has a place for 1 entry.',
  ],
  ['{"unevaluatedItems":{"type":"string"}}', '[1]', 'wrong-type: Entry 1 of "v" must be a text; it is a number.'],
] as const;

const draft04 = [
  ['{"minimum":1,"exclusiveMinimum":true}', '1', 'number-range: "v" must be greater than 1; it is 1.'],
  ['{"maximum":1,"exclusiveMaximum":true}', '1', 'number-range: "v" must be less than 1; it is 1.'],
] as const;

test.each([
  ...draft04.map((one) => ['draft-04', ...one] as const),
  ...draft07.map((one) => ['draft-07', ...one] as const),
  ...draft2019.map((one) => ['2019-09', ...one] as const),
  ...draft2020.map((one) => ['2020-12', ...one] as const),
])('%s: what %s refuses in %s is one error', async (dialect, schema, value, finding) => {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 's.json': `{"$schema":"${dialectUris[dialect]}","properties":{"v":${schema}}}` });
  const [own] = await formats.load(folder, [{ id: 'own', files: ['*'], schema: 's.json', span: { start: 0, end: 0 } }]);
  if (own === undefined) throw new Error('A configured format must be there.');
  expect(own.problems).toEqual([]);
  const document = createDocument('file:///x.json', `{"v":${value}}`, { formats: [own.format], placed: ['own'] });
  const facts = { now: '2026-01-01T00:00:00Z', files: new Map(), folders: new Map() };
  expect(check(document, facts, defaultConfiguration)).toEqual([]);
  const reports = check(document, { ...facts, verdict: await own.validate(document) }, defaultConfiguration);
  expect(reports.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([finding]);
  expect(reports.map(({ severity }) => severity)).toEqual(['error']);
});

import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument } from '../../core/document.ts';
import { createLoader } from '../../host/schemas/load.ts';
import { type OwnFormat, ownAt } from '../../host/schemas/own-formats.ts';
import { createValidation, type Validation, type ValidationLimits } from '../../host/schemas/validation.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const threads: Validation[] = [];
afterAll(() => {
  for (const thread of threads) thread.end();
});

/** Quick to stop, so that tests are quick; the schemas of others answer in a fraction of that. */
const hasty: ValidationLimits = { time: 600, memory: 256, strikes: 2, rest: 60_000 };

function formatsWith(limits?: ValidationLimits) {
  const thread = createValidation(limits);
  threads.push(thread);
  return createLoader(() => thread);
}

const shared = formatsWith();
const configured = (id: string, schema = 'schema.json') => ({
  id,
  files: ['*.json'],
  schema,
  span: { start: 0, end: 1 },
});

async function formatOf(schema: unknown, formats = shared): Promise<OwnFormat> {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'schema.json': typeof schema === 'string' ? schema : JSON.stringify(schema) });
  const [own] = await formats.load(folder, [configured('acme')]);
  if (own === undefined) throw new Error('A configured format must be there.');
  return own;
}

/** What the schema says of a value: keyword and path of each issue, or why it says nothing. */
async function verdictOn({ format, validate }: OwnFormat, value: unknown): Promise<unknown> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const verdict = await validate(createDocument('file:///x.json', text, { formats: [format], placed: ['acme'] }));
  if (verdict.kind === 'unchecked') return verdict.reason;
  return verdict.issues.map(({ keyword, path }) => `${keyword} /${path.join('/')}`);
}

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };

describe('a schema of any dialect judges by its rules', () => {
  test('draft-04: a limit is made exclusive by a flag', async () => {
    const own = await formatOf({
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'http://example.com/a',
      properties: { n: { minimum: 1, exclusiveMinimum: true } },
    });
    expect(own.problems).toEqual([]);
    expect(await verdictOn(own, { n: 1 })).toEqual(['minimum /n']);
    expect(own.format.root.members.get('n')?.schema).toEqual({ exclusiveMinimum: 1 });
  });

  test('draft-06: what came later says nothing', async () => {
    const own = await formatOf(
      '{"$schema":"http://json-schema.org/draft-06/schema#","if":{},"then":false,"properties":{"a":{"const":1}}}',
    );
    expect(await verdictOn(own, { a: 2 })).toEqual(['const /a']);
  });

  test('2019-09 and 2020-12: what no part of the schema names is found', async () => {
    for (const $schema of [
      'https://json-schema.org/draft/2019-09/schema',
      'https://json-schema.org/draft/2020-12/schema',
    ]) {
      const own = await formatOf({
        $schema,
        allOf: [{ $ref: '#/$defs/part' }],
        $defs: { part: { properties: { a: {} } } },
        unevaluatedProperties: false,
      });
      expect(await verdictOn(own, { a: 1, b: 2 })).toEqual(['unevaluatedProperties /']);
      expect([...own.format.root.members.keys()]).toEqual(['a']);
    }
  });

  test('side by side in one process (pitfall 45)', async () => {
    const [old, recent] = await Promise.all([
      formatOf({ ...draft07, items: [{ type: 'string' }] }),
      formatOf({ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'number' }] }),
    ]);
    expect(await verdictOn(old, [1])).toEqual(['type /0']);
    expect(await verdictOn(recent, ['x'])).toEqual(['type /0']);
  });
});

test('a value of several shapes is told what is wrong with the one that it is meant to have', async () => {
  const own = await formatOf({
    ...draft07,
    oneOf: [
      { properties: { kind: { const: 'a' }, n: { type: 'number' } }, required: ['kind', 'n'] },
      { properties: { kind: { const: 'b' }, s: { type: 'string' } }, required: ['kind', 's'] },
    ],
  });
  const { validate, format } = own;
  const verdict = await validate(
    createDocument('file:///x', '{"kind":"b","s":1}', { formats: [format], placed: ['acme'] }),
  );
  const issues = verdict.kind === 'validated' ? verdict.issues : [];
  expect(issues.map(({ keyword, path }) => [keyword, path])).toContainEqual(['type', ['s']]);
  expect(issues.filter(({ path }) => path.includes('n'))).toEqual([]);
});

test('two schemas with one $id do not disturb each other, nor does one that is changed (pitfall 44)', async () => {
  const folder = await temporaryFolder();
  const schema = (type: string) => JSON.stringify({ ...draft07, $id: 'https://example.com/handoff', type });
  await writeFiles(folder, { 'a.json': schema('object'), 'b.json': schema('string') });
  const [a, b] = await shared.load(folder, [configured('a', 'a.json'), configured('b', 'b.json')]);
  expect(a && (await verdictOn(a, []))).toEqual(['type /']);
  expect(b && (await verdictOn(b, '"x"'))).toEqual([]);
  await writeFile(path.join(folder, 'a.json'), schema('array'));
  const [changed] = await shared.load(folder, [configured('a', 'a.json')]);
  expect(changed && (await verdictOn(changed, []))).toEqual([]);
  await writeFile(path.join(folder, 'a.json'), schema('object'));
  const [again] = await shared.load(folder, [configured('a', 'a.json')]);
  expect(again && (await verdictOn(again, []))).toEqual(['type /']);
});

test('a schema with the $id of a dialect judges as itself (pitfall 44)', async () => {
  const own = await formatOf({ ...draft07, $id: 'http://json-schema.org/draft-07/schema#', type: 'string' });
  expect(await verdictOn(own, {})).toEqual(['type /']);
});

test('a schema that did not change is read again but stays the same', async () => {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'schema.json': JSON.stringify(draft07) });
  const [first] = await shared.load(folder, [configured('acme')]);
  const [second] = await shared.load(folder, [configured('acme')]);
  expect(second).toBe(first);
});

test('members called as those of every object are members like others (pitfall 49)', async () => {
  const own = await formatOf({
    ...draft07,
    required: ['toString'],
    properties: { constructor: { type: 'string' }, hasOwnProperty: { type: 'string' } },
  });
  expect(await verdictOn(own, {})).toEqual(['required /']);
  expect(await verdictOn(own, { toString: 1 })).toEqual([]);
  expect(await verdictOn(own, { toString: 1, constructor: 2 })).toEqual(['type /constructor']);
  const odd = await formatOf(
    `{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"__proto__":{"title":"x"}}}`,
  );
  expect([...odd.format.root.members.keys()]).toEqual(['__proto__']);
});

test('a bad regular expression does not keep the rest from being checked (pitfall 24)', async () => {
  const own = await formatOf({
    ...draft07,
    properties: { a: { pattern: '(' }, b: { pattern: '^\\d+(\\-\\d+)?$' }, c: { pattern: '^\\p{L}+$' } },
  });
  expect(own.problems.map(({ message }) => message)).toEqual(['"(" is no regular expression, so it is not checked.']);
  expect(await verdictOn(own, { a: 'x', b: 'x', c: 'é' })).toEqual(['pattern /b']);
});

test('words of no dialect have no effect, those that validators know too (pitfall 48)', async () => {
  const own = await formatOf({
    ...draft07,
    $async: true,
    properties: { a: { type: 'string', nullable: true }, b: { nullable: true, format: 'git-sha' } },
    discriminator: { propertyName: 'a' },
    'x-owner': 'me',
  });
  expect(own.problems.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning', 'warning', 'warning']);
  expect(await verdictOn(own, { a: null, b: 1 })).toEqual(['type /a']);
});

describe('a schema with mistakes', () => {
  test('is not used; each mistake is told once, in order, and the first is why documents are not checked', async () => {
    const own = await formatOf(`{
      "$schema": "http://json-schema.org/draft-07/schema#",
      "type": "objekt",
      "properties": { "a": { "minimum": "x", "x-handoff": { "comit": "head" } } }
    }`);
    expect(own.problems.map(({ span, message }) => [own.text?.slice(span.start, span.end), message])).toEqual([
      [
        '"objekt"',
        '"type" must be "array", "boolean", "integer", "null", "number", "object" or "string"; it is "objekt".',
      ],
      ['"x"', '"minimum" must be a number; it is a text.'],
      ['"comit"', '"comit" means nothing in "x-handoff": did you mean "commit"?'],
    ]);
    expect(await verdictOn(own, {})).toBe(
      'schema.json cannot be used; its line 3: "type" must be "array", "boolean", "integer", "null", "number", "object" or "string"; it is "objekt"',
    );
  });

  test.each([
    ['none.json', '"schema" must name a JSON Schema of the project; "none.json" does not exist.'],
    [
      '../schema.json',
      '"schema" must name a JSON Schema of the project; "../schema.json" lies outside the configuration\'s folder.',
    ],
    [
      '/etc/passwd',
      '"schema" must name a JSON Schema of the project; "/etc/passwd" lies outside the configuration\'s folder.',
    ],
    ['folder', '"schema" must name a JSON Schema of the project; "folder" is a folder.'],
    ['folder\\x', '"schema" must name a JSON Schema of the project; "folder\\\\x" must have "/" between its parts.'],
    ['large.json', '"schema" must name a JSON Schema of the project; "large.json" is larger than 1 MiB.'],
  ])('cannot be read as %s: a mistake in the configuration', async (schema, message) => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { 'folder/x': '', 'large.json': `{"$comment":"${'x'.repeat(1024 * 1024)}"}` });
    const [own] = await shared.load(folder, [configured('acme', schema)]);
    expect(own?.mistake).toEqual({ span: { start: 0, end: 1 }, message });
  });

  test.skipIf(process.platform === 'win32')('is not read where a link leads out of the folder', async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeFiles(outside, { 'schema.json': '{}' });
    await symlink(path.join(outside, 'schema.json'), path.join(folder, 'schema.json'));
    const [own] = await shared.load(folder, [configured('acme')]);
    expect(own?.mistake?.message).toContain("lies outside the configuration's folder");
  });
});

describe('a schema that takes for ever', () => {
  const slow = { ...draft07, properties: { a: { pattern: '^(a+)+$' } } };
  const trap = { a: `${'a'.repeat(60)}X` };

  test('is stopped, and other schemas go on (pitfall 50)', async () => {
    const formats = formatsWith(hasty);
    const [own, other] = [await formatOf(slow, formats), await formatOf({ ...draft07, type: 'string' }, formats)];
    const stopped = verdictOn(own, trap);
    const meanwhile = verdictOn(other, {});
    expect(await stopped).toBe('schema.json took longer than 0.6 seconds and was stopped');
    expect(await meanwhile).toEqual(['type /']);
    expect(await verdictOn(own, { a: 'b' })).toEqual(['pattern /a']);
  });

  test('rests after several stops in a row, so that many files do not cost as many waits (pitfall 50)', async () => {
    const own = await formatOf(slow, formatsWith(hasty));
    const many = await Promise.all(Array.from({ length: 500 }, () => verdictOn(own, trap)));
    expect(many.slice(0, 2)).toEqual(Array(2).fill('schema.json took longer than 0.6 seconds and was stopped'));
    expect(new Set(many.slice(2))).toEqual(
      new Set(['schema.json had to be stopped 2 times in a row, so it is not tried again for a while']),
    );
  });

  test('to compile is stopped too, which is a mistake of the schema (pitfall 51)', async () => {
    const level = (depth: number): object =>
      depth === 0 ? { type: 'string', minLength: 1 } : { anyOf: Array.from({ length: 4 }, () => level(depth - 1)) };
    const own = await formatOf({ ...draft07, ...level(6) }, formatsWith({ ...hasty, time: 20 }));
    expect(own.problems.map(({ severity, message }) => [severity, message])).toEqual([
      ['error', 'The schema cannot be used: it took longer than 0.02 seconds and was stopped.'],
    ]);
  });

  test('in references that fan out twelve levels deep is compiled as code that is shared (pitfall 51)', async () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `l${n}`,
        n === 11
          ? { type: 'string' }
          : { anyOf: Array.from({ length: 4 }, () => ({ $ref: `#/definitions/l${n + 1}` })) },
      ]),
    );
    const own = await formatOf({ ...draft07, $ref: '#/definitions/l0', definitions });
    expect(own.problems).toEqual([]);
    expect(await verdictOn(own, '"x"')).toEqual([]);
  });

  test('or too much memory is stopped as well (pitfall 50)', async () => {
    const shapes = Array.from({ length: 20 }, (_, n) => ({ type: 'string', minLength: n }));
    const own = await formatOf(
      { ...draft07, items: { anyOf: shapes } },
      formatsWith({ ...hasty, time: 20_000, memory: 24 }),
    );
    expect(await verdictOn(own, JSON.stringify(Array(50_000).fill(1)))).toBe(
      'schema.json took too much memory and was stopped',
    );
    expect(await verdictOn(own, ['x'])).toEqual([]);
  });
});

test('a time is checked wherever the schema asks for one, and told once', async () => {
  const own = await formatOf({
    ...draft07,
    properties: { at: { format: 'date-time' } },
    additionalProperties: { format: 'date-time' },
  });
  const document = createDocument('file:///x.json', '{"at":"today","later":"tomorrow"}', {
    formats: [own.format],
    placed: ['acme'],
  });
  const verdict = await own.validate(document);
  const facts = { now: '2026-01-01T00:00:00Z', files: new Map(), folders: new Map(), verdict };
  expect(check(document, facts, defaultConfiguration).map(({ rule, path }) => [rule, path])).toEqual([
    ['bad-timestamp', ['at']],
    ['bad-shape', ['later']],
  ]);
});

test('what a format says about files and branches leads nowhere else, and can be read', async () => {
  const problems = async (format: object) =>
    (await formatOf({ ...draft07, 'x-handoff': { format } })).problems.map(({ message }) => message.split(' ')[0]);
  expect(await problems({ folder: '.agents/handoffs', name: '{task}.json', branch: 'task/{task}-{agent}' })).toEqual(
    [],
  );
  expect(await problems({ folder: '../other' })).toEqual(['"folder"']);
  expect(await problems({ folder: 'a/..' })).toEqual(['"folder"']);
  expect(await problems({ folder: '/etc' })).toEqual(['"folder"']);
  expect(await problems({ name: '../{task}.json' })).toEqual(['"name"']);
  expect(await problems({ branch: '{task}-{task}' })).toEqual(['"branch"']);
});

test('words that a dialect leaves open are read only where they are as others write them', async () => {
  const own = await formatOf({
    $schema: 'http://json-schema.org/draft-04/schema#',
    properties: { a: { enum: ['x'], enumDescriptions: [1], examples: 5, const: 'y' } },
  });
  expect(own.format.root.members.get('a')?.schema).toEqual({ enum: ['x'] });
});

test('fields of a schema that contains itself end where documents end (pitfall 49)', async () => {
  for (const schema of [
    { $ref: '#' },
    { allOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }], properties: { a: { $ref: '#' } } },
    { oneOf: [{ $ref: '#' }, { type: 'string' }], properties: { a: { $ref: '#' } } },
    { properties: { a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } }, required: ['a'] },
  ]) {
    const { format } = await formatOf({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema });
    const members = [...format.root.members.keys()];
    expect(members.length).toBeLessThan(3);
    let field = format.root;
    for (let depth = 0; depth < 50; depth++) field = (field.members.get('a') ?? field).of({ a: {} });
    expect(field).toBeDefined();
  }
});

test('a file is of the formats whose globs it matches, from the folder of the configuration on', async () => {
  const folder = await temporaryFolder();
  const formats = await shared.load(folder, [
    { ...configured('acme'), files: ['handoffs/*.json', './own.json'] },
    { ...configured('other'), files: ['**/o*.json'] },
  ]);
  const at = (...segments: readonly string[]) =>
    ownAt(formats, path.join(folder, ...segments)).map((one) => one.format.id);
  expect(at('handoffs', 'a.json')).toEqual(['acme']);
  expect(at('own.json')).toEqual(['acme', 'other']);
  expect(at('x', 'handoffs', 'a.json')).toEqual([]);
});

test('a file that says how handoffs look is none itself, whatever the globs match', async () => {
  const folder = await temporaryFolder();
  const formats = await shared.load(folder, [
    { ...configured('acme', './schemas/a.json'), files: ['**'] },
    { ...configured('other', 'schemas/b.json'), files: ['schemas/*.json'] },
  ]);
  const at = (file: string) => ownAt(formats, path.join(folder, file)).map((one) => one.format.id);
  expect(['.agent-handoff.json', 'schemas/a.json', 'schemas/b.json'].map(at)).toEqual([[], [], []]);
  expect(['sub/.agent-handoff.json', 'schemas/c.json'].map(at)).toEqual([['acme'], ['acme', 'other']]);
});

test.each([
  ['that validation follows', { $ref: '#' }],
  [
    'that making the validator follows',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ],
])('references without an end %s are said in words', async (_, schema) => {
  const own = await formatOf({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema });
  expect(await verdictOn(own, {})).toContain('could not be run: its references lead back to themselves');
});

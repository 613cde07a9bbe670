import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository } from '../harness/repository.ts';
import { folderWith, runIn } from './program.ts';

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Acme handoff',
  type: 'object',
  required: ['ticket', 'head', 'summary'],
  additionalProperties: false,
  properties: {
    ticket: { type: 'string', pattern: '^ACME-[0-9]+$', title: 'Ticket', 'x-handoff': { task: 'id' } },
    head: { type: 'string', 'x-handoff': { commit: 'head' } },
    branch: { type: 'string', 'x-handoff': { branch: true, usual: true } },
    summary: { type: 'string', minLength: 1, 'x-handoff': { prose: { about: 'pending' } } },
    state: { enum: ['open', 'done'] },
  },
  'x-handoff': { format: { files: [], folder: 'handoffs', name: '{task}.json' } },
};
const formats = [{ id: 'acme', files: ['handoffs/*.json'], schema: 'schemas/handoff.schema.json' }];

/** A project with a format of its own, and its handoffs. */
const project = (files: Readonly<Record<string, string>>, own: unknown = schema) => ({
  '.agent-handoff.json': JSON.stringify({ formats, rules: { 'evidence-unavailable': 'off' } }),
  'schemas/handoff.schema.json': typeof own === 'string' ? own : JSON.stringify(own, null, 2),
  ...files,
});

const good = '{ "ticket": "ACME-1", "head": "0123456789012345678901234567890123456789", "summary": "Go on." }';

async function found(folder: string, ...argv: readonly string[]): Promise<readonly string[]> {
  const { output } = await runIn(folder, ['check', '--no-git', '--format', 'json', ...argv]);
  const { files }: { files: { path: string; format: string; findings: { rule: string; message: string }[] }[] } =
    JSON.parse(output);
  return files.flatMap(({ path, format, findings }) => [
    `${path} (${format})`,
    ...findings.map(({ rule, message }) => `${rule}: ${message}`),
  ]);
}

describe('handoffs of a format that the project brings', () => {
  test('are found without being named, and are checked by their schema and their meanings', async () => {
    const folder = await folderWith(
      project({
        'handoffs/ACME-1.json': good,
        'handoffs/ACME-2.json': '{ "ticket": "acme2", "head": "no", "state": "opne", "extra": 1 }',
        'other/x.json': '{}',
      }),
    );
    expect(await found(folder)).toEqual([
      'handoffs/ACME-1.json (acme)',
      'handoffs/ACME-2.json (acme)',
      'missing-field: The required member "summary" is missing.',
      'bad-shape: "ticket" must be "ACME-" and then digits; it is "acme2".',
      'file-name-differs: The file of task "acme2" must be called "acme2.json"; it is called "ACME-2.json".',
      'commit-not-hex: "head" must be a commit id of 7 to 64 hex digits; it is "no".',
      'value-not-allowed: "state" must be "open" or "done"; it is "opne".',
      'unknown-field: "extra" is not a member that the format names.',
    ]);
  });

  test('are of it whatever they hold, and others are recognised as if it were not there', async () => {
    const task = '{ "version": "1.0", "task_id": "task-1", "reason": "complete" }';
    const folder = await folderWith(
      project({ 'handoffs/a.json': task, 'memory/handoffs/task-1.json': task, 'memory/handoffs/acme.json': good }),
    );
    const formatsFound = (await found(folder)).filter((line) => line.endsWith(')') && line.includes('.json ('));
    expect(formatsFound).toEqual([
      'handoffs/a.json (acme)',
      'memory/handoffs/acme.json (null)',
      'memory/handoffs/task-1.json (task)',
    ]);
  });

  test('are told apart by their content where formats share a place', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': JSON.stringify({
        formats: [
          { id: 'first', files: ['handoffs/*.json'], schema: 'a.json' },
          { id: 'second', files: ['handoffs/*.json'], schema: 'b.json' },
        ],
      }),
      'a.json': '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"one":{},"two":{}}}',
      'b.json': '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"one":{},"three":{}}}',
      'handoffs/1.json': '{"one":1,"two":2}',
      'handoffs/2.json': '{"one":1,"three":3}',
      'handoffs/3.json': '{"one":1}',
    });
    const lines = await found(folder);
    expect(lines.slice(0, 3)).toEqual([
      'handoffs/1.json (first)',
      'handoffs/2.json (second)',
      'handoffs/3.json (null)',
    ]);
    expect(lines[3]).toBe(
      'not-a-handoff: The content does not tell whether this is a handoff of the format first or second, so nothing in it was checked.',
    );
  });

  test('are repaired by --fix, pass by pass, with their schema asked again', async () => {
    const folder = await folderWith(project({ 'handoffs/ACME-1.json': good.replace('"ACME-1"', '"ACME-1",') }));
    await runIn(folder, ['check', '--no-git', '--fix']);
    expect(await found(folder)).toEqual(['handoffs/ACME-1.json (acme)']);
  });

  test('are created, checked by their schema before they are written, refreshed and shown', async () => {
    const repository = await makeRepository();
    await repository.write(project({ 'a.txt': 'a' }));
    const head = await repository.commit({ 'b.txt': 'b' });
    const create = (...more: readonly string[]) =>
      runIn(repository.folder, ['create', '--format-id', 'acme', '--pending', 'Go on.', ...more]);
    expect(await create('--task', 'ACME-7')).toMatchObject({ code: 0, output: 'handoffs/ACME-7.json\n' });
    const shown = await runIn(repository.folder, ['show', 'handoffs/ACME-7.json']);
    expect(shown.output).toContain('# Resume ACME-7');
    const next = await repository.commit({ 'c.txt': 'c' });
    const refreshed = await runIn(repository.folder, ['refresh', '--dry-run', 'handoffs/ACME-7.json']);
    expect(refreshed.complaints).toBe('');
    expect(refreshed.output).toContain(`-  "head": "${head}"`);
    expect(refreshed.output).toContain(`+  "head": "${next}"`);
    const wrong = await create('--task', 'acme7');
    expect(wrong.code).toBe(1);
    expect(wrong.complaints).toContain('error bad-shape: "ticket" must be "ACME-" and then digits; it is "acme7".');
  });

  test('are not created where they are lists', async () => {
    const own = { $schema: schema.$schema, title: 'Acme list', type: 'array', items: { type: 'string' } };
    const folder = await folderWith(project({}, own));
    expect(await runIn(folder, ['create', '--format-id', 'acme'])).toEqual({
      code: 2,
      output: '',
      complaints:
        'agent-handoff: A handoff of the format Acme list is a list, and only an object can be created: write it by hand.\n',
    });
  });

  test('are listed with the schema, and the schema is printed as it is written', async () => {
    const folder = await folderWith(project({}));
    const { output } = await runIn(folder, ['formats']);
    expect(output.trimEnd().split('\n').at(-1)).toMatch(
      /^acme {2,}Acme handoff {2,}handoffs\/\*\.json {2,}schemas\/handoff\.schema\.json$/,
    );
    expect((await runIn(folder, ['schema', 'acme'])).output).toBe(JSON.stringify(schema, null, 2));
    expect((await runIn(folder, ['schema', 'acne'])).complaints).toContain('did you mean acme?');
  });
});

describe('a schema that is wrong', () => {
  test('is bad configuration: exit code 2 with each place, and nothing is checked by it', async () => {
    const own =
      '{\n  "$schema": "http://json-schema.org/draft-07/schema#",\n  "type": "objekt",\n  "$ref": "x.json"\n}';
    const folder = await folderWith(project({ 'handoffs/ACME-1.json': good }, own));
    const { code, complaints } = await runIn(folder, ['check', '--no-git', 'handoffs/ACME-1.json']);
    expect(code).toBe(2);
    expect(complaints).toContain('schemas/handoff.schema.json:3:11: "type" must be "array"');
    expect(complaints).toContain('  3 |   "type": "objekt",\n');
    expect(complaints).toContain(
      'schemas/handoff.schema.json:4:11: "$ref" must lead to a place in this file; "x.json" is elsewhere, and nothing is fetched.',
    );
  });

  test('as far as it can be used all the same is said once, beside the report', async () => {
    const own = { ...schema, properties: { ...schema.properties, more: { pattern: '(' } }, 'x-owner': 'us' };
    const folder = await folderWith(project({ 'handoffs/ACME-1.json': good, 'handoffs/ACME-2.json': good }, own));
    const { code, output, complaints } = await runIn(folder, ['check', '--no-git', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(output).summary.files).toBe(2);
    expect(complaints.split('warning: ').length - 1).toBe(2);
    expect(complaints).toContain('warning: "(" is no regular expression, so it is not checked.');
    expect(complaints).toContain('warning: "x-owner" is no word of JSON Schema draft-07 and has no effect.');
  });

  test('or missing is a mistake at its path in the configuration', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': '{\n  "formats": [{ "id": "acme", "files": ["*.json"], "schema": "none.json" }]\n}',
      'a.json': '{}',
    });
    const { code, complaints } = await runIn(folder, ['check', '--no-git', 'a.json']);
    expect(code).toBe(2);
    expect(complaints).toContain(
      '.agent-handoff.json:2:62: "schema" must name a JSON Schema of the project; "none.json" does not exist.',
    );
  });
});

test('a pattern that takes for ever costs a few seconds and an error, not the check of others (pitfall 50)', async () => {
  const own = { ...schema, properties: { ...schema.properties, summary: { pattern: '^(a+)+$' } } };
  const trap = JSON.stringify({ ...JSON.parse(good), summary: `${'a'.repeat(60)}X` });
  const folder = await folderWith(project({ 'handoffs/ACME-1.json': trap }, own));
  expect(await found(folder)).toEqual([
    'handoffs/ACME-1.json (acme)',
    'not-validated: The handoff is not checked against its schema: schemas/handoff.schema.json took longer than 2 seconds and was stopped.',
  ]);
}, 15_000);

test('two configurations with one id and one $id each check their own files (pitfall 44)', async () => {
  const own = (type: string) =>
    JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'https://example.com/x', type });
  const configuration = '{"formats":[{"id":"acme","files":["*.h.json"],"schema":"s.json"}]}';
  const folder = await folderWith({
    'a/.agent-handoff.json': configuration,
    'a/s.json': own('object'),
    'a/1.h.json': '[]',
    'b/.agent-handoff.json': configuration,
    'b/s.json': own('array'),
    'b/1.h.json': '{}',
  });
  await writeFile(path.join(folder, '.agent-handoff.json'), '{}');
  expect(await found(folder, 'a/1.h.json', 'b/1.h.json')).toEqual([
    'a/1.h.json (acme)',
    'wrong-type: The handoff must be an object; it is a list.',
    'b/1.h.json (acme)',
    'wrong-type: The handoff must be a list; it is an object.',
  ]);
});

import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic, WorkspaceEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Bench } from '../cli/bench.ts';
import { judge } from '../cli/judge.ts';
import { jsonReporter } from '../cli/report-json.ts';
import { createFormat, type Format } from '../core/format/format.ts';
import { formats } from '../core/generated/formats.ts';
import { createAjv } from '../host/schemas/ajv.ts';
import type { OwnFormat } from '../host/schemas/own-formats.ts';
import { createNodeHost } from '../server/node-host.ts';
import { folderWith, handoff, runIn } from './cli/program.ts';
import { capable } from './harness/client.ts';
import { configurationOf, factsOf, NOW } from './harness/core.ts';
import { type RuleFixture, ruleFixtures } from './harness/fixtures.ts';
import { memoryHost } from './harness/memory-host.ts';
import { serverStarter } from './harness/server.ts';

/* Editor and terminal give the same findings and write the same bytes (invariant 7). */

const start = serverStarter();
const fixtures = ruleFixtures();

/** A client that is answered when all evidence is there. */
const patient = { ...capable, workspace: { ...capable.workspace, diagnostics: {} } };

describe.each(fixtures)('$rule/$name', (fixture) => {
  test('has the same findings in the report for programs and in the protocol', async () => {
    const inTerminal = await reported(fixture);
    expect(await diagnosed(fixture)).toEqual(inTerminal);
    // A format of the fixture's own is chosen there by hand, and found by its place here.
    if (fixture.schema === undefined) expect(inTerminal).toHaveLength(fixture.findings.length);
  });

  test.skipIf(process.platform === 'win32')(
    'is repaired to the same files by check --fix and by "fix all"',
    async () => {
      const inTerminal = await folderWith(filesOf(fixture));
      const inEditor = await folderWith({});
      await cp(inTerminal, inEditor, { recursive: true });
      await runIn(inTerminal, ['check', '--no-git', '--fix', fixture.path]);
      await fixInEditor(inEditor, fixture.path);
      const files = await contents(inTerminal);
      expect(await contents(inEditor)).toEqual(files);
      const isRepaired =
        fixture.schema === undefined &&
        fixture.facts['git'] === undefined &&
        fixture.fixes.some(({ safe, disabled }) => safe && !disabled);
      if (isRepaired) expect(files[fixture.path]).not.toBe(Buffer.from(fixture.text).toString('latin1'));
    },
  );
});

test('among the fixtures are some that are repaired, and some that make a file', () => {
  const safe = fixtures.flatMap(({ fixes }) => fixes.filter(({ safe }) => safe));
  expect(safe.length).toBeGreaterThan(20);
  expect(safe.filter(({ creates }) => creates.length > 0).length).toBeGreaterThan(2);
});

test.skipIf(process.platform === 'win32')(
  'the nearest configuration above a file judges it, in the editor and in the terminal',
  async () => {
    const twice = handoff().replace('"task_id"', '"a": 1,\n  "a": 2,\n  "task_id"');
    const folder = await folderWith({
      '.agent-handoff.json': '{"rules":{"duplicate-key":"warning","unknown-field":"off","evidence-unavailable":"off"}}',
      'memory/handoffs/task-1.json': twice,
      'sub/.agent-handoff.json': '{"rules":{"unknown-field":"hint","evidence-unavailable":"off"}}',
      'sub/memory/handoffs/task-1.json': twice,
    });
    const { output } = await runIn(folder, ['check', '--no-git', '--format', 'json']);
    const { files }: { files: { path: string; findings: { rule: string; severity: string }[] }[] } = JSON.parse(output);
    const inTerminal = files.map(({ path, findings }) => [
      path,
      findings.map(({ rule, severity }) => [rule, severity]),
    ]);
    const [two, one] = [
      ['duplicate-key', 'warning'],
      ['duplicate-key', 'error'],
    ];
    expect(inTerminal).toEqual([
      ['memory/handoffs/task-1.json', [two, two]],
      ['sub/memory/handoffs/task-1.json', [one, one, ['unknown-field', 'hint']]],
    ]);
    const settings = { git: { enabled: false } };
    const client = await start(
      { capabilities: patient, folders: [pathToFileURL(folder).href], settings },
      createNodeHost(),
    );
    for (const [name, findings] of inTerminal) {
      const uri = pathToFileURL(path.join(folder, String(name))).href;
      await client.open(uri, twice);
      const shown = (await client.diagnostics(uri)).map((one) => seen(one, false));
      expect(shown.map(({ rule, severity }) => [rule, severity])).toEqual(findings);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'a format that the project brings has the same findings, and the same fixes, in the editor and in the terminal',
  async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['ticket', 'time'],
      properties: { ticket: { type: 'string' }, time: { format: 'date-time' }, n: { type: 'integer' } },
      additionalProperties: false,
    };
    const files = {
      '.agent-handoff.json':
        '{"formats":[{"id":"acme","files":["acme/*.json"],"schema":"s.json"}],"rules":{"evidence-unavailable":"off"}}',
      's.json': JSON.stringify(schema),
      'acme/1.json': '{\n  "ticket": "A-1",\n  "time": "2026-05-05T21:34:56",\n  "n": 1.5,\n  "extra": 1,\n}\n',
    };
    const inTerminal = await folderWith(files);
    const inEditor = await folderWith(files);
    await runIn(inTerminal, ['check', '--no-git', '--fix']);
    await fixInEditor(inEditor, 'acme/1.json');
    const fixed = await contents(inTerminal);
    expect(await contents(inEditor)).toEqual(fixed);
    expect(fixed['acme/1.json']).toBe(files['acme/1.json'].replace('"extra": 1,', '"extra": 1'));
    const { output } = await runIn(inTerminal, ['check', '--no-git', '--format', 'json']);
    const [report] = JSON.parse(output).files;
    const client = await start(
      { folders: [pathToFileURL(inEditor).href], capabilities: patient, settings: { git: { enabled: false } } },
      createNodeHost(),
    );
    const uri = pathToFileURL(path.join(inEditor, 'acme/1.json')).href;
    await client.open(uri, fixed['acme/1.json'] ?? '', { languageId: 'json' });
    const shown = (await client.diagnostics(uri)).map((one) => seen(one, false));
    expect(shown.map(({ rule, message }) => [rule, message])).toEqual(
      report.findings.map(({ rule, message }: Seen) => [rule, message]),
    );
    expect(shown.map(({ rule }) => rule)).toEqual(['bad-timestamp', 'number-range', 'unknown-field']);
  },
);

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Seen {
  readonly rule: unknown;
  readonly severity: string | undefined;
  readonly message: string;
  readonly start: Place;
  readonly end: Place;
}

async function reported(fixture: RuleFixture): Promise<readonly Seen[]> {
  const file = `/repo/${fixture.path}`;
  const bench: Bench = {
    formats: factsOf(fixture).verdict === undefined ? formatsOf(fixture) : formats,
    now: NOW,
    folder: '/repo',
    useGit: true,
    locate: async () => ({ root: '/repo', kind: 'repository' }),
    place: async () => factsOf(fixture).place,
    configured: async () => ({ kind: 'configured', own: unaskedOf(fixture), configuration: configurationOf(fixture) }),
    gather: async (requests) => new Map(requests.map(({ document }) => [document, factsOf(fixture)])),
  };
  const { files, complaints } = await judge(
    [{ path: fixture.path, file, text: fixture.text }],
    bench,
    jsonReporter.part,
  );
  expect(complaints).toEqual([]);
  return files
    .flatMap(({ findings }) => findings)
    .map(
      ({ rule, severity, message, range }): Seen => ({
        rule,
        severity,
        message,
        start: { line: range.start.line, column: range.start.column },
        end: { line: range.end.line, column: range.end.column },
      }),
    );
}

async function diagnosed(fixture: RuleFixture): Promise<readonly Seen[]> {
  const facts = factsOf(fixture);
  const configuration = configurationOf(fixture);
  const host = {
    ...memoryHost(),
    formats: formatsOf(fixture),
    locate: async () => ({ root: 'file:///repo', place: facts.place }),
    configurationFor: async () => ({ configuration, listed: false }),
    gather: async () => facts,
    validate: async () => facts.verdict,
  };
  const client = await start({ capabilities: patient }, host);
  const uri = pathToFileURL(`/repo/${fixture.path}`).href;
  await client.open(uri, fixture.text);
  return (await client.diagnostics(uri)).map((diagnostic) => seen(diagnostic, fixture.text.startsWith('\ufeff')));
}

/** The protocol counts from 0, and a byte-order mark as a character of the first line, which nobody sees. */
function seen({ code, severity, message, range }: Diagnostic, isMarked: boolean): Seen {
  const place = ({ line, character }: Diagnostic['range']['start']) => ({
    line: line + 1,
    column: Math.max(0, isMarked && line === 0 ? character - 1 : character) + 1,
  });
  const names = ['', 'error', 'warning', 'information', 'hint'];
  return {
    rule: code,
    severity: names[severity ?? 0],
    message: String(message),
    start: place(range.start),
    end: place(range.end),
  };
}

/** Where the fixture says what came of validating, the schema is one that is not asked here. */
function formatsOf({ schema, path, facts }: RuleFixture): readonly Format[] {
  if (schema === undefined) return formats;
  const validator = facts['verdict'] === undefined ? createAjv(schema).compile(schema) : undefined;
  const own = createFormat('own', schema, validator);
  return [{ ...own, traits: { ...own.traits, files: [`**/${path}`] } }];
}

/** The same format as one that a project brings, with what the fixture says came of validating. */
function unaskedOf(fixture: RuleFixture): readonly OwnFormat[] {
  const { verdict } = factsOf(fixture);
  if (verdict === undefined) return [];
  const part = {
    folder: '/repo',
    files: [fixture.path],
    schema: 'own.json',
    text: '{}',
    problems: [],
    mistake: undefined,
  };
  return formatsOf(fixture).map((format) => ({ ...part, format, validate: async () => verdict }));
}

/** The fixture on a disk without git: what it says of files is there, in a folder that its configuration makes the root. */
function filesOf({ path, text, facts, configuration }: RuleFixture): Readonly<Record<string, string>> {
  const beside = Object.entries(Object(facts['files'])).flatMap(([name, fact]) => {
    const { text } = Object(fact);
    return typeof text === 'string' ? [[name, text]] : [];
  });
  return { ...Object.fromEntries(beside), '.agent-handoff.json': JSON.stringify(configuration), [path]: text };
}

async function fixInEditor(folder: string, name: string): Promise<void> {
  const client = await start(
    { folders: [pathToFileURL(folder).href], settings: { git: { enabled: false } } },
    createNodeHost(),
  );
  const file = path.join(folder, name);
  const uri = pathToFileURL(file).href;
  const text = await readFile(file, 'utf8');
  await client.open(uri, text);
  const range = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  const context = { diagnostics: [], only: ['source.fixAll.agent-handoff'] };
  const actions: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context,
  });
  const [action] = actions;
  if (action === undefined) return;
  const { edit }: CodeAction = await client.connection.sendRequest('codeAction/resolve', action);
  await apply(edit ?? {}, uri, text);
}

/** As an editor does: files that must not exist are made and filled, then the document is saved. */
async function apply(edit: WorkspaceEdit, uri: string, text: string): Promise<void> {
  for (const change of edit.documentChanges ?? []) {
    if ('kind' in change) {
      if (change.kind !== 'create') throw new Error(`${change.kind} is no part of "fix all".`);
      await mkdir(path.dirname(fileURLToPath(change.uri)), { recursive: true });
      await writeFile(fileURLToPath(change.uri), '', { flag: 'wx' });
      continue;
    }
    const place = change.textDocument.uri;
    const before = place === uri ? text : '';
    const after = TextDocument.applyEdits(
      TextDocument.create(place, 'json', 1, before),
      change.edits.flatMap((one) => ('newText' in one ? [one] : [])),
    );
    await writeFile(fileURLToPath(place), after);
  }
}

async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [path.relative(folder, file), await readFile(file, 'latin1')] as const),
  );
  return Object.fromEntries(texts);
}

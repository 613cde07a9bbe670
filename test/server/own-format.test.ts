import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { CodeAction, Diagnostic } from 'vscode-languageserver/node';
import { createFormat } from '../../core/format/format.ts';
import {
  type FinishCreateResult,
  finishCreate,
  type PrepareCreateResult,
  prepareCreate,
} from '../../server/create-protocol.ts';
import type { Host } from '../../server/host.ts';
import { createNodeHost } from '../../server/node-host.ts';
import {
  chooseFormatNotification,
  type DocumentStatus,
  formatsRequest,
  type KnownFormats,
  listedRequest,
  statusNotification,
} from '../../server/protocol.ts';
import { type Client, capable, published } from '../harness/client.ts';
import { handoff } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

const schema = (summary: object = { type: 'string' }, more: object = {}) =>
  JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Acme handoff',
    type: 'object',
    required: ['ticket'],
    properties: {
      ticket: { type: 'string', description: 'The ticket.', 'x-handoff': { task: 'id' } },
      state: { enum: ['open', 'done'] },
      summary,
    },
    ...more,
  });
const configuration = (file = 'schema.json') =>
  JSON.stringify({ formats: [{ id: 'acme', files: ['acme/*.json'], schema: file }] });

interface World {
  readonly folder: string;
  readonly client: Client;
  uri(name: string): string;
  write(name: string, text: string): Promise<void>;
  /** What the server last said of a file that is no handoff. */
  saidOf(name: string): readonly string[] | undefined;
}

async function world(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof start>[0] = {},
  host: Host = createNodeHost(),
): Promise<World> {
  const folder = await temporaryFolder();
  await writeFiles(folder, files);
  const client = await start({ folders: [pathToFileURL(folder).href], ...options }, host);
  const uri = (name: string) => pathToFileURL(path.join(folder, name)).href;
  return {
    folder,
    client,
    uri,
    write: (name, text) => writeFile(path.join(folder, name), text),
    saidOf: (name) =>
      client.published.findLast((one) => one.uri === uri(name))?.diagnostics.map(({ message }) => String(message)),
  };
}

/** Rule and message of everything but what could not be asked, as soon as `find` is content with it. */
async function untilFound(
  { client }: World,
  uri: string,
  find: (found: readonly string[]) => boolean,
): Promise<readonly string[]> {
  for (;;) {
    const found = said(await client.diagnostics(uri));
    if (find(found)) return found;
    const { length } = client.notes;
    const refreshes = client.refreshes();
    await client.until(() => client.refreshes() > refreshes || client.notes.length > length);
  }
}

const said = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ code }) => code !== 'evidence-unavailable').map(({ code, message }) => `${code}: ${message}`);

const status = { status: true, commands: true, trusted: true };
const changed = (client: Client, uri: string) =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });

describe('a handoff of a format that the project brings', () => {
  test('is checked, completed and explained by its schema, in whatever language it is open', async () => {
    const here = await world(
      { '.agent-handoff.json': configuration(), 'schema.json': schema() },
      { initializationOptions: status },
    );
    const uri = here.uri('acme/1.json');
    await here.client.open(uri, '{ "state": "opne" }', { languageId: 'json' });
    expect(await untilFound(here, uri, (found) => found.length > 0)).toEqual([
      'missing-field: The required member "ticket" is missing.',
      'value-not-allowed: "state" must be "open" or "done"; it is "opne".',
    ]);
    await here.client.change(uri, 2, { text: '{ "ticket": "A-1", "state": "" }' });
    const at = { textDocument: { uri }, position: { line: 0, character: 29 } };
    const completion = await here.client.connection.sendRequest('textDocument/completion', at);
    expect(completion).toMatchObject({ items: [{ label: 'open' }, { label: 'done' }] });
    const hover = { textDocument: { uri }, position: { line: 0, character: 4 } };
    expect(JSON.stringify(await here.client.connection.sendRequest('textDocument/hover', hover))).toContain(
      'The ticket.',
    );
  });

  test('is checked anew, text by text, and published to clients that do not ask', async () => {
    const here = await world(
      { '.agent-handoff.json': configuration(), 'schema.json': schema() },
      { capabilities: published },
    );
    const uri = here.uri('acme/1.json');
    const last = () => {
      const found = here.client.published.findLast((one) => one.uri === uri);
      return found && { version: found.version, said: said(found.diagnostics) };
    };
    await here.client.open(uri, '{}', { languageId: 'json' });
    await here.client.until(() => last()?.said.length === 1);
    await here.client.change(uri, 2, { text: '{ "ticket": 1 }' });
    await here.client.until(() => last()?.version === 2);
    expect(last()?.said).toEqual(['wrong-type: "ticket" must be a text; it is a number.']);
  });

  test('is checked by the schema as it is now, once that has changed', async () => {
    const here = await world(
      { '.agent-handoff.json': configuration(), 'schema.json': schema() },
      { initializationOptions: status },
    );
    const uri = here.uri('acme/1.json');
    await here.client.open(uri, '{ "ticket": "A", "summary": "" }', { languageId: 'json' });
    await here.client.until(() =>
      here.client.notes.some(
        ({ method, params }) => method === statusNotification && (params as DocumentStatus).format?.id === 'acme',
      ),
    );
    expect(await untilFound(here, uri, () => true)).toEqual([]);
    await here.write('schema.json', schema({ type: 'string', minLength: 1 }));
    await changed(here.client, here.uri('schema.json'));
    expect(await untilFound(here, uri, (found) => found.length > 0)).toEqual([
      'text-empty: "summary" must not be empty; it is empty.',
    ]);
    expect(here.client.registered.map(({ registerOptions }) => JSON.stringify(registerOptions)).join()).toContain(
      '**/schema.json',
    );
  });

  test('of which a schema that takes for ever says nothing has that as its finding; others are answered (pitfall 50)', async () => {
    const here = await world({
      '.agent-handoff.json': configuration(),
      'schema.json': schema({ pattern: '^(a+)+$' }),
    });
    const [trap, other] = [here.uri('acme/1.json'), here.uri('memory/handoffs/task-1.json')];
    await here.client.open(trap, JSON.stringify({ ticket: 'A', summary: `${'a'.repeat(60)}X` }), {
      languageId: 'json',
    });
    const waiting = untilFound(here, trap, (found) => found.length > 0);
    let isStopped = false;
    void waiting.then(() => {
      isStopped = true;
    });
    await here.client.open(other, handoff().replace('"task_id"', '"a": 1,\n  "task_id"'));
    expect(await untilFound(here, other, (found) => found.length > 0)).toEqual([
      'unknown-field: "a" is not a member that the format names.',
    ]);
    expect(isStopped).toBe(false);
    expect(await waiting).toEqual([
      'not-validated: The handoff is not checked against its schema: schema.json took longer than 2 seconds and was stopped.',
    ]);
  }, 15_000);
});

describe('mistakes of files that handoffs are checked by', () => {
  test('are shown in the schema, said at its handoffs, and gone when they are mended', async () => {
    const here = await world({
      '.agent-handoff.json': configuration(),
      'schema.json': schema({ type: 'strnig' }, { 'x-owner': 'us' }),
    });
    const uri = here.uri('acme/1.json');
    await here.client.open(uri, '{}', { languageId: 'json' });
    await here.client.until(() => here.saidOf('schema.json')?.length === 2);
    expect(here.client.published.findLast((one) => one.uri === here.uri('schema.json'))?.diagnostics).toMatchObject([
      { severity: 1, source: 'agent-handoff', message: expect.stringContaining('it is "strnig"') },
      { severity: 2, message: '"x-owner" is no word of JSON Schema draft-07 and has no effect.' },
    ]);
    const [finding] = await untilFound(here, uri, (found) => found.length > 0);
    expect(finding).toContain(
      'not-validated: The handoff is not checked against its schema: schema.json cannot be used; ',
    );
    await here.write('schema.json', schema());
    await changed(here.client, here.uri('schema.json'));
    await here.client.until(() => here.saidOf('schema.json')?.length === 0);
    expect(await untilFound(here, uri, (found) => found.some((one) => one.startsWith('missing-field')))).toHaveLength(
      1,
    );
  });

  test('are shown in the configuration, and gone when they are mended', async () => {
    const here = await world({ '.agent-handoff.json': '{ "fils": [] }', 'schema.json': schema() });
    await here.client.open(here.uri('acme/1.json'), '{}');
    await here.client.until(() => here.saidOf('.agent-handoff.json') !== undefined);
    expect(here.saidOf('.agent-handoff.json')).toEqual([
      '"fils" means nothing in a configuration: did you mean "files"?',
    ]);
    await here.write('.agent-handoff.json', configuration('none.json'));
    await changed(here.client, here.uri('.agent-handoff.json'));
    await here.client.until(() => here.saidOf('.agent-handoff.json')?.[0]?.includes('none.json'));
    await here.write('.agent-handoff.json', configuration());
    await changed(here.client, here.uri('.agent-handoff.json'));
    await here.client.until(() => here.saidOf('.agent-handoff.json')?.length === 0);
  });

  test('are gone when the last handoff is closed', async () => {
    const here = await world({ '.agent-handoff.json': '{ "fils": [] }' });
    const uri = here.uri('memory/handoffs/task-1.json');
    await here.client.open(uri, '{}');
    await here.client.until(() => here.saidOf('.agent-handoff.json')?.length === 1);
    await here.client.close(uri);
    await here.client.until(() => here.saidOf('.agent-handoff.json')?.length === 0);
  });
});

test('in a workspace that is not trusted nothing of it is read (invariant 9)', async () => {
  const host = createNodeHost();
  const asked: string[] = [];
  const counting: Host = {
    ...host,
    validate: async (document) => {
      asked.push(document.uri);
      return host.validate(document);
    },
  };
  const here = await world(
    { '.agent-handoff.json': configuration(), 'schema.json': '{ "type": 1 }' },
    { initializationOptions: { ...status, trusted: false } },
    counting,
  );
  const uri = here.uri('acme/1.json');
  await here.client.open(uri, '{}');
  expect(await untilFound(here, uri, (found) => found.length > 0)).toEqual([
    'not-a-handoff: The content is that of no known handoff, so nothing in it was checked.',
  ]);
  expect(await here.client.connection.sendRequest(listedRequest, { uri })).toBe(false);
  expect((await here.client.connection.sendRequest<KnownFormats>(formatsRequest, { uri })).formats).toHaveLength(5);
  expect(asked).toEqual([]);
  expect(here.client.published).toEqual([]);
  await here.client.connection.sendNotification('agentHandoff/trusted');
  await here.client.until(() => here.saidOf('schema.json') !== undefined);
});

test('a handoff of a format that the project brings is created, checked by its schema before it is written', async () => {
  const here = await world({
    '.agent-handoff.json': configuration(),
    'schema.json': schema(
      { type: 'string', minLength: 8, 'x-handoff': { prose: { about: 'pending' } } },
      { 'x-handoff': { format: { folder: 'acme', name: '{task}.json' } } },
    ),
  });
  const params = { folder: pathToFileURL(here.folder).href, format: 'acme' };
  const prepared = await here.client.connection.sendRequest<PrepareCreateResult>(prepareCreate, params);
  expect(prepared.format).toEqual({ id: 'acme', title: 'Acme handoff' });
  expect(prepared.questions.map(({ member }) => member)).toEqual(['ticket', 'state', 'summary']);
  const finish = (summary: string) =>
    here.client.connection.sendRequest<FinishCreateResult>(finishCreate, {
      ...params,
      answers: { ticket: 'A-1', summary },
    });
  expect(await finish('short')).toEqual({
    kind: 'errors',
    messages: ['"summary" must have at least 8 characters; it has 5.'],
  });
  expect(await finish('long enough')).toMatchObject({ kind: 'written', handoff: here.uri('acme/A-1.json') });
});

describe('the format that a person chooses', () => {
  const project = () => ({
    formats: [
      { format: createFormat('acme', { title: 'Acme', required: ['x'], properties: { x: {} } }), schema: 's.json' },
    ],
    placed: [],
    files: [],
  });

  test('holds until content is to decide again, and for documents that are opened later too', async () => {
    const host = memoryHost();
    const client = await start({}, host);
    const uri = 'file:///repo/notes.json';
    const choose = (format?: string) =>
      client.connection.sendNotification(chooseFormatNotification, { uri, ...(format !== undefined && { format }) });
    const rules = async () => (await client.diagnostics(uri)).map(({ code }) => code);
    await choose('task');
    await client.open(uri, '{}');
    expect(new Set(await rules())).toEqual(new Set(['missing-field']));
    await choose();
    expect(await rules()).toEqual(['not-a-handoff']);
    const known = await client.connection.sendRequest<KnownFormats>(formatsRequest, { uri });
    expect(known.chosen).toBeUndefined();
    expect(known.formats.map(({ id }) => id)).toContain('task');
  });

  test('can be one that the project brings', async () => {
    const host = memoryHost();
    host.project = project();
    host.verdicts.set('{}', {
      kind: 'validated',
      issues: [{ keyword: 'required', path: [], params: { missingProperty: 'x' }, schema: {} }],
    });
    const client = await start(
      { capabilities: { ...capable, workspace: { ...capable.workspace, diagnostics: {} } } },
      host,
    );
    const uri = 'file:///repo/notes.json';
    await client.open(uri, '{}');
    await client.connection.sendNotification(chooseFormatNotification, { uri, format: 'acme' });
    expect(said(await client.diagnostics(uri))).toEqual(['missing-field: The required member "x" is missing.']);
    const known = await client.connection.sendRequest<KnownFormats>(formatsRequest, { uri });
    expect(known).toMatchObject({ found: 'acme', chosen: 'acme' });
    expect(known.formats[0]).toEqual({ id: 'acme', title: 'Acme', schema: 's.json' });
  });

  test('is offered where nobody can tell it, to clients that can ask for it', async () => {
    const offered = async (options: Parameters<typeof start>[0]) => {
      const client = await start(options);
      const uri = 'file:///repo/notes.json';
      await client.open(uri, '{}');
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      const context = { diagnostics: [] };
      const params = { textDocument: { uri }, range, context };
      const actions: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', params);
      return actions.flatMap(({ command }) => command ?? []);
    };
    expect(await offered({ initializationOptions: { commands: true } })).toEqual([
      {
        title: 'Choose the format…',
        command: 'agentHandoff.chooseFormat',
        arguments: ['file:///repo/notes.json'],
      },
    ]);
    expect(await offered({})).toEqual([]);
  });
});

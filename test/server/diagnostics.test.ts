import { describe, expect, test } from 'vitest';
import type { ClientCapabilities } from 'vscode-languageserver/node';
import { check } from '../../core/check.ts';
import { capable, published } from '../harness/client.ts';
import { configurationOf, documentAt, factsOf } from '../harness/core.ts';
import { ruleFixtures } from '../harness/fixtures.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { hold, serverStarter } from '../harness/server.ts';

const start = serverStarter();

/** One mistake that is seen without asking anybody. */
const incomplete = handoff({ previous_bot: undefined });
const one = { line: 1, character: 2 };
const finding = {
  range: { start: one, end: { line: 1, character: 11 } },
  severity: 1,
  code: 'missing-field',
  codeDescription: { href: expect.stringMatching(/^file:\/\/\/.*\/docs\/rules\/missing-field\.md$/) },
  source: 'agent-handoff',
  message: 'The required member "previous_bot" is missing.',
};

describe('a client that pulls', () => {
  test('gets findings with source, code and the page of the rule, and nothing is published to it', async () => {
    const client = await start();
    await client.open(uri, incomplete);
    expect(await client.diagnostics(uri)).toEqual([finding]);
    expect(client.published).toEqual([]);
  });

  test('is told that nothing has changed, also in a new version', async () => {
    const client = await start();
    await client.open(uri, incomplete);
    const { resultId } = await client.pull(uri);
    expect(resultId).toMatch(/.-\d+$/);
    await client.change(uri, 2, { text: `${incomplete}\n` });
    expect(await client.pull(uri, resultId)).toEqual({ kind: 'unchanged', resultId });
    await client.change(uri, 3, { text: handoff() });
    expect(await client.pull(uri, resultId)).toMatchObject({ kind: 'full', items: [] });
  });

  test('gets what is seen at once, and is asked to pull again when more is known', async () => {
    const host = memoryHost();
    const answer = hold(host);
    host.configuration = { ...host.configuration, rules: { 'missing-field': 'hint' } };
    const client = await start({}, host);
    await client.open(uri, incomplete);
    expect(await client.diagnostics(uri)).toEqual([finding]);
    answer();
    await client.until(() => client.refreshes() === 1);
    expect(await client.diagnostics(uri)).toEqual([{ ...finding, severity: 4 }]);
    expect(client.refreshes()).toBe(1);
  });

  test('leaves nothing waiting for versions that were followed by another', async () => {
    const client = await start();
    await client.open(uri, incomplete);
    await client.diagnostics(uri);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (let version = 2; version < 102; version++)
      await client.change(uri, version, { text: `${incomplete}${version}` });
    // Whatever was sent before has been taken in once this is answered.
    await client.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    expect(timers() - before).toBeLessThan(5);
  });

  test('is not asked again for a version that it has not asked for yet', async () => {
    const host = memoryHost();
    const client = await start({}, host);
    await client.open(uri, incomplete);
    const { resultId } = await client.pull(uri);
    await client.change(uri, 2, { text: handoff() });
    await client.pull(uri, resultId);
    expect(client.refreshes()).toBe(0);
  });

  test('gets nothing for what is not open', async () => {
    const client = await start();
    expect(await client.pull(uri)).toEqual({ kind: 'full', items: [] });
  });
});

describe('a client that does not pull', () => {
  test('gets findings published under its own spelling of the URI, with the version (pitfall 59)', async () => {
    const host = memoryHost();
    host.root = 'file:///C:/ws';
    const client = await start({ capabilities: published, folders: ['file:///c%3A/ws'] }, host);
    const spelled = 'file:///C:/ws/memory/handoffs/task-1.json';
    await client.open(spelled, incomplete, { version: 7 });
    const [first] = await client.until(() => client.published.length > 0 && client.published);
    expect(first).toEqual({ uri: spelled, version: 7, diagnostics: [finding] });
    const pulled = await client.pull('file:///c%3A/ws/memory/handoffs/task-1.json');
    expect(pulled).toMatchObject({ kind: 'full', items: [finding] });
  });

  test('has nothing published for a handoff without findings', async () => {
    const client = await start({ capabilities: published });
    const other = 'file:///repo/memory/handoffs/other.json';
    await client.open(uri, handoff());
    await client.open(other, handoff({ task_id: 'other', previous_bot: undefined }));
    await client.until(() => client.published.length > 0);
    expect(client.published.map((params) => params.uri)).toEqual([other]);
  });

  test('has findings cleared when a document is closed, deleted or renamed (pitfall 54)', async () => {
    const client = await start({ capabilities: published });
    await client.open(uri, incomplete);
    await client.until(() => client.published.length > 0);
    await client.close(uri);
    const last = await client.until(() => client.published.length > 1 && client.published.at(-1));
    expect(last).toEqual({ uri, diagnostics: [] });
    const renamed = 'file:///repo/memory/handoffs/task-2.json';
    await client.open(renamed, incomplete);
    const next = await client.until(() => client.published.length > 2 && client.published.at(-1));
    expect(next).toEqual({ uri: renamed, version: 1, diagnostics: [finding] });
  });

  test('has findings cleared when they are repaired', async () => {
    const client = await start({ capabilities: published });
    await client.open(uri, incomplete);
    await client.until(() => client.published.length > 0);
    await client.change(uri, 2, { text: handoff() });
    const last = await client.until(() => client.published.length > 1 && client.published.at(-1));
    expect(last).toEqual({ uri, version: 2, diagnostics: [] });
  });
});

describe('what the client cannot show is left out', () => {
  const bare: ClientCapabilities = { textDocument: { diagnostic: {} } };

  test('code descriptions and related information', async () => {
    const client = await start({ capabilities: bare });
    await client.open(uri, handoff().replace('{', '{"task_id":"x",'));
    const items = await client.diagnostics(uri);
    expect(items.map(({ code, source }) => [code, source])).toEqual([
      ['duplicate-key', 'agent-handoff'],
      ['duplicate-key', 'agent-handoff'],
    ]);
    expect(items.every((item) => !('codeDescription' in item) && !('relatedInformation' in item))).toBe(true);
  });

  test('related information leads to the other place where it can be shown (pitfall 8)', async () => {
    const client = await start();
    await client.open(uri, handoff().replace('{', '{"task_id":"x",'));
    const [first] = await client.diagnostics(uri);
    expect(first?.relatedInformation).toEqual([
      {
        location: { uri, range: { start: { line: 1, character: 2 }, end: { line: 1, character: 11 } } },
        message: '"task_id" is given here too.',
      },
    ]);
  });

  test('without refresh the answer waits for the evidence', async () => {
    const host = memoryHost();
    const answer = hold(host);
    host.configuration = { ...host.configuration, rules: { 'missing-field': 'hint' } };
    const client = await start({ capabilities: bare }, host);
    await client.open(uri, incomplete);
    const pulled = client.diagnostics(uri);
    // Another request that was sent later is answered meanwhile.
    await client.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    answer();
    expect((await pulled).map(({ severity }) => severity)).toEqual([4]);
  });
});

test('of a burst of versions only the last is looked at (pitfall 35)', async () => {
  const client = await start({ capabilities: published });
  await client.open(uri, handoff());
  const sent = Array.from({ length: 50 }, (_, n) =>
    client.change(uri, n + 2, { text: `${'\n'.repeat(n + 1)}${incomplete}` }),
  );
  await Promise.all(sent);
  await client.until(() => client.published.at(-1)?.version === 51);
  expect(client.published.length).toBeLessThan(10);
});

test('more than a thousand findings are counted, not shown (pitfall 35)', async () => {
  const client = await start();
  await client.open(uri, handoff().replace('{', `{${'"x":1,'.repeat(1003)}`));
  const items = await client.diagnostics(uri);
  expect(items.length).toBe(1001);
  expect(items.at(-1)?.message).toMatch(/^\d+ more findings are not shown\.$/);
});

describe('columns are those that were negotiated', () => {
  const text = '{"previous_bot":"🕵️","x":1,"x":2}';
  test.each([
    [['utf-8'], 'utf-8', 26],
    [['utf-32', 'utf-8'], 'utf-32', 21],
    [['utf-8', 'utf-16'], 'utf-16', 22],
    [undefined, 'utf-16', 22],
  ] as const)('%j gives %s (pitfall 1)', async (offered, chosen, column) => {
    const general = offered && { general: { positionEncodings: [...offered] } };
    const client = await start({ capabilities: { ...capable, ...general } });
    expect(client.greeting.capabilities.positionEncoding).toBe(chosen);
    await client.open(uri, text);
    const items = await client.diagnostics(uri);
    const [first] = items.filter(({ code }) => code === 'duplicate-key');
    expect(first?.range.start).toEqual({ line: 0, character: column });
  });
});

test.each(ruleFixtures())('$rule/$name: the protocol says what the core says (invariant 7)', async (fixture) => {
  const host = memoryHost();
  host.configuration = configurationOf(fixture);
  host.gather = async () => factsOf(fixture);
  host.locate = async () => ({ root: host.root, place: factsOf(fixture).place });
  const client = await start({ capabilities: published }, host);
  await client.open(`file:///repo/${fixture.path}`, fixture.text);
  const expected = check(documentAt(fixture.path, fixture.text), factsOf(fixture), configurationOf(fixture));
  const said = expected.map(({ rule, message }) => `${rule}: ${message}`);
  const last = await client.until(() => {
    const diagnostics = client.published.at(-1)?.diagnostics ?? [];
    return diagnostics.length === said.length && diagnostics;
  });
  expect(last.map(({ code, message }) => `${code}: ${message}`)).toEqual(said);
});

import { describe, expect, test } from 'vitest';
import { LSPErrorCodes } from 'vscode-languageserver/node';
import { published } from '../harness/client.ts';
import { ruleFixtures } from '../harness/fixtures.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { hold, serverStarter } from '../harness/server.ts';

const start = serverStarter();

const incomplete = handoff({ previous_bot: undefined });
const other = 'file:///repo/memory/handoffs/other.json';
const otherText = handoff({ task_id: 'other', previous_bot: undefined });

/** Every request that names a position or a range. */
const asked = (line: number, character: number) => {
  const position = { line, character };
  const textDocument = { uri };
  const range = { start: position, end: position };
  return [
    ['textDocument/hover', { textDocument, position }],
    ['textDocument/completion', { textDocument, position }],
    ['textDocument/codeAction', { textDocument, range, context: { diagnostics: [] } }],
    ['textDocument/selectionRange', { textDocument, positions: [position] }],
    ['textDocument/rangeFormatting', { textDocument, range, options: { tabSize: 2, insertSpaces: true } }],
  ] as const;
};

const whole = [
  ['textDocument/documentSymbol', { textDocument: { uri } }],
  ['textDocument/foldingRange', { textDocument: { uri } }],
  ['textDocument/documentLink', { textDocument: { uri } }],
  ['textDocument/formatting', { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } }],
  ['textDocument/diagnostic', { textDocument: { uri } }],
] as const;

test.each([
  ['a text', '""'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '42'],
  ['true', 'true'],
  ['nothing', ''],
  ['a blank', ' '],
  ['a line end', '\n'],
  ['a byte-order mark', '\ufeff'],
  ['a comment', '// x'],
  ['no value', '{"to":}'],
  ['no colon', '{"to"}'],
  ['torn objects', '{"a":{"b":{""}}}'],
  ['a torn name', '{"test_results":{"py'],
  ['a torn text', '{"to":"x" '],
  ['half of a pair', '{"to":"\ud83d"}'],
])('every request about %s is answered, at every place (pitfalls 6, 7, 36)', async (_, text) => {
  const client = await start();
  await client.open(uri, text);
  for (let character = 0; character <= text.length + 1; character++) {
    for (const [method, params] of asked(0, character)) await client.connection.sendRequest(method, params);
  }
  for (const [method, params] of whole) await client.connection.sendRequest(method, params);
  expect(client.logged.filter(({ type }) => type === 1)).toEqual([]);
});

test.each([
  ['closed', `{"test_results":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['unclosed', '['.repeat(100_000)],
])('%s nesting past all limits stops no request and no other document (pitfall 34)', async (_, text) => {
  const client = await start();
  await client.open(uri, text);
  await client.open(other, otherText);
  for (const [method, params] of [...asked(0, 5000), ...whole]) await client.connection.sendRequest(method, params);
  expect(await client.diagnostics(other)).toHaveLength(1);
  expect(client.logged.filter(({ type }) => type === 1)).toEqual([]);
});

test('a half of every fixture is answered for', async () => {
  const client = await start();
  let version = 1;
  await client.open(uri, '', { version });
  for (const { text } of ruleFixtures()) {
    const torn = text.slice(0, text.length / 2);
    const line = torn.split('\n').length - 1;
    await client.change(uri, ++version, { text: torn });
    for (const [method, params] of [...asked(line, 3), ...whole]) await client.connection.sendRequest(method, params);
  }
  expect(client.logged.filter(({ type }) => type === 1)).toEqual([]);
});

describe('a failure in one place (pitfall 71)', () => {
  test('is logged, and other documents and requests go on', async () => {
    const host = memoryHost();
    const { locate } = host;
    host.locate = (at) => (at === uri ? Promise.reject(new Error('struck')) : locate(at));
    const client = await start({}, host);
    await client.open(uri, incomplete);
    await client.open(other, otherText);
    const position = { line: 0, character: 0 };
    expect(await client.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position })).toBeNull();
    const logged = await client.until(() => client.logged.find(({ message }) => message.startsWith('Hover failed')));
    expect(logged.message).toContain('struck');
    expect(await client.diagnostics(other)).toHaveLength(1);
    expect(await client.diagnostics(uri)).toHaveLength(1);
  });

  test('is no empty answer where that would mean that all is well', async () => {
    const host = memoryHost();
    host.locate = () => Promise.reject(new Error('struck'));
    const client = await start({ capabilities: { textDocument: { diagnostic: {} } } }, host);
    await client.open(uri, incomplete);
    await expect(client.pull(uri)).rejects.toMatchObject({
      message: "Checking failed: the server's log says why",
    });
  });
});

describe('cancellation (pitfall 35)', () => {
  test('is answered at once, whatever git is still doing', async () => {
    const host = memoryHost();
    const answer = hold(host);
    const client = await start({}, host);
    await client.open(uri, incomplete);
    const { CancellationTokenSource } = await import('vscode-languageserver/node');
    const source = new CancellationTokenSource();
    const position = { line: 1, character: 3 };
    const pending = client.connection.sendRequest(
      'textDocument/completion',
      { textDocument: { uri }, position },
      source.token,
    );
    source.cancel();
    await expect(pending).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    answer();
  });

  test('an answer for a text that has changed meanwhile is not given', async () => {
    const host = memoryHost();
    const answer = hold(host);
    const client = await start({}, host);
    await client.open(uri, incomplete);
    const position = { line: 1, character: 3 };
    const pending = client.connection.sendRequest('textDocument/completion', { textDocument: { uri }, position });
    await client.change(uri, 2, { text: `\n${incomplete}` });
    // The answer to a later request shows that the change has arrived.
    await client.connection.sendRequest('textDocument/foldingRange', { textDocument: { uri } });
    answer();
    await expect(pending).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
  });
});

test('every event of a document reaches its handler: there is one for each (pitfall 75)', async () => {
  const host = memoryHost();
  const client = await start({ capabilities: published }, host);
  const pending = handoff({ pending_work: 'a'.repeat(4001) });
  await client.open(uri, pending);
  await client.until(() => client.published.length === 1);
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  await client.change(uri, 2, { range, text: incomplete });
  await client.until(() => client.published.at(-1)?.diagnostics[0]?.code === 'missing-field');
  await client.change(uri, 3, { text: pending });
  await client.until(() => client.published.at(-1)?.diagnostics[0]?.code === 'text-too-long');
  await expect.poll(() => host.asked.some(({ needs }) => needs.folders?.includes('memory/handoffs'))).toBe(true);
  const before = host.asked.length;
  await client.save(uri);
  await expect.poll(() => host.asked.length).toBeGreaterThan(before);
  await client.close(uri);
  await client.until(() => client.published.at(-1)?.diagnostics.length === 0);
});

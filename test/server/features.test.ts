import { describe, expect, test } from 'vitest';
import type {
  CompletionItem,
  CompletionList,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  Hover,
  SelectionRange,
  SymbolInformation,
  TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Client, capable } from '../harness/client.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

const at = (line: number, character: number) => ({ line, character });
const span = (line: number, from: number, to: number) => ({ start: at(line, from), end: at(line, to) });

async function complete(client: Client, line: number, character: number): Promise<readonly CompletionItem[]> {
  const list: CompletionList = await client.connection.sendRequest('textDocument/completion', {
    textDocument: { uri },
    position: at(line, character),
  });
  return list.items;
}

describe('completion', () => {
  const text = '{\n  "previous_bot": "🕵️", "head_sh"\n}';

  test('replaces or inserts, as the client prefers', async () => {
    const client = await start();
    await client.open(uri, text);
    const item = (await complete(client, 1, 33)).find(({ label }) => label === 'head_sha');
    expect(item?.textEdit).toMatchObject({ insert: span(1, 25, 33), replace: span(1, 25, 34) });
    expect(item).toMatchObject({ filterText: '"head_sha"', documentation: { kind: 'markdown' } });
  });

  test('counts columns as negotiated (pitfall 1)', async () => {
    const client = await start({ capabilities: { ...capable, general: { positionEncodings: ['utf-8'] } } });
    await client.open(uri, text);
    const item = (await complete(client, 1, 37)).find(({ label }) => label === 'head_sha');
    expect(item?.textEdit).toMatchObject({ insert: span(1, 29, 37), replace: span(1, 29, 38) });
  });

  test('gives plain text and one range to a client that knows no more', async () => {
    const client = await start({ capabilities: {} });
    await client.open(uri, text);
    const items = await complete(client, 1, 33);
    const item = items.find(({ label }) => label === 'head_sha');
    expect(item?.textEdit).toMatchObject({ range: span(1, 25, 34) });
    expect(item?.documentation).toMatchObject({ kind: 'plaintext' });
    expect(JSON.stringify(item?.documentation)).not.toMatch(/\*\*|`|\\\\/);
    expect(items.every(({ insertTextFormat }) => insertTextFormat === 1)).toBe(true);
  });

  test('asks git for what it proposes', async () => {
    const host = memoryHost();
    host.git = { branches: ['task/task-1-qc', 'main'] };
    const client = await start({}, host);
    await client.open(uri, '{\n  "current_branch": ""\n}');
    const labels = (await complete(client, 1, 21)).map(({ label }) => label);
    expect(labels).toContain('task/task-1-qc');
  });

  test('offers a whole handoff in an empty file, also where there is no disk (pitfalls 6, 62)', async () => {
    const client = await start();
    await client.open('untitled:Untitled-1', '');
    const list: CompletionList = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri: 'untitled:Untitled-1' },
      position: at(0, 0),
    });
    expect(list.items.length).toBeGreaterThan(0);
    expect(list.items[0]).toMatchObject({ insertTextFormat: 2, textEdit: { replace: span(0, 0, 0) } });
  });
});

describe('hover', () => {
  const ask = (client: Client, character: number): Promise<Hover | null> =>
    client.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: at(1, character) });

  test('says what a member means, at its token', async () => {
    const client = await start();
    await client.open(uri, handoff());
    expect(await ask(client, 4)).toMatchObject({
      range: span(1, 2, 11),
      contents: { kind: 'markdown', value: expect.stringContaining('**Task**') },
    });
    expect(await ask(client, 0)).toBeNull();
  });

  test('is plain text for clients that show no Markdown', async () => {
    const client = await start({ capabilities: {} });
    await client.open(uri, handoff());
    const answer = await ask(client, 4);
    expect(answer?.contents).toMatchObject({ kind: 'plaintext', value: expect.stringMatching(/^Task · required/) });
  });
});

describe('links', () => {
  const text = handoff({ changed_paths: ['src/a b.ts', '../x'], pending_work_path: 'memory/handoffs/100%.txt' });
  const ask = (client: Client, where: string): Promise<DocumentLink[] | null> =>
    client.connection.sendRequest('textDocument/documentLink', { textDocument: { uri: where } });

  test('lead from the root to each path that stays in it (pitfall 60)', async () => {
    const host = memoryHost({ 'memory/handoffs/100%.txt': 'x' });
    const client = await start({}, host);
    await client.open(uri, text);
    expect((await ask(client, uri))?.map(({ target }) => target)).toEqual([
      'file:///repo/src/a%20b.ts',
      'file:///repo/memory/handoffs/100%25.txt',
    ]);
  });

  test('are none where nobody knows the root (pitfall 62)', async () => {
    const client = await start();
    await client.open('untitled:Untitled-1', text);
    expect(await ask(client, 'untitled:Untitled-1')).toBeNull();
  });
});

describe('what every JSON file has', () => {
  const text = '{\n  "from": "😀", "to": [\n    1\n  ]\n}';
  const utf8 = { ...capable, general: { positionEncodings: ['utf-8' as const] } };
  const send = <T>(client: Client, method: string, more: object = {}): Promise<T> =>
    client.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...more });

  test('an outline, as a tree or as a list', async () => {
    const client = await start({ capabilities: utf8 });
    await client.open(uri, text);
    const tree = await send<DocumentSymbol[]>(client, 'documentSymbol');
    expect(tree.map(({ name, range }) => [name, range])).toEqual([
      ['from', span(1, 2, 16)],
      ['to', { start: at(1, 18), end: at(3, 3) }],
    ]);
    expect(tree[1]?.children?.map(({ name }) => name)).toEqual(['0']);
    const flat = await start({ capabilities: {} });
    await flat.open(uri, text);
    const list = await send<SymbolInformation[]>(flat, 'documentSymbol');
    expect(list.map(({ name, location }) => [name, location.uri, location.range.start])).toEqual([
      ['from', uri, at(1, 2)],
      ['to', uri, at(1, 16)],
    ]);
  });

  test('entries of a list say what they are: their first text, or themselves', async () => {
    const client = await start();
    await client.open(
      uri,
      '{ "tasks": [{ "id": 1, "name": "Map table 1", "status": "done" }, {}, [2]], "paths": ["src/\\u00e4.ts", 7] }',
    );
    const tree = await send<DocumentSymbol[]>(client, 'documentSymbol');
    const entries = tree.flatMap(({ children }) => children?.map(({ name, detail }) => [name, detail]) ?? []);
    expect(entries).toEqual([
      ['0', 'Map table 1'],
      ['1', undefined],
      ['2', undefined],
      ['0', '"src/\\u00e4.ts"'],
      ['1', '7'],
    ]);
  });

  test('folds, no more than the client takes', async () => {
    const foldingRange = { rangeLimit: 1 };
    const client = await start({
      capabilities: { ...capable, textDocument: { ...capable.textDocument, foldingRange } },
    });
    await client.open(uri, text);
    expect(await send<FoldingRange[]>(client, 'foldingRange')).toEqual([{ startLine: 0, endLine: 3 }]);
  });

  test('selections that grow, in the columns of the client (pitfall 1)', async () => {
    const client = await start({ capabilities: utf8 });
    await client.open(uri, text);
    const [range] = await send<SelectionRange[]>(client, 'selectionRange', { positions: [at(1, 12)] });
    expect([range?.range, range?.parent?.range]).toEqual([span(1, 11, 15), span(1, 10, 16)]);
  });

  test('formatting, which moves blanks alone', async () => {
    const client = await start({ capabilities: utf8 });
    await client.open(uri, '{"from":"😀  é","to":[1]}');
    const edits = await format(client);
    expect(edits?.length).toBeGreaterThan(0);
    const utf16 = await start();
    await utf16.open(uri, '{"from":"😀  é","to":[1]}');
    expect(formatted('{"from":"😀  é","to":[1]}', await format(utf16))).toBe(
      '{\n  "from": "😀  é",\n  "to": [\n    1\n  ]\n}',
    );
    expect(edits?.at(-1)?.range.start).toEqual(at(0, 27));
  });

  test.each([
    ['{\n  "a": 1\n}\n', '{\n  "a": 1\n}\n'],
    ['{\r\n  "a": 1\r\n}\r\n\r\n', '{\r\n  "a": 1\r\n}\r\n'],
    ['{\n  "a": 1\n}', '{\n  "a": 1\n}'],
  ])('formatting %j keeps its final line end, and adds none', async (before, after) => {
    const client = await start();
    await client.open(uri, before);
    expect(formatted(before, await format(client))).toBe(after);
  });

  test.each([
    ['a comment', '{"a":1 // why\n}', '{\n  "a": 1 // why\n}'],
    ['a comma too many', '{"a":1,}', '{\n  "a": 1,\n}'],
  ])('formatting in spite of %s', async (_, before, after) => {
    const client = await start();
    await client.open(uri, before);
    expect(formatted(before, await format(client))).toBe(after);
  });

  test.each([
    ['a quote is missing', '{"a":"x,  "b":"y  z"}'],
    ['a line end stands in a text', '{"a":"x  \n  y"}'],
    ['nesting is past a hundred levels', `${'['.repeat(101)}${']'.repeat(101)}`],
  ])('no formatting where %s: it could not tell blanks from content', async (_, broken) => {
    const client = await start();
    await client.open(uri, broken);
    expect(await format(client)).toBeNull();
  });

  const format = (client: Client) =>
    send<TextEdit[] | null>(client, 'formatting', { options: { tabSize: 2, insertSpaces: true } });

  const formatted = (before: string, edits: TextEdit[] | null) =>
    edits && TextDocument.applyEdits(TextDocument.create(uri, 'json', 1, before), edits);
});

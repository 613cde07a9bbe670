import { describe, expect, test } from 'vitest';
import {
  type ClientCapabilities,
  type CodeAction,
  LSPErrorCodes,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { needsGit } from '../../core/evidence/facts.ts';
import { type Client, capable } from '../harness/client.ts';
import { handoff, tooLong, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

const everything: Range = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

async function actions(client: Client, at = uri, range = everything, only?: string[]): Promise<readonly CodeAction[]> {
  const answer: CodeAction[] | null = await client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri: at },
    range,
    context: { diagnostics: [], ...(only && { only }) },
  });
  return answer ?? [];
}

const resolve = (client: Client, action: CodeAction | undefined): Promise<CodeAction> =>
  client.connection.sendRequest('codeAction/resolve', action);

const titles = (list: readonly CodeAction[]) => list.map(({ title }) => title);

const long = handoff({ pending_work: tooLong });
const move = 'Move pending_work to file';

test('an action is listed without its edit, and its data holds names only', async () => {
  const client = await start();
  await client.open(uri, long, { version: 5 });
  const [action] = await actions(client);
  expect(action).toEqual({
    title: move,
    kind: 'quickfix',
    isPreferred: true,
    data: {
      uri,
      version: 5,
      from: 'finding',
      key: expect.stringMatching(/^\["text-too-long",\d+,\d+,"pending_work"\]$/),
      title: move,
    },
  });
});

test('what git has not answered does not keep the list of actions from who is told again (a list that is late is dropped)', async () => {
  const host = memoryHost({ 'memory/handoffs/rest.txt': 'The rest.' });
  const gather = host.gather;
  const questions: Promise<unknown>[] = [];
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  host.gather = async (at, needs, signal) => {
    if (!needsGit(needs)) return gather(at, needs, signal);
    questions.push(never);
    await never;
    return gather(at, needs, signal);
  };
  const client = await start({}, host);
  await client.open(uri, long);
  expect(titles(await actions(client))).toContain(move);
  // What is wrong with a file that is named shows only once the disk has answered, and its fix asks the disk again.
  await client.change(uri, 2, { text: handoff({ pending_work: undefined, pending_work_path: 'rest.txt' }) });
  expect(titles(await actions(client))).toContain('Write "memory/handoffs/rest.txt"');
  expect(questions).not.toEqual([]);
  end();
});

test('the edit creates the file, fills it, then edits the version it was made for (pitfalls 63, 66, 70)', async () => {
  const client = await start();
  await client.open(uri, long, { version: 5 });
  const [action] = await actions(client);
  const { edit } = await resolve(client, action);
  const file = 'file:///repo/memory/handoffs/task-1-pending.txt';
  const start0 = { line: 0, character: 0 };
  expect(edit?.documentChanges).toEqual([
    { kind: 'create', uri: file, options: { overwrite: false } },
    {
      textDocument: { uri: file, version: null },
      edits: [{ range: { start: start0, end: start0 }, newText: tooLong }],
    },
    { textDocument: { uri, version: 5 }, edits: expect.anything() },
  ]);
  expect(edit?.changes).toBeUndefined();
  expect(JSON.parse(applied(long, edit))).toMatchObject({ pending_work_path: 'memory/handoffs/task-1-pending.txt' });
});

test('a file that is there already is left alone: the new one takes a free name (pitfall 66)', async () => {
  const host = memoryHost({ 'memory/handoffs/task-1.json': long });
  const client = await start({}, host);
  await client.open(uri, long);
  const [action] = await actions(client);
  host.files.set('memory/handoffs/task-1-pending.txt', 'of somebody else');
  const { edit } = await resolve(client, action);
  expect(edit?.documentChanges?.[0]).toMatchObject({ uri: 'file:///repo/memory/handoffs/task-1-pending-2.txt' });
});

describe('a text that has changed since (pitfall 63)', () => {
  test('is not edited by an action of an older version', async () => {
    const client = await start();
    await client.open(uri, long, { version: 5 });
    const [action] = await actions(client);
    await client.change(uri, 6, { text: `\n${long}` });
    await expect(resolve(client, action)).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
  });

  test('is not edited by an action whose finding is gone, or that is none of ours', async () => {
    const client = await start();
    await client.open(uri, long);
    const refusal = { code: LSPErrorCodes.ContentModified };
    const data = { uri, version: 1, from: 'finding', key: '["text-too-long",0,1]', title: move };
    await expect(resolve(client, { title: move, data })).rejects.toMatchObject(refusal);
    for (const foreign of [undefined, null, 7, 'x', {}, { ...data, version: '1' }, { ...data, from: 'elsewhere' }]) {
      await expect(resolve(client, { title: move, data: foreign })).rejects.toMatchObject(refusal);
    }
  });
});

test('text before and behind the member stays as it is, emoji or not (pitfall 64)', async () => {
  const text = `{"previous_bot":"🕵️","pending_work":"${tooLong}","z":"😀"}`;
  for (const encoding of ['utf-16', 'utf-8', 'utf-32'] as const) {
    const client = await start({ capabilities: { ...capable, general: { positionEncodings: [encoding] } } });
    await client.open(uri, text);
    const action = (await actions(client)).find(({ title }) => title === move);
    const { edit } = await resolve(client, action);
    const after = '{"previous_bot":"🕵️","pending_work_path":"memory/handoffs/task-1-pending.txt","z":"😀"}';
    if (encoding === 'utf-16') expect(applied(text, edit)).toBe(after);
    const last = edit?.documentChanges?.at(-1);
    const starts = last && 'edits' in last ? last.edits.map(({ range }) => range.start.character) : [];
    expect(starts).toEqual({ 'utf-16': [22, 37], 'utf-8': [26, 41], 'utf-32': [21, 36] }[encoding]);
  }
});

describe('a fix that makes a file (pitfall 65)', () => {
  const without = (workspaceEdit: NonNullable<ClientCapabilities['workspace']>['workspaceEdit']) => ({
    ...capable,
    workspace: { ...capable.workspace, ...(workspaceEdit && { workspaceEdit }) },
  });

  test.each([
    ['nothing of the kind', {}],
    ['no creation', { documentChanges: true, resourceOperations: ['rename' as const] }],
    ['versioned changes, but no creation', { documentChanges: true }],
  ])('is not offered to a client that can do %s', async (_, workspaceEdit) => {
    const client = await start({ capabilities: without(workspaceEdit) });
    await client.open(uri, long);
    expect(titles(await actions(client))).toEqual([]);
  });

  test('is offered to a client that names the creation of files and not versioned changes', async () => {
    const client = await start({ capabilities: without({ resourceOperations: ['rename', 'create', 'delete'] }) });
    await client.open(uri, long);
    const { edit } = await resolve(
      client,
      (await actions(client)).find(({ title }) => title === move),
    );
    expect(edit).not.toHaveProperty('changes');
    expect(edit?.documentChanges?.map((change) => ('kind' in change ? change.kind : change.textDocument))).toEqual([
      'create',
      { uri: 'file:///repo/memory/handoffs/task-1-pending.txt', version: null },
      { uri, version: 1 },
    ]);
  });

  test.each(['untitled:Untitled-1', 'vscode-vfs://github/o/r/memory/handoffs/task-1.json'])(
    'is shown but disabled for %s, which is on no disk; the text is checked all the same (pitfall 62)',
    async (elsewhere) => {
      const client = await start();
      await client.open(elsewhere, long);
      expect((await client.diagnostics(elsewhere)).map(({ code }) => code)).toEqual([
        'evidence-unavailable',
        'text-too-long',
      ]);
      const [action] = await actions(client, elsewhere);
      expect(action?.disabled?.reason).toBe('the handoff must be saved in a folder of the workspace first');
      expect(action).not.toHaveProperty('data');
      expect(action).not.toHaveProperty('edit');
    },
  );

  test('is left out where it is disabled and the client cannot show why', async () => {
    const { disabledSupport: _, ...codeAction } = capable.textDocument?.codeAction ?? {};
    const client = await start({ capabilities: { ...capable, textDocument: { ...capable.textDocument, codeAction } } });
    await client.open('untitled:Untitled-1', long);
    expect(await actions(client, 'untitled:Untitled-1')).toEqual([]);
  });

  const outside = 'file:///elsewhere/memory/handoffs/task-1.json';

  test('asks the person first where the handoff is in no open folder (pitfall 58)', async () => {
    const client = await start();
    await client.open(outside, long);
    const [action] = await actions(client, outside);
    const { edit } = await resolve(client, action);
    expect(edit?.documentChanges?.[0]).toMatchObject({ kind: 'create', annotationId: 'agent-handoff.outside' });
    expect(edit?.changeAnnotations?.['agent-handoff.outside']?.needsConfirmation).toBe(true);
  });

  test('is disabled there where the client cannot ask (pitfall 58)', async () => {
    const edits = { documentChanges: true, resourceOperations: ['create' as const, 'rename' as const] };
    const client = await start({ capabilities: without(edits) });
    await client.open(outside, long);
    const [action] = await actions(client, outside);
    expect(action?.disabled?.reason).toBe('the handoff is in none of the open folders: open its folder first');
  });

  test('goes into the very folder, whatever its name (pitfall 60)', async () => {
    const folder = 'file:///w/a%20b%23c%2520d%2B%28e%29%C3%A9';
    const host = memoryHost();
    host.root = folder;
    const client = await start({ folders: [folder] }, host);
    const there = `${folder}/memory/handoffs/%2523.json`;
    await client.open(there, handoff({ pending_work: tooLong, task_id: 'task-7' }));
    const [action] = (await actions(client, there)).filter(({ title }) => title === move);
    const { edit } = await resolve(client, action);
    const [created, , changed] = edit?.documentChanges ?? [];
    const made = created && 'uri' in created ? created.uri : '';
    expect(decodeURIComponent(made)).toBe('file:///w/a b#c%20d+(e)é/memory/handoffs/task-7-pending.txt');
    expect(changed).toMatchObject({ textDocument: { uri: there } });
    expect(JSON.stringify(changed)).toContain('"\\"memory/handoffs/task-7-pending.txt\\""');
  });
});

test('the edit comes along where the client cannot ask for it later', async () => {
  const { resolveSupport: _, ...codeAction } = capable.textDocument?.codeAction ?? {};
  const client = await start({ capabilities: { ...capable, textDocument: { ...capable.textDocument, codeAction } } });
  await client.open(uri, long);
  const [action] = await actions(client);
  expect(action).not.toHaveProperty('data');
  expect(action?.edit?.documentChanges).toHaveLength(3);
});

test('a client without versioned changes gets plain ones, for the handoff alone', async () => {
  const client = await start({
    capabilities: { textDocument: { codeAction: { codeActionLiteralSupport: literals } } },
  });
  const text = handoff().replace('"allowed_paths": []', '"allowed_paths": ["a",]');
  await client.open(uri, text);
  const [action] = await actions(client);
  expect(action?.title).toBe('Remove the comma');
  expect(Object.keys(action?.edit ?? {})).toEqual(['changes']);
  expect(applied(text, action?.edit)).toBe(text.replace(',]', ']'));
});

const literals = { codeActionKind: { valueSet: ['quickfix'] } };

test('a client that knows commands only is offered nothing', async () => {
  const client = await start({ capabilities: {} });
  await client.open(uri, long);
  expect(await actions(client)).toEqual([]);
});

describe('what is offered', () => {
  const text = handoff({ base_sha: undefined, head_sha: undefined });

  test('belongs to the findings that the range touches, ends included', async () => {
    const client = await start();
    await client.open(uri, text);
    const at = (character: number) => ({ start: { line: 1, character }, end: { line: 1, character } });
    expect(titles(await actions(client, uri, at(1)))).toEqual([]);
    expect(titles(await actions(client, uri, at(2)))).not.toEqual([]);
    expect(titles(await actions(client, uri, at(11)))).not.toEqual([]);
    expect(titles(await actions(client, uri, at(12)))).toEqual([]);
  });

  test('names a repair that findings share once', async () => {
    const client = await start();
    await client.open(uri, text);
    expect(titles(await actions(client))).toEqual(['Add "base_sha"', 'Add all 2 missing members', 'Add "head_sha"']);
  });

  test('is a list of a length that can be read, however many findings there are (pitfall 35)', async () => {
    const client = await start();
    const twins = Array.from({ length: 200 }, (_, n) => `"x${n}":1,"x${n}":2`);
    await client.open(uri, handoff().replace('{', `{${twins.join(',')},`));
    expect((await client.diagnostics(uri)).length).toBeGreaterThan(399);
    const { length } = await actions(client);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(101);
  });

  test('is of the kinds that are asked for', async () => {
    const client = await start();
    await client.open(uri, text);
    expect(await actions(client, uri, everything, ['refactor.extract'])).toEqual([]);
    expect(await actions(client, uri, everything, ['quickfix'])).toHaveLength(3);
    expect(await actions(client, uri, everything, ['quickfi'])).toEqual([]);
  });

  test('carries the diagnostics of the client that it repairs', async () => {
    const client = await start();
    await client.open(uri, text);
    const diagnostics = await client.diagnostics(uri);
    const foreign = { ...diagnostics[0], code: 'something else' };
    const list: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: everything,
      context: { diagnostics: [...diagnostics, foreign] },
    });
    const [base, head] = ['The required member "base_sha" is missing.', 'The required member "head_sha" is missing.'];
    expect(list.map((action) => action.diagnostics?.map(({ message }) => message))).toEqual([
      [base],
      [base, head],
      [head],
    ]);
  });
});

describe('a fix that renames the file', () => {
  const other = handoff({ task_id: 'task-2' });
  const renames = 'Rename the file to "task-2.json"';

  test('names the new file beside the old one, after all else, and takes no name that is in use', async () => {
    const client = await start({}, memoryHost({ 'memory/handoffs/task-1.json': other }));
    await client.open(uri, other);
    const action = (await actions(client)).find(({ title }) => title === renames);
    const { edit } = await resolve(client, action);
    expect(edit?.documentChanges).toEqual([
      {
        kind: 'rename',
        oldUri: uri,
        newUri: 'file:///repo/memory/handoffs/task-2.json',
        options: { overwrite: false },
      },
    ]);
  });

  test('is not offered to a client that cannot rename (pitfall 65)', async () => {
    const workspaceEdit = { documentChanges: true, resourceOperations: ['create' as const] };
    const client = await start({ capabilities: { ...capable, workspace: { ...capable.workspace, workspaceEdit } } });
    await client.open(uri, other);
    const offered = titles(await actions(client));
    expect(offered).toContain('Change the id to "task-1"');
    expect(offered).not.toContain(renames);
  });
});

describe('all safe fixes together', () => {
  const fixAll = 'source.fixAll.agent-handoff';
  const broken = handoff({ pending_work: tooLong, known_failures: tooLong }).replace(
    '"allowed_paths": []',
    '"allowed_paths": ["src/",]',
  );

  test('are offered to those who ask for them alone', async () => {
    const client = await start();
    await client.open(uri, broken);
    expect(titles(await actions(client))).not.toContain('Apply all safe fixes');
    for (const kind of ['source', 'source.fixAll', fixAll]) {
      expect(await actions(client, uri, everything, [kind])).toEqual([
        { title: 'Apply all safe fixes', kind: fixAll, data: expect.anything() },
      ]);
    }
    expect(await actions(client, uri, everything, ['source.fixAll.other'])).toEqual([]);
    expect(await actions(client, uri, everything, ['source.organizeImports'])).toEqual([]);
  });

  test('make each file once, and leave JSON behind (pitfalls 68, 132)', async () => {
    const client = await start();
    await client.open(uri, broken);
    const [action] = await actions(client, uri, everything, [fixAll]);
    const { edit } = await resolve(client, action);
    const made = (edit?.documentChanges ?? []).flatMap((change) =>
      'kind' in change && 'uri' in change ? change.uri : [],
    );
    expect(made).toEqual([
      'file:///repo/memory/handoffs/task-1-pending.txt',
      'file:///repo/memory/handoffs/task-1-failures.txt',
    ]);
    expect(JSON.parse(applied(broken, edit))).toMatchObject({
      allowed_paths: ['src/'],
      pending_work_path: 'memory/handoffs/task-1-pending.txt',
      known_failures_path: 'memory/handoffs/task-1-failures.txt',
    });
    expect(edit?.documentChanges?.at(-1)).toMatchObject({ edits: [expect.anything()] });
  });

  test('make no file where the client cannot, or would have to ask (pitfalls 58, 65)', async () => {
    const client = await start();
    const outside = 'file:///elsewhere/memory/handoffs/task-1.json';
    await client.open(outside, broken);
    const [action] = await actions(client, outside, everything, [fixAll]);
    const { edit } = await resolve(client, action);
    expect(edit?.documentChanges).toHaveLength(1);
    await client.open(uri, long);
    const bare = await start({
      capabilities: { textDocument: { codeAction: { codeActionLiteralSupport: literals } } },
    });
    await bare.open(uri, long);
    expect(await actions(bare, uri, everything, [fixAll])).toEqual([]);
    await bare.change(uri, 2, { text: broken });
    const [sent] = await actions(bare, uri, everything, [fixAll]);
    expect(applied(broken, sent?.edit)).toBe(broken.replace('/",]', '/"]'));
  });

  test('refuse a text that has changed since (pitfall 63)', async () => {
    const client = await start();
    await client.open(uri, broken);
    const [action] = await actions(client, uri, everything, [fixAll]);
    await client.change(uri, 2, { text: `${broken}\n` });
    await expect(resolve(client, action)).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
  });
});

describe('changes that repair nothing', () => {
  const caret = { start: { line: 13, character: 5 }, end: { line: 13, character: 5 } };

  test('move a text to a file, although it is short enough', async () => {
    const client = await start();
    const text = handoff({ pending_work: 'Write the tests.' });
    await client.open(uri, text);
    const [action] = await actions(client, uri, caret, ['refactor']);
    expect(action).toMatchObject({ title: move, kind: 'refactor.extract' });
    const { edit } = await resolve(client, action);
    expect(edit?.documentChanges).toHaveLength(3);
    expect(edit?.documentChanges?.[1]).toMatchObject({ edits: [{ newText: 'Write the tests.' }] });
  });

  test('take it back from the file', async () => {
    const path = 'memory/handoffs/task-1-pending.txt';
    const client = await start({}, memoryHost({ [path]: 'Write the tests.' }));
    const text = handoff({ pending_work_path: path });
    await client.open(uri, text);
    const [action] = await actions(client, uri, caret, ['refactor.inline']);
    expect(action?.title).toBe('Take pending_work back from the file');
    const { edit } = await resolve(client, action);
    expect(JSON.parse(applied(text, edit))).toMatchObject({ pending_work: 'Write the tests.' });
  });
});

/** The handoff's text after its part of an edit, for columns in UTF-16 units. */
function applied(text: string, edit: WorkspaceEdit | undefined): string {
  const document = TextDocument.create(uri, 'agent-handoff', 1, text);
  const inChanges = Object.values(edit?.changes ?? {}).flat();
  const last = edit?.documentChanges?.at(-1);
  const edits = last !== undefined && 'edits' in last ? last.edits : inChanges;
  return TextDocument.applyEdits(
    document,
    edits.flatMap((one) => ('newText' in one ? [one] : [])),
  );
}

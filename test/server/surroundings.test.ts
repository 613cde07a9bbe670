import { describe, expect, test } from 'vitest';
import { capable, published } from '../harness/client.ts';
import { handoff, tooLong, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { hold, serverStarter } from '../harness/server.ts';

const start = serverStarter();

const long = handoff({ pending_work: tooLong });
const incomplete = handoff({ previous_bot: undefined });

describe('folders', () => {
  const [a, b, c] = ['file:///a', 'file:///b', 'file:///c'];
  const folder = (at: string) => ({ uri: at, name: at });

  test('come and go one by one; the others stay, and so do open documents (pitfalls 56, 57)', async () => {
    const host = memoryHost();
    const client = await start({ folders: [a] }, host);
    const change = (added: readonly string[], removed: readonly string[]) =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added: added.map(folder), removed: removed.map(folder) },
      });
    await client.open(uri, incomplete);
    await client.until(() => client.registered.length > 1);
    await change([b], []);
    expect(await client.diagnostics(uri)).toHaveLength(1);
    expect(host.options?.folders).toEqual([a, b]);
    await change([c], [a]);
    expect(await client.diagnostics(uri)).toHaveLength(1);
    expect(host.options?.folders).toEqual([b, c]);
  });

  test('may be none (pitfall 57)', async () => {
    const host = memoryHost();
    const client = await start({ folders: null }, host);
    await client.open(uri, incomplete);
    expect(await client.diagnostics(uri)).toHaveLength(1);
    expect(host.options?.folders).toEqual([]);
  });

  test.each([
    ['file:///w', 'file:///w/sub/memory/handoffs/t.json', true],
    ['file:///w/sub', 'file:///w/sub/memory/handoffs/t.json', true],
    ['file:///w/su', 'file:///w/sub/memory/handoffs/t.json', false],
    ['file:///w/', 'file:///w/memory/handoffs/t.json', true],
    ['file:///C:/w', 'file:///c%3A/w/memory/handoffs/t.json', true],
  ])('%s holds %s: %s (pitfalls 58, 59)', async (open, there, inside) => {
    const { workspaceEdit: _, ...workspace } = capable.workspace ?? {};
    const workspaceEdit = { documentChanges: true, resourceOperations: ['create' as const, 'rename' as const] };
    const capabilities = { ...capable, workspace: { ...workspace, workspaceEdit } };
    const client = await start({ capabilities, folders: [open] });
    await client.open(there, long);
    const [action] = await client.connection.sendRequest<{ disabled?: unknown }[]>('textDocument/codeAction', {
      textDocument: { uri: there },
      range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
      context: { diagnostics: [] },
    });
    expect(action?.disabled === undefined).toBe(inside);
  });
});

describe('shadows of a document (pitfall 61)', () => {
  test.each([
    'git:/repo/memory/handoffs/task-1.json?%7B%22ref%22%3A%22~%22%7D',
    'hg:/repo/memory/handoffs/task-1.json',
    'review://1/memory/handoffs/task-1.json',
    'vscode-userdata:/repo/memory/handoffs/task-1.json',
    'no uri at all',
    '',
  ])('%j gets nothing, and the file beside it keeps its own', async (shadow) => {
    const host = memoryHost();
    const client = await start({ capabilities: published }, host);
    await client.open(shadow, incomplete);
    await client.open(uri, incomplete);
    await client.until(() => client.published.length > 0);
    expect(await client.diagnostics(shadow)).toEqual([]);
    for (const method of ['hover', 'completion']) {
      const params = { textDocument: { uri: shadow }, position: { line: 1, character: 4 } };
      expect(await client.connection.sendRequest(`textDocument/${method}`, params)).toBeNull();
    }
    await client.close(shadow);
    expect(await client.diagnostics(uri)).toHaveLength(1);
    expect(client.published.map((params) => params.uri)).toEqual([uri]);
    expect(host.asked.filter((question) => question.uri === shadow)).toEqual([]);
    expect(client.logged).toEqual([]);
  });
});

describe('which documents are ours', () => {
  test('one in a usual place is, whatever language the client gives it', async () => {
    const client = await start();
    await client.open(uri, incomplete, { languageId: 'json' });
    expect(await client.diagnostics(uri)).toHaveLength(1);
  });

  test('one elsewhere is by its language, or when the configuration lists it', async () => {
    const host = memoryHost();
    const client = await start({}, host);
    const elsewhere = 'file:///repo/other/x.json';
    await client.open(elsewhere, incomplete, { languageId: 'json' });
    expect(await client.diagnostics(elsewhere)).toEqual([]);
    await client.close(elsewhere);
    await client.open(elsewhere, incomplete);
    expect(await client.diagnostics(elsewhere)).toHaveLength(1);
    await client.close(elsewhere);
    host.listed = true;
    await client.open(elsewhere, incomplete, { languageId: 'json' });
    await client.pull(elsewhere);
    await expect.poll(() => client.diagnostics(elsewhere)).toHaveLength(1);
  });
});

describe('trust', () => {
  test('is told by the client; without it nothing is looked at, and the text is checked all the same', async () => {
    const host = memoryHost();
    const client = await start({ initializationOptions: { trusted: false, status: true } }, host);
    await client.open(uri, incomplete);
    const codes = (await client.diagnostics(uri)).map(({ code }) => code);
    expect(codes).toEqual(['missing-field', 'evidence-unavailable']);
    expect(host.options?.trusted).toBe(false);
    const told = await client.until(() =>
      client.notes.find(({ params }) => JSON.stringify(params).includes('trusted')),
    );
    expect(told).toMatchObject({
      method: 'agentHandoff/status',
      params: { uri, evidence: { kind: 'unchecked', reason: 'the folder is not trusted' } },
    });
    await client.connection.sendNotification('agentHandoff/trusted');
    await client.until(() => client.notes.find(({ params }) => JSON.stringify(params).includes('"kind":"checked"')));
    expect(host.options?.trusted).toBe(true);
  });

  test('does not reach a workspace that is not on this disk', async () => {
    const host = memoryHost();
    const client = await start({ initializationOptions: { trusted: true, virtual: true } }, host);
    expect(host.options?.trusted).toBe(false);
    await client.connection.sendNotification('agentHandoff/trusted');
    expect(await client.diagnostics(uri)).toEqual([]);
    expect(host.options?.trusted).toBe(false);
  });

  test.each([undefined, null, 7, 'x', { trusted: 'no' }, { gitPath: 7 }])(
    'other editors know nothing of it: %j means that files may be read',
    async (initializationOptions) => {
      const host = memoryHost();
      await start({ initializationOptions }, host);
      expect(host.options).toMatchObject({ trusted: true, gitPath: undefined });
    },
  );
});

describe('the status', () => {
  test('says the format, the findings and whether evidence is checked', async () => {
    const host = memoryHost();
    const client = await start({ initializationOptions: { status: true } }, host);
    await client.open(uri, incomplete);
    const last = await client.until(() => {
      const status = client.notes.at(-1)?.params;
      return JSON.stringify(status)?.includes('"checked"') && status;
    });
    expect(last).toEqual({
      uri,
      format: { id: 'task', title: 'Task handoff' },
      versionKnown: true,
      findings: { error: 1, warning: 0, information: 0, hint: 0 },
      evidence: { kind: 'checked' },
    });
  });

  test('is sent to nobody who has not asked for it', async () => {
    const client = await start();
    await client.open(uri, incomplete);
    await client.diagnostics(uri);
    expect(client.notes).toEqual([]);
  });

  test('a configuration that cannot be used is said once, in words', async () => {
    const host = memoryHost();
    host.problem = '.agent-handoff.json is not used: "rules" must be an object.';
    const client = await start({ initializationOptions: { status: true } }, host);
    await client.open(uri, incomplete);
    await client.open('file:///repo/memory/handoffs/task-2.json', incomplete);
    await client.until(() =>
      client.notes.some(({ params }) => /task-2.*configurationProblem/.test(JSON.stringify(params))),
    );
    const shown = client.notes.filter(({ method }) => method === 'window/showMessage');
    expect(shown.map(({ params }) => params)).toEqual([{ type: 2, message: host.problem }]);
  });
});

describe('settings', () => {
  test.each([{ git: { enabled: false } }, { 'git.enabled': false }])('%j turns git off', async (settings) => {
    const host = memoryHost();
    const client = await start({ settings }, host);
    await client.until(() => client.registered.length > 1);
    await expect.poll(() => host.options?.useGit).toBe(false);
  });

  test('are read again when they change, also from clients that only send them', async () => {
    const host = memoryHost();
    const { configuration: _, ...workspace } = capable.workspace ?? {};
    const client = await start({ capabilities: { ...capable, workspace } }, host);
    expect(host.options?.useGit).toBe(true);
    const change = (settings: unknown) =>
      client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
    await change({ agentHandoff: { git: { enabled: false } } });
    await expect.poll(() => host.options?.useGit).toBe(false);
    await change({ agentHandoff: { git: { enabled: 'yes' } } });
    await change(null);
    await change({ agentHandoff: { git: { enabled: true } } });
    await expect.poll(() => host.options?.useGit).toBe(true);
  });
});

describe('changes on disk', () => {
  test('are watched where handoffs and git keep things', async () => {
    const client = await start();
    const watched = await client.until(() =>
      client.registered.find(({ method }) => method === 'workspace/didChangeWatchedFiles'),
    );
    expect(watched.registerOptions).toEqual({
      watchers: [
        { globPattern: '**/memory/handoffs/*' },
        { globPattern: '**/*.handoff.json' },
        { globPattern: '**/.planning/*' },
        { globPattern: '**/.agent-handoff.json' },
        { globPattern: '**/.git/HEAD' },
        { globPattern: '**/.git/refs/**' },
        { globPattern: '**/.git/packed-refs' },
        { globPattern: '**/.git/worktrees/*/HEAD' },
      ],
    });
  });

  test('come in storms: a look or few for all of them, and the state they end in (pitfall 74)', async () => {
    const host = memoryHost();
    const client = await start({}, host);
    await client.open(uri, incomplete);
    await client.diagnostics(uri);
    for (let n = 0; n < 2000; n++) {
      const changes = [{ uri: `file:///repo/memory/handoffs/task-${n}.json`, type: 3 }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    }
    host.configuration = { ...host.configuration, rules: { 'missing-field': 'off' } };
    await client.until(() => client.refreshes() > 0);
    expect(await client.diagnostics(uri)).toEqual([]);
    expect(host.forgotten).toBeLessThan(20);
    expect(client.refreshes()).toBeLessThan(20);
  });

  test('what changes while evidence is gathered is not missed', async () => {
    const host = memoryHost();
    const client = await start({}, host);
    await client.open(uri, incomplete);
    await client.diagnostics(uri);
    const answer = hold(host);
    await client.save(uri);
    await client.connection.sendNotification('agentHandoff/gitChanged');
    await expect.poll(() => host.forgotten).toBe(1);
    host.configuration = { ...host.configuration, rules: { 'missing-field': 'off' } };
    answer();
    await client.until(() => client.refreshes() > 0);
    expect(await client.diagnostics(uri)).toEqual([]);
  });
});

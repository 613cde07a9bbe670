import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { bundle, programs } from '../../scripts/build/bundle.ts';
import { type FakeEditor, fakeEditor } from '../harness/editor.ts';

/* The extension as it ships, in an editor that has just enough of an API for it to run. */

const require = createRequire(import.meta.url);
const childProcess: typeof import('node:child_process') = require('node:child_process');
const { fork } = childProcess;
let home: string;
// One for all tests, since the language client, a module, is loaded once.
let editor: FakeEditor;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-extension-')));
  await bundle({ top: fileURLToPath(new URL('../../', import.meta.url)), folder: join(home, 'dist'), programs });
  editor = fakeEditor();
  return async () => {
    editor.end();
    await rm(home, { recursive: true, force: true });
  };
});

/** Activates the extension anew. Its servers start with the options that `change` gives for each in turn. */
function activate(change: (count: number) => ForkOptions = () => ({})) {
  editor.messages.length = 0;
  const servers: ChildProcess[] = [];
  const options: (ForkOptions | undefined)[] = [];
  const spy = vi.spyOn(childProcess, 'fork').mockImplementation((module, given, wanted) => {
    const server = fork(module, given, { ...wanted, ...change(servers.length) });
    servers.push(server);
    options.push(wanted);
    return server;
  });
  // What a module imports is else as it was when it was first imported.
  syncBuiltinESMExports();
  const path = join(home, 'dist', 'extension.cjs');
  delete require.cache[path];
  const extension = require(path);
  onTestFinished(async () => {
    await extension.deactivate();
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const workspaceState = { get: (_: string, fallback: unknown) => fallback };
  const context = {
    subscriptions: [],
    asAbsolutePath: (name: string) => join(home, name),
    workspaceState,
  };
  expect(extension.activate(context)).toBeUndefined();
  return {
    servers,
    options,
    messages: editor.messages,
    run: async (command: string) => editor.commands.get(`agentHandoff.${command}`)?.(),
    deactivate: (): Promise<void> => extension.deactivate(),
  };
}

test('an extension that is ended while it starts ends its server, refuses who waits, and says nothing', async () => {
  const { run, servers, deactivate, messages } = activate();
  const waiting = expect(run('create')).rejects.toThrow('aborted');
  const [server] = servers;
  const ended = server && once(server, 'exit');
  await deactivate();
  await waiting;
  expect((await ended)?.[1]).toBe('SIGTERM');
  expect(servers).toHaveLength(1);
  expect(messages).toEqual([]);
});

test('a restart that is asked for while the server starts, and by two at once, gives one new server', async () => {
  const { run, servers, messages } = activate();
  await Promise.all([run('restartServer'), run('restartServer')]);
  await vi.waitFor(() => expect(servers.map(({ exitCode }) => exitCode)).toEqual([0, null]));
  expect(messages).toEqual([]);
});

test('a server that could not be started can be by Restart Server', async () => {
  const { run, servers, messages } = activate((count) => (count < 2 ? { execPath: join(home, 'none') } : {}));
  await vi.waitFor(() => expect(messages.join()).toContain('its process could not be started'));
  await run('restartServer');
  expect(servers.map(({ connected }) => connected)).toEqual([false, false, true]);
});

test('a server that dies while it starts is not said to be gone, since another one is started', async () => {
  const dying = "data:text/javascript,process.on('message', () => process.exit(3))";
  const { servers, messages, deactivate } = activate((count) => (count < 1 ? { execArgv: ['--import', dying] } : {}));
  await vi.waitFor(() => expect(messages.join()).toContain('create connection'));
  await deactivate();
  await vi.waitFor(() => expect(servers.map(({ exitCode }) => exitCode)).toEqual([3, 0]));
  expect(messages.filter((message) => message.includes('did not start'))).toEqual([]);
});

test.each([
  [['--inspect-port=0'], []],
  [
    ['--nolazy', '--inspect=127.0.0.1:9333'],
    ['--nolazy', '--inspect=6009'],
  ],
  [['--inspect-brk'], ['--nolazy', '--inspect=6009']],
])('in an extension host with %j the server has %j', async (host, server) => {
  const before = process.execArgv;
  process.execArgv = host;
  const { options, deactivate } = activate();
  process.execArgv = before;
  await deactivate();
  expect(options.map((one) => one?.execArgv)).toEqual([server]);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { bundle, programs } from '../../scripts/build/bundle.ts';

/* The extension as it ships, in an editor that has just enough of an API for it to be loaded. */

const require = createRequire(import.meta.url);
let home: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-extension-')));
  await bundle({ top: fileURLToPath(new URL('../../', import.meta.url)), folder: join(home, 'dist'), programs });
  return () => rm(home, { recursive: true, force: true });
});

type Command = (...given: readonly unknown[]) => Promise<unknown>;

/** A class with whatever it is asked for, which is one of the same kind. */
function anything(): object {
  return new Proxy(class {}, { get: (target, name) => Reflect.get(target, name) ?? anything() });
}

/** Has `vscode` be an API that keeps the commands and messages it is given. */
function fakeEditor() {
  const commands = new Map<string, Command>();
  const messages: string[] = [];
  const known: Readonly<Record<string, unknown>> = {
    window: {
      createOutputChannel: () => ({}),
      showErrorMessage: async (message: string) => void messages.push(message),
    },
    commands: { registerCommand: (id: string, run: Command) => void commands.set(id, run) },
  };
  const api = new Proxy({}, { get: (_, name) => known[String(name)] ?? anything() });
  const load: unknown = Reflect.get(Module, '_load');
  Reflect.set(Module, '_load', (name: string, ...others: readonly unknown[]) =>
    name === 'vscode' || typeof load !== 'function' ? api : Reflect.apply(load, Module, [name, ...others]),
  );
  return { commands, messages, end: () => Reflect.set(Module, '_load', load) };
}

test('an extension that is ended while it starts ends its server, refuses who waits, and says nothing', async () => {
  const editor = fakeEditor();
  const fork = vi.spyOn(require('node:child_process'), 'fork');
  try {
    const extension = require(join(home, 'dist', 'extension.cjs'));
    const context = { subscriptions: [], asAbsolutePath: (path: string) => join(home, path) };
    expect(extension.activate(context)).toBeUndefined();
    const waiting = expect(editor.commands.get('agentHandoff.create')?.()).rejects.toThrow('aborted');
    const server: ChildProcess = fork.mock.results[0]?.value;
    const ended = once(server, 'exit');
    await extension.deactivate();
    await waiting;
    expect((await ended)[1]).toBe('SIGTERM');
    expect(fork).toHaveBeenCalledOnce();
    expect(editor.messages).toEqual([]);
  } finally {
    fork.mockRestore();
    editor.end();
  }
});

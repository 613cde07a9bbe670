import { createInterface } from 'node:readline';
import type { LogOutputChannel } from 'vscode';
import { IPCMessageReader, IPCMessageWriter, type LanguageClient, State } from 'vscode-languageclient/node';
import { forkServer, type ServerProcess } from './server-process.ts';

/** How a client gets to a server. */
export interface Connection {
  /** Gives the way to a server, each time it is called to one that has not been greeted; fails where none can be started. */
  open(): Promise<{ readonly reader: IPCMessageReader; readonly writer: IPCMessageWriter }>;
  /** Ends a server that goes on 4 seconds after its client began to stop. */
  endWith(client: LanguageClient): { dispose(): void };
}

/**
 * @param module Absolute path of the server's program.
 * @param first A server that runs already, to begin with; another is started in its place where it has ended.
 * @param ready What is waited for before a server is greeted, while it starts.
 */
export function connectionTo(
  module: string,
  first: ServerProcess,
  output: LogOutputChannel,
  ready: () => Promise<void>,
): Connection {
  let next: ServerProcess | undefined = first;
  let current: ServerProcess | undefined;
  return {
    async open() {
      await ready();
      // What happens to a process is told once: from here on nothing may be waited for.
      const server = next?.pid !== undefined && next.connected ? next : forkServer(module);
      next = undefined;
      if (server.pid === undefined) throw new Error('its process could not be started.');
      current = server;
      log(server, output);
      return { reader: new IPCMessageReader(server), writer: new IPCMessageWriter(server) };
    },
    endWith: (client) =>
      client.onDidChangeState(({ newState }) => {
        if (newState !== State.Stopped && newState !== State.StartFailed) return;
        const server = current;
        setTimeout(() => server?.kill(), 4000);
      }),
  };
}

function log(server: ServerProcess, output: LogOutputChannel): void {
  if (server.stdout !== null) createInterface(server.stdout).on('line', (line) => output.info(line));
  if (server.stderr !== null) createInterface(server.stderr).on('line', (line) => output.error(line));
  server.on('exit', (code, signal) => {
    if (code === 0) output.info('The server has ended.');
    else output.error(`The server has ended with ${signal ?? `code ${code}`}.`);
  });
}

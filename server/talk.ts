import type { Writable } from 'node:stream';
import { createConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver/node';
import { createNodeHost } from './node-host.ts';
import type { Transport } from './serve.ts';
import { createServer } from './server.ts';

/** Connects the server to the client of this process, and ends the process when the client is gone. */
export function talk(transport: Transport, output: Writable): void {
  const connection =
    transport === 'stdio'
      ? createConnection(process.stdin, output)
      : createConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  const server = createServer(connection, createNodeHost());
  const end = () => process.exit(server.isShutDown() ? 0 : 1);
  process.stdout.on('error', end);
  process.on('disconnect', end);
}

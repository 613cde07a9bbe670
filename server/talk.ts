import type { Writable } from 'node:stream';
import { createConnection, IPCMessageReader, IPCMessageWriter, StreamMessageReader } from 'vscode-languageserver/node';
import { createNodeHost } from './node-host.ts';
import { createServer } from './server.ts';
import { createWriter } from './writer.ts';

/** How messages come and go: standard input and output, or the channel of a parent that is Node itself. */
export type Transport = 'stdio' | 'ipc';

/** Connects the server to the client of this process, and ends the process when the client is gone. */
export function talk(transport: Transport, output: Writable): void {
  const connection =
    transport === 'stdio'
      ? createConnection(new StreamMessageReader(process.stdin), createWriter(output))
      : createConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  const server = createServer(connection, createNodeHost());
  const end = () => process.exit(server.isShutDown() ? 0 : 1);
  if (transport === 'stdio') process.stdin.on('end', end).on('close', end);
  process.stdout.on('error', end);
  process.on('disconnect', end);
}

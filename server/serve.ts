import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { Transport } from './talk.ts';

/**
 * Runs the server in this process until the client is gone. Standard output belongs to the protocol from the first
 * moment: whatever else writes to the console writes to standard error. The process ends with code 0 after `shutdown`,
 * else with 1: on `exit`, when input ends, when nobody reads the output, and when the parent has died.
 */
export async function serve(transport: Transport): Promise<void> {
  const output = claimOutput();
  // Nobody may be left to read a log; that is no reason to stop, and none to log again.
  process.stderr.on('error', () => undefined);
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
  // Loaded late, so that nothing that a package does on loading reaches the output.
  const { talk } = await import('./talk.ts');
  talk(transport, output);
}

/** Standard output for the protocol alone: everybody else who writes to it or to the console writes to standard error. */
function claimOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr, process.stderr);
  return new Writable({
    write: (chunk: Uint8Array, encoding, done) => {
      write(chunk, encoding, done);
    },
  });
}

function report(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`agent-handoff: ${text}\n`);
}

import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** What went wrong, to which file, and what to do: shown to the person without a stack. */
export class PlainError extends Error {}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** File that takes everything the command prints. */
  readonly log: string;
}

/**
 * Runs a command that takes long and shows that it is still at work: on a terminal a line that counts the seconds,
 * elsewhere a line every 15 seconds. Rejects with the end of its log where it fails.
 */
export async function runLong(title: string, { command, args, folder, env, log }: Command): Promise<void> {
  const output = createWriteStream(log, { flags: 'a' });
  const done = showProgress(title);
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      const child = spawn(command, args, { cwd: folder, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.pipe(output, { end: false });
      child.stderr.pipe(output, { end: false });
      child.once('error', reject);
      child.once('close', (exit, signal) => resolve(exit ?? signal ?? 1));
    });
    output.end();
    await finished(output);
    if (code !== 0) throw new PlainError(`${title} failed (${code}).\n${await tail(log)}\nThe whole log: ${log}`);
  } finally {
    output.end();
    done();
  }
}

/** Says that something long has begun and goes on; gives the function that says how long it took. */
export function showProgress(title: string): () => void {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const terminal = process.stdout.isTTY;
  if (!terminal) console.log(`${title} …`);
  const timer = setInterval(
    () => (terminal ? process.stdout.write(`\r${title} … ${seconds()} s`) : console.log(`${title} … ${seconds()} s`)),
    terminal ? 1000 : 15_000,
  );
  return () => {
    clearInterval(timer);
    const line = `${title}: ${seconds()} s`;
    console.log(terminal ? `\r${line}      ` : line);
  };
}

/** The last lines of a log file; an explanation where it cannot be read. */
export async function tail(file: string, lines = 25): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return `(${file} cannot be read)`;
  }
}

/** Ends the process with code 1 and the message of an error; the stack only where the error was not expected. */
export function fail(error: unknown): void {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
}

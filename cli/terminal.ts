/** Where the program runs: everything it may know or touch beside files and git. */
export interface Terminal {
  /** Absolute path of the working folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether results go to a person's terminal, and how many cells its lines have. */
  readonly output: { readonly isTerminal: boolean; readonly columns?: number | undefined };
  /** Whether everything else goes to a person's terminal. */
  readonly complaints: { readonly isTerminal: boolean };
  readonly input: { readonly isTerminal: boolean; bytes(): AsyncIterable<Uint8Array> };
  /** Results. */
  write(text: string): void;
  /** Everything else. */
  complain(text: string): void;
  /** RFC 3339 in UTC. */
  now(): string;
  /** Since some moment. */
  milliseconds(): number;
}

/**
 * The terminal of this process. A reader that closes its end early, such as `head`, is no mistake: the rest is dropped in
 * silence and the exit code stays that of the work. Any other failure to write makes the exit code 2.
 */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      process.once('exit', () => {
        process.exitCode = 2;
      });
      if (stream === stdout) stderr.write(`agent-handoff: the result could not be written: ${error.message}\n`);
    });
  }
  return {
    folder: process.cwd(),
    environment: process.env,
    output: { isTerminal: stdout.isTTY === true, columns: stdout.columns },
    complaints: { isTerminal: stderr.isTTY === true },
    input: { isTerminal: stdin.isTTY === true, bytes: () => stdin },
    write: (text) => void stdout.write(text),
    complain: (text) => void stderr.write(text),
    now: () => new Date().toISOString(),
    milliseconds: () => performance.now(),
  };
}

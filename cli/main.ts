import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

// The code is set, not exited with: what was written to a pipe must come out whole.
void run(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});

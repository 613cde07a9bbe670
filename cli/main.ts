import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

// Until the work has come to an end: Node ends quietly where nothing is left that could go on with it.
process.exitCode = 2;
// The code is set, not exited with: what was written to a pipe must come out whole.
void run(process.argv.slice(2), processTerminal()).then((code) => {
  process.exitCode = code;
});

#!/usr/bin/env node
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

// The code is set, not exited with: what was written to a pipe must come out whole.
process.exitCode = await run(process.argv.slice(2), processTerminal());

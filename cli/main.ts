#!/usr/bin/env node
import { keepCompiled } from '../host/compiled.ts';

keepCompiled();
const [{ run }, { processTerminal }] = await Promise.all([import('./run.ts'), import('./terminal.ts')]);

// The code is set, not exited with: what was written to a pipe must come out whole.
process.exitCode = await run(process.argv.slice(2), processTerminal());

import { fileURLToPath } from 'node:url';
import { runProgram } from '../host/code-cache.ts';
import { keepSmall } from './memory.ts';

// Before anything is compiled, since V8 keeps what it compiled for one set of flags.
keepSmall();
void runProgram(fileURLToPath(new URL('engine.cjs', import.meta.url)), 'server');

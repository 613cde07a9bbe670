#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runProgram } from '../host/code-cache.ts';

void runProgram(fileURLToPath(new URL('engine.cjs', import.meta.url)), 'cli');

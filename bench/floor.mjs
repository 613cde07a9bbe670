// The least that any program does with handoffs: each file of a folder read, and read as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '.';
for (const name of readdirSync(folder)) JSON.parse(readFileSync(join(folder, name), 'utf8'));

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, programs } from './build/bundle.ts';
import { sizesOf } from './build/sizes.ts';

/* Leaves the programs that ship in `dist`. */

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(top, 'dist');
const present = Object.entries(programs).filter(([, source]) => existsSync(join(top, source)));
const metafile = await bundle({ top, folder, programs: Object.fromEntries(present) });
for (const line of sizesOf(metafile)) console.log(line);

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, programs } from './build/bundle.ts';
import { sizesOf } from './build/sizes.ts';

/* Leaves the programs that ship in `dist`. */

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const metafile = await bundle({ top, folder: join(top, 'dist'), programs });
for (const line of sizesOf(metafile)) console.log(line);

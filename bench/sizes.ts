import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { ranWith } from '../scripts/build/sizes.ts';
import { pack } from '../scripts/pack.ts';
import { inTemporaryFolder } from './repository.ts';

/** In bytes, by what it is. */
export type Sizes = ReadonlyMap<string, number>;

/** The name of the size that something is promised of. */
export const VSIX = 'VSIX';

const top = dirname(import.meta.dirname);

/** What ships, packed, and what of it is loaded before something is said. */
export async function measureSizes(metafile: Metafile): Promise<Sizes> {
  return await inTemporaryFolder(async (folder) => {
    const vsix = join(folder, 'agent-handoff.vsix');
    await pack(top, vsix);
    return new Map([
      [VSIX, (await stat(vsix)).size],
      ['npm package', await npmPackage(folder)],
      ['all bundles, unpacked', Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0)],
      ['loaded by the extension when it is activated', ranWith(metafile, 'extension.cjs', 'client/extension.ts').bytes],
      ['loaded by the extension after that', ranWith(metafile, 'client.mjs', 'client/language-client.ts').bytes],
      ['`engine.cjs`, the terminal and the server', sizeOf(metafile, 'engine.cjs')],
      ['of it run by the server until the first diagnostics', ranWith(metafile, 'engine.cjs', 'server/talk.ts').bytes],
      [
        'of it run by `agent-handoff check` before it reads anything',
        ranWith(metafile, 'engine.cjs', 'cli/main.ts').bytes,
      ],
    ]);
  });
}

function sizeOf({ outputs }: Metafile, bundle: string): number {
  return Object.entries(outputs).find(([path]) => basename(path) === bundle)?.[1].bytes ?? Number.NaN;
}

/** Bytes of the packed npm package; what is built already is not built again. */
async function npmPackage(folder: string): Promise<number> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: top, shell: process.platform === 'win32' });
  return sizeIn(JSON.parse(stdout));
}

/** npm says it in a list, or by the name of the package, as its version will have it. */
function sizeIn(said: unknown): number {
  const [first]: readonly unknown[] = typeof said === 'object' && said !== null ? Object.values(said) : [];
  if (typeof first === 'object' && first !== null && 'size' in first && typeof first.size === 'number') {
    return first.size;
  }
  throw new Error('npm pack does not say how large the package is.');
}

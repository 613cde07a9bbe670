import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Metafile } from 'esbuild';
import { pack } from '../scripts/pack.ts';
import { printedBy } from './child.ts';
import type { Competitors } from './competitors.ts';
import { FOLDER } from './documents.ts';
import { startEditor } from './protocol/client.ts';
import { ourServer } from './protocol/servers.ts';
import { inTemporaryFolder, makeRepository } from './repository.ts';
import { checkLine } from './terminal/check.ts';

/** In bytes, by what it is. */
export type Sizes = ReadonlyMap<string, number>;

/** The name of the size that something is promised of. */
export const VSIX = 'VSIX';

const top = dirname(import.meta.dirname);

/** What ships, packed, and what of it is loaded before something is said. */
export async function measureSizes(metafile: Metafile, competitors: Competitors): Promise<Sizes> {
  return await inTemporaryFolder(async (folder) => {
    const vsix = join(folder, 'agent-handoff.vsix');
    await pack(top, vsix);
    return new Map([
      [VSIX, (await stat(vsix)).size],
      ['npm package', await npmPackage(folder)],
      ['all bundles, unpacked', Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0)],
      ['loaded by the extension when it is activated', importedAtOnce(metafile, 'extension.js')],
      ['loaded by the server until the first diagnostics', await loadedByServer(competitors)],
      ['loaded by `agent-handoff check` until it ends', await loadedByCheck(competitors)],
    ]);
  });
}

/** What a program imports at once: its file and all that it names outside of `import()`. */
function importedAtOnce({ outputs }: Metafile, program: string): number {
  const seen = new Set<string>();
  const bytesFrom = (path: string): number => {
    const output = outputs[path];
    if (output === undefined || seen.has(path)) return 0;
    seen.add(path);
    const imported = output.imports.filter(({ kind }) => kind === 'import-statement');
    return imported.reduce((sum, one) => sum + bytesFrom(one.path), output.bytes);
  };
  return bytesFrom(Object.keys(outputs).find((path) => basename(path) === program) ?? '');
}

async function loadedByServer(competitors: Competitors): Promise<number> {
  return await loadedIn(async (folder, env) => {
    const [written] = await makeRepository(folder, [valid]);
    const editor = await startEditor({ ...ourServer(competitors), env }, folder);
    await editor.open(written?.file ?? '', written?.text ?? '');
    await editor.pull();
    await editor.end();
  });
}

async function loadedByCheck({ node }: Competitors): Promise<number> {
  return await loadedIn(async (folder, env) => {
    await makeRepository(folder, [valid]);
    await printedBy({ ...checkLine({ node, folder, path: FOLDER, useGit: true }), env });
  });
}

const valid = { task: 'task-1', changes: 9, from: 0, results: 1, mistake: false };

/** Bytes of our files that a Node process loads: it lists them itself when it is to tell what of them was run. */
async function loadedIn(
  use: (folder: string, env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<number> {
  return await inTemporaryFolder(async (covered) => {
    await inTemporaryFolder((folder) => use(folder, { NODE_V8_COVERAGE: covered }));
    const files = new Set<string>();
    for (const name of await readdir(covered)) {
      const { result }: Coverage = JSON.parse(await readFile(join(covered, name), 'utf8'));
      for (const { url } of result) if (url.startsWith('file:')) files.add(fileURLToPath(url));
    }
    let bytes = 0;
    for (const file of files) bytes += (await stat(file)).size;
    return bytes;
  });
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
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

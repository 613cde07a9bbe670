import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloads, runNpm } from '../scripts/editor/cache.ts';
import { PlainError } from '../scripts/progress.ts';

/** Absolute paths of what is compared with, as `bench/package.json` names it, and of the Node that runs all of it. */
export interface Competitors {
  readonly node: string;
  /** VS Code's JSON server as the npm package has it: many small modules. */
  readonly jsonServer: string;
  /** The native program, without the Node script that starts it. */
  readonly jsonschema: string;
  readonly ajv: string;
  readonly v8r: string;
  /** The version of each by its package. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * Installs the packages as the lock file says, once for all clones, into the user's cache folder: in a folder of the
 * project, thousands of files would be looked at whenever the extension is packed.
 */
export async function competitors(): Promise<Competitors> {
  const manifest: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
    await readFile(join(import.meta.dirname, files.manifest), 'utf8'),
  );
  const modules = join(await installed(), 'node_modules');
  return {
    node: join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    jsonServer: join(modules, 'vscode-langservers-extracted', 'bin', 'vscode-json-language-server'),
    jsonschema: await nativeProgram(modules),
    ajv: join(modules, 'ajv-cli', 'dist', 'index.js'),
    v8r: join(modules, 'v8r', 'src', 'index.js'),
    versions: manifest.dependencies,
  };
}

const files = { manifest: 'package.json', lock: 'package-lock.json' } as const;

/** The folder that holds the installed packages. An interrupted installation leaves nothing that looks complete. */
async function installed(): Promise<string> {
  const lock = await readFile(join(import.meta.dirname, files.lock));
  const folder = join(await downloads(), `bench-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    for (const name of Object.values(files)) await copyFile(join(import.meta.dirname, name), join(partial, name));
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm('Installing what is compared with (200 MB)', args, partial, `${partial}.log`);
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  await rm(`${partial}.log`, { force: true });
  return folder;
}

async function nativeProgram(modules: string): Promise<string> {
  const builds = join(modules, '@sourcemeta', 'jsonschema', 'build', 'github-releases');
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const processor = process.arch === 'x64' ? 'x86_64' : process.arch;
  const names = await readdir(builds);
  const name = names.find((one) => one.replace('.exe', '') === `jsonschema-${system}-${processor}`);
  if (name === undefined) {
    throw new PlainError(`@sourcemeta/jsonschema has no program for ${system} on ${processor}: benchmark elsewhere.`);
  }
  return join(builds, name);
}

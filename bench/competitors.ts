import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from '../scripts/editor/cache.ts';
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

const folder = import.meta.dirname;
const modules = join(folder, 'node_modules');

/** Installs the packages where they are missing or of other versions than the lock file says. */
export async function competitors(): Promise<Competitors> {
  const manifest: { readonly dependencies: Readonly<Record<string, string>> } = await manifestIn(folder);
  const versions = manifest.dependencies;
  if (!(await areInstalled(versions))) {
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    await runNpm('Installing what is compared with', args, folder, join(tmpdir(), 'agent-handoff-bench-install.log'));
  }
  return {
    node: join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    jsonServer: join(modules, 'vscode-langservers-extracted', 'bin', 'vscode-json-language-server'),
    jsonschema: await nativeProgram(),
    ajv: join(modules, 'ajv-cli', 'dist', 'index.js'),
    v8r: join(modules, 'v8r', 'src', 'index.js'),
    versions,
  };
}

async function areInstalled(versions: Readonly<Record<string, string>>): Promise<boolean> {
  for (const [name, version] of Object.entries(versions)) {
    if ((await versionOf(join(modules, name))) !== version) return false;
  }
  return true;
}

async function versionOf(installed: string): Promise<unknown> {
  try {
    return (await manifestIn(installed)).version;
  } catch {
    return undefined;
  }
}

async function manifestIn(at: string) {
  return JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
}

async function nativeProgram(): Promise<string> {
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

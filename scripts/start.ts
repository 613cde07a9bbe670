import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { addressOf, serve } from './editor/serve.ts';
import { vscodeServer } from './editor/vscode-server.ts';
import { pack } from './pack.ts';
import { fail, PlainError, runLong } from './progress.ts';
import { makeSample } from './sample.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';

const usage = `npm start [-- OPTIONS]   Try the extension on a sample repository, in an editor

  --browser        in the browser, also where desktop VS Code is installed
  --sample FOLDER  make the sample there; the folder must be new or empty
  --help           this text`;

try {
  const { values } = parseArgs({
    options: { browser: { type: 'boolean' }, sample: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) console.log(usage);
  else await start(values.browser ?? false, values.sample);
} catch (error) {
  const misread = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  fail(misread ? new PlainError(`${error.message}\n\n${usage}`) : error);
}

async function start(browser: boolean, wanted: string | undefined): Promise<void> {
  await build();
  const sample = await sampleFolder(wanted);
  makeSample(sample);
  console.log(`A sample repository with good and bad handoffs: ${sample}`);
  const file = join(sample, 'memory', 'handoffs', 'task-2460.json');
  const code = browser ? undefined : await desktopCode();
  if (code === undefined) await inBrowser(sample, file);
  else await onDesktop(code, sample, file);
}

async function build(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-build-'));
  await runLong('Building the extension', {
    command: windows ? 'cmd.exe' : 'npm',
    args: [...(windows ? ['/d', '/c', 'npm'] : []), 'run', 'build'],
    folder: root,
    log: join(folder, 'build.log'),
  });
}

async function sampleFolder(wanted: string | undefined): Promise<string> {
  const folder = resolve(wanted ?? join(await mkdtemp(join(tmpdir(), 'agent-handoff-sample-')), 'importer'));
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new PlainError(`${folder} must be empty or new; it holds files.`);
  return realpath(folder);
}

/** The `code` on the PATH, if it is as new as the extension asks for. */
async function desktopCode(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const file of folders.map((folder) => join(folder, windows ? 'code.cmd' : 'code'))) {
    if (!(await isProgram(file))) continue;
    const version = await versionOf(file);
    if (version !== undefined && isAtLeast(version, oldestSupported())) return file;
    console.log(`${file} is VS Code ${version ?? 'of an unknown version'}, older than ${oldestSupported()}: not used.`);
    return undefined;
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function versionOf(code: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(code, ['--version'], { timeout: 30_000, shell: windows });
    return /^\d+\.\d+\.\d+/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}

function oldestSupported(): string {
  const version = /"vscode": "\^([\d.]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1];
  if (version === undefined) throw new PlainError('package.json names no version of VS Code in engines.vscode.');
  return version;
}

/** Compares versions of the form 1.101.0. */
function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

async function onDesktop(code: string, sample: string, file: string): Promise<void> {
  const args = ['--new-window', `--extensionDevelopmentPath=${root}`, sample, '--goto', file];
  console.log('Opening it in VS Code.');
  // cmd.exe runs code.cmd; it is given nothing that came from outside but these paths, quoted.
  const child = windows
    ? spawn(`"${code}" ${args.map((arg) => `"${arg}"`).join(' ')}`, { shell: true, stdio: 'inherit' })
    : spawn(code, args, { stdio: 'inherit' });
  const [exit] = await once(child, 'close');
  if (exit !== 0) throw new PlainError(`${code} ended with ${exit}. npm start -- --browser does without it.`);
}

async function inBrowser(sample: string, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-package-'));
  const vsix = join(folder, 'agent-handoff.vsix');
  await pack(root, vsix);
  const server = await serve({ server: await vscodeServer(), trusted: true, vsix: [vsix] });
  await rm(folder, { recursive: true, force: true });
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  console.log(`\nOpen this in a browser:\n\n  ${addressOf(server, { folder: sample, file })}\n`);
  console.log('Ctrl+C ends the editor.');
  try {
    await Promise.race([ended, server.lost]);
  } finally {
    await server.stop();
  }
}

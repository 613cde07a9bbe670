import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheFolder } from '../../host/cache-folder.ts';
import { PlainError, runLong, showProgress } from '../progress.ts';

export interface CachedPackage {
  readonly name: string;
  readonly version: string;
  /** For a person, for example "the VS Code server". */
  readonly title: string;
  /** Completes the package in its folder after it was installed; whatever it throws undoes the installation. */
  readonly finish?: (folder: string, log: string) => Promise<void>;
}

/**
 * Installs an npm package into the user's cache folder, once for all clones, and gives the folder that holds its
 * `node_modules`. The package's install scripts do not run: what it needs of them is up to `finish`.
 *
 * An interrupted installation leaves nothing that looks complete: the work is done in a folder beside, which is
 * renamed when all is there. Of two at a time one works and the other waits.
 */
export async function installOnce(wanted: CachedPackage): Promise<string> {
  const folder = join(await downloads(), `${basename(wanted.name)}-${wanted.version}`);
  if (await isComplete(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`, wanted.title);
  try {
    if (!(await isComplete(folder))) await install(wanted, folder);
  } finally {
    await unlock();
  }
  return folder;
}

/** The folder for what can be fetched again; the same as that of the programs. */
export async function downloads(): Promise<string> {
  const folder = await cacheFolder();
  if (folder !== undefined) return folder;
  throw new PlainError('There is no folder for what is downloaded: HOME, or XDG_CACHE_HOME, must be an absolute path.');
}

/** Runs npm in a folder, with its output in a log. */
export async function runNpm(title: string, args: readonly string[], folder: string, log: string): Promise<void> {
  const running = process.env['npm_execpath'];
  const direct = running !== undefined && basename(running) === 'npm-cli.js';
  const windows = process.platform === 'win32';
  await runLong(title, {
    command: direct ? process.execPath : windows ? 'cmd.exe' : 'npm',
    args: [...(direct ? [running] : windows ? ['/d', '/c', 'npm'] : []), ...args],
    folder,
    env: environment(),
    log,
  });
}

/**
 * Without what the npm that started us says of itself and of its project: an install script would take that npm's
 * Node for its own. The Node that runs us comes first.
 */
function environment(): NodeJS.ProcessEnv {
  const own = /^npm_(package_|lifecycle_|config_(user_agent|local_prefix|global|prefix|dry_run)$|command$|execpath$)/i;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...kept, PATH: `${dirname(process.execPath)}${separator}${process.env['PATH'] ?? ''}` };
}

async function isComplete(folder: string): Promise<boolean> {
  return (await stat(join(folder, 'complete')).catch(() => undefined)) !== undefined;
}

async function install({ name, version, title, finish }: CachedPackage, folder: string): Promise<void> {
  await removeLeftovers(folder);
  const partial = `${folder}.partial-${process.pid}`;
  const log = `${folder}.log`;
  await mkdir(partial);
  await writeFile(log, '');
  await writeFile(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  try {
    await runNpm(
      `Fetching ${title}, once for all, into ${dirname(folder)}`,
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
      partial,
      log,
    );
    await finish?.(partial, log);
    await writeFile(join(partial, 'complete'), '');
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    await rm(log, { force: true });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw new PlainError(
      `Installing ${title} into ${folder} failed.\n${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Folders of installations that were cut off. */
async function removeLeftovers(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.partial-`;
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** Waits until this process holds the lock. A lock whose process has gone, or that is an hour old, is void. */
async function lock(file: string, title: string): Promise<() => Promise<void>> {
  let done: (() => void) | undefined;
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      done?.();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (await isVoid(file)) await rm(file, { force: true });
    else {
      done ??= showProgress(`Waiting for another process that installs ${title}`);
      await delay(500);
    }
  }
}

async function isVoid(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    const pid = Number(await readFile(file, 'utf8'));
    // Between its creation and its text a lock is empty for a moment.
    if (pid === 0) return Date.now() - mtimeMs > 10_000;
    return Date.now() - mtimeMs > 3_600_000 || !isAlive(pid);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

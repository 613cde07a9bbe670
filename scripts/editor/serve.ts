import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { PlainError, tail } from '../progress.ts';

export interface ServeOptions {
  /** Path of the server's start file. */
  readonly server: string;
  /** Whether every folder counts as trusted; else each opens in Restricted Mode. */
  readonly trusted: boolean;
  /** Whether a page may run tests in the extension host. Such a server shows no notifications. */
  readonly tests?: boolean;
  /** Packed extensions to install first. */
  readonly vsix?: readonly string[];
  /** Over settings that only keep the editor quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Handed to the server and to the extensions that run in it. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface EditorServer {
  readonly port: number;
  /** Whoever can name it may use the editor: other users of this machine and pages in the browser cannot. */
  readonly token: string;
  /** Everything the server printed. */
  readonly log: string;
  /** Folder of the installed extensions, one folder each. */
  readonly extensions: string;
  /** Rejects when the server ends without having been told to. */
  readonly lost: Promise<never>;
  /** Ends the server with all it started and removes its data. Calling it again is harmless. */
  stop(): Promise<void>;
}

export interface PageOptions {
  readonly folder: string;
  /** Folder of an extension to load as it is. */
  readonly extension?: string;
  /** Path of a script whose `run` is called in the extension host. */
  readonly tests?: string;
  /** Path of a file to open. */
  readonly file?: string;
}

/**
 * Starts a VS Code server on a free port of 127.0.0.1, with data of its own in a temporary folder, and waits until it
 * answers. It ends with this process, also where this process is killed.
 */
export async function serve(options: ServeOptions): Promise<EditorServer> {
  const data = await mkdtemp(join(tmpdir(), 'agent-handoff-editor-'));
  const log = join(data, 'server.log');
  try {
    await mkdir(join(data, 'data', 'User'), { recursive: true });
    await writeFile(join(data, 'data', 'User', 'settings.json'), JSON.stringify({ ...quiet, ...options.settings }));
    for (const vsix of options.vsix ?? []) await installExtension(options, data, vsix, log);
    return await start(options, data, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const said = await tail(log);
    await rm(data, { recursive: true, force: true });
    throw new PlainError(`The VS Code server did not start: ${reason}\n${said}`);
  }
}

/** The address of a workbench. Its host and port are those of the page, else the workbench does not find its files. */
export function addressOf(
  { port, token }: Pick<EditorServer, 'port' | 'token'>,
  { folder, extension, tests, file }: PageOptions,
): string {
  const remote = (path: string) => `vscode-remote://localhost:${port}${urlPath(path)}`;
  const payload = [
    ...(extension === undefined ? [] : [['extensionDevelopmentPath', remote(extension)]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
    ...(file === undefined ? [] : [['openFile', remote(file)]]),
    ['skipWelcome', 'true'],
  ];
  const query = `tkn=${token}&folder=${encodeURIComponent(urlPath(folder))}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  return `http://localhost:${port}/?${query}`;
}

/** What would distract from the files: assistants, tips, updates, news. Files are saved by hand, as on the desktop. */
const quiet = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.openRepositoryInParentFolders': 'never',
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

function serverArguments({ server }: ServeOptions, data: string): readonly string[] {
  return [server, '--accept-server-license-terms', '--server-data-dir', data];
}

async function installExtension(options: ServeOptions, data: string, vsix: string, log: string): Promise<void> {
  const child = spawn(process.execPath, [...serverArguments(options, data), '--install-extension', vsix], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepOutput(child, log);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${vsix} could not be installed (${code}).`);
}

async function start(options: ServeOptions, data: string, log: string): Promise<EditorServer> {
  const port = await freePort();
  const token = randomUUID();
  const tokenFile = join(data, 'token');
  await writeFile(tokenFile, token, { mode: 0o600 });
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('guard.mjs', import.meta.url).href,
      ...serverArguments(options, data),
      ...['--host', '127.0.0.1', '--port', String(port), '--connection-token-file', tokenFile],
      ...(options.tests ? ['--enable-smoke-test-driver'] : []),
      ...(options.trusted ? ['--disable-workspace-trust'] : []),
    ],
    // The server ends when this pipe breaks.
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  );
  keepOutput(child, log);
  let stopping = false;
  const ended = once(child, 'close');
  const lost = ended.then(async ([code]): Promise<never> => {
    if (stopping) return new Promise<never>(() => {});
    throw new PlainError(`The VS Code server ended (${code}).\n${await tail(log)}`);
  });
  lost.catch(() => {});
  const stop = async (): Promise<void> => {
    stopping = true;
    child.kill();
    const force = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(force);
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.race([announced(child), lost, late(60)]);
  } catch (error) {
    stopping = true;
    child.kill('SIGKILL');
    throw error;
  }
  return { port, token, log, extensions: join(data, 'extensions'), lost, stop };
}

function keepOutput(child: ChildProcess, log: string): void {
  const output = createWriteStream(log, { flags: 'a' });
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  child.once('close', () => output.end());
}

function announced(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      if (said.includes('Web UI available')) return;
      said += String(chunk);
      if (said.includes('Web UI available')) resolve();
    });
  });
}

function late(seconds: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${seconds} seconds.`)), seconds * 1000).unref();
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port.');
  return address.port;
}

function urlPath(path: string): string {
  return process.platform === 'win32' ? `/${path.split(win32.sep).join(posix.sep)}` : path;
}

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { PlainError, runLong } from '../progress.ts';
import { installOnce } from './cache.ts';

interface Candidate {
  readonly executablePath: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a Chromium without a window. Tried in this order: what the environment variable CHROMIUM names; on Linux x64
 * a build from npm, so that tests and pictures are the same everywhere (kept in the user's cache folder and not among
 * the project's packages, because only these tests need its 270 MB); installed browsers; Playwright's own.
 */
export async function startBrowser(): Promise<Browser> {
  const refusals: string[] = [];
  for await (const { executablePath, env } of candidates(refusals)) {
    try {
      return await chromium.launch({
        executablePath,
        args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
        env: { ...definedEnvironment(), ...env },
      });
    } catch (error) {
      refusals.push(`${executablePath}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new PlainError(
    `No browser could be started. Install Chromium or Chrome, or let the environment variable CHROMIUM name one.\n${refusals.join('\n')}`,
  );
}

async function* candidates(refusals: string[]): AsyncGenerator<Candidate> {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    yield { executablePath: named };
    return;
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      yield* await packaged();
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  for (const executablePath of [...installed(), chromium.executablePath()]) {
    if (existsSync(executablePath)) yield { executablePath };
  }
}

/** The browser from npm: with the system's libraries, else with those that come along. */
async function packaged(): Promise<readonly Candidate[]> {
  const name = '@sparticuz/chromium';
  const folder = await installOnce({ name, version: '153.0.0', title: 'a Chromium (70 MB)', finish: unpack });
  const unpacked = join(folder, 'unpacked');
  const executablePath = join(unpacked, 'chromium');
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(unpacked, 'fonts') };
  return [
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') } },
  ];
}

/** It unpacks itself into the folder for temporary files, and its libraries only where it takes this for Lambda. */
async function unpack(folder: string, log: string): Promise<void> {
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await runLong('Unpacking it', {
    command: process.execPath,
    args: [
      '--input-type=module',
      '--eval',
      'import chromium from "@sparticuz/chromium"; await chromium.executablePath();',
    ],
    folder,
    env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    log,
  });
}

function installed(): readonly string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    return folders.flatMap((folder) => programs.map((program) => join(folder, program)));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

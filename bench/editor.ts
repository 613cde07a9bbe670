import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../scripts/editor/browser.ts';
import { type EditorServer, serve } from '../scripts/editor/serve.ts';
import { vscodeServer } from '../scripts/editor/vscode-server.ts';
import { pack } from '../scripts/pack.ts';
import { makeSample } from '../scripts/sample.ts';
import { openFile, openWorkbench, runCommand } from '../test/editor/workbench.ts';
import { inTemporaryFolder } from './repository.ts';

/** What VS Code says that each activation took, in milliseconds of its extension host, by the extension's name. */
export type Activations = ReadonlyMap<string, readonly number[]>;

/** The extension's name, and that of VS Code's own for JSON. */
export const extensionNames = { ours: 'Agent Handoff', json: 'JSON Language Features' } as const;

/** Time of the extension host's thread that went into our code until the first diagnostics were shown, in milliseconds. */
export interface HostTime {
  /** As V8's profiler samples it: what our code ran, and what it called. */
  readonly ran: number;
  /** What it takes to compile the modules that were imported. */
  readonly compiled: number;
}

export interface EditorResults {
  readonly activations: Activations;
  readonly hostTimes: readonly HostTime[];
}

/** Opens a handoff in the real VS Code, each time in a new window, which has an extension host of its own. */
export async function measureEditor({
  quick,
  say,
}: {
  readonly quick: boolean;
  readonly say: (line: string) => void;
}): Promise<EditorResults> {
  return await inTemporaryFolder(async (folder) => {
    const vsix = join(folder, 'agent-handoff.vsix');
    await pack(dirname(import.meta.dirname), vsix);
    return await inWindows(vsix, quick ? 3 : 9, say);
  });
}

async function inWindows(vsix: string, rounds: number, say: (line: string) => void): Promise<EditorResults> {
  const server = await vscodeServer();
  const browser = await startBrowser();
  try {
    const activations = new Map<string, number[]>();
    const plain = await serve({ server, trusted: true, vsix: [vsix] });
    await inEach(plain, rounds, async (round) => {
      say(`editor: window ${round} of ${rounds}`);
      for (const [name, time] of await activationsIn(browser, plain)) {
        activations.set(name, [...(activations.get(name) ?? []), time]);
      }
    });
    return { activations, hostTimes: await hostTimesOf({ server, browser, vsix, rounds, say }) };
  } finally {
    await browser.close();
  }
}

/** In windows of their own, since measuring takes time too. */
async function hostTimesOf({
  server,
  browser,
  vsix,
  rounds,
  say,
}: {
  readonly server: string;
  readonly browser: Browser;
  readonly vsix: string;
  readonly rounds: number;
  readonly say: (line: string) => void;
}): Promise<readonly HostTime[]> {
  return await inTemporaryFolder(async (folder) => {
    const env = {
      NODE_OPTIONS: `--import=${new URL('extension-host.mjs', import.meta.url).href}`,
      BENCH_FOLDER: folder,
      BENCH_EXTENSION: 'agent-handoff.agent-handoff',
    };
    const measured = await serve({ server, trusted: true, vsix: [vsix], env });
    const times: HostTime[] = [];
    await inEach(measured, rounds, async (round) => {
      say(`editor: measured window ${round} of ${rounds}`);
      await inHandoff(browser, measured, async () => {
        await writeFile(join(folder, 'stop'), '');
        times.push(await hostTimeIn(folder));
        await rm(join(folder, 'stop'));
      });
    });
    return times;
  });
}

/** Waits for what the extension host writes, and removes it. */
async function hostTimeIn(folder: string): Promise<HostTime> {
  for (let tries = 0; tries < 200; tries++) {
    const name = (await readdir(folder)).find((file) => file.endsWith('.json'));
    if (name !== undefined) {
      const file = join(folder, name);
      const time: HostTime = JSON.parse(await readFile(file, 'utf8'));
      await rm(file);
      return time;
    }
    await delay(100);
  }
  throw new Error('The extension host did not say how long it was at the extension.');
}

async function inEach(running: EditorServer, rounds: number, use: (round: number) => Promise<void>): Promise<void> {
  try {
    for (let round = 1; round <= rounds; round++) await Promise.race([use(round), running.lost]);
  } finally {
    await running.stop();
  }
}

/** What the view of running extensions says in a new window with a handoff and an ordinary JSON file open. */
async function activationsIn(browser: Browser, running: EditorServer): Promise<ReadonlyMap<string, number>> {
  return await inHandoff(browser, running, async (page) => {
    await openFile(page, ORDINARY);
    // The view draws the rows on the screen alone, the slowest extension first.
    await page.setViewportSize({ width: 1200, height: 4000 });
    await runCommand(page, 'Developer: Show Running Extensions');
    const rows = page.locator('.runtime-extensions-editor .extension');
    for (const name of Object.values(extensionNames)) await rows.filter({ hasText: name }).waitFor();
    const found = (await rows.allInnerTexts()).flatMap((text) => {
      const [, time] = /Activation: (\d+)ms/.exec(text) ?? [];
      return time === undefined ? [] : [[text.split('\n', 1)[0] ?? '', Number(time)] as const];
    });
    return new Map(found);
  });
}

const ORDINARY = 'ordinary.json';

/** A new window with a handoff open whose mistakes are shown. */
async function inHandoff<T>(browser: Browser, running: EditorServer, use: (page: Page) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    makeSample(folder);
    await writeFile(join(folder, ORDINARY), '{}\n');
    const page = await openWorkbench(browser, running, { folder });
    try {
      await openFile(page, 'memory/handoffs/task-2460.json');
      await page.locator('.squiggly-error').first().waitFor();
      return await use(page);
    } finally {
      await page.context().close();
    }
  });
}

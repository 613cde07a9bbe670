import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { test, within } from './suite.ts';
import { waitForSquiggle } from './workbench.ts';

export interface NpmStart {
  readonly browser: Browser;
  /** The project's folder. */
  readonly root: string;
}

/** What somebody gets who types `npm start`. */
export const npmStart = [
  test<NpmStart>('npm start serves an editor in which the broken handoff has squiggles, and ends with Ctrl+C', async ({
    browser,
    root,
  }) => {
    const sample = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-start-')));
    const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs'), '--browser', '--sample', sample], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    let said = '';
    const address = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        said += String(chunk);
        const found = /http:\/\/localhost:\S+\n/.exec(said)?.[0];
        if (found !== undefined) resolve(found.trim());
      });
      child.once('close', (code) => reject(new Error(`npm start ended with ${code}; it said:\n${said}`)));
    });
    const context = await browser.newContext({ viewport: { width: 1200, height: 720 } });
    try {
      const page = await context.newPage();
      await page.goto(await within(300, 'the address', address));
      await page.locator('.tab.active', { hasText: 'task-2460.json' }).waitFor({ timeout: 60_000 });
      await waitForSquiggle(page, '"interupt"', 'error');
      assert.match(said, /Building the extension/);
    } finally {
      await context.close();
      child.kill('SIGTERM');
      await ended;
      await rm(sample, { recursive: true, force: true });
    }
    await assert.rejects(fetch(new URL(await address).origin), 'the editor still answers');
  }),
];

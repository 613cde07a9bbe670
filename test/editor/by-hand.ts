import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { serve } from '../../scripts/editor/serve.ts';
import { pictures } from './hand/picture.ts';
import { byHand, type Hand } from './hand/suite.ts';
import { type Result, runTests, test } from './suite.ts';
import { openWorkbench } from './workbench.ts';
import { makeWorkspace } from './workspace.ts';

export interface ByHandOptions {
  readonly browser: Browser;
  /** Path of the server's start file. */
  readonly server: string;
  /** The packed extension. */
  readonly vsix: string;
  /** The project's folder. */
  readonly root: string;
}

/** Runs the tests that drive the workbench, each in a window and a sample of its own. A failure leaves a picture. */
export async function runByHand({ browser, server, vsix, root }: ByHandOptions): Promise<readonly Result[]> {
  const failures = await mkdtemp(join(tmpdir(), 'agent-handoff-failures-'));
  const { folder: pictureFolder, take } = await pictures(root);
  // Room for what stands behind and beside the text.
  const settings = { 'editor.minimap.enabled': false };
  const running = await serve({ server, trusted: true, vsix: [vsix], settings });
  const open: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of open.splice(0)) await closeOne();
  };
  const shown = byHand.map(({ name, body }, index) =>
    test<Hand>(name, async (hand) => {
      try {
        await Promise.race([body(hand), running.lost]);
      } catch (error) {
        const path = join(failures, `${index + 1}.png`);
        await hand.page.screenshot({ path });
        throw new Error(`The window at that moment: ${path}`, { cause: error });
      }
    }),
  );
  try {
    return await runTests(
      shown,
      async () => {
        await close();
        const { folder, remove } = await makeWorkspace('sample');
        const page = await openWorkbench(browser, running, { folder });
        open.push(async () => {
          await page.context().close();
          await remove();
        });
        return { page, folder, extensions: running.extensions, picture: take };
      },
      (line) => console.log(`  ${line}`),
    );
  } finally {
    await close();
    await running.stop();
    if (!pictureFolder.startsWith(root)) await rm(pictureFolder, { recursive: true, force: true });
  }
}

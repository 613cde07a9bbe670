import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
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

/** Opens a handoff in the real VS Code, each time in a new window, which has an extension host of its own. */
export async function measureEditor({
  quick,
  say,
}: {
  readonly quick: boolean;
  readonly say: (line: string) => void;
}): Promise<Activations> {
  return await inTemporaryFolder(async (folder) => {
    const vsix = join(folder, 'agent-handoff.vsix');
    await pack(dirname(import.meta.dirname), vsix);
    return await activationsOf(vsix, quick ? 3 : 9, say);
  });
}

async function activationsOf(vsix: string, rounds: number, say: (line: string) => void): Promise<Activations> {
  const server = await vscodeServer();
  const browser = await startBrowser();
  const activations = new Map<string, number[]>();
  try {
    const running = await serve({ server, trusted: true, vsix: [vsix] });
    try {
      for (let round = 0; round < rounds; round++) {
        say(`editor: window ${round + 1} of ${rounds}`);
        for (const [name, time] of await Promise.race([activationsIn(browser, running), running.lost])) {
          activations.set(name, [...(activations.get(name) ?? []), time]);
        }
      }
    } finally {
      await running.stop();
    }
  } finally {
    await browser.close();
  }
  return activations;
}

/** What the view of running extensions says in a new window with a handoff and an ordinary JSON file open. */
async function activationsIn(browser: Browser, running: EditorServer): Promise<ReadonlyMap<string, number>> {
  return await inTemporaryFolder(async (folder) => {
    makeSample(folder);
    const page = await openWorkbench(browser, running, { folder });
    try {
      await openFile(page, 'memory/handoffs/task-2460.json');
      await page.locator('.squiggly-error').first().waitFor();
      await runCommand(page, 'Developer: Show Running Extensions');
      const rows = page.locator('.runtime-extensions-editor .extension');
      await rows.filter({ hasText: extensionNames.ours }).waitFor();
      const found = (await rows.allInnerTexts()).flatMap((text) => {
        const [, time] = /Activation: (\d+)ms/.exec(text) ?? [];
        return time === undefined ? [] : [[text.split('\n', 1)[0] ?? '', Number(time)] as const];
      });
      return new Map(found);
    } finally {
      await page.context().close();
    }
  });
}

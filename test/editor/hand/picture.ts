import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '../workbench.ts';

/** Takes a picture of the whole window under that name. */
export type Picture = (page: Page, name: string) => Promise<void>;

/** Takes pictures for the README where UPDATE_PICTURES is 1, else into a folder that is thrown away. */
export async function pictures(root: string): Promise<{ readonly folder: string; readonly take: Picture }> {
  const update = process.env['UPDATE_PICTURES'] === '1';
  const folder = update ? join(root, 'docs', 'images') : await mkdtemp(join(tmpdir(), 'agent-handoff-pictures-'));
  await mkdir(folder, { recursive: true });
  return {
    folder,
    async take(page, name) {
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    },
  };
}

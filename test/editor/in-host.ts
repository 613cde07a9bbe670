import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { addressOf, serve } from '../../scripts/editor/serve.ts';
import type { HostSuite } from './bundle.ts';
import { type Result, resultIn, within } from './suite.ts';
import { watchGit } from './watch-git.ts';
import { makeWorkspace } from './workspace.ts';

export interface InHostOptions {
  readonly browser: Browser;
  /** Path of the server's start file. */
  readonly server: string;
  /** Folder of the extension. */
  readonly extension: string;
  /** Folder of the bundled suites. */
  readonly suites: string;
}

/** Runs a suite in the extension host of a window of its own and says each result as it comes. */
export async function runInWindow(suite: HostSuite, options: InHostOptions): Promise<readonly Result[]> {
  const workspace = await makeWorkspace(suite.workspace);
  const watch = await watchGit();
  const server = await serve({ server: options.server, trusted: suite.trusted, tests: true, env: watch.env });
  const results: Result[] = [];
  const others: string[] = [];
  try {
    const page = await options.browser.newPage();
    const exit = new Promise<number>((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
    await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) => {
      const line = args.map(String).join(' ');
      const result = resultIn(line);
      if (result === undefined) others.push(line);
      else {
        results.push(result);
        console.log(`  ${line}`);
      }
    });
    const tests = join(options.suites, `${suite.name}.js`);
    await page.goto(addressOf(server, { folder: workspace.folder, extension: options.extension, tests }));
    const code = await within(180, suite.name, Promise.race([exit, server.lost]));
    if (results.length === 0 || (code !== 0 && results.every(({ passed }) => passed))) {
      throw new Error(`The extension host ended with ${code}; it said:\n${others.slice(-40).join('\n')}`);
    }
    await page.close();
  } finally {
    await server.stop();
    await workspace.remove();
    await rm(watch.folder, { recursive: true, force: true });
  }
  return results;
}

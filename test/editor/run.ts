import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from '../../scripts/editor/browser.ts';
import { vscodeServer } from '../../scripts/editor/vscode-server.ts';
import { pack } from '../../scripts/pack.ts';
import { fail } from '../../scripts/progress.ts';
import { bundleHostSuites, hostSuites } from './bundle.ts';
import { runByHand } from './by-hand.ts';
import { runInWindow } from './in-host.ts';
import { npmStart } from './npm-start.ts';
import { type Result, runTests } from './suite.ts';

/*
 * npm run test:editor [-- OPTIONS]
 *   --extension FOLDER  another built extension than the project's own
 *   --only SUITE        one of trusted, restricted, elsewhere, same, hand, start
 *   --results FILE      write {"passed": N, "failed": N} there
 */
const root = dirname(dirname(import.meta.dirname));
const { values } = parseArgs({
  options: { extension: { type: 'string' }, only: { type: 'string' }, results: { type: 'string' } },
});

try {
  const results = await runAll(resolve(values.extension ?? root), values.only);
  const passed = results.filter((result) => result.passed).length;
  const failed = results.length - passed;
  if (values.results !== undefined) await writeFile(values.results, JSON.stringify({ passed, failed }));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  fail(error);
}

async function runAll(extension: string, only: string | undefined): Promise<readonly Result[]> {
  const server = await vscodeServer();
  const browser = await startBrowser();
  const suites = await bundleHostSuites();
  const packed = await mkdtemp(join(tmpdir(), 'agent-handoff-package-'));
  const vsix = join(packed, 'agent-handoff.vsix');
  const results: Result[] = [];
  const suite = async (name: string, title: string, run: () => Promise<readonly Result[]>) => {
    if (only !== undefined && only !== name) return;
    console.log(`${title}, in VS Code`);
    try {
      results.push(...(await run()));
    } catch (error) {
      results.push({ name: title, passed: false });
      console.log(`  ✗ ${title}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  try {
    for (const host of hostSuites) {
      await suite(host.name, `Inside the extension host: ${host.name}`, () =>
        runInWindow(host, { browser, server, extension, suites }),
      );
    }
    await suite('hand', 'The packed extension, driven by hand', async () => {
      await pack(extension, vsix);
      return runByHand({ browser, server, vsix, root });
    });
    await suite('start', 'npm start', () =>
      runTests(
        npmStart,
        async () => ({ browser, root }),
        (line) => console.log(`  ${line}`),
      ),
    );
  } finally {
    await browser.close();
    await Promise.all([suites, packed].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return results;
}

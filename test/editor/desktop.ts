import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { fail, PlainError, showProgress } from '../../scripts/progress.ts';
import { bundleHostSuites, type HostSuite, hostSuites } from './bundle.ts';
import { watchGit } from './watch-git.ts';
import { makeWorkspace } from './workspace.ts';

/*
 * npm run test:desktop [-- VERSION…]
 * Runs the suites of the extension host in desktop VS Code: the oldest supported and the newest, or those named.
 */
const root = dirname(dirname(import.meta.dirname));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['1.101.0', 'stable'];

try {
  const suites = await bundleHostSuites();
  try {
    for (const version of versions) {
      const executable = await download(version);
      for (const suite of hostSuites) await run(suite, version, executable, suites);
    }
  } finally {
    await rm(suites, { recursive: true, force: true });
  }
} catch (error) {
  fail(error);
}

async function download(version: string): Promise<string> {
  const done = showProgress(`Fetching desktop VS Code ${version} into .vscode-test`);
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(root, '.vscode-test'), timeout: 60_000 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PlainError(
      `Desktop VS Code ${version} could not be downloaded: ${reason}\nThis test needs the internet. npm run test:editor runs the same suites in a VS Code from npm.`,
    );
  } finally {
    done();
  }
}

async function run(suite: HostSuite, version: string, executable: string, suites: string): Promise<void> {
  console.log(`\nInside the extension host: ${suite.name}, in desktop VS Code ${version}`);
  const workspace = await makeWorkspace(suite.workspace);
  const data = await mkdtemp(join(tmpdir(), 'agent-handoff-desktop-'));
  const watch = await watchGit();
  try {
    await mkdir(join(data, 'User'));
    await writeFile(
      join(data, 'User', 'settings.json'),
      JSON.stringify({ 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' }),
    );
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(suites, `${suite.name}.js`),
      extensionTestsEnv: watch.env,
      launchArgs: [
        workspace.folder,
        ...['--user-data-dir', data, '--extensions-dir', join(data, 'extensions')],
        ...(suite.trusted ? ['--disable-workspace-trust'] : []),
      ],
    });
  } catch (error) {
    const hint =
      process.platform === 'linux' && process.env['DISPLAY'] === undefined ? ' It needs a display: xvfb-run.' : '';
    throw new PlainError(`${suite.name} in VS Code ${version} failed (${error}).${hint}`);
  } finally {
    await workspace.remove();
    await Promise.all([data, watch.folder].map((path) => rm(path, { recursive: true, force: true })));
  }
}

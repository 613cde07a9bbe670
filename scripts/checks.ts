import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from './progress.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Check {
  readonly title: string;
  /** The name of an npm script, and its arguments. */
  readonly script: readonly string[];
  /** How many tests passed and failed, from the file the check wrote; else the check counts as one test. */
  readonly counts?: (written: unknown) => Counts | undefined;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Whether the output goes into a file, where colours would make it unreadable; some tools colour it nevertheless. */
const plain = !process.stdout.isTTY;

try {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-checks-'));
  try {
    await runAll(checks(folder), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  fail(error);
}

/** Everything that must hold, the quick things first. */
function checks(folder: string): readonly Check[] {
  const vitest = (script: string) => [
    script,
    '--',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultsOf(folder, script)}`,
  ];
  return [
    { title: 'Generated files are up to date', script: ['generate', '--', '--check'] },
    { title: 'Types', script: ['typecheck'] },
    { title: 'Format and lint', script: ['lint', ...(plain ? ['--', '--colors=off'] : [])] },
    { title: 'Dead code', script: ['knip'] },
    { title: 'Tests', script: vitest('test:unit'), counts: countsOfVitest },
    { title: 'Build', script: ['build'] },
    {
      title: 'Tests with Neovim, Emacs, pre-commit and npm',
      script: vitest('test:integrations'),
      counts: countsOfVitest,
    },
    {
      title: 'Tests in a real VS Code (the first time it is fetched, about 600 MB)',
      script: ['test:editor', '--', '--results', resultsOf(folder, 'test:editor')],
      counts: countsOfEditor,
    },
  ];
}

function resultsOf(folder: string, script: string): string {
  return join(folder, `${script.replace(':', '-')}.json`);
}

/** Runs each check, also after one has failed; the last line adds up their tests. */
async function runAll(all: readonly Check[], folder: string): Promise<void> {
  const counted: (Counts & { readonly line: string })[] = [];
  for (const [index, check] of all.entries()) {
    console.log(`\n[${index + 1}/${all.length}] ${check.title}`);
    const start = Date.now();
    const code = await npmRun(check.script);
    const { passed, failed } = await countsOf(check, code, folder);
    const line = `${failed === 0 ? '✓' : '✗'} ${check.title}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - start) / 1000)} s`;
    console.log(line);
    counted.push({ passed, failed, line });
  }
  const failed = counted.reduce((sum, counts) => sum + counts.failed, 0);
  console.log(`\n${counted.map(({ line }) => line).join('\n')}`);
  console.log(`${counted.reduce((sum, counts) => sum + counts.passed, 0)} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

/** A check that ends badly has failed at least once, whatever it wrote. */
async function countsOf({ script, counts }: Check, code: number, folder: string): Promise<Counts> {
  const whole = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (counts === undefined) return whole;
  const written = await readFile(resultsOf(folder, script[0] ?? ''), 'utf8').catch(() => undefined);
  const found = written === undefined ? undefined : counts(JSON.parse(written));
  if (found === undefined) return { passed: 0, failed: 1 };
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

function countsOfVitest(written: unknown): Counts | undefined {
  return numbers(written, 'numPassedTests', 'numFailedTests');
}

function countsOfEditor(written: unknown): Counts | undefined {
  return numbers(written, 'passed', 'failed');
}

function numbers(written: unknown, passedName: string, failedName: string): Counts | undefined {
  if (typeof written !== 'object' || written === null) return undefined;
  const { [passedName]: passed, [failedName]: failed } = Object.fromEntries(Object.entries(written));
  return typeof passed === 'number' && typeof failed === 'number' ? { passed, failed } : undefined;
}

async function npmRun(script: readonly string[]): Promise<number> {
  const windows = process.platform === 'win32';
  const args = ['run', '--silent', ...script];
  const child = spawn(windows ? 'cmd.exe' : 'npm', windows ? ['/d', '/c', 'npm', ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: plain ? { NO_COLOR: '1', ...process.env } : process.env,
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

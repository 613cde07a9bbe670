import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fail } from './progress.ts';

/*
 * Runs the built program on the versions of Node that it promises to run on, each from its npm package, and fails unless
 * all of them print and write the same. The first release of the oldest is among them: it lacks most.
 */

const versions = ['20.0.0', '20', '22', '24'];
const formats = ['pretty', 'json', 'sarif', 'github', 'junit'];

const run = promisify(execFile);
const program = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist/cli.js');
const task = 'memory/handoffs/task-1.json';

try {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-node-'));
  try {
    const seen = new Map<string, string>();
    for (const version of versions) {
      seen.set(version, await tour(join(folder, 'repository'), version));
      const [first] = seen.values();
      if (seen.get(version) !== first) throw new Error(`Node ${version} does not do what Node ${versions[0]} does.`);
      console.log(`Node ${version}: the same`);
    }
    console.log(`${versions.length} passed, 0 failed`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  fail(error);
}

/** Creates, breaks, reports and repairs a handoff in a new repository; all that was printed and written. */
async function tour(folder: string, version: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const git = (...argv: readonly string[]) =>
    run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...argv], { cwd: folder });
  await git('init', '--quiet', '--initial-branch=main');
  await git('commit', '--quiet', '--allow-empty', '--message=Begin', '--date=2026-01-01T00:00:00Z');
  await git('checkout', '--quiet', '-b', 'task/task-1-dev4');
  await writeFile(join(folder, 'junit.xml'), '<testsuite name="unit"><testcase name="a"/></testsuite>');
  const printed: string[] = [];
  const call = async (...argv: readonly string[]) => printed.push(await printedBy(version, argv, folder));
  const texts = ['--pending', 'x'.repeat(4001), '--test-report', 'junit.xml'];
  await call('create', '--reason', 'interrupt', '--base', 'main', ...texts);
  const text = await readFile(join(folder, task), 'utf8');
  const local = text.replace(/"created_at": "[^"]*"/, '"created_at": "2026-05-05T14:34:56+02:00"');
  await writeFile(join(folder, task), `\ufeff${local.replace('"task_id"', '"a": 1,\n  "a": 2,\n  "task_id"')}`);
  for (const format of formats) await call('check', '--no-git', '--format', format);
  await call('check', '--no-git', '--fix-dry-run');
  await call('check', '--no-git', '--fix');
  await call('show', '--no-git', task);
  await call('completion', 'bash');
  await bringFormat(folder);
  await call('check', '--no-git', 'own.json');
  const names = (await readdir(join(folder, 'memory/handoffs'))).sort();
  const written = await Promise.all(names.map((name) => readFile(join(folder, 'memory/handoffs', name), 'latin1')));
  // Each repository has commits of its own.
  return [...printed, ...names, ...written].join('\n').replace(/\b[0-9a-f]{40}\b/g, 'commit');
}

/** A format of the project's own: its schema is run in a thread. */
async function bringFormat(folder: string): Promise<void> {
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  await write('.agent-handoff.json', { formats: [{ id: 'own', files: ['own.json'], schema: 'schema.json' }] });
  await write('schema.json', {
    $schema: 'http://json-schema.org/draft-04/schema#',
    properties: { n: { type: 'integer' } },
  });
  await write('own.json', { n: 'one' });
}

/** Output, complaints and exit code. */
async function printedBy(version: string, argv: readonly string[], cwd: string): Promise<string> {
  const call = ['--yes', `--package=node@${version}`, '--', 'node', program, ...argv];
  const { stdout, stderr, code } = await run('npx', call, { cwd, maxBuffer: 1 << 28 }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout?: string; stderr?: string; code?: unknown }) => ({ stdout: '', stderr: '', ...error }),
  );
  return [stdout, stderr, String(code)].join('\n');
}

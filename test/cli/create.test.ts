import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeRepository, type TestRepository, temporaryFolder } from '../harness/repository.ts';
import { type Around, type Result, runIn } from './program.ts';

const task = 'memory/handoffs/task-2454.json';
const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

/** Work on a task's branch: `a.ts` was changed since origin/main. */
async function atWork(branch = 'task/task-2454-dev4'): Promise<TestRepository> {
  const repository = await makeRepository();
  await repository.commit({ 'src/a.ts': '1', 'readme.md': '#' });
  await repository.remote();
  await repository.branch(branch);
  await repository.commit({ 'src/a.ts': '2' });
  return repository;
}

const create = ({ folder }: { folder: string }, argv: readonly string[], around: Around = {}): Promise<Result> =>
  runIn(folder, ['create', ...argv], { environment, ...around });

async function written({ folder }: TestRepository, path = task) {
  return JSON.parse(await readFile(join(folder, path), 'utf8'));
}

/** Whether this machine lets the tests have a disk of their own. */
const mayMount =
  process.platform === 'linux' &&
  (await promisify(execFile)('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).then(
    () => process.getuid?.() === 0,
    () => false,
  ));

/** The five flags of the guide's script. */
const guide = (pending: string, failures: string) => [
  ...['--task', 'task-2454', '--reason', 'interrupt', '--pending', pending],
  ...['--failures', failures, '--bot', 'dev4'],
];

describe("the guide's flags", () => {
  test.each([
    ['short texts', 'Finish b.', 'CI lint fails in line 42.', [task]],
    [
      'texts that are both too long',
      `${'끝'.repeat(4000)}.`,
      'x\n'.repeat(2001),
      ['memory/handoffs/task-2454-pending.txt', 'memory/handoffs/task-2454-failures.txt', task],
    ],
  ])('make a handoff of %s that check finds clean', async (_, pending, failures, paths) => {
    const repository = await atWork('a-branch-with-any-name');
    const { code, output, complaints } = await create(repository, guide(pending, failures));
    expect([code, output, complaints]).toEqual([
      0,
      `${paths.join('\n')}\n`,
      'agent-handoff: measured against origin/main\n',
    ]);
    const check = await runIn(repository.folder, ['check'], { environment });
    expect(check).toEqual({ code: 0, output: '1 file: nothing found.\n', complaints: '' });
    const head = await repository.git('rev-parse', 'HEAD');
    const base = await repository.git('rev-parse', 'main');
    expect(await written(repository)).toMatchObject({
      task_id: 'task-2454',
      previous_bot: 'dev4',
      current_branch: 'a-branch-with-any-name',
      base_sha: base,
      head_sha: head,
      changed_paths: ['src/a.ts'],
      handoff_reason: 'interrupt',
      created_at: '2026-06-01T00:00:00Z',
    });
    for (const [index, text] of [pending, failures].entries()) {
      if (paths.length > 1) expect(await readFile(join(repository.folder, paths[index] ?? ''), 'utf8')).toBe(text);
    }
  });

  test('need not say what the branch is called after', async () => {
    const repository = await atWork();
    expect(await create(repository, ['--reason', 'complete'])).toMatchObject({ code: 0, output: `${task}\n` });
    expect(await written(repository)).toMatchObject({ task_id: 'task-2454', previous_bot: 'dev4' });
  });

  test('are asked for where nothing else tells', async () => {
    expect(await create(await atWork('other'), [])).toEqual({
      code: 2,
      output: '',
      complaints:
        "agent-handoff: Neither git nor the branch's name tells this, so it must be given: --task (Task), --bot (Previous bot) and --reason (Reason: interrupt, complete or takeover_request).\n",
    });
  });

  test.each([
    [['--reason', 'done'], /^agent-handoff: --reason: handoff_reason must be .*; it is "done"\.\n$/],
    [['--reason', 'complete', '--format-id', 'tsak'], /^agent-handoff: No format is called tsak\. Known: .*task/],
    [['--reason', 'complete', '--base', 'nowhere'], /--base/],
  ])('%j is a wrong call, and nothing is written', async (argv, complaint) => {
    const repository = await atWork();
    const result = await create(repository, argv);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
    expect(await readdir(repository.folder)).toEqual(['.git', 'readme.md', 'src']);
  });
});

describe('long texts', () => {
  const argv = ['--reason', 'interrupt'];

  test('come from a file and from standard input, without the end of their last line', async () => {
    const repository = await atWork();
    await repository.write({ 'left.md': '\ufeffFirst.\n\nSecond.\r\n' });
    const texts = [...argv, '--pending-file', 'left.md', '--failures-file', '-'];
    expect(await create(repository, texts, { input: 'None.\n\n' })).toMatchObject({ code: 0 });
    expect(await written(repository)).toMatchObject({ pending_work: 'First.\n\nSecond.', known_failures: 'None.\n' });
  });

  test.each([
    [['--pending', 'a', '--pending-file', 'left.md'], /--pending and --pending-file are the same text/],
    [['--pending-file', '-', '--failures-file', '-'], /Only one of --pending-file and --failures-file can be -/],
    [['--pending-file', 'none.md'], /--pending-file: .*none\.md does not exist\./],
    [['--failures-file', 'latin.md'], /--failures-file: .*latin\.md must be UTF-8, and byte E9 in line 1 is not/],
    [['--failures-file', '.'], /--failures-file: .* is a folder/],
  ])('%j is a wrong call, and nothing is written', async (texts, complaint) => {
    const repository = await atWork();
    await repository.write({ 'left.md': 'Left.', 'latin.md': Buffer.from('caf\xe9.', 'latin1') });
    const { code, output, complaints } = await create(repository, [...argv, ...texts], { input: 'x' });
    expect([code, output]).toEqual([2, '']);
    expect(complaints).toMatch(complaint);
    expect(await readdir(repository.folder)).not.toContain('memory');
  });
});

describe('test results', () => {
  const argv = ['--reason', 'interrupt', '--pending', 'Rest.'];

  const junit = `<?xml version="1.0"?>
<testsuites>
  <testsuite name="unit"><properties/>
    <testcase classname="a.test" name="adds"/>
    <testcase classname="a.test" name="divides &lt;by&gt; 0"><failure>no</failure></testcase>
    <testsuite name="inner"><testcase name="breaks"><error/></testcase><testcase name="later"><skipped/></testcase></testsuite>
  </testsuite>
  <testsuite name="unit"><testcase name="x"/></testsuite>
</testsuites>`;

  test('are given by name, and read from JUnit XML', async () => {
    const repository = await atWork();
    await repository.write({ 'junit.xml': junit });
    const results = ['--test', 'lint=passed', '--test', 'a b = c=d ', '--test-report', 'junit.xml'];
    expect(await create(repository, [...argv, ...results])).toMatchObject({ code: 0 });
    expect((await written(repository)).test_results).toEqual({
      unit: { tests: 4, passed: 1, failed: 2, skipped: 1, failures: ['a.test divides <by> 0', 'breaks'] },
      'unit (2)': { tests: 1, passed: 1, failed: 0, skipped: 0 },
      lint: 'passed',
      'a b': 'c=d',
    });
  });

  test('name twenty failures and count the rest', async () => {
    const repository = await atWork();
    const cases = Array.from({ length: 23 }, (_, index) => `<testcase name="t${index}"><failure/></testcase>`);
    await repository.write({ 'junit.xml': `<testsuite>${cases.join('')}</testsuite>` });
    await create(repository, [...argv, '--test-report', 'junit.xml']);
    const { tests } = (await written(repository)).test_results;
    expect([tests.failed, tests.failures.length, tests.failures.at(-1)]).toEqual([23, 21, 'and 3 more']);
  });

  test.each([
    ['<testsuite><testcase></testsuite>', /^agent-handoff: junit\.xml:1:\d+ is not XML: [^\n]+\.\n$/],
    ['{"tests": []}', /junit\.xml:1:1 is not XML/],
    ['', /junit\.xml:1:1 is not XML/],
    ['<html/>', /junit\.xml must be JUnit XML, which begins with testsuites or testsuite; it begins with html\./],
    [`${'<a>'.repeat(50_000)}`, /junit\.xml(?::\d+:\d+ is not XML| is nested too deeply)/],
    ['<testsuite><testcase name="&nope;"/></testsuite>', /junit\.xml:1:\d+ is not XML/],
  ])('from %j are refused with the place, and nothing is written', async (text, complaint) => {
    const repository = await atWork();
    await repository.write({ 'junit.xml': text });
    const { code, output, complaints } = await create(repository, [...argv, '--test-report', 'junit.xml']);
    expect([code, output]).toEqual([2, '']);
    expect(complaints).toMatch(complaint);
    expect(await readdir(repository.folder)).not.toContain('memory');
  });

  test.each([
    [['--test', 'lint'], /--test must be NAME=STATUS, for example pytest=passed; it is "lint"\./],
    [['--test', '=passed'], /--test must be NAME=STATUS/],
    [['--test', 'a=1', '--test', 'a=2'], /--test: there is a result for "a" already\./],
    [['--test-report', 'none.xml'], /--test-report: .*none\.xml does not exist\./],
  ])('%j is a wrong call', async (results, complaint) => {
    const result = await create(await atWork(), [...argv, ...results]);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
  });
});

describe('paths', () => {
  const argv = ['--reason', 'complete'];

  test("are those that are given, else those of the task's latest handoff", async () => {
    const repository = await atWork();
    const given = ['--allow', 'src/', '--allow', 'docs', '--forbid', 'secrets/'];
    await create(repository, [...argv, ...given]);
    const paths = { allowed_paths: ['src/', 'docs'], forbidden_paths: ['secrets/'] };
    expect(await written(repository)).toMatchObject(paths);
    const next = 'memory/handoffs/task-2454-2.json';
    await create(repository, [...argv, '--output', next]);
    expect(await written(repository, next)).toMatchObject(paths);
    await create(repository, [...argv, '--force', '--allow', 'src/']);
    expect(await written(repository)).toMatchObject({ ...paths, allowed_paths: ['src/'] });
  });

  test.each([['/etc'], ['../x'], ['a\\b'], ['']])('%j is refused', async (path) => {
    const repository = await atWork();
    const { code, complaints } = await create(repository, [...argv, '--forbid', path]);
    expect(code).toBe(2);
    expect(complaints).toMatch(/^agent-handoff: --forbid ".*": /);
    expect(await readdir(repository.folder)).not.toContain('memory');
  });

  test('that are not committed are told, and counted where that is wanted', async () => {
    const repository = await atWork();
    await repository.write({ 'b.ts': 'new', 'readme.md': 'changed', 'memory/handoffs/other.json': '{}' });
    const plain = await create(repository, argv);
    expect(plain.complaints).toContain('2 files are not committed and will not be in the handoff: readme.md, b.ts.\n');
    expect((await written(repository)).changed_paths).toEqual(['src/a.ts']);
    const all = await create(repository, [...argv, '--force', '--include-uncommitted']);
    expect(all.complaints).not.toContain('not committed');
    expect((await written(repository)).changed_paths).toEqual(['b.ts', 'readme.md', 'src/a.ts']);
  });
});

describe('where it is written', () => {
  const argv = ['--reason', 'interrupt', '--pending', 'x'.repeat(4001)];

  test('an existing handoff is kept without --force, and its side files with it', async () => {
    const repository = await atWork();
    await repository.write({ [task]: 'mine', 'memory/handoffs/task-2454-pending.txt': 'my text' });
    expect(await create(repository, argv)).toMatchObject({
      code: 2,
      output: '',
      complaints: expect.stringContaining(`${task} is there already, and is kept. Replace it with --force.\n`),
    });
    expect(await readdir(join(repository.folder, 'memory/handoffs'))).toEqual([
      'task-2454-pending.txt',
      'task-2454.json',
    ]);
    expect(await create(repository, [...argv, '--force'])).toMatchObject({
      code: 0,
      output: `memory/handoffs/task-2454-pending-2.txt\n${task}\n`,
    });
    expect(await readFile(join(repository.folder, 'memory/handoffs/task-2454-pending.txt'), 'utf8')).toBe('my text');
  });

  test('--output names the file, and side files stand beside it', async () => {
    const repository = await atWork();
    const { code, output } = await runIn(
      join(repository.folder, 'src'),
      ['create', ...argv, '--output', '../out/h.json'],
      {
        environment,
      },
    );
    expect([code, output]).toEqual([0, '../out/task-2454-pending.txt\n../out/h.json\n']);
    expect(await written(repository, 'out/h.json')).toMatchObject({ pending_work_path: 'out/task-2454-pending.txt' });
    expect(await create(repository, [...argv, '--output', 'out/h.json'])).toMatchObject({ code: 2, output: '' });
    expect(await readdir(join(repository.folder, 'out'))).toEqual(['h.json', 'task-2454-pending.txt']);
  });

  test.each([
    ['../h.json', /^agent-handoff: --output must lie in /],
    ['src/', /^agent-handoff: --output must name a file; src\/ is a folder\.\n$/],
    ['src', /^agent-handoff: --output must name a file; src is a folder\.\n$/],
    ['', /^agent-handoff: --output must name a file; it is empty\.\n$/],
    ['.git/h.json', /\.git/],
  ])('--output %j is refused, and nothing is left', async (output, complaint) => {
    const repository = await atWork();
    const result = await create(repository, [...argv, '--output', output]);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
    expect(await readdir(repository.folder)).toEqual(['.git', 'readme.md', 'src']);
    expect(await readdir(join(repository.folder, 'src'))).toEqual(['a.ts']);
  });

  test('--dry-run prints the handoff, and changes nothing', async () => {
    const repository = await atWork();
    const { code, output, complaints } = await create(repository, [...argv, '--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ pending_work_path: 'memory/handoffs/task-2454-pending.txt' });
    expect(complaints).toContain('memory/handoffs/task-2454-pending.txt would be made, with 4001 characters\n');
    expect(await readdir(repository.folder)).not.toContain('memory');
  });
});

describe('where it cannot be written', () => {
  const argv = ['--reason', 'interrupt', '--pending', 'x'.repeat(40_000)];
  const mount = promisify(execFile);

  /** A repository on a disk of its own, for those who may have one. */
  async function onDisk(options: string): Promise<TestRepository> {
    const disk = await temporaryFolder();
    await mount('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]);
    onTestFinished(async () => {
      await mount('umount', [disk]);
    });
    const repository = await makeRepository(join(disk, 'repository'));
    await repository.commit({ 'a.ts': '1' });
    await repository.branch('task/task-2454-dev4');
    await repository.commit({ 'a.ts': '2' });
    return repository;
  }

  test.skipIf(!mayMount)('nothing is left behind on a disk that is full', async () => {
    const repository = await onDisk('size=1m');
    await fill(repository.folder);
    const { code, output, complaints } = await create(repository, [...argv, '--base', 'main']);
    expect([code, output]).toEqual([2, '']);
    expect(complaints).toMatch(/No handoff was written\. .* the disk is full\. Free some space and try again\n$/);
    expect((await readdir(repository.folder)).sort()).toEqual(['.git', 'a.ts', 'filler']);
  });

  test.skipIf(!mayMount)('nothing is left behind on a disk that is read-only', async () => {
    const repository = await onDisk('size=1m');
    const disk = join(repository.folder, '..');
    await mount('mount', ['-o', 'remount,ro', disk]);
    const { code, output, complaints } = await create(repository, [...argv, '--base', 'main']);
    expect([code, output]).toEqual([2, '']);
    expect(complaints).toMatch(
      /No handoff was written\. .* the disk is read-only\. Choose a folder on another disk\n$/,
    );
    expect((await readdir(repository.folder)).sort()).toEqual(['.git', 'a.ts']);
  });

  // Root may write everywhere.
  test.skipIf(process.getuid?.() === 0)('nothing is left behind in a folder that may not be written to', async () => {
    const repository = await atWork();
    await mkdir(join(repository.folder, 'memory'));
    await chmod(join(repository.folder, 'memory'), 0o500);
    const { code, complaints } = await create(repository, argv);
    await chmod(join(repository.folder, 'memory'), 0o700);
    expect(code).toBe(2);
    expect(complaints).toMatch(/No handoff was written\. .* permission is denied/);
    expect(await readdir(join(repository.folder, 'memory'))).toEqual([]);
  });

  test('nothing is left behind where a file stands in the way', async () => {
    const repository = await atWork();
    await repository.write({ memory: 'a file' });
    const { code, complaints } = await create(repository, argv);
    expect(code).toBe(2);
    expect(complaints).toMatch(/No handoff was written\. .*memory/);
    expect(await readdir(repository.folder)).toEqual(['.git', 'memory', 'readme.md', 'src']);
  });
});

/** Writes until nothing more fits. */
async function fill(folder: string): Promise<void> {
  for (const size of [65_536, 4096]) {
    for (let full = false; !full; ) {
      full = await writeFile(join(folder, 'filler'), 'x'.repeat(size), { flag: 'a' }).then(
        () => false,
        () => true,
      );
    }
  }
}

import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, benchWith } from '../../cli/bench.ts';
import type { Source } from '../../cli/cases.ts';
import { judge } from '../../cli/judge.ts';
import type { Git } from '../../host/git.ts';
import { readState } from '../../host/state.ts';
import { countingGit } from '../harness/facts.ts';
import { makeHistory } from '../harness/history.ts';
import { makeRepository, testGit } from '../harness/repository.ts';
import { handoff } from './program.ts';

const long = handoff({ pending_work: 'x'.repeat(4001) });

/** The path of the file that the fix of a too long text makes: it tells what paths are relative to. */
async function sideFile(file: string, bench: Bench): Promise<string | undefined> {
  const { files, complaints } = await judge([{ path: 'x', file, text: long }], bench, (one) => one);
  expect(complaints).toEqual([]);
  const [found] = files.flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'text-too-long'));
  return found?.fixes[0]?.edit().create[0]?.path;
}

async function benchIn(folder: string, useGit: boolean, git?: Git): Promise<Bench> {
  return benchWith(git ?? (await testGit()), { useGit }, { folder, now: '2026-06-01T00:00:00.000Z' });
}

const place = 'work/memory/handoffs';

test('paths are relative to the top level of the repository', async () => {
  const repository = await makeRepository();
  await repository.write({ [`${place}/task-1.json`]: long });
  const bench = await benchIn(join(repository.folder, 'work'), true);
  expect(await sideFile(join(repository.folder, place, 'task-1.json'), bench)).toBe(`${place}/task-1-pending.txt`);
});

test('without git, paths are relative to the folder of the nearest configuration', async () => {
  const repository = await makeRepository();
  await repository.write({ [`${place}/task-1.json`]: long, 'work/memory/.agent-handoff.json': '{}' });
  const bench = await benchIn(repository.folder, false);
  const file = join(repository.folder, place, 'task-1.json');
  expect(await sideFile(file, bench)).toBe('handoffs/task-1-pending.txt');
});

test('without git and configuration, paths are relative to the working folder', async () => {
  const repository = await makeRepository();
  await repository.write({ [`${place}/task-1.json`]: long });
  const bench = await benchIn(join(repository.folder, 'work'), false);
  const file = join(repository.folder, place, 'task-1.json');
  expect(await sideFile(file, bench)).toBe('memory/handoffs/task-1-pending.txt');
});

test('a side file that is there already is seen, so the new one gets another name', async () => {
  const repository = await makeRepository();
  await repository.write({ [`${place}/task-1.json`]: long, [`${place}/task-1-pending.txt`]: 'other' });
  const bench = await benchIn(repository.folder, true);
  const file = join(repository.folder, place, 'task-1.json');
  expect(await sideFile(file, bench)).toBe(`${place}/task-1-pending-2.txt`);
});

test.skipIf(process.platform === 'win32')(
  'a hundred handoffs that are behind, or wrong in other ways, are as many git processes as two',
  async () => {
    const repository = await makeRepository();
    const ids = await makeHistory(
      repository,
      Array.from({ length: 120 }, (_, place) => (place === 0 ? [] : [place - 1])),
    );
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/line');
    await repository.git('update-ref', 'refs/remotes/origin/main', ids[3] ?? '');
    const sources = Array.from({ length: 100 }, (_, n) => {
      const [base, head] = [ids[n], n % 2 === 0 ? ids[n + 10] : 'ab'.repeat(20)];
      const text = handoff({ current_branch: 'line', base_sha: base, head_sha: head, changed_paths: ['f3.txt'] });
      return { path: `${n}`, file: join(repository.folder, `${n}.handoff.json`), text };
    });
    const run = async (some: typeof sources) => {
      const { git, calls } = await countingGit();
      const { files } = await judge(some, await benchIn(repository.folder, true, git), (one) => one);
      return { calls: (await calls()).length, rules: files.map(({ findings }) => findings.map(({ rule }) => rule)) };
    };
    await settled(repository.folder);
    const few = await run(sources.slice(0, 2));
    const many = await run(sources);
    // What was asked first is asked again as long as the repository is as young as the question.
    expect(many.calls).toBeLessThanOrEqual(few.calls);
    expect(many.rules[8]).toContain('head-behind');
    expect(many.rules[9]).toContain('commit-unknown');
    expect(few.calls).toBeLessThan(50);
  },
);

test('handoffs that nothing is wrong with are one question, and only the others are asked about again', async () => {
  const repository = await makeRepository();
  const base = await repository.commit({ 'a.txt': 'a' });
  await repository.branch('line');
  const head = await repository.commit({ 'src/a.ts': '1' });
  const sourceOf = (name: string, members: Readonly<Record<string, unknown>>) => ({
    ...{ path: name, file: join(repository.folder, place, name) },
    text: handoff({ task_id: name.slice(0, -5), current_branch: 'line', base_sha: base, ...members }),
  });
  const work = { head_sha: head, changed_paths: ['src/a.ts'], allowed_paths: ['src/'], forbidden_paths: ['a.txt'] };
  const fine = Array.from({ length: 5 }, (_, n) => sourceOf(`task-${n}.json`, work));
  const behind = sourceOf('behind.json', { ...work, head_sha: base, changed_paths: [] });
  const bench = await benchIn(repository.folder, true);
  const questions = async (...sources: readonly Source[]) => {
    const asked: string[][] = [];
    const counting: Bench = {
      ...bench,
      gather(requests, ...rest) {
        asked.push(requests.map(({ document }) => basename(document)));
        return bench.gather(requests, ...rest);
      },
    };
    const { files } = await judge(sources, counting, (one) => one);
    return { asked, found: files.flatMap(({ findings }) => findings.map(({ rule }) => rule)) };
  };
  const names = fine.map(({ path }) => path);
  expect(await questions(...fine)).toEqual({ asked: [names], found: [] });
  const all = await questions(...fine, behind);
  expect(all.found).toEqual(['head-behind']);
  expect(all.asked[0]).toEqual([...names, 'behind.json']);
  expect(all.asked.length).toBeGreaterThan(1);
  expect(all.asked.slice(1).flat()).toEqual(all.asked.slice(1).map(() => 'behind.json'));
});

/** Waits until what git answers about a repository can be kept: its last change is long enough ago to show. */
async function settled(folder: string): Promise<void> {
  const { repository } = await (await benchIn(folder, true)).locate(join(folder, 'x.json'));
  if (repository === undefined) throw new Error('There is no repository.');
  await expect.poll(async () => (await readState(repository)).settled, { timeout: 10_000 }).toBe(true);
}

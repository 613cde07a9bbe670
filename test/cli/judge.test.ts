import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bench, benchWith } from '../../cli/bench.ts';
import { judge } from '../../cli/judge.ts';
import { makeRepository, testGit } from '../harness/repository.ts';
import { handoff } from './program.ts';

const long = handoff({ pending_work: 'x'.repeat(4001) });

/** The path of the file that the fix of a too long text makes: it tells what paths are relative to. */
async function sideFile(file: string, bench: Bench): Promise<string | undefined> {
  const { files, complaints } = await judge([{ path: 'x', file, text: long }], bench);
  expect(complaints).toEqual([]);
  const [found] = files.flatMap(({ findings }) => findings.filter(({ rule }) => rule === 'text-too-long'));
  return found?.fixes[0]?.edit().create[0]?.path;
}

async function benchIn(folder: string, useGit: boolean): Promise<Bench> {
  return benchWith(await testGit(), { useGit }, { folder, now: '2026-06-01T00:00:00.000Z' });
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

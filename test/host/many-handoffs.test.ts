import path from 'node:path';
import { expect, test } from 'vitest';
import { type Needs, rangeKey } from '../../core/evidence/facts.ts';
import { gatherAll, type Request } from '../../host/facts.ts';
import { readHistory } from '../../host/history.ts';
import { createLocator } from '../../host/surroundings.ts';
import { countingGit, testTime } from '../harness/facts.ts';
import { makeHistory, type Shape } from '../harness/history.ts';
import { makeRepository, testGit } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

/** Trees stay small however many commits there are. */
const file = (place: number) => `d${place % 30}/f${place % 900}.txt`;

/** A line of commits that each tenth commit leaves and comes back to with the next one. */
function busyShape(length: number): Shape {
  return Array.from({ length }, (_, place) => {
    if (place === 0) return [];
    if (place % 10 === 9) return [place - 2];
    return place % 10 === 0 ? [place - 2, place - 1] : [place - 1];
  });
}

onPosix(
  'a thousand handoffs in ten thousand commits are as many processes as one, and soon answered',
  { timeout: 120_000 },
  async () => {
    const repository = await makeRepository();
    const ids = await makeHistory(repository, busyShape(10_000), { file });
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/line');
    await repository.git('update-ref', 'refs/remotes/origin/main', ids[9000] ?? '');
    const idAt = (place: number) => ids[place] ?? '';
    const needsAt = (place: number): Needs => ({
      commits: [idAt(place), idAt(place + 3).slice(0, 12)],
      branches: ['line', `none-${place}`],
      ranges: [
        { from: idAt(place), to: idAt(place + 3).slice(0, 12), changed: true },
        { from: idAt(place + 3).slice(0, 12), to: 'branch:line' },
      ],
      tracked: [file(place)],
      git: ['head', 'changed'],
    });
    const requests: readonly Request[] = Array.from({ length: 1000 }, (_, index) => ({
      document: path.join(repository.folder, 'memory', 'handoffs', `h${index}.json`),
      needs: needsAt(index * 9 + 1),
    }));
    const check = async (some: readonly Request[]) => {
      const { git, calls } = await countingGit();
      const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [repository.folder] });
      const facts = await gatherAll(some, { git, locator, now: testTime });
      return { facts, calls: [...(await calls())].sort() };
    };
    const one = await check(requests.slice(0, 1));
    const started = performance.now();
    const all = await check(requests);
    const seconds = (performance.now() - started) / 1000;
    expect(all.calls).toEqual(one.calls);
    expect(one.calls).toEqual([
      '--version',
      'cat-file',
      'diff-index',
      'diff-tree',
      'diff-tree',
      'for-each-ref',
      'for-each-ref',
      'log',
      'ls-files',
      'merge-base',
      'rev-list',
      'rev-parse',
      'rev-parse',
      'symbolic-ref',
    ]);
    const last = requests.at(-1);
    const git = all.facts.get(last?.document ?? '')?.git;
    const [range, onBranch] = last?.needs.ranges ?? [];
    // The last one goes from 8992 to 8995, on the line that has 10,000 commits.
    expect(git?.ranges.get(rangeKey(range ?? { from: '', to: '' }))).toEqual({
      from: ids[8992],
      to: ids[8995],
      ancestor: true,
      reachable: true,
      ahead: 3,
      behind: 0,
      mergeBases: [ids[8992]],
      changed: ['d23/f893.txt', 'd24/f894.txt', 'd25/f895.txt'],
      unprintable: 0,
    });
    expect(git?.ranges.get(rangeKey(onBranch ?? { from: '', to: '' }))).toMatchObject({ ancestor: true });
    expect(git?.ranges.size).toBe(2000);
    expect([...(git?.ranges.values() ?? [])].filter(({ unknown }) => unknown !== undefined)).toEqual([]);
    expect(seconds).toBeLessThan(10);
  },
);

test('every answer about a branching history is what git itself says', { timeout: 60_000 }, async () => {
  const repository = await makeRepository();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const shape: Shape = Array.from({ length: 60 }, (_, place) => {
    if (place === 0 || place === 20) return [];
    const first = Math.max(0, place - 1 - random(6));
    const second = random(place);
    return random(3) === 0 && second !== first ? [first, second] : [first];
  });
  const ids = await makeHistory(repository, shape, { clock: () => random(5000) });
  const history = await readHistory(await testGit(), repository.folder, ids, new Set());
  if (history.kind === 'unknown') throw new Error(history.reason);
  for (let round = 0; round < 40; round += 1) {
    const [from, to] = [ids[random(60)] ?? '', ids[random(60)] ?? ''];
    const only = async (one: string, other: string) =>
      Number(await repository.git('rev-list', '--count', one, `^${other}`));
    const bases = (await repository.git('merge-base', '--all', from, to).catch(() => '')).split('\n');
    expect(history.value(from, to)).toEqual({
      ancestor: bases.includes(from),
      ahead: await only(to, from),
      behind: await only(from, to),
      mergeBases: bases.filter((id) => id !== '').sort(),
    });
  }
});

test('a long history that is left once all ends have met gives the same answers as one read to its end', {
  timeout: 60_000,
}, async () => {
  const repository = await makeRepository();
  const ids = await makeHistory(
    repository,
    Array.from({ length: 30_000 }, (_, place) => (place === 0 ? [] : [place - 1])),
    { file },
  );
  const at = (place: number) => ids[place] ?? '';
  const ask = async (...ends: readonly number[]) => {
    const history = await readHistory(await testGit(), repository.folder, ends.map(at), new Set());
    if (history.kind === 'unknown') throw new Error(history.reason);
    return history.value(at(ends[0] ?? 0), at(ends[1] ?? 0));
  };
  expect(await ask(29_990, 29_999)).toEqual({ ancestor: true, ahead: 9, behind: 0, mergeBases: [at(29_990)] });
  expect(await ask(29_999, 5)).toEqual({ ancestor: false, ahead: 0, behind: 29_994, mergeBases: [at(5)] });
});

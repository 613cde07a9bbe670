import { expect, test } from 'vitest';
import { type RangeFact, rangeKey } from '../../core/evidence/facts.ts';
import { factsIn } from '../harness/facts.ts';
import { makeHistory } from '../harness/history.ts';
import { makeRepository, type TestRepository } from '../harness/repository.ts';

const unknown =
  'the clone is shallow, and the history that it lacks may tell more of these commits: run git fetch --deepen=100';

async function compare(repository: TestRepository, from: string, to: string): Promise<RangeFact | undefined> {
  const range = { from, to, changed: true };
  return (await factsIn(repository.folder, { ranges: [range] })).git?.ranges.get(rangeKey(range));
}

/** A line of ten commits, and a commit that left it at the fourth, on the branch `side`. */
async function lineWithSide(): Promise<{ readonly source: TestRepository; readonly ids: readonly string[] }> {
  const source = await makeRepository();
  const ids = await makeHistory(source, [[], [0], [1], [2], [3], [4], [5], [6], [7], [8], [3]]);
  await source.git('update-ref', 'refs/heads/side', ids[10] ?? '');
  await source.git('update-ref', 'refs/heads/line', ids[9] ?? '');
  return { source, ids };
}

test('what a shallow clone holds is told for certain (pitfall 81)', async () => {
  const { source, ids } = await lineWithSide();
  const clone = await source.clone('--depth=4', '--branch=line');
  expect(await compare(clone, ids[7] ?? '', 'branch:line')).toEqual({
    from: ids[7],
    to: ids[9],
    ancestor: true,
    reachable: true,
    ahead: 2,
    behind: 0,
    mergeBases: [ids[7]],
    changed: ['f8.txt', 'f9.txt'],
    unprintable: 0,
  });
  expect(await compare(clone, ids[9] ?? '', ids[6] ?? '')).toMatchObject({ ancestor: false, ahead: 0, behind: 3 });
});

test('a commit that a shallow clone lacks is absent here, and nothing is concluded from that (pitfall 82)', async () => {
  const { source, ids } = await lineWithSide();
  const clone = await source.clone('--depth=4', '--branch=line');
  const facts = await factsIn(clone.folder, { ranges: [{ from: ids[3] ?? '', to: ids[9] ?? '' }] });
  expect(facts.git?.shallow).toBe(true);
  expect(facts.git?.commits.get(ids[3] ?? '')).toEqual({ kind: 'absent' });
  expect(facts.git?.ranges.get(`${ids[3]}..${ids[9]}`)).toEqual({
    to: ids[9],
    unknown: `the repository has no commit ${ids[3]}`,
  });
});

test('two branches that meet behind the boundary are not called unrelated, nor counted (pitfall 81)', async () => {
  const { source, ids } = await lineWithSide();
  const clone = await source.clone('--depth=2', '--no-single-branch');
  expect(await compare(clone, ids[10] ?? '', ids[9] ?? '')).toEqual({
    from: ids[10],
    to: ids[9],
    changed: ['f10.txt', ...['f4.txt', 'f5.txt', 'f6.txt', 'f7.txt', 'f8.txt', 'f9.txt']],
    unprintable: 0,
    unknown,
  });
});

test('a commit behind the boundary of one branch may be an ancestor of it: its absence there is no proof', async () => {
  const source = await makeRepository();
  // The last one is a merge of the first with a long line, of which a clone of depth 2 has one commit.
  const ids = await makeHistory(source, [[], [0], [1], [2], [3], [1, 4]]);
  const clone = await source.clone('--depth=2', '--branch=line');
  expect(await clone.git('rev-list', 'HEAD')).not.toContain(ids[2]);
  // Both parents of the merge are cut off; one is in truth an ancestor of the other.
  const fact = await compare(clone, ids[1] ?? '', ids[4] ?? '');
  expect(fact).not.toHaveProperty('ancestor');
  expect(fact).not.toHaveProperty('mergeBases');
  expect(fact?.unknown).toBe(unknown);
});

test('branches that leave one another in front of the boundary are compared for certain', async () => {
  const source = await makeRepository();
  const ids = await makeHistory(source, [[], [0], [1], [2], [3], [4], [5], [6], [7], [5]]);
  await source.git('update-ref', 'refs/heads/side', ids[9] ?? '');
  await source.git('update-ref', 'refs/heads/line', ids[8] ?? '');
  const clone = await source.clone('--depth=5', '--no-single-branch');
  expect(await clone.git('rev-parse', '--is-shallow-repository')).toBe('true');
  expect(await compare(clone, ids[9] ?? '', ids[8] ?? '')).toMatchObject({
    ancestor: false,
    reachable: false,
    ahead: 3,
    behind: 1,
    mergeBases: [ids[5]],
  });
});

test('a clone of depth one still tells that its head is its branch (pitfall 82)', async () => {
  const { source, ids } = await lineWithSide();
  const clone = await source.clone('--depth=1', '--branch=line');
  expect(await compare(clone, ids[9] ?? '', 'branch:line')).toMatchObject({ ancestor: true, ahead: 0, behind: 0 });
  expect(await compare(clone, ids[9] ?? '', 'branch:side')).toEqual({
    from: ids[9],
    unknown: 'the repository has no branch side',
  });
});

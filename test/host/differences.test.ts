import { expect, test } from 'vitest';
import { createDifferences } from '../../host/differences.ts';
import { createGraph } from '../../host/graph.ts';
import { createRows, has } from '../../host/rows.ts';

test('two branches of thousands differ in as many pieces as the two have, however many others there are', () => {
  const branches = Array.from({ length: 5000 }, (_, n) => `branch-${n}`);
  const main = Array.from({ length: 50 }, (_, n) => `main-${n}`);
  const graph = createGraph([...branches, ...main]);
  for (const [n, branch] of branches.entries()) graph.add([branch, `main-${n % 50}`]);
  for (const n of main.keys()) graph.add(n === 49 ? ['main-49'] : [`main-${n}`, `main-${n + 1}`]);
  const between = createDifferences(graph);
  const commits = (start: number, without: number) =>
    between(start, without).pieces.flatMap((piece) => piece.commits.map((commit) => graph.ids[commit]));
  // The branches start from main-7 and main-9.
  expect(commits(7, 9)).toEqual(['branch-7', 'main-7', 'main-8']);
  expect(commits(9, 7)).toEqual(['branch-9']);
  expect(between(9, 7).forks.map(({ commit }) => graph.ids[commit])).toEqual(['main-9']);
  expect(between(9, 9)).toEqual({ count: 0, pieces: [], forks: [] });
});

test('a set takes as much room as it has numbers, and at most a bit for each there is', () => {
  const rows = createRows(3200);
  const all = Array.from({ length: 101 }, (_, n) => rows.single(n * 31));
  const most = all.slice(0, 100).reduce(rows.union);
  expect([most.members.length, most.words]).toEqual([100, undefined]);
  const more = all.reduce(rows.union);
  expect([more.size, more.members, more.words?.length]).toEqual([101, [], 100]);
});

test('two sets are not one because the bits of one read like the numbers of the other', () => {
  const rows = createRows(1024);
  const few = [...Array.from({ length: 31 }, (_, n) => 100 + n), 1000];
  const bytes = Buffer.from(few.join());
  expect(bytes.length).toBe(128);
  const many = Array.from({ length: 1024 }, (_, bit) => bit).filter(
    (bit) => ((bytes[bit >>> 3] ?? 0) >>> (bit & 7)) & 1,
  );
  const set = (numbers: readonly number[]) => rows.one(numbers.map(rows.single).reduce(rows.union));
  expect(set(few)).not.toBe(set(many));
});

test('a union is the first set itself where that has all of the second, whatever room either takes', () => {
  const rows = createRows(64);
  const few = rows.union(rows.single(40), rows.single(3));
  expect(few.members).toEqual([3, 40]);
  expect(rows.union(few, rows.single(3))).toBe(few);
  const many = [1, 2, 3, 33, 40, 63].map(rows.single).reduce(rows.union);
  expect(many.words).toBeDefined();
  expect(rows.union(many, few)).toBe(many);
  expect(rows.union(many, [2, 33, 63].map(rows.single).reduce(rows.union))).toBe(many);
  const wider = rows.union(few, many);
  expect([wider.size, [0, 1, 3, 32, 33, 40, 62, 63].filter((bit) => has(wider, bit))]).toEqual([6, [1, 3, 33, 40, 63]]);
  expect(rows.one(wider)).toBe(rows.one(rows.union(many, few)));
});

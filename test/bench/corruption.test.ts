import { describe, expect, test } from 'vitest';
import { kinds } from '../../bench/corruption/kinds.ts';
import { run } from '../../bench/corruption/run.ts';

// One repository with SHA-1 ids and a few tasks; `npm run bench:corruption` does the same with hundreds.
const result = await run({ seed: 7, repositories: 1, tasks: 5, checkedOut: 4 });

test('no true handoff is accused', () => {
  expect(result.truths).toBe(5);
  expect(result.accused).toEqual({ us: [], ajv: 0, service: 0 });
});

describe.each(result.rows.filter(({ kind }) => kind.impossible === undefined))('$kind.group', ({ kind, ...row }) => {
  test(`${kind.name}: is caught every time`, () => {
    expect(row.tried).toBeGreaterThan(0);
    expect(row.passed).toEqual([]);
  });
});

test('there are many kinds of mistakes, each with a name of its own', () => {
  expect(kinds.length).toBeGreaterThan(40);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});

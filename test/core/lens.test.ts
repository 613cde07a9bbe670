import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { inlayNeeds, inlays } from '../../core/show/inlay.ts';
import { lens } from '../../core/show/lens.ts';
import { documentAt, factsOf } from '../harness/core.ts';
import { handoff as written } from '../harness/handoffs.ts';

const path = 'memory/handoffs/task-1.json';
const base = 'f4151eeb00000000000000000000000000000001';
const head = 'a1b2c3d400000000000000000000000000000002';
const next = '77aa88bb00000000000000000000000000000003';
const branch = 'task/task-1-dev4';
const commit = (id: string, subject: string, date: string) => ({
  kind: 'commit',
  commit: { id, subject, author: 'Ada', date },
});

function factsAt(ahead: number, changed: readonly string[] = []) {
  const tip = ahead === 0 ? head : next;
  return factsOf({
    path,
    facts: {
      git: {
        head: tip,
        branch,
        commits: {
          [base]: commit(base, 'Release\u202e 1.2', '2026-05-01T10:00:00Z'),
          [head]: commit(head, 'A'.repeat(60), '2026-05-05T10:00:00Z'),
        },
        tips: { [branch]: { kind: 'branch', tip: { ref: `refs/heads/${branch}`, commit: tip }, others: [] } },
        ranges: {
          [`${base}..${head}`]: { from: base, to: head, ancestor: true, changed: [] },
          [`${head}..branch:${branch}`]: { from: head, to: tip, ancestor: true, reachable: true, ahead, changed },
        },
      },
    },
  });
}

const text = written();
const document = documentAt(path, text);
const lensWith = (facts: ReturnType<typeof factsOf>, at = document) =>
  lens(at, check(at, facts, defaultConfiguration), facts);

describe('the lens', () => {
  test('says that git agrees', () => {
    expect(lensWith(factsAt(0))).toEqual({
      span: { start: 0, end: 1 },
      state: 'checked',
      title: 'Checked: git and the disk agree with all of it',
    });
  });

  test('says how far the branch has gone on', () => {
    expect(lensWith(factsAt(1, ['src/a.ts']))).toMatchObject({
      state: 'contradicted',
      title: 'Behind by 1 commit: task/task-1-dev4 has moved on',
    });
  });

  test('says the worst finding, and how many more there are', () => {
    const wrong = documentAt(path, written({ current_branch: 'HEAD', head_sha: 'HEAD' }));
    expect(lensWith(factsAt(0), wrong)).toMatchObject({
      state: 'contradicted',
      title: 'Contradicted: "head_sha" must be a commit id of 7 to 64 hex digits; it is "HEAD", and 1 more finding',
    });
  });

  test('says why nothing was checked, also while git is still being asked', () => {
    expect(lensWith(factsOf({ path, facts: { unchecked: 'the folder is in no git repository' } }))).toMatchObject({
      state: 'unchecked',
      title: 'Unchecked: the folder is in no git repository',
    });
    expect(lensWith(factsOf({ path, facts: {} }))).toMatchObject({
      state: 'unchecked',
      title: 'Unchecked: git has not answered yet',
    });
  });

  test('stands over no other file', () => {
    expect(lensWith(factsAt(0), documentAt('x.json', '{"a": 1}'))).toBeUndefined();
    expect(lensWith(factsAt(0), documentAt(path, ''))).toBeUndefined();
  });
});

describe('notes behind commit ids', () => {
  const shownIn = (facts: ReturnType<typeof factsOf>) =>
    inlays(document, facts).map(({ offset, label }) => `${text.slice(offset - 9, offset)} ${label}`);

  test('say subject, age and distance, cut and made visible', () => {
    expect(shownIn(factsAt(3, ['src/a.ts']))).toEqual([
      '00000001" Release\\u202e 1.2 · 1 month ago',
      `00000002" ${'A'.repeat(50)}… · 3 weeks ago · 3 behind`,
    ]);
  });

  test('count no commits that only bring handoffs', () => {
    expect(shownIn(factsAt(1, [path]))).toEqual([
      '00000001" Release\\u202e 1.2 · 1 month ago',
      `00000002" ${'A'.repeat(50)}… · 3 weeks ago`,
    ]);
  });

  test('are left out where git knows nothing, and want commits and the way to the branch', () => {
    const nothing = factsOf({ path, facts: {} });
    expect(inlays(document, nothing)).toEqual([]);
    expect(inlayNeeds(document, nothing)).toMatchObject({
      commits: [base, head],
      ranges: [{ from: head, to: `branch:${branch}` }],
    });
    expect(inlayNeeds(documentAt('x.json', '{}'), nothing)).toEqual({});
  });
});

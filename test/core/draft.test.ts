import { describe, expect, test } from 'vitest';
import { defaultConfiguration } from '../../core/configuration.ts';
import { answerProblem } from '../../core/create/answers.ts';
import type { CreateSource } from '../../core/create/create-source.ts';
import { createDraft, furtherNeeds } from '../../core/create/draft.ts';
import { obstacles } from '../../core/create/obstacle.ts';
import { questions } from '../../core/create/question.ts';
import type { Facts, GitFacts } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';

const HEAD = 'a1b2c3d400000000000000000000000000000002';
const BASE = 'f4151eeb00000000000000000000000000000001';
const git: GitFacts = {
  branch: 'task/task-2454-dev4',
  head: HEAD,
  base: { ref: 'refs/remotes/origin/main', commit: BASE },
  changed: ['src/a.ts', 'src/b.ts'],
  uncommitted: [],
  shallow: false,
  commits: new Map(),
  tips: new Map(),
  ranges: new Map(),
  tracked: new Map(),
};

function source(facts: Partial<Facts> = {}): CreateSource {
  const [format] = formats.filter(({ id }) => id === 'task');
  if (format === undefined) throw new Error('no format');
  return {
    format,
    configuration: defaultConfiguration,
    facts: {
      now: '2026-05-05T12:34:56.789Z',
      place: { root: 'repository' },
      files: new Map(),
      folders: new Map([['memory/handoffs', []]]),
      git,
      ...facts,
    },
  };
}

describe('the questions', () => {
  test('are only those that git, the clock and the branch name cannot answer', () => {
    expect(questions(source()).map(({ member, kind, required }) => ({ member, kind, required }))).toEqual([
      { member: 'pending_work', kind: 'prose', required: false },
      { member: 'known_failures', kind: 'prose', required: false },
      { member: 'handoff_reason', kind: 'choice', required: true },
    ]);
  });

  test('include task and bot where the branch is not called after them', () => {
    const asked = questions(source({ git: { ...git, branch: 'fix-the-parser' } })).map(({ member }) => member);
    expect(asked).toEqual(['task_id', 'previous_bot', 'pending_work', 'known_failures', 'handoff_reason']);
  });

  test('include the branch on a detached head, and never take HEAD for its name (pitfall 76)', () => {
    const { branch: _, ...detached } = git;
    const asked = questions(source({ git: { ...detached, branches: ['main', 'task/task-9-qc'] } }));
    expect(asked.find(({ member }) => member === 'current_branch')).toMatchObject({
      kind: 'text',
      choices: [
        { value: 'main', description: '' },
        { value: 'task/task-9-qc', description: '' },
      ],
    });
  });

  test('explain each reason', () => {
    const reason = questions(source()).find(({ member }) => member === 'handoff_reason');
    expect(reason?.choices.map(({ value }) => value)).toEqual(['interrupt', 'complete', 'takeover_request']);
    expect(reason?.choices[0]?.description).toBe(
      'The bot had to stop (time, an error, its context). The next one goes on from the pending work.',
    );
  });
});

describe('the draft', () => {
  test('is the whole document, members in the order of the schema, and clean', () => {
    const draft = createDraft(source(), { handoff_reason: 'complete' });
    expect(draft.path).toBe('memory/handoffs/task-2454.json');
    expect(draft.base).toBe('origin/main');
    expect(draft.reports).toEqual([]);
    expect(draft.text).toBe(`{
  "task_id": "task-2454",
  "schema_version": "1.0",
  "previous_bot": "dev4",
  "current_branch": "task/task-2454-dev4",
  "base_sha": "${BASE}",
  "head_sha": "${HEAD}",
  "changed_paths": [
    "src/a.ts",
    "src/b.ts"
  ],
  "allowed_paths": [],
  "forbidden_paths": [],
  "test_results": {},
  "handoff_reason": "complete",
  "created_at": "2026-05-05T12:34:56Z"
}
`);
  });

  test('keeps texts up to 4000 code points inline and moves longer ones to files of their own', () => {
    const draft = createDraft(source(), {
      handoff_reason: 'interrupt',
      pending_work: '😀'.repeat(4000),
      known_failures: 'x'.repeat(4001),
    });
    const members = JSON.parse(draft.text);
    expect(members.pending_work).toBe('😀'.repeat(4000));
    expect(members).not.toHaveProperty('known_failures');
    expect(members.known_failures_path).toBe('memory/handoffs/task-2454-failures.txt');
    expect(draft.sideFiles).toEqual([{ path: 'memory/handoffs/task-2454-failures.txt', text: 'x'.repeat(4001) }]);
  });

  test('takes a free name where the file or its side file is there, also spelled in other case', () => {
    const taken = ['task-2454.json', 'TASK-2454-pending.txt'];
    const draft = createDraft(source({ folders: new Map([['memory/handoffs', taken]]) }), {
      handoff_reason: 'interrupt',
      pending_work: 'x'.repeat(4001),
    });
    expect(draft.path).toBe('memory/handoffs/task-2454-2.json');
    expect(draft.taken).toBe('memory/handoffs/task-2454.json');
    expect(draft.sideFiles.map(({ path }) => path)).toEqual(['memory/handoffs/task-2454-pending-2.txt']);
  });

  test('gives two texts two files, although task and name would collide (pitfall 68)', () => {
    const draft = createDraft(source(), {
      task_id: 'task/1',
      handoff_reason: 'interrupt',
      pending_work: 'p'.repeat(4001),
      known_failures: 'f'.repeat(4001),
    });
    expect(draft.path).toBe('memory/handoffs/task-1.json');
    expect(draft.sideFiles.map(({ path, text }) => [path, text[0]])).toEqual([
      ['memory/handoffs/task-1-pending.txt', 'p'],
      ['memory/handoffs/task-1-failures.txt', 'f'],
    ]);
  });

  test('inherits allowed and forbidden paths from the latest handoff of the task', () => {
    const handoff = (created_at: string, allowed: string, task = 'task-2454') => ({
      kind: 'file' as const,
      size: 1,
      text: JSON.stringify({ task_id: task, created_at, allowed_paths: [allowed], forbidden_paths: ['secret/'] }),
    });
    const known = source({
      folders: new Map([
        ['memory/handoffs', ['task-2454.json', 'task-2454-2.json', 'task-2454-3.json', 'task-24.json']],
      ]),
    });
    expect(furtherNeeds(known, {}).files).toEqual([
      'memory/handoffs/task-2454.json',
      'memory/handoffs/task-2454-2.json',
      'memory/handoffs/task-2454-3.json',
    ]);
    const files = new Map([
      ['memory/handoffs/task-2454.json', handoff('2026-05-03T00:00:00Z', 'late/')],
      ['memory/handoffs/task-2454-2.json', handoff('2026-05-01T00:00:00Z', 'early/')],
      ['memory/handoffs/task-2454-3.json', handoff('2026-05-04T00:00:00Z', 'foreign/', 'task-2454-3')],
    ]);
    const draft = createDraft({ ...known, facts: { ...known.facts, files } }, { handoff_reason: 'complete' });
    expect(JSON.parse(draft.text)).toMatchObject({ allowed_paths: ['late/'], forbidden_paths: ['secret/'] });
  });

  test('takes paths from the configuration where the task has no earlier handoff', () => {
    const configuration = { ...defaultConfiguration, create: { allow: ['src/'], forbid: ['.github/'] } };
    const draft = createDraft({ ...source(), configuration }, { handoff_reason: 'complete' });
    expect(JSON.parse(draft.text)).toMatchObject({ allowed_paths: ['src/'], forbidden_paths: ['.github/'] });
  });
});

describe('what is in the way', () => {
  test('no git, with the reason', () => {
    const { git: _, ...facts } = source().facts;
    expect(obstacles({ ...source(), facts: { ...facts, unchecked: 'git is not installed' } })).toEqual([
      { kind: 'stop', message: 'A handoff takes its commits from git, but git is not installed.' },
    ]);
  });

  test('a branch without a commit (pitfall 77)', () => {
    const { head: _, ...unborn } = git;
    expect(obstacles(source({ git: unborn }))).toEqual([
      {
        kind: 'stop',
        message: 'task/task-2454-dev4 has no commit yet, so there is nothing to hand over: commit first.',
      },
    ]);
  });

  test('no base: a branch has to be named (pitfall 80)', () => {
    const { base: _, ...without } = git;
    expect(obstacles(source({ git: { ...without, branches: ['trunk'] } }))).toEqual([
      {
        kind: 'base',
        message: 'No remote has a main branch, so it must be said what the work is measured against.',
        branches: ['trunk'],
      },
    ]);
  });

  test('a shallow clone, with the remedy, and never a guess (pitfalls 81, 82)', () => {
    expect(obstacles(source({ git: { ...git, base: { ref: 'refs/remotes/origin/main' }, shallow: true } }))).toEqual([
      {
        kind: 'stop',
        message: 'The clone is too shallow to reach where the work left origin/main. Run: git fetch --deepen=1000',
      },
    ]);
  });

  test('files that are not committed, except handoffs', () => {
    const uncommitted = ['memory/handoffs/task-1.json', 'src/c.ts'];
    expect(obstacles(source({ git: { ...git, uncommitted } }))).toEqual([
      { kind: 'confirm', message: '1 file is not committed and will not be in the handoff: src/c.ts.' },
    ]);
  });

  test('a detached head, whose branch has to be named (pitfall 76)', () => {
    const { branch: _, ...without } = git;
    expect(obstacles(source({ git: without }))).toEqual([
      {
        kind: 'confirm',
        message: 'No branch is checked out (the head is detached), so the branch of the work has to be named.',
      },
    ]);
  });

  test('work in which nothing has changed, as where the base is the branch itself', () => {
    expect(obstacles(source({ git: { ...git, changed: [] } }))).toEqual([
      { kind: 'confirm', message: 'Nothing differs from origin/main, so no changed paths will be listed.' },
    ]);
  });

  test('names that JSON cannot hold (pitfall 107)', () => {
    expect(obstacles(source({ git: { ...git, unprintable: ['caf\\xe9.txt'] } }))).toEqual([
      {
        kind: 'confirm',
        message: 'JSON cannot hold names that are not UTF-8, so these will not be listed: caf\\xe9.txt.',
      },
    ]);
  });
});

test('an answer that the format does not allow is refused in words', () => {
  expect(answerProblem(source(), ['handoff_reason'], 'done')).toBe(
    'handoff_reason must be interrupt, complete or takeover_request; it is "done".',
  );
  expect(answerProblem(source(), ['task_id'], ' ')).toBe('Task must not be empty.');
  expect(answerProblem(source(), ['pending_work'], 'x'.repeat(5000))).toBeUndefined();
  expect(answerProblem(source(), ['pending_work'], '\ud800'.repeat(4001))).toBe(
    'pending_work holds half of a surrogate pair, which no file can keep.',
  );
});

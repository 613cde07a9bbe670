import { expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createHandoff, type Handoff } from '../../core/handoff.ts';
import { brief, briefNeeds } from '../../core/show/brief.ts';
import { documentAt, factsOf } from '../harness/core.ts';
import { handoff as written } from '../harness/handoffs.ts';

const path = 'memory/handoffs/task-1.json';
const base = 'f4151eeb00000000000000000000000000000001';
const head = 'a1b2c3d400000000000000000000000000000002';
const branch = 'task/task-1-dev4';
const commit = (id: string, subject: string) => ({
  kind: 'commit',
  commit: { id, subject, author: 'Ada', date: '2026-05-05T10:00:00Z' },
});

function handoffWith(members: object, facts: Readonly<Record<string, unknown>> = {}): Handoff {
  const handoff = createHandoff(documentAt(path, written({ ...members })), factsOf({ path, facts }));
  if (handoff === undefined) throw new Error('This is no handoff.');
  return handoff;
}

const agreeing = {
  git: {
    head,
    branch,
    commits: { [base]: commit(base, 'Release 1.2'), [head]: commit(head, 'Read *all* rows') },
    tips: { [branch]: { kind: 'branch', tip: { ref: `refs/heads/${branch}`, commit: head }, others: [] } },
    ranges: {
      [`${base}..${head}`]: { from: base, to: head, ancestor: true, changed: ['src/import.ts'] },
      [`${head}..branch:${branch}`]: { from: head, to: head, ancestor: true, reachable: true, ahead: 0 },
    },
  },
};

test('a handoff that git agrees with is told in full, with the text of its side file', () => {
  const side = 'memory/handoffs/task-1-pending.txt';
  const handoff = handoffWith(
    {
      handoff_reason: 'interrupt',
      changed_paths: ['src/import.ts'],
      allowed_paths: ['src/'],
      forbidden_paths: ['infra/'],
      pending_work_path: side,
      known_failures: 'The nightly job.',
      test_results: { unit: { passed: 12, failed: 0 }, lint: 'ok' },
    },
    {
      ...agreeing,
      files: { [side]: { kind: 'file', size: 30, text: `${'Write the tests. '.repeat(300)}\nThen ask.\n` } },
    },
  );
  expect(brief(handoff)).toBe(`# Resume task-1

From \`dev4\` · interrupted (\`interrupt\`) · written 2026-05-05 12:34 UTC

All that git and the disk can tell was checked and is as the handoff says.

## Where the work stands

- Branch: \`task/task-1-dev4\`
- Head: \`a1b2c3d4\` Read \\*all\\* rows
- Base: \`f4151eeb\` Release 1.2

## What is left

From \`memory/handoffs/task-1-pending.txt\`:

${'Write the tests. '.repeat(300)}  
Then ask.

## Known to fail

The nightly job.

## Tests

- unit:
  - passed: 12
  - failed: 0
- lint: ok

## Limits

May be changed:

- \`src/\`

Must not be changed:

- \`infra/\`

## Changed files

1 file:

- \`src/import.ts\`
`);
});

test('what is wrong or unchecked comes first, and data makes no Markdown (pitfall 121)', () => {
  const handoff = handoffWith(
    {
      task_id: '[task](command:x)',
      handoff_reason: 'complete',
      pending_work: '# Heading\n<img src=x> ![x](https://x/y.png)',
      changed_paths: ['a|b`c.ts'],
      test_results: { unit: '**failed**' },
    },
    { unchecked: 'the folder is in no git repository' },
  );
  expect(brief(handoff)).toBe(`# Resume \\[task\\]\\(command\\:x)

From \`dev4\` · complete (\`complete\`) · written 2026-05-05 12:34 UTC

## Verify first

- **error**: "a\\|b\\\`c.ts" must be a path that Windows can hold too; it has \\|.
- **warning**: The file of task "\\[task\\]\\(command\\:x)" must be called "task-command-x.json"; it is called "task-1.json".
- **warning**: "handoff\\_reason" is "complete", yet "test\\_results.unit" is "\\*\\*failed\\*\\*".
- **unchecked**: not all that is said here was held against git: the folder is in no git repository.

## Where the work stands

- Branch: \`task/task-1-dev4\`
- Head: \`a1b2c3d400000000000000000000000000000002\`
- Base: \`f4151eeb00000000000000000000000000000001\`

## What is left

\\# Heading  
\\<img src=x\\> !\\[x\\]\\(https\\://x/y.png)

## Tests

- unit: \\*\\*failed\\*\\*

## Limits

No limit is recorded.

## Changed files

1 file (not checked):

- “a\\|b\\\`c.ts”
`);
});

test('a side file that nobody could read is said to be one, and long lists end with the number of the rest', () => {
  const text = brief(
    handoffWith({
      pending_work_path: 'memory/handoffs/x.txt',
      changed_paths: Array.from({ length: 203 }, (_, index) => `src/${index}.ts`),
    }),
  );
  expect(text).toContain('In the file `memory/handoffs/x.txt`, which could not be read.');
  expect(text).toContain('- **unchecked**: not all that is said here was held against git: git was not asked.');
  expect(text).toContain('203 files (not checked):');
  expect(text.endsWith('- `src/199.ts`\n- and 3 others\n')).toBe(true);
});

test('wants the commits and the side files, and takes the findings that it is given', () => {
  const handoff = handoffWith({ pending_work_path: 'memory/handoffs/x.txt' }, agreeing);
  expect(briefNeeds(handoff)).toMatchObject({ commits: [base, head], files: ['memory/handoffs/x.txt'] });
  const reports = check(handoff.document, handoff.facts, {
    ...defaultConfiguration,
    rules: { 'changed-path-unlisted': 'off' },
  });
  expect(brief(handoff, reports)).toContain('All that git and the disk can tell');
  expect(brief(handoff)).toContain('"src/import.ts" is missing');
});

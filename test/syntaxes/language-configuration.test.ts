import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const configuration: {
  comments?: unknown;
  brackets: string[][];
  wordPattern: string;
  indentationRules: { increaseIndentPattern: string; decreaseIndentPattern: string };
} = JSON.parse(readFileSync(new URL('../../syntaxes/language-configuration.json', import.meta.url), 'utf8'));

describe('words', () => {
  test.each([
    ['  "task_id": "task-2454.1",', ['task_id', 'task-2454.1']],
    ['"head_sha": "a1b2c3d4"', ['head_sha', 'a1b2c3d4']],
    ['"created_at": "2026-05-05T12:34:56Z"', ['created_at', '2026-05-05T12:34:56Z']],
    ['["scripts/foo.py", "memory/specs/bar.md"]', ['scripts/foo.py', 'memory/specs/bar.md']],
    ['"컴포넌트 A: 스타일 미완성"', ['컴포넌트', 'A', '스타일', '미완성']],
    ['"first\\nsecond \\"third\\""', ['first', 'second', 'third']],
    ['{"n":-1.5,"ok":true}', ['n', '-1.5', 'ok', 'true']],
  ])('of %s', (line, words) => {
    expect(line.match(new RegExp(configuration.wordPattern, 'g'))).toEqual(words);
  });

  test('are found in a long line without trying every way to cut it', () => {
    expect('x'.repeat(1_000_000).match(new RegExp(configuration.wordPattern, 'g'))).toHaveLength(1);
  });
});

describe('Enter indents', () => {
  const indents = new RegExp(configuration.indentationRules.increaseIndentPattern);

  test.each([
    '{',
    '  "test_results": {',
    '  "changed_paths": [  ',
    '{ "task_id": "task-1",',
    '  "x": ["[", "]",',
    '}, {',
  ])('after %s', (line) => {
    expect(indents.test(line)).toBe(true);
  });

  test.each([
    '  "changed_paths": [],',
    '  "test_results": { "pytest": "passed" },',
    '  "pending_work": "the parser fails at {",',
    '  "pending_work": "a \\" and [ after it",',
    '  }',
    '  "task_id": "task-1",',
  ])('not after %s', (line) => {
    expect(indents.test(line)).toBe(false);
  });
});

test('a line that begins with a closing bracket moves out, another does not', () => {
  const outdents = new RegExp(configuration.indentationRules.decreaseIndentPattern);
  expect(['  }', ']', '  ],', '  }, {', '  "a": []', '"}"'].map((line) => outdents.test(line))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('there are no comments to toggle, since a handoff is strict JSON', () => {
  expect(configuration.comments).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { documentAt, factsOf } from '../harness/core.ts';

const path = 'memory/handoffs/task-1.json';
const start =
  '{"task_id":"task-1","schema_version":"1.0","previous_bot":"a","current_branch":"b","base_sha":"f4151eeb","head_sha":"a1b2c3d4","test_results":{},"created_at":"2026-05-05T12:34:56Z"';

test.each([
  [
    'a list that is being typed',
    ',"handoff_reason":"takeover_request","changed_paths":["src/a.ts"],"forbidden_paths":[],"allowed_paths":["doc',
  ],
  [
    'a path with a bad escape',
    ',"handoff_reason":"takeover_request","changed_paths":["src/a.ts"],"forbidden_paths":[],"allowed_paths":["\\src"]}',
  ],
  [
    'a changed path with a raw tab',
    ',"handoff_reason":"takeover_request","changed_paths":["a\tb"],"forbidden_paths":["a"],"allowed_paths":["src"]}',
  ],
  [
    'an entry that is no value',
    ',"handoff_reason":"takeover_request","changed_paths":["src/a.ts"],"forbidden_paths":[],"allowed_paths":["docs", src]}',
  ],
  [
    'a side file that is being typed',
    ',"handoff_reason":"takeover_request","changed_paths":[],"forbidden_paths":[],"allowed_paths":[],"pending_work_path":"/me',
  ],
  [
    'a side file with a bad escape',
    ',"handoff_reason":"takeover_request","changed_paths":[],"forbidden_paths":[],"allowed_paths":[],"pending_work_path":"C:\\x"}',
  ],
  [
    'an interruption whose pending work is being typed',
    ',"changed_paths":[],"forbidden_paths":[],"allowed_paths":[],"handoff_reason":"interrupt","pend',
  ],
  [
    'an interruption with more to come',
    ',"changed_paths":[],"forbidden_paths":[],"allowed_paths":[],"handoff_reason":"interrupt",',
  ],
])('%s is a slip of its own and nothing else', (_, rest) => {
  const reports = check(documentAt(path, start + rest), factsOf({ path, facts: {} }), defaultConfiguration);
  expect(new Set(reports.map(({ rule }) => rule))).toEqual(new Set(['json-syntax']));
});

test('a task that is being typed is not compared with the name of the file', () => {
  const text = `${start.replace('"task-1"', '"tas\\k-2"')},"handoff_reason":"takeover_request","changed_paths":[],"forbidden_paths":[],"allowed_paths":[]}`;
  const reports = check(documentAt(path, text), factsOf({ path, facts: {} }), defaultConfiguration);
  expect(reports.map(({ rule }) => rule)).toEqual(['json-syntax']);
});

describe('an interrupted handoff in which one character is lost or doubled', () => {
  const whole = `${start},"changed_paths":["src/a.ts","docs/b.md"],"allowed_paths":["src/","docs"],"forbidden_paths":["lib"],"pending_work_path":"memory/handoffs/a.txt","handoff_reason":"interrupt"}`;
  const rulesOf = (text: string) =>
    check(documentAt(path, text), factsOf({ path, facts: {} }), defaultConfiguration).map(({ rule }) => rule);

  test('says nothing but that it is no JSON', () => {
    expect(rulesOf(whole)).toEqual([]);
    const wrong: string[] = [];
    for (let at = 0; at < whole.length; at++) {
      for (const kept of ['', whole.charAt(at) + whole.charAt(at)]) {
        const text = whole.slice(0, at) + kept + whole.slice(at + 1);
        const others = isJson(text) ? [] : rulesOf(text).filter((rule) => rule !== 'json-syntax');
        if (others.length > 0) wrong.push(`${text.slice(Math.max(0, at - 20), at + 20)}: ${others.join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

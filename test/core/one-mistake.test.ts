import { describe, expect, test } from 'vitest';
import { findingsIn } from '../harness/core.ts';

/*
 * One mistake gives one finding, at its token: here every mistake is made alone, in a handoff that is fine otherwise.
 */

const fine = `{
  "task_id": "task-1",
  "schema_version": "1.0",
  "previous_bot": "dev4",
  "current_branch": "task/task-1-dev4",
  "base_sha": "f4151eeb00000000000000000000000000000001",
  "head_sha": "a1b2c3d400000000000000000000000000000002",
  "changed_paths": ["src/a.ts", "src/b.ts"],
  "allowed_paths": ["src/"],
  "forbidden_paths": [],
  "pending_work": "Go on.",
  "test_results": { "unit": { "passed": 12, "failed": [1, 2, { "flaky": true }] }, "e2e": {} },
  "handoff_reason": "takeover_request",
  "created_at": "2026-05-05T12:34:56Z"
}
`;

test('the handoff that mistakes are made in has none', () => {
  expect(findingsIn(fine)).toEqual([]);
});

describe('one mistake is one finding', () => {
  test.each<[string, string, string, string]>([
    // What stands there, the mistake in its place, the rule, and the marked text.
    ['12,', '12,,', 'json-syntax', ','],
    ['[1, 2,', '[1, 2 ', 'json-syntax', '{'],
    ['"task-1",', '"task-1"', 'json-syntax', '"schema_version"'],
    ['"task_id":', '"task_id"', 'json-syntax', '"task-1"'],
    ['"e2e": {} }', '"e2e": {}, }', 'json-syntax', ','],
    ['"dev4"', "'dev4'", 'json-syntax', "'dev4'"],
    ['"dev4"', '“dev4”', 'json-syntax', '“dev4”'],
    ['"dev4"', 'dev4', 'json-syntax', 'dev4'],
    ['"dev4"', 'dev4"', 'json-syntax', 'dev4'],
    ['"dev4"', '"dev4', 'json-syntax', '"dev4'],
    ['"previous_bot"', 'previous_bot', 'json-syntax', 'previous_bot'],
    ['"previous_bot"', '"previous_bot', 'json-syntax', '"previous_bot'],
    ['12,', '012,', 'json-syntax', '012'],
    ['12,', 'NaN,', 'json-syntax', 'NaN'],
    ['12,', ',', 'json-syntax', '"passed"'],
    ['true', 'True', 'json-syntax', 'True'],
    ['"Go on."', '"Go\non."', 'json-syntax', '"Go'],
    ['"Go on."', '"Go\ton."', 'json-syntax', '\t'],
    ['"Go on."', '"Go \\on."', 'json-syntax', '\\o'],
    ['"Go on."', '"Go "on"."', 'json-syntax', 'on'],
    ['"Go on.",', '"Go on.", // now', 'json-syntax', '// now'],
    ['["src/"]', '["src/"', 'json-syntax', '"forbidden_paths"'],
    ['["src/"]', '"src/"]', 'json-syntax', ']'],
    ['["src/"]', '["src/"]]', 'json-syntax', ']'],
    ['["src/"]', '["src/"}', 'json-syntax', '}'],
    ['"e2e": {} }', '"e2e": {} }}', 'json-syntax', ','],
    ['\n}\n', '\n', 'json-syntax', '{'],
    ['{\n  "task_id"', '"task_id"', 'json-syntax', '"task_id"'],
    ['"dev4",', '\u00a0"dev4",', 'json-syntax', '\u00a0'],
    ['{ "unit"', `${'['.repeat(100)}{ "unit"`, 'nesting-too-deep', '['],
    ['{\n  "task_id"', '\ufeff{\n  "task_id"', 'byte-order-mark', '\ufeff'],
    [fine, '{ "name": "x" }', 'not-a-handoff', '{'],
    ['"1.0"', '"2.0"', 'unknown-version', '"2.0"'],
    ['"1.0"', '""', 'unknown-version', '""'],
    ['"1.0"', '1.0', 'wrong-type', '1.0'],
    ['"1.0"', 'null', 'wrong-type', 'null'],
    ['  "previous_bot": "dev4",\n', '', 'missing-field', '"task_id"'],
    ['"previous_bot"', '"previousBot"', 'missing-field', '"previousBot"'],
    ['"head_sha"', '"haed_sha"', 'missing-field', '"haed_sha"'],
    ['"pending_work"', '"pending_wrok"', 'unknown-field', '"pending_wrok"'],
    ['"pending_work"', '"constructor"', 'unknown-field', '"constructor"'],
    ['"task-1"', '1', 'wrong-type', '1'],
    ['"task-1"', '["task-1"]', 'wrong-type', '['],
    ['"task-1"', '{}', 'wrong-type', '{'],
    ['["src/"]', '"src/"', 'wrong-type', '"src/"'],
    ['["src/"]', '[["src/"]]', 'wrong-type', '['],
    ['["src/"]', '[null]', 'wrong-type', 'null'],
    ['"Go on."', 'null', 'wrong-type', 'null'],
    ['"takeover_request"', 'false', 'wrong-type', 'false'],
    ['"2026-05-05T12:34:56Z"', '1777984496', 'wrong-type', '1777984496'],
    ['"takeover_request"', '"takeover"', 'value-not-allowed', '"takeover"'],
    ['"takeover_request"', '""', 'value-not-allowed', '""'],
    ['"takeover_request"', '" "', 'value-not-allowed', '" "'],
    ['"dev4"', '""', 'text-empty', '""'],
    ['"dev4"', '" "', 'text-empty', '" "'],
    ['12,', '1e400,', 'number-range', '1e400'],
    ['"2026-05-05T12:34:56Z"', '"2026-05-05"', 'bad-timestamp', '"2026-05-05"'],
    ['"2026-05-05T12:34:56Z"', '"2026-05-05T12:34:56"', 'bad-timestamp', '"2026-05-05T12:34:56"'],
    ['"2026-05-05T12:34:56Z"', '"2026-05-05 12:34:56Z"', 'bad-timestamp', '"2026-05-05 12:34:56Z"'],
    ['"2026-05-05T12:34:56Z"', '"2026-02-30T12:34:56Z"', 'bad-timestamp', '"2026-02-30T12:34:56Z"'],
    ['"2026-05-05T12:34:56Z"', '"2026-05-05T12:60:56Z"', 'bad-timestamp', '"2026-05-05T12:60:56Z"'],
    ['"2026-05-05T12:34:56Z"', '""', 'bad-timestamp', '""'],
    ['"2026-05-05T12:34:56Z"', '" "', 'bad-timestamp', '" "'],
    ['"2026-05-05T12:34:56Z"', '"2026-05-05T12:34:56+00:00"', 'timestamp-not-utc', '"2026-05-05T12:34:56+00:00"'],
    ['"Go on."', `"${'a'.repeat(4001)}"`, 'text-too-long', `"${'a'.repeat(4001)}"`],
    [fine, '', 'json-syntax', ''],
    [fine, '\n', 'json-syntax', ''],
    [fine, '\ufeff', 'json-syntax', ''],
    [fine, '// nothing yet', 'json-syntax', '// nothing yet'],
    [fine, '[]', 'wrong-type', '['],
    [fine, '""', 'wrong-type', '""'],
    [fine, 'null', 'wrong-type', 'null'],
    [fine, '42', 'wrong-type', '42'],
    [fine, 'true', 'wrong-type', 'true'],
  ])('%j written %j: %s', (there, mistake, rule, marked) => {
    expect(fine.split(there).length).toBeGreaterThan(1);
    const text = fine.replace(there, () => mistake);
    expect(found(text)).toEqual([`${rule} ${marked}`]);
  });

  test.each<[string, string, string, readonly string[]]>([
    ['"task-1",', '"task-1", "task_id": "task-1",', 'duplicate-key', ['"task_id"', '"task_id"']],
    ['"Go on."', '"Go on.", "pending_work_path": "p.txt"', 'fields-exclude', ['"pending_work"', '"pending_work_path"']],
  ])('%j written %j: %s, on each member that takes part', (there, mistake, rule, marked) => {
    expect(found(fine.replace(there, () => mistake))).toEqual(marked.map((text) => `${rule} ${text}`));
  });
});

test('as many mistakes as a list can have are as many findings (pitfall 35)', () => {
  const text = fine.replace('["src/a.ts", "src/b.ts"]', `[${'1,'.repeat(149_999)}1]`);
  const findings = findingsIn(text);
  expect(findings.length).toBe(150_000);
  expect(findings.every(({ rule }) => rule === 'wrong-type')).toBe(true);
}, 30_000);

describe.each([
  ['in lines', fine],
  ['on one line', JSON.stringify(JSON.parse(fine))],
])('a handoff %s', (_, text) => {
  test('that lost any one character, and so is no JSON, has one finding', () => {
    const wrong: string[] = [];
    for (let at = 0; at < text.length; at++) collect(wrong, text.slice(0, at) + text.slice(at + 1), at);
    expect(wrong).toEqual([]);
  });

  test('in which any one character is doubled, and so is no JSON, has one finding', () => {
    const wrong: string[] = [];
    for (let at = 0; at < text.length; at++) collect(wrong, text.slice(0, at) + text.charAt(at) + text.slice(at), at);
    expect(wrong).toEqual([]);
  });

  test('that ends anywhere too early has one finding', () => {
    const wrong: string[] = [];
    for (let end = 0; end < text.trimEnd().length; end++) collect(wrong, text.slice(0, end), end);
    expect(wrong).toEqual([]);
  });
});

function collect(wrong: string[], text: string, at: number): void {
  if (isJson(text)) return;
  const findings = found(text);
  if (findings.length !== 1 || !findings[0]?.startsWith('json-syntax ')) {
    wrong.push(`${text.slice(Math.max(0, at - 20), at + 20)}: ${findings.join(', ')}`);
  }
}

function found(text: string): readonly string[] {
  return findingsIn(text).map(({ rule, span }) => `${rule} ${text.slice(span.start, span.end)}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

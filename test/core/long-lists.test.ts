import { expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { fixAll } from '../../core/fix-all.ts';
import { documentAt, factsOf } from '../harness/core.ts';

const path = 'memory/handoffs/task-1.json';
const facts = factsOf({ path, facts: { place: { foldsCase: true } } });

function handoff(lists: Readonly<Record<string, readonly string[]>>) {
  const text = JSON.stringify({
    task_id: 'task-1',
    schema_version: '1.0',
    base_sha: 'f4151eeb',
    head_sha: 'a1b2c3d4',
    ...lists,
  });
  return documentAt(path, text);
}

function many(count: number, make: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

// Work that grows with the square of a list takes minutes here, and runs into the test's time limit.
test('a hundred thousand paths are checked against ten thousand (pitfall 35)', { timeout: 20_000 }, () => {
  const document = handoff({
    changed_paths: many(100_000, (index) => `src/${index % 100}/file-${index}.ts`),
    allowed_paths: many(10_000, (index) => `src/${index + 1}/`),
    forbidden_paths: many(10_000, (index) => `SRC/7/file-${index}07.ts`),
  });
  const found = new Map<string, number>();
  for (const { rule } of check(document, facts, { ...defaultConfiguration, rules: { 'missing-field': 'off' } })) {
    found.set(rule, (found.get(rule) ?? 0) + 1);
  }
  expect(Object.fromEntries(found)).toEqual({ 'forbidden-path-changed': 999, 'path-not-allowed': 1000 });
});

test('a list that says one thing fifty thousand times says it once in the end (pitfall 35)', {
  timeout: 20_000,
}, () => {
  const document = handoff({ changed_paths: many(50_000, () => 'a') });
  const once =
    '{"task_id":"task-1","schema_version":"1.0","base_sha":"f4151eeb","head_sha":"a1b2c3d4","changed_paths":["a"]}';
  expect(fixAll(document, facts, defaultConfiguration)).toEqual({ text: once, create: [], applied: 49_999 });
});

test('fifty thousand spellings are put right (pitfall 35)', { timeout: 20_000 }, () => {
  const fixed = fixAll(handoff({ changed_paths: many(50_000, (index) => `./${index}`) }), facts, defaultConfiguration);
  expect(fixed.applied).toBe(50_000);
  expect(fixed.text).not.toContain('./');
});

test('a path of a million segments is only too long (pitfall 35)', { timeout: 20_000 }, () => {
  const document = handoff({ changed_paths: ['a/'.repeat(1_000_000)], forbidden_paths: ['a/b'], allowed_paths: ['a'] });
  const configuration = { ...defaultConfiguration, rules: { 'missing-field': 'off' } } as const;
  expect(check(document, facts, configuration).map(({ rule }) => rule)).toEqual(['path-not-portable']);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../core/configuration.ts';
import { check, documentAt, factsOf } from '../harness/core.ts';

const path = 'memory/handoffs/task-2454.json';

test.each([
  ['guide-1.json', ['hint complete-with-pending']],
  ['guide-2.json', []],
])('%s, as a task handoff is usually written, has no error and no warning', (file, expected) => {
  const text = readFileSync(new URL(`../formats/task/${file}`, import.meta.url), 'utf8');
  const reports = check(documentAt(path, text), factsOf({ path, facts: {} }), defaultConfiguration);
  expect(reports.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(expected);
});

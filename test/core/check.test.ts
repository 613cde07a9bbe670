import { expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import type { NamedRule } from '../../core/rule.ts';
import { documentAt, NOW } from '../harness/core.ts';

test('a rule may have hundreds of thousands of findings (pitfall 35)', () => {
  const rule: NamedRule = {
    id: 'many',
    subject: 'document',
    severity: 'hint',
    summary: 'Many',
    reason: '',
    *check() {
      for (let at = 0; at < 300_000; at++) yield { span: { start: at, end: at }, message: 'One of many.', path: [] };
    },
  };
  const facts = { now: NOW, files: new Map(), folders: new Map() };
  const reports = check(documentAt('memory/handoffs/a.json', '{}'), facts, defaultConfiguration, [rule]);
  expect(reports.length).toBe(300_000);
});

import { describe, expect, test } from 'vitest';
import { folderWith, runIn } from './program.ts';

async function answer(...argv: readonly string[]) {
  return runIn(await folderWith({}), argv);
}

describe('what is known', () => {
  test('formats: id, title and usual places, one a line', async () => {
    const { code, output, complaints } = await answer('formats');
    expect([code, complaints]).toEqual([0, '']);
    expect(output).toMatch(/^task +Task handoff +\*\*\/memory\/handoffs\/\*\.json$/m);
  });

  test('schema: the schema of a format as JSON', async () => {
    const { code, output } = await answer('schema', 'task');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ $id: 'urn:agent-handoff:task:1.0', title: 'Task handoff' });
  });

  test('rules: id, severity and what it finds, one a line', async () => {
    const { code, output } = await answer('rules');
    expect(code).toBe(0);
    expect(output).toMatch(/^missing-field +error +A required member is absent$/m);
  });

  test('rules ID: the page of a rule as Markdown', async () => {
    const { code, output } = await answer('rules', 'missing-field');
    expect(code).toBe(0);
    expect(output).toMatch(/^# missing-field\n\nA required member is absent\. Severity: error\.\n\n## Why\n/);
  });

  test.each([
    [['schema', 'tsak'], 'agent-handoff: There is no format "tsak": did you mean task?\n'],
    [['schema', 'constructor'], 'agent-handoff: There is no format "constructor": agent-handoff formats lists them.\n'],
    [['rules', 'mising-field'], 'agent-handoff: There is no rule "mising-field": did you mean missing-field?\n'],
    [['rules', '../../README'], 'agent-handoff: There is no rule "../../README": agent-handoff rules lists them.\n'],
  ])('%j is a wrong call, with a hint', async (argv, complaint) => {
    expect(await answer(...argv)).toEqual({ code: 2, output: '', complaints: complaint });
  });

  test('lsp without --stdio is a wrong call', async () => {
    const { code, complaints } = await answer('lsp');
    expect(code).toBe(2);
    expect(complaints).toMatch(/^agent-handoff: required option '--stdio' not specified\n/);
  });
});

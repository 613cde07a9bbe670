import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { test } from '../suite.ts';
import { runInHost } from './run-in-host.ts';
import { findingsThat, onDisk, show } from './wait.ts';

const gitIsNeverStarted = test<void>('in Restricted Mode git is never started', async () => {
  const record = process.env['AGENT_HANDOFF_GIT_CALLS'];
  assert.ok(record);
  assert.equal(readFileSync(record, 'utf8'), '');
  execFileSync('git', ['--version']);
  assert.equal(readFileSync(record, 'utf8'), '--version\n', 'git is not watched');
});

export const run = runInHost([
  test('in Restricted Mode a handoff is checked as far as its text tells', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const document = await show('memory/handoffs/task-2460.json');
    await findingsThat(document, (found) => found.includes('value-not-allowed: "interupt"'));
  }),

  test('in Restricted Mode Create Handoff writes nothing', async () => {
    const created = vscode.commands.executeCommand('agentHandoff.create');
    // It may leave its message open; what counts is that nothing came of it.
    await Promise.race([created, vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')]);
    await vscode.commands.executeCommand('notifications.clearAll');
    await created;
    assert.equal(await onDisk('memory/handoffs/task-2454.json'), undefined);
  }),

  ...(process.platform === 'win32' ? [] : [gitIsNeverStarted]),
]);

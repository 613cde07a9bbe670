import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { test } from '../suite.ts';
import { runInHost } from './run-in-host.ts';
import { eventually, findingsThat, show } from './wait.ts';

export const run = runInHost([
  test('without handoffs the extension does not start, and ordinary JSON stays JSON', async () => {
    const document = await show('handoff.json');
    assert.equal(document.languageId, 'json');
    await eventually('the JSON server to judge it', async () =>
      vscode.languages.getDiagnostics(document.uri).length > 0 ? true : undefined,
    );
    assert.equal(vscode.extensions.getExtension('agent-handoff.agent-handoff')?.isActive, false);
  }),

  test('a command that is given while the extension starts is answered, and so is one to start the server anew', async () => {
    const document = await vscode.workspace.openTextDocument({
      language: 'agent-handoff',
      content: '{ "task_id": "x" }',
    });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('agentHandoff.chooseFormat', document.uri, 'task');
    await findingsThat(document, (found) => found.some((finding) => finding.startsWith('missing-field')));
    await vscode.commands.executeCommand('agentHandoff.restartServer');
    await vscode.commands.executeCommand('agentHandoff.chooseFormat', document.uri, null);
    await findingsThat(document, (found) => found.some((finding) => finding.startsWith('not-a-handoff')));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }),
]);

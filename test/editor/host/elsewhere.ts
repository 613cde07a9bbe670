import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { test } from '../suite.ts';
import { runInHost } from './run-in-host.ts';
import { eventually, show } from './wait.ts';

export const run = runInHost([
  test('without handoffs the extension does not start, and ordinary JSON stays JSON', async () => {
    const document = await show('handoff.json');
    assert.equal(document.languageId, 'json');
    await eventually('the JSON server to judge it', async () =>
      vscode.languages.getDiagnostics(document.uri).length > 0 ? true : undefined,
    );
    assert.equal(vscode.extensions.getExtension('agent-handoff.agent-handoff')?.isActive, false);
  }),
]);

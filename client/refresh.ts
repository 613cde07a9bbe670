import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type HandoffParams, type RefreshResult, refreshRequest } from '../server/evidence-protocol.ts';
import { handoffOf } from './handoff.ts';

/** The command Refresh From Git: takes evidence anew in one edit, and says what changed. */
export async function refresh(client: LanguageClient, argument: unknown): Promise<void> {
  const document = await handoffOf(argument);
  if (document === undefined) return;
  const params: HandoffParams = { uri: client.code2ProtocolConverter.asUri(document.uri) };
  const result: RefreshResult = await client.sendRequest(refreshRequest, params);
  if (result.kind === 'refused') void vscode.window.showErrorMessage(result.message);
  else if (result.kind === 'current') void vscode.window.showInformationMessage('The handoff says what git says.');
  else {
    const edit = await client.protocol2CodeConverter.asWorkspaceEdit({ documentChanges: [result.edit] });
    if (edit === undefined || document.version !== result.edit.textDocument.version) {
      void vscode.window.showErrorMessage('The handoff was changed meanwhile. Refresh it again.');
      return;
    }
    await vscode.workspace.applyEdit(edit);
    void vscode.window.showInformationMessage(`Refreshed from git: ${result.changes.join('; ')}.`);
  }
}

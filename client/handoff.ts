import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type BriefResult, briefRequest, type HandoffParams } from '../server/evidence-protocol.ts';

/** The document a command is for: the one named in its arguments, by a lens for example, else the active one. */
export async function handoffOf(argument: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = typeof argument === 'string' ? vscode.Uri.parse(argument) : argument;
  const active = vscode.window.activeTextEditor?.document;
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : active;
  if (document?.languageId === 'agent-handoff') return document;
  void vscode.window.showErrorMessage('Open a handoff first: this command is about the one in the editor.');
  return undefined;
}

/** The brief of a document; undefined where there is none, which the user has then been told. */
export async function briefOf(
  client: LanguageClient,
  document: vscode.TextDocument,
): Promise<Extract<BriefResult, { kind: 'brief' }> | undefined> {
  const params: HandoffParams = { uri: client.code2ProtocolConverter.asUri(document.uri) };
  const result: BriefResult = await client.sendRequest(briefRequest, params);
  if (result.kind === 'brief') return result;
  void vscode.window.showErrorMessage(result.message);
  return undefined;
}

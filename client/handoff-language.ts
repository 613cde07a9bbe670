import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import { listedRequest } from '../server/protocol.ts';

/**
 * Gives JSON files that the project's configuration names as handoffs the language of handoffs: the manifest can only know
 * the usual places. A person who chooses another language for one keeps it.
 */
export function recogniseListed(client: LanguageClient): vscode.Disposable {
  let closing: string | undefined;
  const look = async (document: vscode.TextDocument) => {
    const isJson = document.languageId === 'json' || document.languageId === 'jsonc';
    if (!isJson || document.uri.scheme !== 'file' || !client.isRunning()) return;
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    // Nobody waits for the answer, and a server that has just ended gives none.
    const isListed = await client.sendRequest<boolean>(listedRequest, { uri }).catch(() => false);
    if (isListed && !document.isClosed) await vscode.languages.setTextDocumentLanguage(document, 'agent-handoff');
  };
  const lookAtAll = () => {
    for (const document of vscode.workspace.textDocuments) void look(document);
  };
  return vscode.Disposable.from(
    // A change of language is told as the end of one document and the beginning of another, at once.
    vscode.workspace.onDidCloseTextDocument(({ uri, languageId }) => {
      closing = languageId === 'agent-handoff' ? uri.toString() : undefined;
      setTimeout(() => {
        closing = undefined;
      });
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.toString() !== closing) void look(document);
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.path.endsWith('/.agent-handoff.json')) lookAtAll();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(lookAtAll),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) lookAtAll();
    }),
  );
}

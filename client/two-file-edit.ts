import * as vscode from 'vscode';
import {
  type CodeAction,
  CodeActionResolveRequest,
  CreateFile,
  type LanguageClient,
  TextDocumentEdit,
} from 'vscode-languageclient/node';

/**
 * Resolves a code action. A fix that makes a file comes as "create it, then insert its text"; applied like that the new
 * file is left unsaved, and closing it would lose the text while the handoff already points to it. So it is created with
 * its text in one step, which Undo takes back as one.
 */
export async function resolveCodeAction(
  client: LanguageClient,
  item: vscode.CodeAction,
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction> {
  const asked = client.code2ProtocolConverter.asCodeActionSync(item);
  const resolved: CodeAction = await client.sendRequest(CodeActionResolveRequest.type, asked, token);
  item.edit = await workspaceEdit(client, resolved.edit, token);
  return item;
}

/**
 * Undo of such a fix deletes the new file and brings the text back into the handoff, but leaves that unsaved, though the
 * editor had saved it with the fix. On the disk it would name a file that is gone, and closing it without saving would
 * lose the text. So it is saved once more.
 */
export function saveUndoneHandoffs(): vscode.Disposable {
  // By the handoff's URI. The editor tells of the file and of the text in no certain order, and of unsaved changes late or not at
  // all; saving where there are none does nothing.
  const gone = new Map<string, string>();
  const settle = (document: vscode.TextDocument) => {
    const name = gone.get(document.uri.toString());
    if (name === undefined || document.getText().includes(name)) return;
    gone.delete(document.uri.toString());
    void document.save();
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidDeleteFiles(({ files }) => {
      for (const file of files) {
        const handoff = madeFor.get(file.toString());
        if (handoff === undefined) continue;
        gone.set(handoff, file.path.slice(file.path.lastIndexOf('/') + 1));
        for (const document of vscode.workspace.textDocuments) settle(document);
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => settle(document)),
  );
}

/** Which handoff a new file was made for, by their URIs: only what fixes of this session made can be undone. */
const madeFor = new Map<string, string>();

async function workspaceEdit(
  client: LanguageClient,
  edit: CodeAction['edit'],
  token: vscode.CancellationToken,
): Promise<vscode.WorkspaceEdit> {
  const changes = edit?.documentChanges ?? [];
  const created = new Map(changes.filter(CreateFile.is).map(({ uri }) => [uri, '']));
  const rest = changes.filter((change) => {
    if (CreateFile.is(change)) return false;
    if (!TextDocumentEdit.is(change) || !created.has(change.textDocument.uri)) return true;
    const inserted = change.edits.map((part) => ('newText' in part ? part.newText : '')).join('');
    created.set(change.textDocument.uri, inserted);
    return false;
  });
  if (created.size === 0)
    return (await client.protocol2CodeConverter.asWorkspaceEdit(edit, token)) ?? new vscode.WorkspaceEdit();
  const result = new vscode.WorkspaceEdit();
  for (const [uri, text] of created) {
    const contents = new TextEncoder().encode(text);
    result.createFile(client.protocol2CodeConverter.asUri(uri), { contents, overwrite: false, ignoreIfExists: false });
  }
  const texts = await client.protocol2CodeConverter.asWorkspaceEdit({ documentChanges: rest }, token);
  for (const [uri, edits] of texts?.entries() ?? []) {
    result.set(uri, edits);
    for (const file of created.keys())
      madeFor.set(client.protocol2CodeConverter.asUri(file).toString(), uri.toString());
  }
  return result;
}

import {
  createConnection,
  DocumentDiagnosticReportKind,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

/*
 * A server that holds the text and knows nothing about it: what Node, the protocol and the machine take of every server.
 */

const connection = createConnection(process.stdin, process.stdout);
new TextDocuments(TextDocument).listen(connection);
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    completionProvider: {},
    hoverProvider: true,
    codeActionProvider: true,
  },
}));
connection.languages.diagnostics.on(() => ({ kind: DocumentDiagnosticReportKind.Full, items: [] }));
connection.onCompletion(() => ({ isIncomplete: false, items: [{ label: 'takeover_request' }] }));
connection.onHover(() => ({ contents: '' }));
connection.onCodeAction(() => []);
connection.listen();

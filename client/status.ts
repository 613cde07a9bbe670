import * as vscode from 'vscode';
import type { DocumentSelector, LanguageClient } from 'vscode-languageclient/node';
import { type DocumentStatus, statusNotification } from '../server/protocol.ts';

/**
 * The language status item: which format a handoff is taken for, whether git and disk were asked, and if not, why. It is
 * there even where nothing is wrong, so that silence is never taken for a clean bill.
 */
export function showStatus(client: LanguageClient, documents: DocumentSelector): vscode.Disposable {
  const known = new Map<string, DocumentStatus>();
  const item = vscode.languages.createLanguageStatusItem('agentHandoff.status', documents as vscode.DocumentSelector);
  item.name = 'Agent Handoff';
  const update = () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'agent-handoff') return;
    if (client.isRunning()) show(item, known.get(client.code2ProtocolConverter.asUri(document.uri)));
    else showStopped(item);
  };
  update();
  return vscode.Disposable.from(
    item,
    client.onNotification(statusNotification, (status: DocumentStatus) => {
      known.set(status.uri, status);
      update();
    }),
    client.onDidChangeState(update),
    vscode.window.onDidChangeActiveTextEditor(update),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => known.delete(client.code2ProtocolConverter.asUri(uri))),
  );
}

function show(item: vscode.LanguageStatusItem, status: DocumentStatus | undefined): void {
  item.busy = status === undefined || status.evidence.kind === 'checking';
  item.severity = vscode.LanguageStatusSeverity.Information;
  item.command = { command: 'agentHandoff.chooseFormat', title: 'Choose Format' };
  if (status === undefined) {
    item.text = 'Agent Handoff';
    item.detail = 'starting';
    return;
  }
  item.text = status.format?.title ?? 'No known handoff';
  item.detail = detail(status);
  const incomplete = status.evidence.kind === 'unchecked' || !status.versionKnown || status.configurationProblem;
  if (incomplete) item.severity = vscode.LanguageStatusSeverity.Warning;
}

function detail({ format, versionKnown, evidence, configurationProblem }: DocumentStatus): string {
  if (format === undefined) return 'only checked as JSON';
  if (!versionKnown) return 'a version that cannot be checked';
  const configuration = configurationProblem === undefined ? '' : `; ${configurationProblem}`;
  switch (evidence.kind) {
    case 'checking':
      return `checking git and disk${configuration}`;
    case 'checked':
      return `checked, with git and disk${configuration}`;
    case 'unchecked':
      return `checked by its text alone: ${evidence.reason}${configuration}`;
  }
}

function showStopped(item: vscode.LanguageStatusItem): void {
  item.busy = false;
  item.severity = vscode.LanguageStatusSeverity.Error;
  item.command = { command: 'agentHandoff.showOutput', title: 'Show Output' };
  item.text = 'Not checked';
  item.detail = 'the server is not running';
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  type DocumentSelector,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';
import { gitChangedNotification, type InitializationOptions, trustedNotification } from '../server/protocol.ts';
import { compare, showCommit } from './compare.ts';
import { createHandoff, createNext } from './create.ts';
import { keepAlive } from './errors.ts';
import { gitPath, onDidChangeRepositories } from './git.ts';
import { refresh } from './refresh.ts';
import { copyBrief, registerBriefs, resume } from './resume.ts';
import { showStatus } from './status.ts';
import { resolveCodeAction, saveUndoneHandoffs } from './two-file-edit.ts';

/** Documents whose text is the user's own; what a diff or a history shows is not judged. */
const documents: DocumentSelector = ['file', 'untitled', 'vscode-vfs', 'vscode-test-web'].map((scheme) => ({
  language: 'agent-handoff',
  scheme,
}));

let client: LanguageClient | undefined;

/** Starts the server. Everything else waits for it, so activation itself does nothing that takes time. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel('Agent Handoff', { log: true });
  const options = await clientOptions(output, () => running);
  const running: LanguageClient = new LanguageClient('agentHandoff', 'Agent Handoff', serverOptions(context), options);
  client = running;
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('agentHandoff.create', () => createHandoff(running)),
    vscode.commands.registerCommand('agentHandoff.createNext', (handoff: unknown) => createNext(running, handoff)),
    vscode.commands.registerCommand('agentHandoff.compare', (handoff: unknown) => compare(running, handoff)),
    vscode.commands.registerCommand('agentHandoff.resume', (handoff: unknown) => resume(running, handoff)),
    vscode.commands.registerCommand('agentHandoff.copyBrief', (handoff: unknown) => copyBrief(running, handoff)),
    vscode.commands.registerCommand('agentHandoff.refresh', (handoff: unknown) => refresh(running, handoff)),
    vscode.commands.registerCommand('agentHandoff.showCommit', showCommit),
    registerBriefs(running),
    vscode.commands.registerCommand('agentHandoff.showProblems', () =>
      vscode.commands.executeCommand('workbench.actions.view.problems'),
    ),
    vscode.commands.registerCommand('agentHandoff.restartServer', () => restart(running)),
    vscode.commands.registerCommand('agentHandoff.showOutput', () => output.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.sendNotification(trustedNotification)),
    showStatus(running, documents),
    saveUndoneHandoffs(),
    onDidChangeRepositories(() => running.isRunning() && running.sendNotification(gitChangedNotification)),
  );
  await running.start().catch((error: unknown) => reportFailedStart(error, running));
}

/** Stops the server; one that is not running is left alone. */
export async function deactivate(): Promise<void> {
  if (client?.isRunning()) await client.stop();
}

function serverOptions(context: vscode.ExtensionContext): ServerOptions {
  const module = context.asAbsolutePath(join('dist', 'server.js'));
  return {
    run: { module, transport: TransportKind.ipc },
    debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6009'] } },
  };
}

async function clientOptions(
  output: vscode.LogOutputChannel,
  client: () => LanguageClient,
): Promise<LanguageClientOptions> {
  return {
    documentSelector: documents,
    outputChannel: output,
    initializationOptions: await initializationOptions(),
    synchronize: { configurationSection: 'agentHandoff' },
    errorHandler: keepAlive(client),
    middleware: { resolveCodeAction: (item, token) => resolveCodeAction(client(), item, token) },
    markdown: { isTrusted: false, supportHtml: false },
  };
}

async function initializationOptions(): Promise<InitializationOptions> {
  const virtual = vscode.workspace.workspaceFolders?.every(({ uri }) => uri.scheme !== 'file') ?? false;
  const path = await gitPath();
  return {
    trusted: vscode.workspace.isTrusted,
    virtual,
    status: true,
    commands: true,
    ...(path === undefined ? {} : { gitPath: path }),
  };
}

async function restart(running: LanguageClient): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Restarting the Agent Handoff server…' },
    () => running.restart(),
  );
}

async function reportFailedStart(error: unknown, running: LanguageClient): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const again = 'Restart Server';
  const chosen = await vscode.window.showErrorMessage(
    `The Agent Handoff server did not start, so handoffs are not checked: ${reason}`,
    again,
    'Show Output',
  );
  if (chosen === again) await restart(running);
  else if (chosen !== undefined) running.outputChannel.show();
}

import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type DocumentSelector, LanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient/node';
import { gitChangedNotification, type InitializationOptions, trustedNotification } from '../server/protocol.ts';
import { chooseFormat, rememberChoices } from './choose-format.ts';
import type { CommandId } from './command-ids.ts';
import { compare, showCommit } from './compare.ts';
import { connectionTo } from './connection.ts';
import { createHandoff, createNext } from './create.ts';
import { keepAlive } from './errors.ts';
import { gitPath, onDidChangeRepositories } from './git.ts';
import { recogniseListed } from './handoff-language.ts';
import { refresh } from './refresh.ts';
import { copyBrief, registerBriefs, resume } from './resume.ts';
import type { ServerProcess } from './server-process.ts';
import { showStatus } from './status.ts';
import { resolveCodeAction, saveUndoneHandoffs } from './two-file-edit.ts';

/** A client whose server is starting, or has started. */
export interface Running {
  /** What answers each command. One that comes before the server is ready waits for it. */
  readonly commands: Readonly<Record<CommandId, (...given: readonly unknown[]) => unknown>>;
  /** Fails where no server starts, also not in place of one that died while it started. */
  readonly ready: Promise<void>;
  /** Stops the server, as soon as it can be; one that is not running is left alone. */
  stop(): Promise<void>;
}

/** Documents whose text is the user's own; what a diff or a history shows is not judged. */
const documents: DocumentSelector = ['file', 'untitled', 'vscode-vfs', 'vscode-test-web'].map((scheme) => ({
  language: 'agent-handoff',
  scheme,
}));

/**
 * Makes a client for a server and starts it. What it registers goes with the extension.
 *
 * @param module Absolute path of the server's program, for another one in place of `server`.
 */
export function startClient(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  module: string,
  server: ServerProcess,
): Running {
  let path: string | undefined;
  const connection = connectionTo(module, server, output, async () => {
    path = await gitPath();
  });
  const options = clientOptions(
    output,
    () => client,
    () => path,
  );
  const client: RestartableClient = new RestartableClient('agentHandoff', 'Agent Handoff', connection.open, options);
  context.subscriptions.push(
    connection.endWith(client),
    registerBriefs(client),
    vscode.workspace.onDidGrantWorkspaceTrust(() => client.sendNotification(trustedNotification)),
    showStatus(client, documents),
    rememberChoices(client, context.workspaceState),
    recogniseListed(client),
    saveUndoneHandoffs(),
    onDidChangeRepositories(() => client.isRunning() && client.sendNotification(gitChangedNotification)),
  );
  const ready = startOf(client);
  // One that is starting cannot be stopped.
  const settled = async () => {
    await ready.catch(() => undefined);
    if (client.state === State.Starting) await client.start().catch(() => undefined);
  };
  return {
    commands: {
      ...commandsOf(client, context.workspaceState),
      restartServer: () => restart(client, settled),
    },
    ready,
    async stop() {
      await settled();
      if (client.isRunning()) await client.stop();
    },
  };
}

async function startOf(client: LanguageClient): Promise<void> {
  try {
    await client.start();
  } catch {
    // The start of another one begins in the same turn; where there is to be none, this fails as before.
    await setImmediate();
    await client.start();
  }
}

function commandsOf(client: LanguageClient, state: vscode.Memento): Omit<Running['commands'], 'restartServer'> {
  return {
    create: () => createHandoff(client),
    createNext: (handoff) => createNext(client, handoff),
    compare: (handoff) => compare(client, handoff),
    resume: (handoff) => resume(client, handoff),
    copyBrief: (handoff) => copyBrief(client, handoff),
    refresh: (handoff) => refresh(client, handoff),
    chooseFormat: (handoff, format) => chooseFormat(client, state, handoff, format),
    showCommit,
  };
}

function clientOptions(
  output: vscode.LogOutputChannel,
  client: () => LanguageClient,
  gitPath: () => string | undefined,
): LanguageClientOptions {
  return {
    documentSelector: documents,
    outputChannel: output,
    initializationOptions: () => initializationOptions(gitPath()),
    synchronize: { configurationSection: 'agentHandoff' },
    errorHandler: keepAlive(client),
    middleware: { resolveCodeAction: (item, token) => resolveCodeAction(client(), item, token) },
    markdown: { isTrusted: false, supportHtml: false },
  };
}

function initializationOptions(gitPath: string | undefined): InitializationOptions {
  const virtual = vscode.workspace.workspaceFolders?.every(({ uri }) => uri.scheme !== 'file') ?? false;
  return {
    trusted: vscode.workspace.isTrusted,
    virtual,
    status: true,
    commands: true,
    ...(gitPath === undefined ? {} : { gitPath }),
  };
}

/** Starts again where a start has failed, too: the class that it extends answers with the failure of that for good. */
class RestartableClient extends LanguageClient {
  async startAgain(): Promise<void> {
    // What is done when a connection has closed lets go of the failed start.
    if (this.state === State.StartFailed) await this.handleConnectionClosed();
    await this.start();
  }
}

async function restart(client: RestartableClient, settled: () => Promise<void>): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: 'Restarting the Agent Handoff server…' },
    async () => {
      await settled();
      // One that does not answer is ended all the same, and must not be in the way of the next; one that failed to start cannot be.
      if (client.state !== State.StartFailed) await client.stop().catch(() => undefined);
      await client.startAgain();
    },
  );
}

import * as vscode from 'vscode';
import { type LanguageClient, State } from 'vscode-languageclient/node';
import type { Obstacle, Question } from '../core/draft.ts';
import {
  type FinishCreateParams,
  type FinishCreateResult,
  finishCreate,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from '../server/create-protocol.ts';
import { diagnosticSource } from '../server/protocol.ts';
import { repositories, repositoryOf } from './git.ts';
import { askAll } from './questions.ts';

/**
 * The command Create Handoff. Nothing is written before the last question is answered, so Escape at any of them leaves
 * nothing behind.
 */
export async function createHandoff(client: LanguageClient): Promise<void> {
  try {
    await create(client);
  } catch (error) {
    await vscode.window.showErrorMessage(`No handoff was created. ${reasonOf(error)}`);
  }
}

async function create(client: LanguageClient): Promise<void> {
  if (!vscode.workspace.isTrusted) return explainTrust();
  const folder = await pickFolder();
  if (folder === undefined) return;
  const params = await prepared(client, { folder: client.code2ProtocolConverter.asUri(folder) });
  if (params === undefined) return;
  const { prepare, result } = params;
  const errors = currentErrors(vscode.Uri.parse(result.root));
  const answers = await askAll(result.format.title, result.questions as readonly Question[], errors);
  if (answers === undefined) return;
  await finish(client, { ...prepare, answers });
}

async function explainTrust(): Promise<void> {
  const manage = 'Manage Workspace Trust';
  const chosen = await vscode.window.showInformationMessage(
    'Create Handoff asks git about the repository, which is done in trusted workspaces only.',
    manage,
  );
  if (chosen === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

/** The repository of the active file; else the only one; else the one that is picked. Undefined: cancelled, or none. */
async function pickFolder(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const current = active?.scheme === 'file' ? (await repositoryOf(active))?.rootUri : undefined;
  if (current !== undefined) return current;
  const known = (await repositories()).map(({ rootUri }) => rootUri);
  const folders =
    vscode.workspace.workspaceFolders?.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file') ?? [];
  const choices = known.length > 0 ? known : folders;
  if (choices.length < 2) {
    if (choices[0] === undefined) await explainNoFolder();
    return choices[0];
  }
  const items = choices.map((uri) => ({
    label: `$(repo) ${uri.path.split('/').at(-1)}`,
    description: uri.fsPath,
    uri,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Create Handoff',
    placeHolder: 'For which repository?',
    ignoreFocusOut: true,
  });
  return picked?.uri;
}

async function explainNoFolder(): Promise<void> {
  const open = 'Open Folder…';
  const chosen = await vscode.window.showErrorMessage(
    'Create Handoff writes into a folder on this machine: open the repository that the work is in first.',
    open,
  );
  if (chosen === open) await vscode.commands.executeCommand('workbench.action.files.openFolder');
}

/** Gets past what is in the way, asking where that helps. Undefined: it does not, or the user said no. */
async function prepared(
  client: LanguageClient,
  first: PrepareCreateParams,
): Promise<{ readonly prepare: PrepareCreateParams; readonly result: PrepareCreateResult } | undefined> {
  let prepare = first;
  for (;;) {
    const result = await ask<PrepareCreateResult>(client, prepareCreate, prepare);
    const obstacle = result.obstacles.find(({ kind }) => kind !== 'confirm');
    if (obstacle === undefined) {
      return (await confirmed(result.obstacles)) ? { prepare, result } : undefined;
    }
    if (obstacle.kind !== 'base') {
      await vscode.window.showErrorMessage(obstacle.message);
      return undefined;
    }
    const base = await pickBase(obstacle);
    if (base === undefined) return undefined;
    prepare = { ...prepare, base };
  }
}

async function confirmed(obstacles: readonly Obstacle[]): Promise<boolean> {
  if (obstacles.length === 0) return true;
  const go = 'Create Anyway';
  const message = obstacles.map(({ message }) => message).join('\n');
  return (await vscode.window.showWarningMessage(message, { modal: true }, go)) === go;
}

async function pickBase({ message, branches }: Extract<Obstacle, { kind: 'base' }>): Promise<string | undefined> {
  if (branches.length === 0) {
    await vscode.window.showErrorMessage(message);
    return undefined;
  }
  const options = { title: 'Create Handoff', placeHolder: `${message} Against which branch?`, ignoreFocusOut: true };
  return vscode.window.showQuickPick([...branches], options);
}

/** Errors that the editor shows for files below a root, a line each. What is wrong with handoffs is no failure of the work. */
function currentErrors(root: vscode.Uri): readonly string[] {
  const below = root.path.endsWith('/') ? root.path : `${root.path}/`;
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri, diagnostics]) =>
      uri.scheme === root.scheme && uri.path.startsWith(below)
        ? diagnostics
            .filter(
              ({ severity, source }) => severity === vscode.DiagnosticSeverity.Error && source !== diagnosticSource,
            )
            .map(({ range, message }) => `${uri.path.slice(below.length)}:${range.start.line + 1}: ${message}`)
        : [],
    );
}

/** Asks the server. One that is not running is started: the user wants something that needs it. */
async function ask<Result>(client: LanguageClient, method: string, params: PrepareCreateParams): Promise<Result> {
  if (client.state === State.Stopped) await client.restart();
  return client.sendRequest<Result>(method, params);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What was typed must not be lost because the server failed, so that is an answer too. */
async function attempt(
  client: LanguageClient,
  params: FinishCreateParams,
): Promise<FinishCreateResult | { readonly kind: 'failed'; readonly message: string }> {
  try {
    return await ask<FinishCreateResult>(client, finishCreate, params);
  } catch (error) {
    return { kind: 'failed', message: `The server did not say that it wrote the handoff. ${reasonOf(error)}` };
  }
}

async function finish(client: LanguageClient, first: FinishCreateParams): Promise<void> {
  let params = first;
  for (;;) {
    const result = await attempt(client, params);
    switch (result.kind) {
      case 'written':
        return showWritten(client, result);
      case 'refused':
      case 'failed': {
        const again = 'Try Again';
        const said = result.kind === 'refused' ? `No handoff was written. ${result.message}` : result.message;
        if ((await vscode.window.showErrorMessage(said, again)) !== again) return;
        break;
      }
      case 'taken': {
        const taken = await askTaken(result);
        if (taken === undefined) return;
        params = { ...params, taken };
        break;
      }
      case 'errors': {
        const write = 'Write It Anyway';
        const detail = result.messages.join('\n');
        const options = { modal: true, detail };
        const chosen = await vscode.window.showWarningMessage('The new handoff would have errors.', options, write);
        if (chosen !== write) return;
        params = { ...params, despiteErrors: true };
      }
    }
  }
}

async function askTaken({
  path,
  free,
}: Extract<FinishCreateResult, { kind: 'taken' }>): Promise<'replace' | 'beside' | undefined> {
  const beside = {
    label: `$(new-file) Write ${free}`,
    description: 'the earlier handoff stays',
    value: 'beside' as const,
  };
  const replace = {
    label: `$(replace) Replace ${path}`,
    description: 'what it says now is lost unless it is committed',
    value: 'replace' as const,
  };
  const picked = await vscode.window.showQuickPick([beside, replace], {
    title: 'Create Handoff',
    placeHolder: `${path} is there already.`,
    ignoreFocusOut: true,
  });
  return picked?.value;
}

async function showWritten(
  client: LanguageClient,
  { handoff, sideFiles, base }: Extract<FinishCreateResult, { kind: 'written' }>,
): Promise<void> {
  const uri = client.protocol2CodeConverter.asUri(handoff);
  await vscode.window.showTextDocument(uri);
  const name = uri.path.split('/').at(-1);
  const against = base === undefined ? '' : `, measured against ${base}`;
  const split =
    sideFiles.length === 0
      ? ''
      : ` Long texts went into ${sideFiles.map((file) => file.split('/').at(-1)).join(' and ')}.`;
  void vscode.window.showInformationMessage(`Created ${name}${against}.${split}`);
}

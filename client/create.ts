import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Obstacle } from '../core/create/obstacle.ts';
import type { Question } from '../core/create/question.ts';
import {
  type CheckAnswerParams,
  type CheckAnswerResult,
  checkAnswer,
  type FinishCreateParams,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from '../server/create-protocol.ts';
import { diagnosticSource } from '../server/protocol.ts';
import { chooseKind, chooseShape, formatToFollow, type Kind, offered } from './create-choice.ts';
import { finish } from './create-finish.ts';
import { repositories, repositoryOf } from './git.ts';
import { handoffOf } from './handoff.ts';
import { askAll } from './questions.ts';
import { ask, reasonOf } from './server.ts';

/**
 * The command Create Handoff. Nothing is written before the last question is answered, so Escape at any of them leaves
 * nothing behind.
 */
export function createHandoff(client: LanguageClient): Promise<void> {
  return guarded(async () => {
    if (!vscode.workspace.isTrusted) return explainTrust();
    const folder = await pickFolder();
    if (folder === undefined) return;
    const uri = client.code2ProtocolConverter.asUri(folder);
    const formats = await offered(client, uri);
    await create(client, uri, () => chooseKind(client, formats));
  });
}

/** The command Create Next Handoff: the one that follows the document, which carries on what belongs to the chain. */
export function createNext(client: LanguageClient, argument: unknown): Promise<void> {
  return guarded(async () => {
    if (!vscode.workspace.isTrusted) return explainTrust();
    const document = await handoffOf(argument);
    if (document === undefined) return;
    const folder = client.code2ProtocolConverter.asUri(vscode.Uri.joinPath(document.uri, '..'));
    const from = client.code2ProtocolConverter.asUri(document.uri);
    const format = await formatToFollow(client, await offered(client, folder), from);
    if (format === undefined) {
      await vscode.window.showErrorMessage(
        'Nothing follows this handoff: its format knows no next one, or it is not valid JSON.',
      );
      return;
    }
    const kind = { format, from, steps: 0 };
    await create(client, folder, async () => kind);
  });
}

async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await vscode.window.showErrorMessage(`No handoff was created. ${reasonOf(error)}`);
  }
}

/** Asks what kind it shall be, then what has to be said; a step back from the first of it asks for the kind again. */
async function create(client: LanguageClient, folder: string, choose: () => Promise<Kind | 'cancel'>): Promise<void> {
  for (;;) {
    const kind = await choose();
    if (kind === 'cancel') return;
    const { format, from, steps } = kind;
    const found = await prepared(client, { folder, format, ...(from !== undefined && { from }) });
    if (found === undefined) return;
    const answered = await answersTo(client, found, steps);
    if (answered === 'cancel' || (answered === 'back' && steps === 0)) return;
    if (answered === 'back') continue;
    return finish(client, answered);
  }
}

/** The shape, where there is a choice, and the answers in it. */
async function answersTo(
  client: LanguageClient,
  { prepare, result }: Prepared,
  steps: number,
): Promise<FinishCreateParams | 'back' | 'cancel'> {
  for (;;) {
    const shape = await chooseShape(result, steps + 1);
    if (shape === 'back' || shape === 'cancel') return shape;
    const params = shape === undefined ? prepare : { ...prepare, shape };
    const shaped = shape === undefined ? result : await ask<PrepareCreateResult>(client, prepareCreate, params);
    const stop = shaped.obstacles.find(({ kind }) => kind === 'stop');
    if (stop !== undefined) {
      await vscode.window.showErrorMessage(stop.message);
      if (shape === undefined) return 'cancel';
      continue;
    }
    const answers = await askAll(shaped.questions as readonly Question[], {
      format: shaped.format.title,
      stepsBefore: shape === undefined ? steps : steps + 1,
      errors: currentErrors(vscode.Uri.parse(shaped.root)),
      check: (path, answer) =>
        problemOf(client, { folder: params.folder, format: shaped.format.id, path, answer, ...(shape && { shape }) }),
    });
    if (answers === 'cancel' || (answers === 'back' && shape === undefined)) return answers;
    if (answers !== 'back') return { ...params, answers };
  }
}

/** A server that cannot say it now will say it when the handoff is made. */
async function problemOf(client: LanguageClient, params: CheckAnswerParams): Promise<string | undefined> {
  try {
    return (await ask<CheckAnswerResult>(client, checkAnswer, params)).message;
  } catch {
    return undefined;
  }
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

interface Prepared {
  readonly prepare: PrepareCreateParams;
  readonly result: PrepareCreateResult;
}

/** Gets past what is in the way, asking where that helps. Undefined: it does not, or the user said no. */
async function prepared(client: LanguageClient, first: PrepareCreateParams): Promise<Prepared | undefined> {
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

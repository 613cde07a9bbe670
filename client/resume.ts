import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { BriefResult } from '../server/evidence-protocol.ts';
import { type Repository, repositoryOf } from './git.ts';
import { briefOf, handoffOf } from './handoff.ts';

type Brief = Extract<BriefResult, { kind: 'brief' }>;

/** The scheme under which briefs are shown. */
const scheme = 'agent-handoff-brief';

/** Changed files that are opened along; more would bury the work. */
const OPENED = 10;

/** Serves the briefs that are shown. */
export function registerBriefs(client: LanguageClient): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri.query));
      return (await briefOf(client, document))?.markdown ?? '';
    },
  });
}

/** The command Copy Brief: what the next agent resumes from, as Markdown. */
export async function copyBrief(client: LanguageClient, argument: unknown): Promise<void> {
  const document = await handoffOf(argument);
  const brief = document && (await briefOf(client, document));
  if (brief === undefined) return;
  await vscode.env.clipboard.writeText(brief.markdown);
  void vscode.window.showInformationMessage('The brief is on the clipboard.');
}

/**
 * The command Resume From Handoff: shows the brief, says first what git contradicts, offers to check the branch out, and
 * opens what is left and what was changed.
 */
export async function resume(client: LanguageClient, argument: unknown): Promise<void> {
  const document = await handoffOf(argument);
  const brief = document && (await briefOf(client, document));
  if (document === undefined || brief === undefined) return;
  if (!(await agreed(brief))) return;
  const repository = await repositoryOf(document.uri);
  if (repository !== undefined && !(await onBranch(brief, repository))) return;
  const uri = vscode.Uri.from({
    scheme,
    path: document.uri.path.replace(/\.json$/, '.md'),
    query: document.uri.toString(),
  });
  await vscode.commands.executeCommand('markdown.showPreview', uri);
  const files = [...brief.sideFiles, ...brief.changed.slice(0, OPENED)].map((file) => vscode.Uri.parse(file));
  for (const file of files) await openBehind(file);
}

/** What is contradicted or unchecked is said before anything is done. */
async function agreed({ errors, unchecked }: Brief): Promise<boolean> {
  if (errors.length === 0 && unchecked === undefined) return true;
  const go = 'Resume Anyway';
  const message = errors.length > 0 ? 'This handoff is contradicted.' : 'This handoff is unchecked.';
  const detail = [...errors, ...(unchecked === undefined ? [] : [`Evidence could not be had: ${unchecked}.`])].join(
    '\n',
  );
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, go)) === go;
}

/** Offers to check the branch out where another one is; never over work that is not committed. False: cancelled. */
async function onBranch({ branch }: Brief, repository: Repository): Promise<boolean> {
  const { HEAD, mergeChanges, indexChanges, workingTreeChanges } = repository.state;
  if (branch === undefined || HEAD?.name === branch) return true;
  const dirty = mergeChanges.length + indexChanges.length + workingTreeChanges.length;
  const stay = 'Stay Here';
  if (dirty > 0) {
    const files = dirty === 1 ? 'a file is' : `${dirty} files are`;
    const message = `The work is on ${branch}, which cannot be checked out while ${files} not committed here.`;
    return (await vscode.window.showWarningMessage(message, { modal: true }, stay)) === stay;
  }
  const checkOut = `Check Out ${branch}`;
  const message = `The work is on ${branch}; ${HEAD?.name ?? 'another commit'} is checked out.`;
  const chosen = await vscode.window.showInformationMessage(message, { modal: true }, checkOut, stay);
  if (chosen === checkOut) await repository.checkout(branch);
  return chosen !== undefined;
}

/** A file that is gone, or cannot be shown as text, is no reason to stop. */
async function openBehind(uri: vscode.Uri): Promise<void> {
  const options = { preview: false, preserveFocus: true, viewColumn: vscode.ViewColumn.Beside };
  await vscode.window.showTextDocument(uri, options).then(undefined, () => undefined);
}

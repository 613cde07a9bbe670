import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { atCommit, type Change, repositoryOf, status } from './git.ts';
import { briefOf, handoffOf } from './handoff.ts';

/** The command Compare: everything that changed between the handoff's base and its head, in one diff editor. */
export async function compare(client: LanguageClient, argument: unknown): Promise<void> {
  const document = await handoffOf(argument);
  const brief = document && (await briefOf(client, document));
  if (document === undefined || brief === undefined) return;
  const { base, head } = brief;
  if (base === undefined || head === undefined) {
    const missing = base === undefined ? 'base' : 'head';
    void vscode.window.showErrorMessage(
      `The commits cannot be compared: git does not know the ${missing} of this handoff.`,
    );
    return;
  }
  const repository = await repositoryOf(document.uri);
  if (repository === undefined) {
    void vscode.window.showErrorMessage(
      'The commits cannot be compared: VS Code knows no repository that holds this handoff.',
    );
    return;
  }
  const changes = await repository.diffBetween(base, head);
  if (changes.length === 0) {
    void vscode.window.showInformationMessage('Nothing differs between the base and the head of this handoff.');
    return;
  }
  const resources = await Promise.all(changes.map((change) => sidesOf(change, base, head)));
  await vscode.commands.executeCommand('vscode.changes', `${brief.title}: ${short(base)} to ${short(head)}`, resources);
}

/** The file, and how it was and is; undefined for the side on which it does not exist. */
async function sidesOf(change: Change, base: string, head: string) {
  const before = change.status === status.added ? undefined : await atCommit(change.originalUri, base);
  const uri = change.renameUri ?? change.uri;
  const after = change.status === status.deleted ? undefined : await atCommit(uri, head);
  return [uri, before, after] as const;
}

function short(commit: string): string {
  return commit.slice(0, 8);
}

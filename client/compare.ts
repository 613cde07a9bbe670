import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { atCommit, type Change, type Repository, repositoryOf, status } from './git.ts';
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
  await showChanges(repository, `${brief.title}: ${short(base)} to ${short(head)}`, base, head);
}

/** What a commit changed, against its first parent; behind a commit's id in a handoff. */
export async function showCommit(uri: unknown, commit: unknown): Promise<void> {
  if (typeof uri !== 'string' || typeof commit !== 'string' || !/^[0-9a-f]{40,64}$/.test(commit)) return;
  const repository = await repositoryOf(vscode.Uri.parse(uri));
  if (repository === undefined) return;
  const { message, parents } = await repository.getCommit(commit);
  const title = `${short(commit)}: ${message.split('\n', 1)[0]}`;
  await showChanges(repository, title, parents[0] ?? EMPTY_TREE, commit);
}

/** What the first commit of a history is compared with: the id that git gives to a tree without files. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function showChanges(repository: Repository, title: string, from: string, to: string): Promise<void> {
  const changes = await repository.diffBetween(from, to);
  if (changes.length === 0) {
    void vscode.window.showInformationMessage(`Nothing differs between ${short(from)} and ${short(to)}.`);
    return;
  }
  const resources = await Promise.all(changes.map((change) => sidesOf(change, from, to)));
  await vscode.commands.executeCommand('vscode.changes', title, resources);
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

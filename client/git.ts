import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';

/** The parts of the built-in git extension's API, version 1, that are used. */
interface GitExtension {
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly git: { readonly path: string };
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<GitApi['state']>;
  readonly repositories: readonly Repository[];
  readonly onDidOpenRepository: vscode.Event<Repository>;
  getRepository(uri: vscode.Uri): Repository | null;
  /** A document that shows a file as it is in a commit. */
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
}

/** A repository that is open in the editor. */
export interface Repository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly onDidChange: vscode.Event<void>;
    readonly HEAD: { readonly name?: string } | undefined;
    readonly mergeChanges: readonly unknown[];
    readonly indexChanges: readonly unknown[];
    readonly workingTreeChanges: readonly unknown[];
  };
  diffBetween(from: string, to: string): Promise<readonly Change[]>;
  getCommit(ref: string): Promise<{ readonly message: string; readonly parents: readonly string[] }>;
  checkout(branch: string): Promise<void>;
}

/** A file that differs between two commits. */
export interface Change {
  /** Under its new name. */
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  /** The extension's enumeration `Status`. */
  readonly status: number;
}

/** Values of `Status` in the git extension's API: files that are on one side only. */
export const status = { added: 1, deleted: 6 } as const;

/**
 * Absolute path of the git program the user's editor runs. Undefined where its git extension is off, as in Restricted
 * Mode, and where it runs whatever is called `git`: that is then looked for anew, outside of the workspace.
 */
export async function gitPath(): Promise<string | undefined> {
  const path = (await gitApi())?.git.path;
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** The repository that holds a file; undefined where the editor knows of none. */
export async function repositoryOf(uri: vscode.Uri): Promise<Repository | undefined> {
  return (await searched())?.getRepository(uri) ?? undefined;
}

/** All repositories that are open. */
export async function repositories(): Promise<readonly Repository[]> {
  return (await searched())?.repositories ?? [];
}

/** A file as it is in a commit. */
export async function atCommit(uri: vscode.Uri, commit: string): Promise<vscode.Uri | undefined> {
  return (await gitApi())?.toGitUri(uri, commit);
}

/**
 * The API when all folders have been searched: before that it knows some repositories and not others, and the only one it
 * knows would be taken for the only one there is. A search that takes long is not waited for.
 */
async function searched(): Promise<GitApi | undefined> {
  const api = await gitApi();
  if (api === undefined || api.state === 'initialized') return api;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, LONGEST_SEARCH);
    const listening = api.onDidChangeState((state) => state === 'initialized' && done());
    function done(): void {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    }
  });
  return api;
}

/** In milliseconds. */
const LONGEST_SEARCH = 10_000;

/** Calls back when a head, a ref or an index changes, whoever changed it: the git extension watches them. */
export function onDidChangeRepositories(changed: () => void): vscode.Disposable {
  const listeners: vscode.Disposable[] = [];
  const listen = async () => {
    const api = await gitApi();
    if (api === undefined) return;
    const follow = ({ state }: Repository) => listeners.push(state.onDidChange(changed));
    api.repositories.forEach(follow);
    listeners.push(api.onDidOpenRepository(follow));
  };
  void listen();
  listeners.push(vscode.workspace.onDidGrantWorkspaceTrust(() => void listen()));
  return new vscode.Disposable(() => {
    for (const listener of listeners) listener.dispose();
  });
}

async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined || !vscode.workspace.isTrusted) return undefined;
  try {
    return (await extension.activate()).getAPI(1);
  } catch {
    // Switched off by `git.enabled`, or no git was found: the server looks for one itself.
    return undefined;
  }
}

import * as vscode from 'vscode';
import { within } from '../suite.ts';

/** Path in the workspace's first folder. */
export function inWorkspace(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('The window has no folder.');
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Opens a file of the workspace in an editor. */
export async function show(path: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(inWorkspace(path));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Findings of a document as `rule: underlined text`, in text order. */
export function findings(document: vscode.TextDocument): readonly string[] {
  return [...vscode.languages.getDiagnostics(document.uri)]
    .sort((a, b) => a.range.start.compareTo(b.range.start) || a.range.end.compareTo(b.range.end))
    .map((found) => `${ruleOf(found)}: ${document.getText(found.range)}`);
}

/** Waits until the findings of a document are enough. */
export async function findingsThat(
  document: vscode.TextDocument,
  enough: (found: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const wait = new Promise<readonly string[]>((resolve) => {
    const look = () => {
      const found = findings(document);
      if (!enough(found)) return;
      subscription.dispose();
      resolve(found);
    };
    const subscription = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
  try {
    return await within(20, 'findings', wait);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nThere are: ${findings(document).join(' | ')}`);
  }
}

/** Asks again and again until an answer is there. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`${what}: still not after 20 seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The text on the disk; undefined where there is no such file. */
export async function onDisk(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await vscode.workspace.fs.readFile(inWorkspace(path)),
    );
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

function ruleOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

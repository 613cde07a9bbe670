import * as vscode from 'vscode';
import type { Question } from '../core/create/question.ts';
import { type Check, type Frame, input, pick, type Step } from './quick-input.ts';

/** A way to answer a question about a text. */
interface Source extends vscode.QuickPickItem {
  read(): Promise<Step | 'again'>;
}

/** Asks for a text that may have many lines, from wherever it is. `errors` are those that the editor shows. */
export async function askProse(
  question: Question,
  frame: Frame,
  errors: readonly string[],
  check: Check,
): Promise<Step> {
  for (;;) {
    const picked = await pick(sources(question, frame, errors, check), frame, question.description);
    if (typeof picked === 'string') return picked;
    const step = await picked.read();
    if (step !== 'again' && step !== 'back') return step;
  }
}

function sources(question: Question, frame: Frame, errors: readonly string[], check: Check): readonly Source[] {
  const selected = selection();
  return [
    { label: '$(edit) Type it', read: () => input(question, frame, check) },
    ...(question.about === 'failures' && errors.length > 0 ? [fromErrors(errors)] : []),
    ...(selected === '' ? [] : [given('$(selection) The selection in the editor', selected)]),
    { label: '$(clippy) The clipboard', read: fromClipboard },
    { label: '$(file) From a file…', read: fromFile },
    { label: '$(dash) Nothing', description: 'leave it out', read: async () => ({ answer: undefined }) },
  ];
}

function fromErrors(errors: readonly string[]): Source {
  const label =
    errors.length === 1 ? '$(error) The error in the editor' : `$(error) The ${errors.length} errors in the editor`;
  return given(label, errors.join('\n'));
}

function given(label: string, text: string): Source {
  return { label, detail: firstLine(text), read: async () => ({ answer: text }) };
}

/** Read only when it is chosen: a browser asks the user for leave. */
async function fromClipboard(): Promise<Step | 'again'> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() !== '') return { answer: text };
  await vscode.window.showInformationMessage('The clipboard holds no text.');
  return 'again';
}

async function fromFile(): Promise<Step | 'again'> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false, openLabel: 'Use Its Text' })) ?? [];
  if (uri === undefined) return 'again';
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { answer: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const reason =
      error instanceof TypeError ? 'it is not UTF-8 text' : error instanceof Error ? error.message : String(error);
    await vscode.window.showErrorMessage(`${vscode.workspace.asRelativePath(uri)} cannot be used: ${reason}.`);
    return 'again';
  }
}

function selection(): string {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}

/** At most a line, cut between characters. */
function firstLine(text: string): string {
  const line = text.trim().split(/\r\n|\n|\r/, 1)[0] ?? '';
  return [...line].length > 100 ? `${[...line].slice(0, 99).join('')}…` : line;
}

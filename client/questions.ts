import * as vscode from 'vscode';
import type { Question } from '../core/draft.ts';
import type { Json } from '../core/schema.ts';

/** What a step gave: an answer, nothing to say, a step back, or the end of it all. */
type Step = { readonly answer: string | undefined } | 'back' | 'cancel';

/** A way to answer a question about a text. */
interface Source extends vscode.QuickPickItem {
  read(): Promise<Step | 'again'>;
}

/**
 * Asks one question after the other, with a way back to the one before. Undefined: cancelled. Questions left without an
 * answer are left out.
 */
export async function askAll(
  format: string,
  questions: readonly Question[],
  errors: readonly string[],
): Promise<Readonly<Record<string, Json>> | undefined> {
  const answers: Record<string, Json> = {};
  // What must be said comes first; texts for the next agent are written with that in mind.
  const ordered = [...questions].sort((a, b) => Number(b.required) - Number(a.required));
  for (let index = 0; index < ordered.length; ) {
    const question = ordered[index];
    if (question === undefined) break;
    const frame = { title: `Create ${format}: ${question.title}`, step: index + 1, totalSteps: ordered.length };
    const step = await askOne(question, frame, errors);
    if (step === 'cancel') return undefined;
    if (step === 'back') index = Math.max(0, index - 1);
    else {
      delete answers[question.member];
      if (step.answer !== undefined) answers[question.member] = step.answer;
      index++;
    }
  }
  return answers;
}

interface Frame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

function askOne(question: Question, frame: Frame, errors: readonly string[]): Promise<Step> {
  if (question.kind === 'choice') return askChoice(question, frame);
  if (question.kind === 'text') return askText(question, frame);
  return askProse(question, frame, errors);
}

async function askChoice(question: Question, frame: Frame): Promise<Step> {
  const items = question.choices.map(({ value, description }) => ({ label: value, detail: description }));
  const picked = await pick(items, frame, question.description);
  return typeof picked === 'string' ? picked : { answer: picked.label };
}

/** One line. Suggestions, where there are some, can be taken or typed over. */
async function askText(question: Question, frame: Frame): Promise<Step> {
  if (question.choices.length === 0) return input(question, frame);
  const other = { label: '$(edit) Another…', value: undefined };
  const items = [...question.choices.map(({ value }) => ({ label: value, value })), other];
  const picked = await pick(items, frame, question.description);
  if (typeof picked === 'string') return picked;
  if (picked.value !== undefined) return { answer: picked.value };
  const typed = await input(question, frame);
  return typed === 'back' ? askText(question, frame) : typed;
}

async function askProse(question: Question, frame: Frame, errors: readonly string[]): Promise<Step> {
  for (;;) {
    const picked = await pick(sources(question, frame, errors), frame, question.description);
    if (typeof picked === 'string') return picked;
    const step = await picked.read();
    if (step !== 'again' && step !== 'back') return step;
  }
}

function sources(question: Question, frame: Frame, errors: readonly string[]): readonly Source[] {
  const selected = selection();
  return [
    { label: '$(edit) Type it', read: () => input(question, frame) },
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

function input({ description, required, title }: Question, frame: Frame): Promise<Step> {
  return new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    Object.assign(box, frame, { prompt: description, ignoreFocusOut: true });
    box.buttons = frame.step > 1 ? [vscode.QuickInputButtons.Back] : [];
    box.onDidTriggerButton(() => settle('back'));
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidAccept(() => {
      if (required && box.value.trim() === '') box.validationMessage = `${title} must not be empty.`;
      else settle({ answer: box.value.trim() === '' ? undefined : box.value });
    });
    box.onDidHide(() => settle('cancel'));
    box.show();

    function settle(step: Step): void {
      resolve(step);
      box.dispose();
    }
  });
}

function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  frame: Frame,
  placeholder: string,
): Promise<T | 'back' | 'cancel'> {
  return new Promise((resolve) => {
    const box = vscode.window.createQuickPick<T>();
    Object.assign(box, frame, { placeholder, ignoreFocusOut: true, items, matchOnDetail: true });
    box.buttons = frame.step > 1 ? [vscode.QuickInputButtons.Back] : [];
    box.onDidTriggerButton(() => settle('back'));
    box.onDidAccept(() => {
      const [chosen] = box.selectedItems;
      if (chosen !== undefined) settle(chosen);
    });
    box.onDidHide(() => settle('cancel'));
    box.show();

    function settle(step: T | 'back' | 'cancel'): void {
      resolve(step);
      box.dispose();
    }
  });
}

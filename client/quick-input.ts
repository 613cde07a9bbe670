import * as vscode from 'vscode';

/** What a step gave: an answer, nothing to say, a step back, or the end of it all. */
export type Step = { readonly answer: string | undefined } | 'back' | 'cancel';

/** What stands over a question. */
export interface Frame {
  readonly title: string;
  /** From 1. Past the first there is a way back. */
  readonly step: number;
  /** Left out while nobody knows. */
  readonly totalSteps?: number;
}

/** What is wrong with what was typed, for a person; undefined where nothing is. */
export type Check = (typed: string) => Promise<string | undefined>;

interface Asked {
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
}

/** One line, which stays to be corrected while something is wrong with it. `value` is what stands there at first. */
export function input({ description, required, title }: Asked, frame: Frame, check: Check, value = ''): Promise<Step> {
  return new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    Object.assign(box, frame, { prompt: description, ignoreFocusOut: true, value });
    box.buttons = frame.step > 1 ? [vscode.QuickInputButtons.Back] : [];
    box.onDidTriggerButton(() => settle('back'));
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidAccept(() => void accept());
    box.onDidHide(() => settle('cancel'));
    box.show();

    async function accept(): Promise<void> {
      const typed = box.value;
      if (typed.trim() === '') {
        if (required) box.validationMessage = `${title} must not be empty.`;
        else settle({ answer: undefined });
        return;
      }
      box.busy = true;
      const problem = await check(typed);
      box.busy = false;
      // Meanwhile more was typed: that is not what was asked about.
      if (box.value !== typed) return;
      if (problem === undefined) settle({ answer: typed });
      else box.validationMessage = problem;
    }

    function settle(step: Step): void {
      resolve(step);
      box.dispose();
    }
  });
}

/** One of some items. */
export async function pick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  frame: Frame,
  placeholder: string,
): Promise<T | 'back' | 'cancel'> {
  const chosen = await choose(items, frame, placeholder, false);
  return typeof chosen === 'string' ? chosen : (chosen[0] ?? 'cancel');
}

/** Any number of some items; those that are `picked` are so at first. */
export function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  frame: Frame,
  placeholder: string,
): Promise<readonly T[] | 'back' | 'cancel'> {
  return choose(items, frame, placeholder, true);
}

function choose<T extends vscode.QuickPickItem>(
  items: readonly T[],
  frame: Frame,
  placeholder: string,
  many: boolean,
): Promise<readonly T[] | 'back' | 'cancel'> {
  return new Promise((resolve) => {
    const box = vscode.window.createQuickPick<T>();
    Object.assign(box, frame, { placeholder, ignoreFocusOut: true, items, matchOnDetail: true, canSelectMany: many });
    if (many) box.selectedItems = items.filter(({ picked }) => picked === true);
    box.buttons = frame.step > 1 ? [vscode.QuickInputButtons.Back] : [];
    box.onDidTriggerButton(() => settle('back'));
    box.onDidAccept(() => {
      if (many || box.selectedItems.length > 0) settle(box.selectedItems);
    });
    box.onDidHide(() => settle('cancel'));
    box.show();

    function settle(step: readonly T[] | 'back' | 'cancel'): void {
      resolve(step);
      box.dispose();
    }
  });
}

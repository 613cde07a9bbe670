import { strict as assert } from 'node:assert';
import type { Browser, Locator, Page } from 'playwright-core';
import { addressOf, type EditorServer, type PageOptions } from '../../scripts/editor/serve.ts';

export type { Page } from 'playwright-core';

/** Opens a workbench in a window of its own and waits until it has restored what it shows. */
export async function openWorkbench(browser: Browser, server: EditorServer, options: PageOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 720 }, deviceScaleFactor: 2 });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(addressOf(server, options));
  await page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
  return page;
}

/** Opens a file of the workspace, by its path relative to it, as a person does with Go to File. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+p');
  await quickInput(page).locator('input').first().fill(path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  await rowOf(quickInput(page), name).first().click();
  await page.locator('.tab.active', { hasText: name }).waitFor();
  await lines(page).first().waitFor();
  await focus(page);
}

/** Runs a command by its full title in the command palette, for example "Agent Handoff: Create Handoff". */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await quickInput(page).locator('input').first().fill(`>${title}`);
  await rowOf(quickInput(page), title).first().click();
  const open = async () =>
    (await quickInput(page).locator('input').first().isVisible()) && (await inputOf(page)) === `>${title}`;
  await until(
    'the palette to close',
    async () => !(await open()),
    () => inputOf(page),
  );
}

/** Chooses the entry with that label in an open quick pick. */
export async function pick(page: Page, label: string): Promise<void> {
  await rowOf(quickInput(page), label).first().click();
}

/** Labels of the entries in the open quick pick about something, as far as they are on the screen. */
export async function picks(page: Page, about: string): Promise<readonly string[]> {
  const rows = quickInput(page).filter({ hasText: about }).locator('.monaco-list-row');
  await rows.first().waitFor();
  // What explains an entry is a second label in its row.
  const labels = (await rows.all()).map((row) => row.locator('.label-name').first().textContent());
  return (await Promise.all(labels)).map((label) => plain(label ?? '').trim());
}

/** Types an answer into the open input box whose title or prompt contains a text, and confirms it. */
export async function answer(page: Page, about: string, text: string): Promise<void> {
  // A list that asked how to answer has the same title, and may still be there.
  await quickInput(page).locator('.quick-input-list').waitFor({ state: 'hidden' });
  await quickInput(page).filter({ hasText: about }).waitFor();
  await quickInput(page).locator('input').first().fill(text);
  await page.keyboard.press('Enter');
}

/** Puts the caret at a line and a column, both 1-based. */
export async function caretAt(page: Page, line: number, column: number): Promise<void> {
  await page.keyboard.press('ControlOrMeta+g');
  await quickInput(page).locator('input').first().fill(`:${line}:${column}`);
  const place = new RegExp(`\\b${line}\\b.*\\b${column}\\b`);
  await quickInput(page).locator('.monaco-list-row', { hasText: place }).waitFor();
  await page.keyboard.press('Enter');
  await quickInput(page).waitFor({ state: 'hidden' });
  await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  await focus(page);
}

/** Selects the first place on the screen where a text stands. */
export async function select(page: Page, text: string): Promise<void> {
  await repeat(page.locator('.statusbar-item', { hasText: `(${text.length} selected)` }), async () => {
    const place = await placeOf(page, text);
    await page.mouse.move(place.left + 0.5, place.middle);
    await page.mouse.down();
    await page.mouse.move(place.right - 0.5, place.middle, { steps: 4 });
    await page.mouse.up();
  });
}

/** The text on the screen of the active editor, without what lies outside the window. */
export async function visibleText(page: Page): Promise<string> {
  const found = await lines(page).evaluateAll((elements) =>
    elements
      .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent ?? '' }))
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text),
  );
  return found.map(plain).join('\n');
}

/** Waits until the text on the screen fits. */
export async function waitForText(page: Page, fits: (text: string) => boolean, what: string): Promise<void> {
  await until(
    what,
    async () => fits(await visibleText(page)),
    () => visibleText(page),
  );
}

export type Severity = 'error' | 'warning' | 'info' | 'hint';

export interface Squiggle {
  readonly severity: Severity;
  /** The text it underlines, as far as it is on the screen. */
  readonly text: string;
}

/** What is underlined in the active editor, from top to bottom. */
export async function squiggles(page: Page): Promise<readonly Squiggle[]> {
  return page.evaluate(() => {
    const characters: { readonly x: number; readonly y: number; readonly text: string }[] = [];
    for (const line of document.querySelectorAll('.editor-instance .view-lines .view-line')) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        for (let index = 0; index < text.length; index++) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          characters.push({ x: (left + right) / 2, y: (top + bottom) / 2, text: text.charAt(index) });
        }
      }
    }
    const kinds = ['error', 'warning', 'info', 'hint'] as const;
    const found = kinds.flatMap((severity) =>
      [...document.querySelectorAll(`.editor-instance .view-overlays .squiggly-${severity}`)].map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const under = characters.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
        return {
          severity,
          top,
          left,
          text: under
            .map(({ text }) => text)
            .join('')
            .replaceAll('\u00a0', ' '),
        };
      }),
    );
    return found.sort((a, b) => a.top - b.top || a.left - b.left).map(({ severity, text }) => ({ severity, text }));
  });
}

/** Waits until a text is underlined with that severity. */
export async function waitForSquiggle(page: Page, text: string, severity: Severity): Promise<void> {
  await until(
    `${severity} squiggle under ${text}`,
    async () => (await squiggles(page)).some((squiggle) => squiggle.severity === severity && squiggle.text === text),
    async () => JSON.stringify(await squiggles(page)),
  );
}

/** Waits until nothing is underlined under a text. */
export async function waitForNoSquiggle(page: Page, text: string): Promise<void> {
  await until(
    `no squiggle under ${text}`,
    async () => (await squiggles(page)).every((squiggle) => squiggle.text !== text),
    async () => JSON.stringify(await squiggles(page)),
  );
}

/** Waits for the light bulb at the caret, clicks it, and gives the titles in its menu. */
export async function openLightBulb(page: Page): Promise<readonly string[]> {
  const bulb = page.locator('.editor-instance').locator('[class*="codicon-light-bulb"], [class*="codicon-lightbulb"]');
  await bulb.first().click();
  await page.locator('.action-widget .monaco-list-row.action').first().waitFor();
  return (await page.locator('.action-widget .monaco-list-row.action .title').allTextContents()).map(plain);
}

/** Applies the entry of the open light bulb menu whose title contains a text. */
export async function applyFix(page: Page, title: string): Promise<void> {
  await page.locator('.action-widget .monaco-list-row.action', { hasText: title }).first().click();
  await page.locator('.action-widget .monaco-list-row.action').first().waitFor({ state: 'detached' });
}

/** Asks for completions at the caret and gives the labels that are offered. */
export async function completions(page: Page): Promise<readonly string[]> {
  const rows = page.locator('.suggest-widget.visible .monaco-list-row .label-name');
  await repeat(rows.first(), async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Space');
  });
  return (await rows.allTextContents()).map(plain);
}

/** Closes a list of completions that typing has opened. */
export async function dismissCompletions(page: Page): Promise<void> {
  const widget = page.locator('.suggest-widget.visible');
  while (await widget.isVisible()) await page.keyboard.press('Escape');
}

/** Opens the Problems view and gives the messages in it. */
export async function problems(page: Page): Promise<readonly string[]> {
  const rows = page.locator('.markers-panel .monaco-list-row .marker-message-line');
  await repeat(rows.first(), () => page.keyboard.press('ControlOrMeta+Shift+m'));
  return (await rows.allTextContents()).map(plain);
}

/** Closes the view that `problems` has opened. */
export async function closeProblems(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+j');
  await page.locator('.markers-panel').waitFor({ state: 'hidden' });
  await focus(page);
}

/** Accepts the completion with that label from the open list. */
export async function acceptCompletion(page: Page, label: string): Promise<void> {
  const widget = page.locator('.suggest-widget.visible');
  const row = widget.locator('.monaco-list-row').filter({ has: page.getByText(label, { exact: true }) });
  await row.first().click();
  await widget.waitFor({ state: 'hidden' });
}

/** Points at the first place on the screen where a text stands, waits until the hover says something, and gives it all. */
export async function hover(page: Page, text: string, something: string): Promise<string> {
  const content = page.locator('.monaco-hover:not(.hidden) .monaco-hover-content', { hasText: something });
  await repeat(content.first(), async () => {
    // Lines move when a lens comes over them.
    const place = await placeOf(page, text);
    await page.mouse.move(place.left - 40, place.middle - 40);
    await page.mouse.move((place.left + place.right) / 2, place.middle, { steps: 3 });
  });
  return plain((await content.first().textContent()) ?? '');
}

/** Waits until a lens over the text begins with a text. */
export async function lens(page: Page, start: string): Promise<void> {
  await page.locator('.codelens-decoration', { hasText: start }).first().waitFor();
}

/** Waits until a preview shows a text. */
export async function previewThat(page: Page, shows: string): Promise<void> {
  const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  await preview.getByText(shows).first().waitFor();
}

/** Messages of the notifications that are shown. */
export async function notifications(page: Page): Promise<readonly string[]> {
  return (await page.locator('.notifications-toasts .notification-list-item-message').allTextContents()).map(plain);
}

/** Saves the active editor, which has changes, and waits until its tab says that it is saved. */
export async function save(page: Page): Promise<void> {
  await page.locator('.tab.active.dirty').waitFor();
  await focus(page);
  await repeat(page.locator('.tab.active:not(.dirty)'), () => page.keyboard.press('ControlOrMeta+s'));
}

/** Waits until a condition holds, and says what is there instead where it does not within 20 seconds. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  instead: () => Promise<string>,
): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`Waited for ${what}; there is: ${await instead()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks again where nothing has come up after 3 seconds: an editor that is still starting does not answer later. */
async function repeat(answer: Locator, ask: () => Promise<void>): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    await ask();
    try {
      return await answer.waitFor({ timeout: 3000 });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

interface ScreenPlace {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Where a text of one line stands in the active editor, in pixels of the page. */
async function placeOf(page: Page, text: string): Promise<ScreenPlace> {
  const place = await page.evaluate((wanted) => {
    for (const line of document.querySelectorAll('.editor-instance .view-lines .view-line')) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node instanceof Text) nodes.push(node);
      const start = nodes
        .map((node) => node.data)
        .join('')
        .replaceAll('\u00a0', ' ')
        .indexOf(wanted);
      if (start < 0) continue;
      const range = document.createRange();
      let passed = 0;
      for (const node of nodes) {
        const end = passed + node.length;
        if (start >= passed && start < end) range.setStart(node, start - passed);
        if (start + wanted.length > passed && start + wanted.length <= end)
          range.setEnd(node, start + wanted.length - passed);
        passed = end;
      }
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    }
    return undefined;
  }, text);
  if (place === undefined) assert.fail(`${text} is not on the screen; there is:\n${await visibleText(page)}`);
  return place;
}

function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible');
}

/** Waits until what is typed goes into the active editor. */
async function focus(page: Page): Promise<void> {
  await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
}

function inputOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLInputElement>('.quick-input-widget input')?.value ?? '');
}

function rowOf(list: Locator, label: string): Locator {
  return list
    .locator('.monaco-list-row')
    .filter({ has: list.page().locator('.label-name').getByText(label, { exact: true }) });
}

function lines(page: Page): Locator {
  return page.locator('.editor-instance .view-lines .view-line');
}

/** The editor draws spaces as no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

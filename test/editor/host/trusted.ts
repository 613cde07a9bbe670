import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import { longPendingWork, writeTrueHandoff } from '../../../scripts/sample.ts';
import { test } from '../suite.ts';
import { runInHost } from './run-in-host.ts';
import { eventually, findingsThat, inWorkspace, onDisk, show } from './wait.ts';

export const run = runInHost([
  test('the extension asks to be started by a language, a command or the files of a workspace alone', async () => {
    const events: unknown = vscode.extensions.getExtension('agent-handoff.agent-handoff')?.packageJSON.activationEvents;
    assert.ok(Array.isArray(events));
    assert.deepEqual(
      events.filter((event) => !/^(onLanguage|onCommand|workspaceContains):/.test(String(event))),
      [],
    );
  }),

  test('a handoff opens in its own language, which no other JSON server judges, and starts the extension (pitfall 39)', async () => {
    const document = await show('memory/handoffs/task-2453.json');
    assert.equal(document.languageId, 'agent-handoff');
    await eventually('the extension to be active', async () =>
      vscode.extensions.getExtension('agent-handoff.agent-handoff')?.isActive === true ? true : undefined,
    );
  }),

  test('a file that the project gives to a format of its own opens as a handoff and is checked by that schema', async () => {
    const write = (path: string, text: string) =>
      vscode.workspace.fs.writeFile(inWorkspace(path), new TextEncoder().encode(text));
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { state: { enum: ['open', 'done'] } },
    };
    await write('own/acme/1.json', '{ "state": "opne" }\n');
    await write('own/schema.json', JSON.stringify({ ...schema, 'x-owner': 'us' }));
    await write(
      'own/.agent-handoff.json',
      '{"formats":[{"id":"acme","files":["acme/*.json"],"schema":"schema.json"}]}',
    );
    const document = await eventually('the file to be taken for a handoff', async () => {
      const shown = await show('own/acme/1.json');
      return shown.languageId === 'agent-handoff' ? shown : undefined;
    });
    assert.deepEqual(
      await findingsThat(document, (found) => found.some((finding) => finding.startsWith('value-not-allowed'))),
      ['value-not-allowed: "opne"'],
    );
    const messages = await eventually('the schema to have its mistake', async () => {
      const found = vscode.languages.getDiagnostics(inWorkspace('own/schema.json')).map(({ message }) => message);
      return found.length > 0 ? found : undefined;
    });
    assert.deepEqual(messages, ['"x-owner" is no word of JSON Schema draft-07 and has no effect.']);
    await vscode.languages.setTextDocumentLanguage(document, 'json');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(inWorkspace('own'), { recursive: true });
  }),

  test('Choose Format has a document checked as what is chosen, until content is to decide again', async () => {
    const opened = await vscode.workspace.openTextDocument({
      language: 'agent-handoff',
      content: '{ "task_id": "x" }',
    });
    await vscode.window.showTextDocument(opened);
    await findingsThat(opened, (found) => found.some((finding) => finding.startsWith('not-a-handoff')));
    const choose = (format: string | null) =>
      vscode.commands.executeCommand('agentHandoff.chooseFormat', opened.uri, format);
    await choose('task');
    await findingsThat(opened, (found) => found.some((finding) => finding.startsWith('missing-field')));
    await choose(null);
    await findingsThat(opened, (found) => found.some((finding) => finding.startsWith('not-a-handoff')));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }),

  test('each mistake of a broken handoff is found at its token, and a good handoff stays clean', async () => {
    const good = await show('memory/handoffs/task-2453.json');
    const broken = await show('memory/handoffs/task-2460.json');
    await findingsThat(broken, (found) => found.some((finding) => finding.includes('interupt')));
    const found = await findingsThat(broken, (all) => all.length >= 6);
    assert.deepEqual(
      [...found].sort(),
      [
        'missing-field: "task_id"',
        'path-not-portable: "src\\\\tables.py"',
        'forbidden-path-changed: "docs/tables.md"',
        'unknown-field: "pending_wrok"',
        'value-not-allowed: "interupt"',
        'timestamp-not-utc: "2026-05-05T21:34:56+09:00"',
      ].sort(),
    );
    await findingsThat(good, (all) => all.length === 0);
  }),

  test('"Move pending_work to file" writes the exact text, edits the handoff in place, and is undone', async () => {
    const document = await show('memory/handoffs/task-2461.json');
    const before = document.getText();
    await findingsThat(document, (found) => found.some((finding) => finding.startsWith('text-too-long: ')));
    const at = document.positionAt(before.indexOf('"pending_work"') + '"pending_work": "'.length);
    const offered = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(at, at),
      vscode.CodeActionKind.QuickFix.value,
    );
    const preferred = offered.filter(({ isPreferred }) => isPreferred).map(({ title }) => title);
    assert.equal(preferred.length, 1);
    assert.match(preferred[0] ?? '', /Move pending_work to file/);
    await applyPreferredFix(at);
    assert.equal(
      await eventually(
        'the text on the disk',
        async () => (await onDisk('memory/handoffs/task-2461-pending.txt')) || undefined,
      ),
      longPendingWork,
    );
    assert.equal(
      await eventually('the edited handoff', async () =>
        document.getText() === before ? undefined : document.getText(),
      ),
      before.replace(/"pending_work": ".*"/, '"pending_work_path": "memory/handoffs/task-2461-pending.txt"'),
    );
    const handoff = 'memory/handoffs/task-2461.json';
    await show(handoff);
    await eventually('the edited handoff on the disk', async () =>
      (await onDisk(handoff)) === document.getText() && !document.isDirty ? true : undefined,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(
      await eventually('the old text', async () => (document.getText() === before ? before : undefined)),
      before,
    );
    await eventually('the old text on the disk', async () => ((await onDisk(handoff)) === before ? true : undefined));
    assert.equal(await onDisk('memory/handoffs/task-2461-pending.txt'), undefined);
  }),

  test('Create Handoff, every question answered as offered, writes what git says', async () => {
    await show('src/tables.py');
    const created = vscode.commands.executeCommand('agentHandoff.create');
    const text = await eventually('the new handoff', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return onDisk('memory/handoffs/task-2454.json');
    });
    await created;
    const handoff = JSON.parse(text);
    assert.equal(handoff.task_id, 'task-2454');
    assert.equal(handoff.previous_bot, 'dev4');
    assert.equal(handoff.current_branch, 'task/task-2454-dev4');
    assert.equal(handoff.base_sha, git('rev-parse', 'origin/main'));
    assert.equal(handoff.head_sha, git('rev-parse', 'HEAD'));
    assert.deepEqual(handoff.changed_paths, ['docs/tables.md', 'src/tables.py']);
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, inWorkspace('memory/handoffs/task-2454.json').path);
  }),

  test('a commit in a terminal turns the lens to "behind by 1" without an edit, and refreshing makes it clean', async () => {
    const document = await show(writeTrueHandoff(inWorkspace('').fsPath, 'task-2470'));
    await lensThat(document, (title) => title.startsWith('Checked'));
    git('-c', 'user.name=dev4', '-c', 'user.email=dev4@example.invalid', 'commit', '-qm', 'Go on', '--allow-empty');
    await lensThat(document, (title) => title.startsWith('Behind by 1 commit'));
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('agentHandoff.refresh', document.uri.toString());
    assert.equal(JSON.parse(document.getText()).head_sha, git('rev-parse', 'HEAD'));
    await lensThat(document, (title) => title.startsWith('Checked'));
  }),

  test('Compare opens base to head in the diff of several files, and a commit id what it changed', async () => {
    const document = await show(writeTrueHandoff(inWorkspace('').fsPath, 'task-2471'));
    await vscode.commands.executeCommand('agentHandoff.compare', document.uri.toString());
    const label = await eventually('the comparison', async () => {
      const shown = vscode.window.tabGroups.activeTabGroup.activeTab?.label;
      return shown?.startsWith('task-2471: ') ? shown : undefined;
    });
    const { base_sha, head_sha } = JSON.parse(document.getText());
    assert.match(label, new RegExp(`^task-2471: ${base_sha.slice(0, 8)} to ${head_sha.slice(0, 8)}`));
    await vscode.commands.executeCommand('agentHandoff.showCommit', document.uri.toString(), base_sha);
    const title = `${base_sha.slice(0, 8)}: Parse amounts`;
    await eventually('what the base commit changed', async () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(title) ? true : undefined,
    );
  }),

  test('Resume From Handoff shows the brief and opens what was changed', async () => {
    const document = await show(writeTrueHandoff(inWorkspace('').fsPath, 'task-2472'));
    await vscode.commands.executeCommand('agentHandoff.resume', document.uri.toString());
    const labels = await eventually('the brief and the changed files', async () => {
      const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      return open.some((label) => label.includes('task-2472.md')) && open.includes('tables.py') ? open : undefined;
    });
    assert.ok(labels.includes('tables.md'), labels.join(', '));
  }),
]);

/** Waits until what stands over a document says so. */
async function lensThat(document: vscode.TextDocument, says: (title: string) => boolean): Promise<void> {
  let last = '';
  await eventually('the lens', async () => {
    const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    last = lenses[0]?.command?.title ?? '';
    return says(last) ? true : undefined;
  }).catch((error: unknown) => assert.fail(`${error}; it says: ${last}`));
}

/** The way of the keyboard: an edit that an extension is handed cannot bring the text of a new file. */
async function applyPreferredFix(at: vscode.Position): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  assert.ok(editor);
  editor.selection = new vscode.Selection(at, at);
  await vscode.commands.executeCommand('editor.action.codeAction', {
    kind: vscode.CodeActionKind.QuickFix.value,
    apply: 'first',
    preferred: true,
  });
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', inWorkspace('').fsPath, ...args], { encoding: 'utf8' }).trim();
}

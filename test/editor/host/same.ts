import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import type { JsonFinding, JsonReport } from '../../../cli/report-json.ts';
import { test } from '../suite.ts';
import { runInHost } from './run-in-host.ts';
import { inWorkspace, onDisk } from './wait.ts';

export const run = runInHost([
  test('every fixture shows what the terminal program reports: rule, range, message and severity', async () => {
    const report: JsonReport = JSON.parse((await onDisk('report.json')) ?? '');
    const wrong = report.files.filter(({ findings }) => findings.length > 0);
    assert.ok(wrong.length > 100, `${wrong.length} of ${report.files.length} documents have findings`);
    const differences: string[] = [];
    for (const { path, findings } of wrong) {
      // A few tell enough, and each is waited for.
      if (differences.length === 5) break;
      const expected = findings.map(lineOf).sort();
      const shown = await shownIn(path, expected);
      if (shown !== undefined)
        differences.push(
          `${path}\n  editor: ${shown.join('\n          ')}\n  terminal: ${expected.join('\n            ')}`,
        );
    }
    assert.equal(differences.join('\n'), '');
  }),
]);

/** Undefined as soon as a document shows what is expected; what it shows instead where it does not within 10 seconds. */
async function shownIn(path: string, expected: readonly string[]): Promise<readonly string[] | undefined> {
  const document = await vscode.workspace.openTextDocument(inWorkspace(path));
  await vscode.window.showTextDocument(document);
  const shown = () => vscode.languages.getDiagnostics(document.uri).map(diagnosticLine).sort();
  const isRight = () => shown().join('\n') === expected.join('\n');
  return new Promise((resolve) => {
    const look = () => isRight() && finish(undefined);
    const listening = vscode.languages.onDidChangeDiagnostics(look);
    const timer = setTimeout(() => finish(shown()), 10_000);
    look();

    function finish(answer: readonly string[] | undefined): void {
      clearTimeout(timer);
      listening.dispose();
      resolve(answer);
    }
  });
}

function lineOf({ rule, severity, message, range: { start, end } }: JsonFinding): string {
  return `${start.line}:${start.column}-${end.line}:${end.column} ${severity} ${rule}: ${message}`;
}

const severities = ['error', 'warning', 'information', 'hint'];

function diagnosticLine({ range: { start, end }, severity, code, message }: vscode.Diagnostic): string {
  const rule = typeof code === 'object' ? code.value : code;
  const place = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  return `${place} ${severities[severity]} ${rule}: ${message}`;
}

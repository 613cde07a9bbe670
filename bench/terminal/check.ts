import { dirname, join } from 'node:path';
import type { Position } from '../../cli/position.ts';
import type { JsonFinding, JsonReport } from '../../cli/report-json.ts';
import { type CommandLine, printedBy } from '../child.ts';
import { difference, type PlainFinding, plainFindings } from '../plain.ts';
import type { Written } from '../repository.ts';

/** A call of our `check`. */
export interface Call {
  readonly node: string;
  readonly folder: string;
  /** A file or folder, absolute or relative to `folder`. */
  readonly path: string;
  readonly useGit: boolean;
}

export function checkLine({ node, folder, path, useGit }: Call, ...more: readonly string[]): CommandLine {
  const program = join(dirname(dirname(import.meta.dirname)), 'dist', 'cli.js');
  return { command: node, args: [program, 'check', ...(useGit ? [] : ['--no-git']), ...more, path], folder };
}

/**
 * Throws where the call reports other findings than the plain path has for the handoffs, or where these are not those that
 * the handoffs were made to have.
 */
export async function expectPlainFindings(call: Call, written: readonly Written[], mistakes: boolean): Promise<void> {
  const { folder, useGit } = call;
  const report: JsonReport = JSON.parse(await printedBy(checkLine(call, '--format', 'json'), [mistakes ? 1 : 0]));
  const seen = new Map(report.files.map(({ path, findings }) => [join(folder, path), findings.map(findingOf)]));
  const plain = await plainFindings(folder, written, useGit);
  const wrong = difference(plain, seen);
  if (wrong !== undefined) throw new Error(wrong);
  // Without git, each handoff also says that its claims about git were not checked.
  const count = (mistakes ? 1 : 0) + (useGit ? 0 : 1);
  for (const [file, findings] of plain) {
    if (findings.length !== count) throw new Error(`${file} has ${findings.length} findings and not ${count}.`);
  }
}

function findingOf({ rule, severity, message, range }: JsonFinding): PlainFinding {
  const at = ({ line, column }: Position) => `${line - 1}:${column - 1}`;
  return { rule, severity, message, start: at(range.start), end: at(range.end) };
}

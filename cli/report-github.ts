import path from 'node:path';
import type { Severity } from '../core/finding.ts';
import { visible } from '../core/text/words.ts';
import { contains } from '../host/program.ts';
import { linesOf, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Reporter } from './report.ts';

/**
 * Workflow commands, one a line, that GitHub Actions shows as annotations. It shows ten of a kind for a step, so the most
 * severe come first, and the files in their order within a severity. `workspace` is where the repository is checked out:
 * annotations are attached by paths relative to it.
 */
export function githubReporter(workspace: string | undefined): Reporter<readonly Command[]> {
  return {
    part(file) {
      const lines = linesOf(file.text);
      return file.findings.map((finding) => ({
        rank: RANKS[finding.severity],
        text: command(finding, placeOf(file, finding, lines, workspace)),
      }));
    },
    // Sorting is stable.
    whole: (parts) =>
      parts
        .flat()
        .sort((a, b) => a.rank - b.rank)
        .map(({ text }) => text)
        .join(''),
  };
}

interface Command {
  readonly rank: number;
  readonly text: string;
}

const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

type Properties = Readonly<Record<string, string | number>>;

/** Columns are left out where a place goes on in another line: GitHub takes them for one line alone. Its ends are inclusive. */
function placeOf(
  file: CheckedFile,
  { span }: CheckedFinding,
  lines: ReturnType<typeof linesOf>,
  workspace: string | undefined,
): Properties {
  if (file.file === undefined) return {};
  const start = positionAt(lines, span.start);
  const end = positionAt(lines, span.end);
  const name =
    workspace !== undefined && contains(workspace, file.file)
      ? path.relative(workspace, file.file).split(path.sep).join('/')
      : file.path;
  const columns =
    start.line === end.line ? { col: start.column, endColumn: Math.max(start.column, end.column - 1) } : {};
  return { file: name, line: start.line, endLine: end.line, ...columns };
}

function command({ severity, message, rule }: CheckedFinding, place: Properties): string {
  const properties = Object.entries({ ...place, title: rule }).map(([name, value]) => `${name}=${property(value)}`);
  return `::${COMMANDS[severity]} ${properties.join(',')}::${data(visible(message))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(value: string | number): string {
  return data(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

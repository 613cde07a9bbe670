import type { Severity } from '../core/finding.ts';
import { pointer } from '../core/format/schema.ts';
import { docsOf } from '../host/docs.ts';
import { linesOf, type Position, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Reporter, Summary } from './report.ts';

/**
 * Version 1 of the report for programs. Lines and columns are 1-based, offsets 0-based; columns and offsets count UTF-16
 * units. `fixes` are those that can be applied; `safe` ones may run unattended.
 */
export interface JsonReport {
  readonly version: 1;
  readonly files: readonly JsonFile[];
  readonly summary: Summary;
}

interface JsonFile {
  readonly path: string;
  readonly format: string | null;
  readonly findings: readonly JsonFinding[];
}

export interface JsonFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly pointer: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly fixes: readonly { readonly title: string; readonly safe: boolean }[];
  readonly docs: string;
}

export const jsonReporter: Reporter<JsonFile> = {
  part: (file) => ({ path: file.path, format: file.format, findings: findingsOf(file) }),
  whole(files, { summary }) {
    const report: JsonReport = { version: 1, files, summary };
    return `${JSON.stringify(report, null, 2)}\n`;
  },
};

function findingsOf({ text, findings }: CheckedFile): readonly JsonFinding[] {
  if (findings.length === 0) return [];
  const lines = linesOf(text);
  return findings.map(({ rule, severity, message, path, span, fixes }) => ({
    rule,
    severity,
    message,
    pointer: pointer(path),
    range: { start: positionAt(lines, span.start), end: positionAt(lines, span.end) },
    fixes: offered(fixes),
    docs: docsOf(rule),
  }));
}

function offered(fixes: CheckedFinding['fixes']) {
  return fixes.filter(({ disabled }) => disabled === undefined).map(({ title, safe = false }) => ({ title, safe }));
}

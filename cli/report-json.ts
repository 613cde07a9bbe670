import { pointer } from '../core/format/schema.ts';
import { docsOf } from '../host/docs.ts';
import { linesOf, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Summary } from './report.ts';

/**
 * Version 1 of the report for programs. Lines and columns are 1-based, offsets 0-based; columns and offsets count UTF-16
 * units. `fixes` are those that can be applied; `safe` ones may run unattended.
 */
export function jsonReport(files: readonly CheckedFile[], summary: Summary): string {
  const report = {
    version: 1,
    files: files.map((file) => ({ path: file.path, format: file.format, findings: findingsOf(file) })),
    summary,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function findingsOf({ text, findings }: CheckedFile) {
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

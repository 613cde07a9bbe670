import { visible } from '../core/text/words.ts';
import { linesOf, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Reporter } from './report.ts';

/**
 * JUnit XML, as CI servers read it: a suite for each file and a case for each finding, of which errors fail and the others
 * are told in their output; a file without findings has one case that passes. What kept files from being checked is an
 * error in a suite of its own.
 */
export const junitReporter: Reporter<Suite> = {
  part: suiteOf,
  whole(parts, { complaints }) {
    const suites = [...parts, ...(complaints.length === 0 ? [] : [suiteOfComplaints(complaints)])];
    const sum = (part: 'tests' | 'failures' | 'errors') => suites.reduce((n, suite) => n + suite[part], 0);
    const totals = { name: 'agent-handoff', tests: sum('tests'), failures: sum('failures'), errors: sum('errors') };
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', totals, suites.map(({ xml }) => xml).join(''))}`;
  },
};

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly xml: string;
}

function suiteOf(file: CheckedFile): Suite {
  const lines = linesOf(file.text);
  const cases = file.findings.map((finding) => caseOf(file, finding, lines));
  if (cases.length === 0) cases.push(element('testcase', { name: 'no findings', classname: file.path }));
  const failures = file.findings.filter(({ severity }) => severity === 'error').length;
  return suite(file.path, cases, failures, 0);
}

function caseOf({ path }: CheckedFile, finding: CheckedFinding, lines: ReturnType<typeof linesOf>): string {
  const { rule, severity, message, span } = finding;
  const { line, column } = positionAt(lines, span.start);
  const place = `${path}:${line}:${column}`;
  const told =
    severity === 'error'
      ? element('failure', { type: rule, message }, escaped(`${place}: ${message}`))
      : element('system-out', {}, escaped(`${severity}: ${place}: ${message}`));
  return element('testcase', { name: `${rule} ${line}:${column}`, classname: path, file: path, line }, told);
}

function suiteOfComplaints(complaints: readonly string[]): Suite {
  const cases = complaints.map((message, index) =>
    element(
      'testcase',
      { name: `not checked ${index + 1}`, classname: 'agent-handoff' },
      element('error', { message }),
    ),
  );
  return suite('agent-handoff', cases, 0, complaints.length);
}

function suite(name: string, cases: readonly string[], failures: number, errors: number): Suite {
  const tests = cases.length;
  return { tests, failures, errors, xml: element('testsuite', { name, tests, failures, errors }, cases.join('')) };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start}/>\n` : `${start}>${content.startsWith('<') ? '\n' : ''}${content}</${name}>\n`;
}

/** As text and in attributes; characters that XML cannot hold, escaped or not, are made visible. */
function escaped(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

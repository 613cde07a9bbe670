import { describe, expect, test } from 'vitest';
import { coloursFor } from '../../cli/colours.ts';
import { type CheckedFile, type CheckedFinding, errorsOnly } from '../../cli/report.ts';
import { jsonReporter } from '../../cli/report-json.ts';
import { prettyReporter } from '../../cli/report-pretty.ts';
import { edit } from '../../core/edit.ts';
import { docsOf } from '../../host/docs.ts';
import { reportOf, summaryOf } from '../harness/report.ts';
import { terminalIn } from './program.ts';

const pretty = prettyReporter({ colours: coloursFor(terminalIn('/')), width: 80 });

const text = '{\n  "a/b": "x",\n  "c": 1\n}\n';

function finding(changed: Partial<CheckedFinding> = {}): CheckedFinding {
  return {
    rule: 'some-rule',
    severity: 'error',
    message: '"x" must be y.',
    path: ['a/b'],
    span: { start: 11, end: 14 },
    fixes: [],
    ...changed,
  };
}

function file(...findings: readonly CheckedFinding[]): CheckedFile {
  return { path: 'h/task-1.json', file: '/work/h/task-1.json', format: 'some', text, findings };
}

const fix = { title: 'Write y', edit: () => edit() };

describe('the report for programs', () => {
  test('is version 1, to the letter', () => {
    const files = [
      file(
        finding({
          fixes: [
            { ...fix, safe: true },
            { ...fix, title: 'Not here', disabled: 'it is not' },
          ],
        }),
      ),
      { path: '-', file: undefined, format: null, text: '', findings: [] },
    ];
    expect(reportOf(jsonReporter, files)).toBe(`{
  "version": 1,
  "files": [
    {
      "path": "h/task-1.json",
      "format": "some",
      "findings": [
        {
          "rule": "some-rule",
          "severity": "error",
          "message": "\\"x\\" must be y.",
          "pointer": "/a~1b",
          "range": {
            "start": {
              "line": 2,
              "column": 10,
              "offset": 11
            },
            "end": {
              "line": 2,
              "column": 13,
              "offset": 14
            }
          },
          "fixes": [
            {
              "title": "Write y",
              "safe": true
            }
          ],
          "docs": "${docsOf('some-rule')}"
        }
      ]
    },
    {
      "path": "-",
      "format": null,
      "findings": []
    }
  ],
  "summary": {
    "files": 2,
    "errors": 1,
    "warnings": 0,
    "informations": 0,
    "hints": 0,
    "fixable": 1
  }
}
`);
  });
});

describe('the summary', () => {
  test('counts each severity, and as fixable what can be repaired unattended', () => {
    const files = [
      file(
        finding({ fixes: [fix] }),
        finding({ severity: 'warning', fixes: [fix, { ...fix, safe: true }] }),
        finding({ severity: 'information', fixes: [{ ...fix, safe: true, disabled: 'it is not' }] }),
        finding({ severity: 'hint' }),
        finding({ severity: 'hint' }),
      ),
    ];
    expect(summaryOf(files)).toEqual({ files: 1, errors: 1, warnings: 1, informations: 1, hints: 2, fixable: 1 });
  });

  test.each([
    [{ files: 1, errors: 0 }, '1 file: nothing found.\n'],
    [{ files: 2, errors: 1, warnings: 2 }, '2 files: 1 error, 2 warnings.\n'],
    [
      { files: 2, informations: 1, hints: 3, fixable: 2 },
      '2 files: 1 information, 3 hints. 2 findings can be repaired safely.\n',
    ],
  ])('%j reads %j', (counts, expected) => {
    const summary = { errors: 0, warnings: 0, informations: 0, hints: 0, fixable: 0, ...counts };
    expect(reportOf(pretty, [], { summary })).toBe(expected);
  });
});

test('errors alone are what is left without the rest', () => {
  const left = errorsOnly(file(finding(), finding({ severity: 'warning' })));
  expect(left.findings.map(({ severity }) => severity)).toEqual(['error']);
});

describe('the report for people', () => {
  test('shows findings at one place together, preferred fixes first and each once, at most three', () => {
    const offers = ['A', 'B', 'C'].map((title) => ({ ...fix, title }));
    const report = pretty.part(
      file(
        finding({ fixes: offers }),
        finding({
          severity: 'warning',
          message: 'Second.',
          rule: 'other-rule',
          fixes: [...offers, { ...fix, title: 'Best', preferred: true, safe: true }],
        }),
      ),
    );
    expect(report).toBe(`h/task-1.json:2:10
  error  "x" must be y.  some-rule
  warning  Second.  other-rule

  2 |   "a/b": "x",
    |          ^^^

  fix   Best (safe)
  fix   A
  fix   B
  fix   1 more

`);
  });

  test('says why a fix is not possible', () => {
    const report = pretty.part(file(finding({ fixes: [{ ...fix, disabled: 'y is there already' }] })));
    expect(report).toContain('  fix   Write y: not possible here, y is there already\n');
  });

  test('shows a hundred findings of a file and three places that belong to one, and counts the rest', () => {
    const related = Array.from({ length: 5 }, () => ({ span: { start: 18, end: 21 }, message: 'See here.' }));
    const all = Array.from({ length: 131 }, (_, index) =>
      finding({ message: `Number ${index}.`, related: index === 0 ? related : [] }),
    );
    const report = pretty.part(file(...all));
    expect(report.match(/ {2}some-rule$/gm)).toHaveLength(100);
    expect(report.match(/^ {2}also {2}h\/task-1\.json:3:3 {2}See here\.$/gm)).toHaveLength(3);
    expect(report).toContain('\n  also  2 more\n');
    expect(report).toMatch(/\n\nh\/task-1\.json: 31 more findings\.\n\n$/);
  });
});

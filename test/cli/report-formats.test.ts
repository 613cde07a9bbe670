import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { CheckedFile, CheckedFinding } from '../../cli/report.ts';
import { githubReporter } from '../../cli/report-github.ts';
import { junitReporter } from '../../cli/report-junit.ts';
import { sarifReporter } from '../../cli/report-sarif.ts';
import { applyTo, edit } from '../../core/edit.ts';
import { rules } from '../../core/generated/rules.ts';
import { docsOf } from '../../host/docs.ts';
import { reportOf } from '../harness/report.ts';
import { folderWith, handoff, runIn } from './program.ts';

const task = 'memory/handoffs/task-1.json';
const text = '{\n  "a/b": "😀x",\n  "c": 1\n}\n';

function finding(changed: Partial<CheckedFinding> = {}): CheckedFinding {
  return {
    rule: 'missing-field',
    severity: 'error',
    message: '"x" must be y.',
    path: ['a/b'],
    span: { start: 11, end: 16 },
    fixes: [],
    ...changed,
  };
}

function file(findings: readonly CheckedFinding[], changed: Partial<CheckedFile> = {}): CheckedFile {
  return { path: 'h/task-1.json', file: '/work/h/task-1.json', format: 'some', text, findings, ...changed };
}

describe('the report for GitHub', () => {
  test('names place, rule and message, the most severe first', () => {
    const first = file([finding({ severity: 'hint' }), finding({ severity: 'warning' }), finding()]);
    const second = file([finding({ severity: 'information' }), finding({ message: 'Other.' })], { path: 'z.json' });
    const place = 'file=h/task-1.json,line=2,endLine=2,col=10,endColumn=14,title=missing-field';
    const other = place.replace('h/task-1.json', 'z.json');
    expect(reportOf(githubReporter(undefined), [first, second])).toBe(`::error ${place}::"x" must be y.
::error ${other}::Other.
::warning ${place}::"x" must be y.
::notice ${other}::"x" must be y.
::notice ${place}::"x" must be y.
`);
  });

  test('lets neither a message nor a name end its command or begin another', () => {
    const odd = file([finding({ message: '100%\n::error::x\u001b[2J' })], { path: 'a,b:c%.json' });
    expect(reportOf(githubReporter(undefined), [odd])).toBe(
      '::error file=a%2Cb%3Ac%25.json,line=2,endLine=2,col=10,endColumn=14,title=missing-field::100%25\\u000a::error::x\\u001b[2J\n',
    );
  });

  test('leaves columns out over several lines, and the place where there is no file', () => {
    const wide = file([finding({ span: { start: 11, end: 22 } })]);
    expect(reportOf(githubReporter(undefined), [wide])).toMatch(
      /^::error file=h\/task-1\.json,line=2,endLine=3,title=missing-field::/,
    );
    expect(reportOf(githubReporter(undefined), [file([finding()], { file: undefined })])).toBe(
      '::error title=missing-field::"x" must be y.\n',
    );
  });

  test('names files as they lie in the workspace, wherever the check runs', () => {
    expect(reportOf(githubReporter('/work'), [file([finding()], { path: '../h/task-1.json' })])).toMatch(
      /file=h\/task-1\.json,/,
    );
    expect(reportOf(githubReporter('/elsewhere'), [file([finding()])])).toMatch(/file=h\/task-1\.json,/);
  });
});

describe('the report as JUnit XML', () => {
  test('has a suite for each file and a case for each finding, of which errors fail', () => {
    const files = [file([finding(), finding({ severity: 'warning' })]), file([], { path: 'good.json' })];
    expect(
      reportOf(junitReporter, files, { complaints: ['b.json could not be read.'] }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="agent-handoff" tests="4" failures="1" errors="1">
<testsuite name="h/task-1.json" tests="2" failures="1" errors="0">
<testcase name="missing-field 2:10" classname="h/task-1.json" file="h/task-1.json" line="2">
<failure type="missing-field" message="&quot;x&quot; must be y.">h/task-1.json:2:10: &quot;x&quot; must be y.</failure>
</testcase>
<testcase name="missing-field 2:10" classname="h/task-1.json" file="h/task-1.json" line="2">
<system-out>warning: h/task-1.json:2:10: &quot;x&quot; must be y.</system-out>
</testcase>
</testsuite>
<testsuite name="good.json" tests="1" failures="0" errors="0">
<testcase name="no findings" classname="good.json"/>
</testsuite>
<testsuite name="agent-handoff" tests="1" failures="0" errors="1">
<testcase name="not checked 1" classname="agent-handoff">
<error message="b.json could not be read."/>
</testcase>
</testsuite>
</testsuites>
`);
  });

  test('is XML whatever a message holds', () => {
    const odd = '<&>"\'\u0000\u001b\uffff\ud800\ufffe]]>';
    const { root } = parseXml(
      reportOf(junitReporter, [file([finding({ message: odd })], { path: odd })], { complaints: [odd] }),
    );
    const [suite] = root?.children.filter((child) => child instanceof XmlElement) ?? [];
    expect(suite?.attributes['name']).toBe('<&>"\'\\u0000\\u001b\\uffff\\ud800\\ufffe]]>');
  });
});

/** A log for the working folder `/work`. */
function sarif(files: readonly CheckedFile[]): string {
  return reportOf(sarifReporter('/work'), files);
}

/** The published schema is of JSON Schema's draft 4, which differs for it in the name of one keyword. */
function sarifProblems(log: string): unknown {
  const { id: _, $schema: __, ...schema } = published;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  return validate(JSON.parse(log)) ? undefined : validate.errors;
}

describe('the report as SARIF', () => {
  test('of real handoffs is what the published schema allows', async () => {
    const broken = handoff({ created_at: '2026-05-05T14:34:56+02:00', pending_work: 'x'.repeat(4001) });
    const folder = await folderWith({
      [task]: `\ufeff${broken.replace('{', '{"a":1,"a":2,')}`,
      'memory/handoffs/ü %.json': '{\r"a":1,,}',
      'latin.json': Buffer.from('{"a":"\xe9"}', 'latin1'),
    });
    const argv = ['check', '--format', 'sarif', '.', 'latin.json', '-'];
    const { code, output } = await runIn(folder, argv, { input: '' });
    expect(code).toBe(2);
    expect(sarifProblems(output)).toBeUndefined();
    const [run] = JSON.parse(output).runs;
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.results.length).toBeGreaterThan(8);
    expect(run.originalUriBaseIds).toEqual({ '%SRCROOT%': { uri: `${pathToFileURL(folder).href}/` } });
    expect(run.invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          {
            level: 'error',
            message: {
              text: `${join(folder, 'latin.json')} must be UTF-8, and byte E9 in line 1 is not: save it in that encoding.`,
            },
          },
        ],
      },
    ]);
    expect(run.artifacts.map(({ location }: { location: { uri: string } }) => location.uri)).toEqual([
      'stdin:',
      'memory/handoffs/task-1.json',
      'memory/handoffs/%C3%BC%20%25.json',
    ]);
  });

  test('explains every rule that it names', async () => {
    const [{ tool, results }] = JSON.parse(sarif([file([finding()])])).runs;
    const { driver } = tool;
    expect(driver.rules.map(({ id }: { id: string }) => id)).toEqual(rules.map(({ id }) => id));
    const [{ ruleIndex }] = results;
    expect(driver.rules[ruleIndex]).toEqual({
      id: 'missing-field',
      shortDescription: { text: 'A required member is absent.' },
      fullDescription: { text: expect.stringMatching(/.{80}/) },
      help: { text: expect.stringMatching(/.{80}/), markdown: expect.stringMatching(/.{80}/) },
      helpUri: docsOf('missing-field'),
      defaultConfiguration: { level: 'error' },
    });
  });

  test('gives each place in lines, columns and UTF-16 units, without a byte-order mark', async () => {
    const related = [{ span: { start: 20, end: 23 }, message: 'See here.' }];
    const shifted = (n: number) => ({ start: 11 + n, end: 16 + n });
    const files = [
      file([finding({ related })]),
      file([finding({ span: shifted(1) })], { text: `\ufeff${text}` }),
      file([finding({ span: shifted(3) })], { text: text.replaceAll('\n', '\r\n') }),
    ];
    const [{ results }] = JSON.parse(sarif(files)).runs;
    const region = { startLine: 2, startColumn: 10, endLine: 2, endColumn: 15, charOffset: 11, charLength: 5 };
    const regions = results.map(({ locations }: { locations: { physicalLocation: { region: unknown } }[] }) => {
      return locations[0]?.physicalLocation.region;
    });
    expect(regions).toEqual([region, region, { ...region, startColumn: 12, endColumn: 17, charOffset: 14 }]);
    expect(results[0].relatedLocations).toMatchObject([
      { physicalLocation: { region: { startLine: 3, startColumn: 3 } }, message: { text: 'See here.' } },
    ]);
  });

  test('gives the same fingerprint to a mistake that has moved, and another to each of several', async () => {
    const moved = (n: number) =>
      file([finding({ span: { start: 11 + n, end: 16 + n } }), finding()], {
        text: `${'\n'.repeat(n)}${text}`,
      });
    const [{ results }] = JSON.parse(sarif([file([finding(), finding()]), moved(3)])).runs;
    const [a, b, c] = results.map(({ partialFingerprints }: { partialFingerprints: Record<string, string> }) => {
      return partialFingerprints['handoffFinding/v1'];
    });
    expect(a).toMatch(/^[0-9a-f]{64}:1$/);
    expect(b).toBe(a.replace(/1$/, '2'));
    expect(c).toBe(a);
  });

  test('gives fixes as replacements that make the file what the fix makes it', async () => {
    const twice = [
      { start: 11, end: 16, text: '"y"' },
      { start: 26, end: 26, text: ',\n  "d": 2' },
    ];
    const fixes = [
      { title: 'Write y', edit: () => edit(...twice) },
      { title: 'Not here', disabled: 'it is not', edit: () => edit(...twice) },
      { title: 'Move', creates: true, edit: () => ({ create: [{ path: 'x', text: 'x' }], replace: twice }) },
      { title: 'Rename', edit: () => ({ create: [], replace: [], rename: { name: 'x' } }) },
    ];
    const [{ results }] = JSON.parse(sarif([file([finding({ fixes })])])).runs;
    expect(results[0].fixes).toMatchObject([{ description: { text: 'Write y' } }]);
    const [{ replacements }] = results[0].fixes[0].artifactChanges;
    const read = replacements.map(
      (one: { deletedRegion: { charOffset: number; charLength: number }; insertedContent: { text: string } }) => ({
        start: one.deletedRegion.charOffset,
        end: one.deletedRegion.charOffset + one.deletedRegion.charLength,
        text: one.insertedContent.text,
      }),
    );
    expect(applyTo(text, read)).toBe('{\n  "a/b": "y",\n  "c": 1,\n  "d": 2\n}\n');
  });

  test('gives the removal of a byte-order mark in bytes, since characters do not count it', async () => {
    const remove = { title: 'Remove', edit: () => edit({ start: 0, end: 1, text: '' }) };
    const marked = file([finding({ span: { start: 0, end: 1 }, fixes: [remove] })], { text: `\ufeff${text}` });
    const log = sarif([marked]);
    expect(sarifProblems(log)).toBeUndefined();
    const [{ results }] = JSON.parse(log).runs;
    expect(results[0].fixes[0].artifactChanges[0].replacements[0].deletedRegion).toEqual({
      byteOffset: 0,
      byteLength: 3,
    });
  });
});

test('every format counts the same findings', async () => {
  const folder = await folderWith({ [task]: handoff({ handoff_reason: 'done' }).replace('{', '{"a":1,"a":2,') });
  const report = async (format: string) => (await runIn(folder, ['check', '--no-git', '--format', format])).output;
  const { files } = JSON.parse(await report('json'));
  expect(files[0].findings.length).toBeGreaterThan(2);
  expect(JSON.parse(await report('sarif')).runs[0].results).toHaveLength(files[0].findings.length);
  expect((await report('github')).trimEnd().split('\n')).toHaveLength(files[0].findings.length);
  expect((await report('junit')).match(/<testcase /g)).toHaveLength(files[0].findings.length);
});

/*
 * A fixture is a promise in one file: a document, the squiggles expected under it, and the files expected after each fix.
 *
 *     A member given twice is marked at both places.
 *
 *     === memory/handoffs/task-1.json
 *     {
 *       "task_id": "task-1",
 *       ^^^^^^^^^ error duplicate-key: "task_id" must be given once; here it is given 2 times.
 *       "task_id": "task-2",
 *       ...
 *     }
 *     === fix: Keep the first "task_id"
 *     {
 *       "task_id": "task-1",
 *       ...
 *     }
 *
 * In a document:
 *   ^^^^      under a line: a finding, columns in UTF-16 units; `|` is a finding of no width in front of that column
 *   ...       alone on a line: the members of the format's sample that are not named otherwise; `... -head_sha` leaves out
 *   <a*4001>  a text repeated; <U+2028> a character by its code point; <CR> at the end of a line a carriage return
 * Sections:
 *   === PATH [bom] [crlf] [no-newline]     the document (first), its path relative to the root
 *   === facts                              JSON: parts of `Facts`; maps as objects, ranges by `FROM..TO`
 *   === configuration                      JSON: `.agent-handoff.json`
 *   === schema                             JSON: the format of the document, where no bundled one has what is shown
 *   === [preferred] [safe] [disabled] fix: TITLE     a fix on offer; with a body, the document after it
 *   === creates PATH, === renames NAME     what else the fix above does; `creates` with the exact text, no newline at its end
 */

import type { Schema } from '../../core/format/schema.ts';

export interface Fixture {
  readonly promise: string;
  readonly path: string;
  readonly text: string;
  readonly findings: readonly ExpectedFinding[];
  readonly fixes: readonly ExpectedFix[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly schema: Schema | undefined;
}

export interface ExpectedFinding {
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly rule: string;
  readonly message: string;
}

export interface ExpectedFix {
  readonly title: string;
  readonly preferred: boolean;
  readonly safe: boolean;
  readonly disabled: boolean;
  /** Undefined where the fixture names the fix only. */
  readonly text: string | undefined;
  readonly creates: readonly { readonly path: string; readonly text: string }[];
  readonly renames: string | undefined;
}

/** The valid document with all required members that `...` is taken from, by the path of a document. */
export type Sample = (path: string) => Readonly<Record<string, unknown>>;

export function readFixture(source: string, sample: Sample): Fixture {
  const sections = split(source);
  const [head, document, ...rest] = sections;
  if (head === undefined || document === undefined) throw new Error('A fixture needs a promise and a document.');
  const [path = '', ...flags] = document.title.split(' ');
  const { text, findings } = readDocument(document.body, flags, sample(path));
  const json = (title: string) => JSON.parse(rest.find((section) => section.title === title)?.body.join('\n') ?? '{}');
  return {
    promise: head.body.join('\n').trim(),
    path,
    text,
    findings,
    fixes: readFixes(rest, flags, sample(path)),
    facts: json('facts'),
    configuration: json('configuration'),
    schema: rest.some(({ title }) => title === 'schema') ? json('schema') : undefined,
  };
}

/** A part of a fixture, from its `===` line to the next. */
export interface Section {
  readonly title: string;
  readonly body: readonly string[];
}

/** The sections of a fixture; the first one has no title and holds the promise. */
export function split(source: string): readonly Section[] {
  const sections: { title: string; body: string[] }[] = [{ title: '', body: [] }];
  for (const line of source.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('=== ')) sections.push({ title: line.slice(4).trim(), body: [] });
    else sections.at(-1)?.body.push(line);
  }
  return sections;
}

const SQUIGGLE = /^(\s*)(\^+|\|)\s(error|warning|information|hint)\s([a-z-]+):\s(.*)$/;

/** The text that lines of a fixture stand for, and the findings under them. */
export function readDocument(
  body: readonly string[],
  flags: readonly string[],
  sample: Readonly<Record<string, unknown>>,
) {
  const eol = flags.includes('crlf') ? '\r\n' : '\n';
  const source = body.filter((line) => !SQUIGGLE.test(line));
  const expand = expander(source, sample, eol);
  let text = flags.includes('bom') ? '\ufeff' : '';
  let lineStart = 0;
  let columns: (column: number) => number = (column) => column;
  const findings: ExpectedFinding[] = [];
  let left = source.length;
  for (const line of body) {
    const squiggle = SQUIGGLE.exec(line);
    if (squiggle !== null) {
      const [, blanks = '', marks = '', severity = '', rule = '', message = ''] = squiggle;
      const start = lineStart + columns(blanks.length);
      const end = marks === '|' ? start : lineStart + columns(blanks.length + marks.length);
      findings.push({ start, end, severity, rule, message });
      continue;
    }
    left--;
    lineStart = text.length === 1 && text === '\ufeff' ? 1 : text.length;
    const expanded = expand(line);
    columns = expanded.column;
    text += expanded.text + (left === 0 && flags.includes('no-newline') ? '' : eol);
  }
  return {
    text: body.length === 0 || (source.length === 1 && source[0] === '') ? text.replace(/\r?\n$/, '') : text,
    findings,
  };
}

/** Replaces `...` and `<…>` in lines, and says where a column of the written line ends up. */
function expander(source: readonly string[], sample: Readonly<Record<string, unknown>>, eol: string) {
  const named = new Set(source.flatMap((line) => [...line.matchAll(/"([a-z_A-Z]+)"\s*:/g)].map(([, name]) => name)));
  return (line: string): { readonly text: string; column(column: number): number } => {
    const dots = /^(\s*)\.\.\.((?: -\w+)*)$/.exec(line);
    if (dots !== null) {
      const [, indent = '', without = ''] = dots;
      const left = without
        .trim()
        .split(' -')
        .map((name) => name.replace(/^-/, ''));
      const members = Object.entries(sample).filter(([name]) => !named.has(name) && !left.includes(name));
      const next = source[source.indexOf(line) + 1] ?? '}';
      const last = /^\s*\}/.test(next) ? '' : ',';
      const text = members
        .map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
        .join(`,${eol}`);
      return { text: text + last, column: (column) => column };
    }
    const shifts: { readonly from: number; readonly by: number }[] = [];
    const text = line.replace(
      /<(?:(.)\*(\d+)|U\+([0-9A-F]{4,6})|(CR))>/gu,
      (found, unit, times, code, cr, at: number) => {
        const to = cr
          ? '\r'
          : code
            ? String.fromCodePoint(Number.parseInt(code, 16))
            : String(unit).repeat(Number(times));
        shifts.push({ from: at + found.length, by: to.length - found.length });
        return to;
      },
    );
    return { text, column: (column) => shifts.reduce((to, { from, by }) => (column >= from ? to + by : to), column) };
  };
}

function readFixes(sections: readonly Section[], flags: readonly string[], sample: Readonly<Record<string, unknown>>) {
  const fixes: {
    -readonly [K in keyof ExpectedFix]: ExpectedFix[K] extends readonly (infer T)[] ? T[] : ExpectedFix[K];
  }[] = [];
  for (const { title, body } of sections) {
    const fix = /^((?:preferred |safe |disabled )*)fix: (.*)$/.exec(title);
    if (fix !== null) {
      const [, words = '', name = ''] = fix;
      fixes.push({
        title: name,
        preferred: words.includes('preferred'),
        safe: words.includes('safe'),
        disabled: words.includes('disabled'),
        text: body.every((line) => line === '') ? undefined : readDocument(body, flags, sample).text,
        creates: [],
        renames: undefined,
      });
      continue;
    }
    const last = fixes.at(-1);
    const path = /^creates (.*)$/.exec(title)?.[1];
    if (path !== undefined)
      last?.creates.push({ path, text: body.map((line) => expander([], {}, '\n')(line).text).join('\n') });
    const name = /^renames (.*)$/.exec(title)?.[1];
    if (name !== undefined && last !== undefined) last.renames = name;
    if (path === undefined && name === undefined && !['facts', 'configuration', 'schema'].includes(title)) {
      throw new Error(`No such section in a fixture: === ${title}`);
    }
  }
  return fixes;
}

import { type EditorResults, extensionNames } from './editor.ts';
import type { Curve } from './growth.ts';
import { median, ratioOf, roundedUp } from './measure.ts';
import type { DocumentResult, Samples } from './protocol.ts';
import type { Sizes } from './sizes.ts';
import { holds, limitOf, measuredOf, type Results, targetsOf } from './targets.ts';
import { type TerminalResult, terminalNames } from './terminal.ts';

/** A table in Markdown: the head, then rows; the first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** `0.42 s`, `1.3 ms`: three digits that count. */
export function time(milliseconds: number): string {
  return milliseconds >= 1000 ? `${(milliseconds / 1000).toPrecision(3)} s` : `${milliseconds.toPrecision(3)} ms`;
}

export function terminalTable(results: readonly TerminalResult[]): string {
  const head = ['', ...results.map(({ files, mistakes }) => `${count(files)}${mistakes ? ', a mistake in each' : ''}`)];
  const rows = Object.values(terminalNames).map((name) => [
    name,
    ...results.map(({ times, v8rFiles }) => {
      const [own, floor] = [times.get(name), times.get(terminalNames.floor)];
      if (own === undefined || floor === undefined) return '–';
      const guessed = name === terminalNames.v8r && v8rFiles !== undefined ? '*' : '';
      return `${time(median(own))}${guessed} (${roundedUp(ratioOf(own, floor))})`;
    }),
  ]);
  return table(head, rows);
}

const measures: readonly { readonly name: string; readonly of: keyof Samples }[] = [
  { name: 'start to first diagnostics', of: 'start' },
  { name: 'keystroke to diagnostics', of: 'keystroke' },
  { name: 'the same in a path of a list', of: 'path' },
  { name: 'the same where it breaks the JSON or mends it', of: 'broken' },
  { name: 'keystroke to completions', of: 'completion' },
  { name: 'hover', of: 'hover' },
  { name: 'code action', of: 'action' },
  { name: 'peak memory', of: 'peak' },
];

/** A table for each document: our server beside the others. */
export function protocolTables(results: readonly DocumentResult[]): string {
  return results.map((result) => `### ${titleOf(result)}\n\n${protocolTable(result)}`).join('\n');
}

function titleOf({ size, mistake }: DocumentResult): string {
  return `${size}, ${mistake ? 'with one mistake' : 'valid'}`;
}

function protocolTable({ servers }: DocumentResult): string {
  const [ours, ...others] = servers.values();
  const head = ['', ...servers.keys(), ...[...servers.keys()].slice(1).map((name) => `ratio to ${name}`)];
  const rows = measures.flatMap(({ name, of }) => {
    const own = ours?.[of] ?? [];
    if (own.length === 0) return [];
    const shown = (values: readonly number[]) => (of === 'peak' ? megabytes(median(values)) : time(median(values)));
    const measured = (values: readonly number[], cell: (values: readonly number[]) => string) =>
      values.length === 0 ? '–' : cell(values);
    const medians = others.map((one) => measured(one[of], shown));
    const ratios = others.map((one) => measured(one[of], (values) => roundedUp(ratioOf(own, values))));
    return [[name, shown(own), ...medians, ...ratios]];
  });
  const complete = ['start until git has been asked', time(median(ours?.complete ?? [])), ...others.map(() => '–')];
  return table(head, [...rows, [...complete, ...others.map(() => '–')]]);
}

/** Each target with what was measured, and whether it holds. */
export function targetTable(results: Results): string {
  const rows = targetsOf(results).map((target) => [
    target.what,
    limitOf(target),
    measuredOf(target),
    target.least === undefined ? '–' : roundedUp(target.least),
    holds(target) ? '✓ holds' : '✗ does not hold',
  ]);
  return table(['target', 'limit', 'measured', 'least', ''], rows);
}

/** A table for each curve: time and memory by size, and what they grow with. */
export function growthTables(curves: readonly Curve[]): string {
  return curves
    .map(({ name, unit, points, exponents }) => {
      const rows = points.map(({ size, time: taken, memory }) => [
        `${size.toLocaleString('en')} ${unit}`,
        time(taken),
        megabytes(memory),
      ]);
      const last = ['**exponent**', exponent(exponents.time), exponent(exponents.memory)];
      return `### ${name}\n\n${table(['', 'time', 'peak memory'], [...rows, last])}`;
    })
    .join('\n');
}

/** What VS Code says of activations, and below it all that our code takes of the extension host. */
export function activationTable({ activations, hostTimes }: EditorResults): string {
  const rows = Object.values(extensionNames).map((name) => [
    `activation of ${name}, as VS Code says`,
    time(median(activations.get(name) ?? [])),
  ]);
  const ran = median(hostTimes.map((host) => host.ran));
  const compiled = median(hostTimes.map((host) => host.compiled));
  return table(
    ['in the extension host', 'time'],
    [
      ...rows,
      [`all of ${extensionNames.ours} until the first diagnostics`, time(ran)],
      ['compiling its modules, beside that', time(compiled)],
    ],
  );
}

/** For a person. */
function exponent(value: number | undefined): string {
  return value === undefined ? 'hardly grows' : roundedUp(value);
}

export function sizeTable(sizes: Sizes): string {
  const rows = [...sizes].map(([name, size]) => [name, `${roundedUp(size / 1000, 1)} kB`]);
  return table(['', 'size'], rows);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function count(files: number): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`;
}

import { barChart, lineChart } from './chart.ts';
import type { Curve } from './growth.ts';
import { median } from './measure.ts';
import type { DocumentResult, Samples } from './protocol.ts';
import { megabytes, time } from './tables.ts';
import type { Results } from './targets.ts';
import { type TerminalResult, terminalNames } from './terminal.ts';

/** The pictures of the page, by the name of the file. */
export function chartsOf({ protocol, terminal, growth }: Results): Readonly<Record<string, string>> {
  return {
    'benchmark-protocol.svg': protocolChart(protocol),
    'benchmark-terminal.svg': terminalChart(terminal),
    'benchmark-growth.svg': growthChart(growth),
  };
}

/** Over the sizes of the valid documents. */
function protocolChart(results: readonly DocumentResult[]): string {
  const valid = results.filter(({ mistake }) => !mistake);
  const names = [...(valid[0]?.servers.keys() ?? [])];
  const panel = (title: string, of: keyof Samples, valueLabel: (value: number) => string) => ({
    title,
    valueLabel,
    atLabel: (at: number) => valid.find(({ bytes }) => bytes === at)?.size ?? '',
    series: names.map((name) => ({
      name,
      values: valid.map(({ bytes, servers }) => ({ at: bytes, value: median(servers.get(name)?.[of] ?? []) })),
    })),
  });
  return lineChart('Language servers over the size of a document', [
    panel('keystroke to diagnostics', 'keystroke', time),
    panel('start to first diagnostics', 'start', time),
    panel('peak memory', 'peak', megabytes),
  ]);
}

/** Without v8r, beside which the others could not be seen. */
function terminalChart(results: readonly TerminalResult[]): string {
  const ours: readonly string[] = [terminalNames.ours, terminalNames.git];
  const groups = results
    .filter(({ mistakes }) => !mistakes)
    .map(({ files, times }) => ({
      title: `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`,
      bars: [...times]
        .filter(([name]) => name !== terminalNames.v8r)
        .map(([name, all]) => ({ name, value: median(all), ours: ours.includes(name) })),
    }));
  return barChart('Programs in the terminal', groups, time);
}

/** A panel for each thing that grows, in which all curves of it lie. */
function growthChart(curves: readonly Curve[]): string {
  const panels = [...Map.groupBy(curves, ({ unit }) => unit)].map(([unit, all]) => ({
    title: (all[0]?.name ?? '').replace(/,.*/, ''),
    valueLabel: time,
    atLabel: (at: number) => (unit === 'MB' ? `${at} MB` : short(at)),
    series: all.map(({ name, points }) => ({
      name: name.endsWith('with git') ? 'with git' : 'without git',
      values: points.map(({ size, time: value }) => ({ at: size, value })),
    })),
  }));
  return lineChart('Time over size, both axes logarithmic', panels);
}

/** `20k` for 20000. */
function short(size: number): string {
  return size >= 1000 ? `${size / 1000}k` : String(size);
}

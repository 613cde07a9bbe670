import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseXml } from '@rgrove/parse-xml';
import { describe, expect, test } from 'vitest';
import { barChart, lineChart } from '../../bench/chart.ts';
import { countsFor, pathAt, textOf } from '../../bench/documents.ts';
import { exponentBeyond, exponentOf } from '../../bench/fit.ts';
import { inTurn, median, roundedUp } from '../../bench/measure.ts';
import { difference, plainFindings } from '../../bench/plain.ts';
import { makeRepository as makeHandoffs } from '../../bench/repository.ts';
import { holds, limitOf, measuredOf } from '../../bench/targets.ts';
import { temporaryFolder } from '../harness/repository.ts';

describe('the handoffs that are measured', () => {
  test.each([30_000, 1_000_000])('a text of %i bytes is as large as asked for, to one part in a hundred', (bytes) => {
    const { paths, results } = countsFor(bytes);
    const id = '0'.repeat(40);
    const changed = Array.from({ length: paths }, (_, index) => pathAt(index));
    const told = { task: 'task-1', branch: 'task/task-1-dev4', base: id, head: id, changed, results, mistake: false };
    const size = Buffer.byteLength(textOf(told));
    expect(Math.abs(size - bytes)).toBeLessThan(bytes / 100);
  });

  test('are true of their repository, but for the mistake asked for', async () => {
    const folder = await temporaryFolder();
    const task = (name: string, mistake: boolean) => ({ task: name, changes: 3, from: 0, results: 2, mistake });
    const written = await makeHandoffs(folder, [task('task-1', false), task('task-2', true)]);
    expect(await readdir(path.join(folder, 'memory/handoffs'))).toEqual(['task-1.json', 'task-2.json']);
    const found = await plainFindings(folder, written, true);
    expect([...found.values()].map((findings) => findings.map(({ rule }) => rule))).toEqual([
      [],
      ['value-not-allowed'],
    ]);
  });
});

describe('findings beside those of the plain path', () => {
  const finding = { rule: 'wrong-type', severity: 'error', message: 'It is 3.', start: '1:2', end: '1:3' };

  test('the same ones make no difference', () => {
    expect(difference(new Map([['/a', [finding]]]), new Map([['/a', [{ ...finding }]]]))).toBeUndefined();
  });

  test.each([
    ['a finding that is lost', []],
    ['another place', [{ ...finding, end: '1:4' }]],
    ['another severity', [{ ...finding, severity: 'warning' }]],
    ['one more', [finding, finding]],
  ])('%s is named with its file', (_, seen) => {
    expect(difference(new Map([['/a', [finding]]]), new Map([['/a', seen]]))).toContain('/a');
  });

  test('a file that was not checked is a difference, also where nothing is wrong with it', () => {
    expect(difference(new Map([['/a', []]]), new Map())).toBe('The plain path has looked at 1 files; 0 were checked.');
  });
});

describe('numbers', () => {
  test('the median is the middle, of two the mean', () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([4, 1, 2, 9])).toBe(3);
    expect(median([])).toBeNaN();
  });

  test('a ratio is rounded against us, and an exact one stays', () => {
    expect(roundedUp(0.501)).toBe('0.51');
    expect(roundedUp(1.3)).toBe('1.30');
    expect(roundedUp(1.3000001)).toBe('1.31');
  });

  test('the exponent of what grows as a power is that power', () => {
    const points = [10, 100, 1000].map((size) => ({ size, value: 3 * size ** 1.5 }));
    expect(exponentOf(points)).toBeCloseTo(1.5, 10);
  });

  test('what the start takes does not make growth look smaller', () => {
    const points = [1, 10, 100, 1000].map((size) => ({ size, value: 50 + size ** 2 }));
    expect(exponentBeyond(50, points)).toBeCloseTo(2, 10);
  });

  test('a growth that becomes steep at the end has the exponent of its end', () => {
    const points = [10, 100, 1000, 10_000, 100_000].map((size) => ({
      size,
      value: size < 1000 ? size : size ** 2 / 1000,
    }));
    expect(exponentBeyond(0, points)).toBeCloseTo(2, 10);
  });

  test('what grows at the last size alone is not taken for what hardly grows', () => {
    const points = [1, 10, 100].map((size) => ({ size, value: 50 + size ** 2 / 100 }));
    expect(exponentBeyond(50, points)).toBeCloseTo(2, 10);
  });

  test('of what hardly grows there is no exponent', () => {
    const points = [1, 10, 100].map((size) => ({ size, value: 50 + size / 100 }));
    expect(exponentBeyond(50, points)).toBeUndefined();
  });

  test('runs go in turn, every second round backwards, and the first of each does not count', async () => {
    const order: string[] = [];
    const run = (name: string) => async (counts: boolean) => void order.push(counts ? name : `(${name})`);
    await inTurn(2, [run('a'), run('b')]);
    expect(order).toEqual(['(a)', '(b)', 'a', 'b', 'b', 'a']);
  });
});

describe('targets', () => {
  test('a ratio holds up to its limit, by what was measured and not by what is shown', () => {
    expect(holds({ what: '', limit: 0.5, value: 0.5 })).toBe(true);
    const slightly = { what: '', limit: 0.5, value: 0.5001 };
    expect(holds(slightly)).toBe(false);
    expect([limitOf(slightly), measuredOf(slightly)]).toEqual(['at most 0.5', '0.51']);
  });

  test('what is to be under a limit must not reach it', () => {
    const activation = { what: '', limit: 20, value: 20, unit: 'ms' };
    expect(holds(activation)).toBe(false);
    expect([limitOf(activation), measuredOf(activation)]).toEqual(['under 20 ms', '20.0 ms']);
  });

  test('what was not measured meets no target', () => {
    expect(holds({ what: '', limit: 1, value: Number.NaN })).toBe(false);
    expect(exponentBeyond(50, [])).toBeNaN();
    expect(exponentBeyond(50, [{ size: 1, value: Number.NaN }])).toBeNaN();
  });
});

describe('charts', () => {
  test('a chart of lines is an SVG with a line for each series', () => {
    const values = [1, 10, 100].map((at) => ({ at, value: at * 2 }));
    const series = [
      { name: 'a < b', values },
      { name: 'c & d', values },
    ];
    const chart = lineChart('Time "over" size', [{ title: 't', series, atLabel: String, valueLabel: String }]);
    expect(parseXml(chart).root?.name).toBe('svg');
    expect(chart.match(/<polyline /g)).toHaveLength(2);
  });

  test('a label that would touch the next is left out, and the last one stays', () => {
    const values = [1, 1.1, 100].map((at) => ({ at, value: at }));
    const panel = {
      title: 't',
      series: [{ name: 'n', values }],
      atLabel: (at: number) => `${at} MB`,
      valueLabel: String,
    };
    const labels = lineChart('t', [panel]).match(/[\d.]+ MB/g);
    expect(labels).toEqual(['1.1 MB', '100 MB']);
  });

  test('bars begin at zero: one is as long as its value says', () => {
    const bars = [10, 5].map((value) => ({ name: 'n', value, ours: false }));
    const chart = barChart('t', [{ title: 'g', bars }], String);
    const [longer, shorter] = [...chart.matchAll(/class="fill s\d"[^>]* width="([\d.]+)"/g)].map(([, width]) => width);
    expect(Number(longer) / Number(shorter)).toBeCloseTo(2, 3);
  });
});

test('what is compared with is named by exact versions', async () => {
  const manifest = JSON.parse(await readFile(path.join(import.meta.dirname, '../../bench/package.json'), 'utf8'));
  const versions: readonly string[] = Object.values(manifest.dependencies);
  expect(versions.length).toBeGreaterThan(4);
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

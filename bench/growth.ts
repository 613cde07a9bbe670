import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { timedWithPeak } from './child.ts';
import type { Competitors } from './competitors.ts';
import { countsFor, FOLDER } from './documents.ts';
import { exponentBeyond } from './fit.ts';
import { inTurn, median } from './measure.ts';
import { inTemporaryFolder, makeRepository, type Task, type Written } from './repository.ts';
import { checkLine, expectPlainFindings } from './terminal/check.ts';

/** How time and memory grow with one thing. */
export interface Curve {
  readonly name: string;
  /** What the sizes count: `MB`, `paths`, `files`. */
  readonly unit: string;
  readonly points: readonly CurvePoint[];
  /** The powers of the size that they grow with beyond the start; undefined where they hardly grow. */
  readonly exponents: { readonly time: number | undefined; readonly memory: number | undefined };
}

export interface CurvePoint {
  readonly size: number;
  /** Medians, in milliseconds and bytes. */
  readonly time: number;
  readonly memory: number;
}

interface Options {
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

const sizes = [30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000];
const paths = [2000, 6000, 20_000, 60_000, 200_000, 600_000];
const gits = [false, true];
const files = [100, 300, 1000, 3000, 10_000, 20_000];

const ROUNDS = 3;

/** What is nearly nothing: all that a program takes for it is its start. */
const smallest: Task = { task: 'task-1', changes: 9, from: 0, results: 1, mistake: false };

/**
 * Measures `check` over the size of a document, over the length of its list of changed paths and over the number of
 * documents, in processes of their own. Fails where one of them has other findings than those of the plain path.
 */
export async function measureGrowth(competitors: Competitors, { quick, say }: Options): Promise<readonly Curve[]> {
  const part = <T>(all: readonly T[]) => (quick ? all.slice(0, -2) : all);
  const curves: Curve[] = [];
  const bySize = part(sizes).map((size) => ({ size: size / 1e6, ...countsFor(size) }));
  const byPaths = part(paths).map((size) => ({ size, paths: size, results: 1 }));
  say('growth: the size of a document');
  curves.push(...(await overDocuments(competitors, 'size of a document', 'MB', bySize)));
  say('growth: the number of changed paths');
  curves.push(...(await overDocuments(competitors, 'number of changed paths', 'paths', byPaths)));
  say('growth: the number of documents');
  curves.push(...(await overFiles(competitors, part(files))));
  return curves;
}

interface DocumentSize {
  readonly size: number;
  readonly paths: number;
  readonly results: number;
}

async function overDocuments(
  competitors: Competitors,
  name: string,
  unit: string,
  all: readonly DocumentSize[],
): Promise<readonly Curve[]> {
  const tasks = all.map((one, index) => {
    return { task: `task-${index + 2}`, changes: one.paths, from: 0, results: one.results, mistake: false };
  });
  return await inTemporaryFolder(async (folder) => {
    const [first, ...others] = await makeRepository(folder, [smallest, ...tasks]);
    if (first === undefined) return [];
    const inputs = others.map((written, index) => ({
      size: all[index]?.size ?? 0,
      written: [written],
      path: written.file,
    }));
    return await curvesOf(competitors, folder, { name, unit }, { written: [first], path: first.file }, inputs);
  });
}

async function overFiles(competitors: Competitors, counts: readonly number[]): Promise<readonly Curve[]> {
  const most = Math.max(...counts);
  const tasks = Array.from({ length: most }, (_, index) => {
    return { ...smallest, task: `task-${index + 1}`, from: index * smallest.changes };
  });
  return await inTemporaryFolder(async (folder) => {
    const written = await makeRepository(folder, tasks);
    const inputs = [];
    for (const count of counts) inputs.push({ size: count, ...(await firstOf(written, count, folder)) });
    const start = await firstOf(written, 1, folder);
    return await curvesOf(competitors, folder, { name: 'number of documents', unit: 'files' }, start, inputs);
  });
}

/** Copies the first handoffs of a repository into a place of their own in it. */
async function firstOf(written: readonly Written[], count: number, folder: string): Promise<Input> {
  const path = join(folder, `first-${count}`);
  await mkdir(join(path, FOLDER), { recursive: true });
  const copies: Written[] = [];
  for (const { file, text } of written.slice(0, count)) {
    const copy = join(path, FOLDER, basename(file));
    await copyFile(file, copy);
    copies.push({ file: copy, text });
  }
  return { written: copies, path };
}

interface Input {
  readonly written: readonly Written[];
  /** What `check` is given. */
  readonly path: string;
}

/** A curve without git and one with it, measured in turn. */
async function curvesOf(
  { node }: Competitors,
  folder: string,
  { name, unit }: Pick<Curve, 'name' | 'unit'>,
  start: Input,
  inputs: readonly (Input & { readonly size: number })[],
): Promise<readonly Curve[]> {
  const all = gits.flatMap((useGit) =>
    [{ size: 0, ...start }, ...inputs].map((input) => ({
      useGit,
      input,
      times: [] as number[],
      peaks: [] as number[],
    })),
  );
  for (const { useGit, input } of all) {
    await expectPlainFindings({ node, folder, path: input.path, useGit }, input.written, false);
  }
  const runs = all.map(({ useGit, input, times, peaks }) => async () => {
    const { milliseconds, peak } = await timedWithPeak(checkLine({ node, folder, path: input.path, useGit }));
    times.push(milliseconds);
    peaks.push(peak);
  });
  // All of them have run once before, for their findings.
  await inTurn(ROUNDS, runs, { cold: true });
  return gits.map((useGit) => {
    const points = all
      .filter((one) => one.useGit === useGit)
      .map(({ input, times, peaks }) => ({ size: input.size, time: median(times), memory: median(peaks) }));
    return curveOf({ name: `${name}, ${useGit ? 'with' : 'without'} git`, unit }, points);
  });
}

function curveOf(named: Pick<Curve, 'name' | 'unit'>, [first, ...points]: readonly CurvePoint[]): Curve {
  const beyond = (of: 'time' | 'memory') =>
    exponentBeyond(
      first?.[of] ?? 0,
      points.map((point) => ({ size: point.size, value: point[of] })),
    );
  return { ...named, points, exponents: { time: beyond('time'), memory: beyond('memory') } };
}

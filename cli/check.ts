import path from 'node:path';
import { count, visible } from '../core/text/words.ts';
import { baseComplaints } from './base.ts';
import { type Bench, createBench, shownPath } from './bench.ts';
import { CallError } from './call-error.ts';
import { judge } from './judge.ts';
import { type Found, findFiles } from './paths.ts';
import { createProgress, type Progress } from './progress.ts';
import { type Read, readInParts, readInput } from './read.ts';
import { createTally, errorsOnly, type Reporter, type Summary } from './report.ts';
import { type ReportFormat, withReporter } from './reporters.ts';
import type { Terminal } from './terminal.ts';

export interface CheckOptions {
  readonly format: ReportFormat;
  /** Apply safe fixes to the files; what is reported is what remains. */
  readonly fix?: boolean;
  /** Show what `fix` would change, and change nothing. */
  readonly fixDryRun?: boolean;
  /** Show errors alone. What is counted and the exit code stay the same. */
  readonly quiet?: boolean;
  readonly git: boolean;
  readonly base?: string;
  /** Most warnings that do not fail. */
  readonly maxWarnings?: number;
  readonly allowNoFiles?: boolean;
  readonly stdinFilename?: string;
  readonly color?: boolean;
}

/** Exit codes: nothing that fails, findings that do, a call or surroundings that are wrong. */
export type ExitCode = 0 | 1 | 2;

/** Checks what the paths lead to and reports it. What goes wrong with one file does not keep the others from being checked. */
export async function checkCommand(
  paths: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseContradictions(paths, options);
  const progress = createProgress(terminal);
  try {
    return await withReporter(options, terminal, (reporter) =>
      checkPaths(paths, options, terminal, progress, reporter),
    );
  } finally {
    progress.end();
  }
}

function refuseContradictions(paths: readonly string[], options: CheckOptions): void {
  const { stdinFilename, fix, fixDryRun, format } = options;
  if (stdinFilename !== undefined && !paths.includes('-')) {
    throw new CallError('--stdin-filename names what is read from standard input: give - as the path.');
  }
  if (fix && fixDryRun) throw new CallError('--fix changes files and --fix-dry-run does not: give one of them.');
  if (fixDryRun && format !== 'pretty') {
    throw new CallError(`--fix-dry-run prints a diff, so there is no room for a report: leave out --format ${format}.`);
  }
}

async function checkPaths<Part>(
  paths: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
  progress: Progress,
  reporter: Reporter<Part>,
): Promise<ExitCode> {
  const bench = await createBench({ useGit: options.git, base: options.base }, terminal);
  const input = paths.includes('-') ? await readInput(options.stdinFilename, terminal) : noInput;
  const named = paths.filter((given) => given !== '-');
  progress.begin('Searching');
  const found = paths.length > 0 && named.length === 0 ? nothing : await findFiles(named, searchOf(bench));
  const all = input.sources.length + found.files.length;
  const fixed = await fixedAs(partsOf(input, found, bench, progress), options, bench, terminal, progress);

  const tally = createTally();
  const parts: Part[] = [];
  const [baseless, unread, unjudged] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for await (const { sources, complaints } of fixed.parts) {
    const step = progress.begin('Checking handoff');
    const before = parts.length;
    const judged = await judge(
      sources,
      fixed.bench,
      (file) => {
        tally.add(file);
        return reporter.part(options.quiet ? errorsOnly(file) : file);
      },
      {
        asking: () => void progress.begin('Asking git and the disk'),
        judged: (done) => step(before + done, all),
      },
    );
    for (const part of judged.files) parts.push(part);
    for (const complaint of await baselessAmong(sources, options, bench)) baseless.add(complaint);
    for (const complaint of complaints) unread.add(complaint);
    for (const complaint of judged.complaints) unjudged.add(complaint);
  }
  progress.end();

  const missed = [...found.complaints, ...(options.allowNoFiles ? [] : found.empty)].map(visible);
  const complaints = [...missed, ...baseless, ...unread, ...fixed.complaints, ...unjudged];
  const summary = tally.summary();
  const report = reporter.whole(parts, { summary, complaints, fixed });
  // Where standard output is taken by a fixed text or a diff, the report goes beside it.
  if (fixed.output === undefined) terminal.write(report);
  else {
    terminal.write(fixed.output);
    terminal.complain(report);
  }
  for (const complaint of complaints) terminal.complain(`agent-handoff: ${complaint}\n`);
  return exitCode(summary, complaints, options, terminal);
}

async function baselessAmong(
  sources: Read['sources'],
  { base }: CheckOptions,
  bench: Bench,
): Promise<readonly string[]> {
  if (base === undefined) return [];
  return baseComplaints(
    base,
    sources.flatMap(({ file }) => file ?? []),
    bench,
  );
}

/** Files that are read and judged before the next ones, where git is not asked about all of them at once. */
const AT_ONCE = 16;

function partsOf(input: Read, found: Found, { folder, useGit }: Bench, progress: Progress): AsyncIterable<Read> {
  const most = useGit ? Number.POSITIVE_INFINITY : AT_ONCE;
  return readInParts(input, found, folder, { most, step: progress.begin('Reading handoff') });
}

function exitCode(
  summary: Summary,
  complaints: readonly string[],
  { maxWarnings }: CheckOptions,
  terminal: Terminal,
): ExitCode {
  if (complaints.length > 0) return 2;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) {
    terminal.complain(
      `agent-handoff: ${count(summary.warnings, 'warning')}, and at most ${maxWarnings} may be there.\n`,
    );
    return 1;
  }
  return summary.errors > 0 ? 1 : 0;
}

/** What is to be judged. */
interface Fixing {
  readonly parts: AsyncIterable<Read> | Iterable<Read>;
  /** What it is to be judged on. */
  readonly bench: Bench;
  /** What goes to standard output in place of the report. */
  readonly output?: string;
  /** What could not be fixed: sentences for a person. */
  readonly complaints: readonly string[];
  /** Number of fixes that were made. */
  readonly applied: number;
  /** Paths of new files, as they are shown. */
  readonly created: readonly string[];
}

async function fixedAs(
  parts: AsyncIterable<Read>,
  options: CheckOptions,
  bench: Bench,
  terminal: Terminal,
  progress: Progress,
): Promise<Fixing> {
  const unfixed: Fixing = { parts, bench, complaints: [], applied: 0, created: [] };
  if (!options.fix && !options.fixDryRun) return unfixed;
  const { sources, complaints } = await together(parts);
  // Nothing of it is needed where nothing is fixed.
  const { afterFixes, fixSources, writeFixes } = await import('./fix.ts');
  const fixes = await fixSources(sources, bench, progress.begin('Repairing handoff'));
  const applied = fixes.reduce((sum, one) => sum + one.applied, 0);
  // Sources that could not be judged stay among them, so that the report says why.
  const judged = new Set(fixes.map(({ source }) => source));
  const left = sources.filter((source) => !judged.has(source));
  if (options.fixDryRun) {
    const { diffOf } = await import('./diff.ts');
    const after = fixes.map(({ source, text }) => ({ ...source, text }));
    const output = diffOf(fixes, bench);
    return {
      ...unfixed,
      parts: [{ sources: [...after, ...left], complaints }],
      bench: afterFixes(bench, fixes),
      output,
    };
  }
  const written = await writeFixes(fixes);
  const printed = fixes.flatMap(({ source, text }) => (source.isInput ? [text] : []));
  return {
    parts: [{ sources: [...written.sources, ...left], complaints }],
    // What was known of the disk is of before.
    bench: applied === 0 ? bench : await createBench({ useGit: options.git, base: options.base }, terminal),
    ...(sources.some(({ isInput }) => isInput) && { output: printed.join('') }),
    complaints: written.complaints,
    applied,
    created: written.created.map((file) => shownPath(bench, file)),
  };
}

async function together(parts: AsyncIterable<Read>): Promise<Read> {
  let all: Read = { sources: [], complaints: [] };
  for await (const { sources, complaints } of parts) {
    all = { sources: all.sources.concat(sources), complaints: all.complaints.concat(complaints) };
  }
  return all;
}

const nothing: Found = { files: [], named: new Set(), complaints: [], empty: [] };

const noInput: Read = { sources: [], complaints: [] };

/** Globs of a configuration that cannot be used are none: the files that it holds for are complained of later. */
function searchOf(bench: Bench) {
  return {
    folder: bench.folder,
    async configured(searched: string) {
      const found = await bench.configured(searched, await bench.locate(path.join(searched, 'any.json')));
      if (found.kind === 'unusable') throw new CallError(found.complaint);
      const globs = [...found.configuration.files, ...found.own.flatMap(({ files }) => files)];
      return found.folder === undefined ? undefined : { globs, base: found.folder };
    },
  };
}

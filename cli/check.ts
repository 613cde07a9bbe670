import path from 'node:path';
import { count, visible } from '../core/text/words.ts';
import { baseComplaints } from './base.ts';
import { type Bench, createBench, shownPath } from './bench.ts';
import { CallError } from './call-error.ts';
import { judge, type Source } from './judge.ts';
import { type Found, findFiles } from './paths.ts';
import { createProgress, type Progress } from './progress.ts';
import { type Read, readFiles, readInput } from './read.ts';
import { errorsOnly, type Summary, summarise } from './report.ts';
import { type ReportFormat, reportText } from './reporters.ts';
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
    return await checkPaths(paths, options, terminal, progress);
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

async function checkPaths(
  paths: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
  progress: Progress,
): Promise<ExitCode> {
  const bench = await createBench({ useGit: options.git, base: options.base }, terminal);
  const input = paths.includes('-') ? await readInput(options.stdinFilename, terminal) : noInput;
  const named = paths.filter((given) => given !== '-');
  progress.begin('Searching');
  const found = paths.length > 0 && named.length === 0 ? nothing : await findFiles(named, searchOf(bench));
  const read = await readFiles(found, terminal.folder, progress.begin('Reading handoff'));
  const sources = [...input.sources, ...read.sources];
  const files = sources.flatMap(({ file }) => file ?? []);
  const baseless = options.base === undefined ? [] : await baseComplaints(options.base, files, bench);
  const fixed = await fixedAs(sources, options, bench, terminal, progress);
  progress.begin('Asking git and the disk');
  const judged = await judge(fixed.sources, fixed.bench, progress.begin('Checking handoff'));
  progress.end();

  const missed = [...found.complaints, ...(options.allowNoFiles ? [] : found.empty)].map(visible);
  const complaints = [
    ...missed,
    ...baseless,
    ...input.complaints,
    ...read.complaints,
    ...fixed.complaints,
    ...judged.complaints,
  ];
  const summary = summarise(judged.files);
  const shown = options.quiet ? errorsOnly(judged.files) : judged.files;
  const report = await reportText(options.format, { files: shown, summary, complaints, fixed, terminal, ...options });
  // Where standard output is taken by a fixed text or a diff, the report goes beside it.
  if (fixed.output === undefined) terminal.write(report);
  else {
    terminal.write(fixed.output);
    terminal.complain(report);
  }
  for (const complaint of complaints) terminal.complain(`agent-handoff: ${complaint}\n`);
  return exitCode(summary, complaints, options, terminal);
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

/** What fixing has made of the sources. */
interface Fixing {
  readonly sources: readonly Source[];
  /** What they are to be judged on now. */
  readonly bench: Bench;
  /** What goes to standard output in place of the report. */
  readonly output?: string;
  readonly complaints: readonly string[];
  /** Number of fixes that were made. */
  readonly applied: number;
  /** Paths of new files, as they are shown. */
  readonly created: readonly string[];
}

async function fixedAs(
  sources: readonly Source[],
  options: CheckOptions,
  bench: Bench,
  terminal: Terminal,
  progress: Progress,
): Promise<Fixing> {
  const unfixed: Fixing = { sources, bench, complaints: [], applied: 0, created: [] };
  if (!options.fix && !options.fixDryRun) return unfixed;
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
    return { ...unfixed, sources: [...after, ...left], bench: afterFixes(bench, fixes), output };
  }
  const written = await writeFixes(fixes);
  const printed = fixes.flatMap(({ source, text }) => (source.isInput ? [text] : []));
  return {
    sources: [...written.sources, ...left],
    // What was known of the disk is of before.
    bench: applied === 0 ? bench : await createBench({ useGit: options.git, base: options.base }, terminal),
    ...(sources.some(({ isInput }) => isInput) && { output: printed.join('') }),
    complaints: written.complaints,
    applied,
    created: written.created.map((file) => shownPath(bench, file)),
  };
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

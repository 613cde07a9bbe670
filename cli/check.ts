import path from 'node:path';
import { count, visible } from '../core/words.ts';
import { findGit } from '../host/program.ts';
import { createLocator } from '../host/surroundings.ts';
import { readText, textOf } from '../host/text.ts';
import { CallError } from './call-error.ts';
import { coloursFor } from './colours.ts';
import { createConfigurations } from './configurations.ts';
import { type Bench, judge, type Source } from './judge.ts';
import { type Found, findFiles } from './paths.ts';
import { errorsOnly, summarise } from './report.ts';
import { jsonReport } from './report-json.ts';
import { prettyReport, prettySummary } from './report-pretty.ts';
import type { Terminal } from './terminal.ts';

export interface CheckOptions {
  readonly format: 'pretty' | 'json';
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
  const { stdinFilename } = options;
  if (stdinFilename !== undefined && !paths.includes('-')) {
    throw new CallError('--stdin-filename names what is read from standard input: give - as the path.');
  }
  const bench = await createBench(options, terminal);
  const input = paths.includes('-') ? await readInput(stdinFilename, terminal) : noInput;
  const named = paths.filter((given) => given !== '-');
  const found = paths.length > 0 && named.length === 0 ? nothing : await findFiles(named, searchOf(bench, terminal));
  const read = await readFiles(found.files, terminal.folder);
  const judged = await judge([...input.sources, ...read.sources], bench);
  const summary = summarise(judged.files);
  const shown = options.quiet ? errorsOnly(judged.files) : judged.files;

  if (options.format === 'json') terminal.write(jsonReport(shown, summary));
  else {
    const look = { colours: coloursFor(terminal, options.color), width: terminal.output.columns ?? WIDTH };
    const silent = options.quiet ? summary.errors === 0 : summary.files === 0;
    terminal.write(prettyReport(shown, look) + (silent ? '' : prettySummary(summary)));
  }
  const missed = [...found.complaints, ...(options.allowNoFiles ? [] : found.empty)].map(visible);
  const complaints = [...missed, ...input.complaints, ...read.complaints, ...judged.complaints];
  for (const complaint of complaints) terminal.complain(`agent-handoff: ${complaint}\n`);
  if (complaints.length > 0) return 2;
  const { maxWarnings } = options;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) {
    terminal.complain(
      `agent-handoff: ${count(summary.warnings, 'warning')}, and at most ${maxWarnings} may be there.\n`,
    );
    return 1;
  }
  return summary.errors > 0 ? 1 : 0;
}

/** Cells of a line where nobody says how many there are. */
const WIDTH = 100;

const nothing: Found = { files: [], complaints: [], empty: [] };

interface Read {
  readonly sources: readonly Source[];
  readonly complaints: readonly string[];
}

const noInput: Read = { sources: [], complaints: [] };

async function createBench(options: CheckOptions, { folder, environment, now }: Terminal): Promise<Bench> {
  const git = { program: await findGit({ workspaceFolders: [folder], environment }), environment };
  return {
    git,
    locator: createLocator({ git, useGit: options.git, trusted: true, workspaceFolders: [folder] }),
    configurations: createConfigurations(folder),
    base: options.base,
    now: now(),
    folder,
  };
}

/** Globs of a configuration that cannot be used are none: the files that it holds for are complained of later. */
function searchOf({ locator, configurations }: Bench, { folder }: Terminal) {
  return {
    folder,
    async configured(searched: string) {
      const found = await configurations.of(searched, await locator.locate(path.join(searched, 'any.json')));
      if (found.kind === 'unusable') throw new CallError(found.complaint);
      return found.folder === undefined ? undefined : { globs: found.configuration.files, base: found.folder };
    },
  };
}

async function readFiles(files: readonly string[], folder: string): Promise<Read> {
  const sources: Source[] = [];
  const complaints: string[] = [];
  for (const file of files) {
    const read = await readText(file);
    if (read.kind === 'text') sources.push({ path: shownPath(folder, file), file, text: read.text });
    else complaints.push(`${visible(read.message)}.`);
  }
  return { sources, complaints };
}

/** Standard input is read only where `-` asks for it. */
async function readInput(name: string | undefined, { input, folder, complain }: Terminal): Promise<Read> {
  if (input.isTerminal)
    complain('agent-handoff: reading standard input; end it with Ctrl+D (Windows: Ctrl+Z, Enter).\n');
  const chunks: Uint8Array[] = [];
  for await (const chunk of input.bytes()) chunks.push(chunk);
  const read = textOf('Standard input', Buffer.concat(chunks));
  if (read.kind !== 'text') return { sources: [], complaints: [`${read.message}.`] };
  const file = name === undefined ? undefined : path.resolve(folder, name);
  const shown = file === undefined ? '-' : shownPath(folder, file);
  return { sources: [{ path: shown, file, text: read.text }], complaints: [] };
}

/** Relative to the working folder, with `/`. */
function shownPath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

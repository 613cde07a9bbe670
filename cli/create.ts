import path from 'node:path';
import type { Configuration } from '../core/configuration.ts';
import {
  type Answers,
  type CreateSource,
  createDraft,
  createNeeds,
  type Draft,
  obstacles,
  previousNeeds,
  questions,
} from '../core/draft.ts';
import { unite } from '../core/facts.ts';
import type { Format } from '../core/format.ts';
import { formats } from '../core/generated/formats.ts';
import { codePoints, count, oneOf, visible } from '../core/words.ts';
import { gather } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { contains, findGit } from '../host/program.ts';
import { createLocator, type Surroundings } from '../host/surroundings.ts';
import { write } from '../host/write.ts';
import { type AnswerOptions, answersFor, flagFor, readAnswers } from './answers.ts';
import { shownPath } from './bench.ts';
import { CallError } from './call-error.ts';
import type { ExitCode } from './check.ts';
import { createConfigurations } from './configurations.ts';
import type { Terminal } from './terminal.ts';

export interface CreateOptions extends AnswerOptions {
  readonly formatId?: string;
  readonly base?: string;
  readonly includeUncommitted?: boolean;
  /** Where the handoff goes, relative to the working folder; else the format's usual place. */
  readonly output?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Writes a handoff from the state of the repository. Prints the path of what it wrote, the handoff last; everything else
 * goes to standard error. Where anything fails on the way, nothing is left behind.
 */
export async function createCommand(options: CreateOptions, terminal: Terminal): Promise<ExitCode> {
  const given = await readAnswers(options, terminal);
  const world = await surroundingsOf(options, terminal);
  const format = formatOf(options, world.configuration);
  const first = await sourceFor(format, world, options, {}, terminal);
  const answers = answersFor(first, given);
  const source = await sourceFor(format, world, options, answers, terminal);
  warn(source, terminal);
  requireAnswers(source, answers);
  const draft = createDraft(source, answers);
  if (draft.taken !== undefined && !options.force) {
    throw new CallError(`${draft.taken} is there already, and is kept. Replace it with --force.`);
  }
  if (options.dryRun) show(draft, terminal);
  else await writeDraft(draft, world, terminal);
  return report(draft, terminal);
}

interface World {
  readonly git: Git;
  readonly surroundings: Surroundings;
  readonly root: string;
  readonly configuration: Configuration;
  /** Where the handoff goes, relative to the root; undefined for the usual place. */
  readonly path: string | undefined;
}

async function surroundingsOf({ output }: CreateOptions, { folder, environment }: Terminal): Promise<World> {
  const git = { program: await findGit({ workspaceFolders: [folder], environment }), environment };
  const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [folder] });
  const surroundings = await locator.locate(path.join(folder, 'handoff.json'));
  const configured = await createConfigurations(folder).of(folder, surroundings);
  if (configured.kind === 'unusable') throw new CallError(configured.complaint);
  const root = surroundings.root ?? folder;
  return { git, surroundings, root, configuration: configured.configuration, path: pathIn(root, folder, output) };
}

/** The paths in a handoff are relative to the root that it lies in. */
function pathIn(root: string, folder: string, output: string | undefined): string | undefined {
  if (output === undefined) return undefined;
  const file = path.resolve(folder, output);
  if (output === '' || /[/\\]$/.test(output) || file === root) {
    throw new CallError(`--output must name a file; ${output === '' ? 'it is empty' : `${output} is a folder`}.`);
  }
  if (!contains(root, file)) throw new CallError(`--output must lie in ${root}, which the handoff is about.`);
  return shownPath({ folder: root }, file);
}

function formatOf({ formatId }: CreateOptions, { create }: Configuration): Format {
  const id = formatId ?? create.format;
  const format = id === undefined ? formats[0] : formats.find((known) => known.id === id);
  if (format !== undefined) return format;
  throw new CallError(`No format is called ${id}. Known: ${formats.map((known) => known.id).join(', ')}.`);
}

async function sourceFor(
  format: Format,
  { git, surroundings, configuration, path: place }: World,
  { base, includeUncommitted = false }: CreateOptions,
  answers: Answers,
  terminal: Terminal,
): Promise<CreateSource> {
  const options = { git, now: terminal.now(), base: base ?? configuration.git.base };
  const document = path.join(terminal.folder, 'handoff.json');
  const needs = createNeeds(format, place);
  const facts = await gather(surroundings, document, needs, options);
  const source: CreateSource = {
    format,
    facts,
    configuration,
    includesUncommitted: includeUncommitted,
    ...(place !== undefined && { path: place }),
  };
  const earlier = previousNeeds(source, answers);
  if ((earlier.files?.length ?? 0) === 0) return source;
  return { ...source, facts: await gather(surroundings, document, unite([needs, earlier]), options) };
}

/** What is in the way stops; what is only worth knowing is said. */
function warn(source: CreateSource, { complain }: Terminal): void {
  for (const { kind, message } of obstacles(source)) {
    if (kind === 'base') throw new CallError(`${message} Name it with --base.`);
    if (kind === 'stop') throw new CallError(message);
    complain(`agent-handoff: ${visible(message)}\n`);
  }
}

function requireAnswers(source: CreateSource, answers: Answers): void {
  const missing = questions(source, answers).filter(({ required }) => required);
  if (missing.length === 0) return;
  const wants = missing.map(({ member, title, choices }) => {
    const flag = flagFor(source.format.root.members.get(member));
    const values = choices.length > 0 ? `: ${oneOf(choices.map(({ value }) => value))}` : '';
    return flag === undefined ? `${title} (check the branch out first)` : `--${flag} (${title}${values})`;
  });
  throw new CallError(`Neither git nor the branch's name tells this, so it must be given: ${oneOf(wants, 'and')}.`);
}

function show({ text, sideFiles }: Draft, terminal: Terminal): void {
  terminal.write(text);
  for (const { path: place, text } of sideFiles) {
    terminal.complain(`agent-handoff: ${visible(place)} would be made, with ${count(codePoints(text), 'character')}\n`);
  }
}

async function writeDraft(draft: Draft, { root }: World, terminal: Terminal): Promise<void> {
  const place = draft.taken ?? draft.path;
  const existing = draft.taken === undefined ? 'none' : 'any';
  const written = await write({
    root,
    create: draft.sideFiles,
    document: { path: path.join(root, place), text: draft.text, existing },
  });
  if (written.kind === 'refused') throw new CallError(`No handoff was written. ${written.message}`);
  for (const file of written.paths) terminal.write(`${shownPath(terminal, file)}\n`);
}

/** The handoff says how things are, also where that breaks a rule: it is written, and the exit code tells. */
function report({ reports, base }: Draft, { complain }: Terminal): ExitCode {
  if (base !== undefined) complain(`agent-handoff: measured against ${base}\n`);
  for (const { severity, rule, message } of reports) {
    if (severity === 'error' || severity === 'warning')
      complain(`agent-handoff: ${severity} ${rule}: ${visible(message)}\n`);
  }
  return reports.some(({ severity }) => severity === 'error') ? 1 : 0;
}

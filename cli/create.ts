import path from 'node:path';
import type { Configuration } from '../core/configuration.ts';
import { countedAnew, isChained, readPrevious } from '../core/create/chain.ts';
import type { Answers, CreateSource, Previous } from '../core/create/create-source.ts';
import { createDraft, createNeeds, type Draft, furtherNeeds } from '../core/create/draft.ts';
import { obstacles } from '../core/create/obstacle.ts';
import { type Question, questions } from '../core/create/question.ts';
import { createDocument } from '../core/document.ts';
import { needsNothing, unite } from '../core/evidence/facts.ts';
import { type Format, fieldAt } from '../core/format/format.ts';
import { formats } from '../core/generated/formats.ts';
import { isInGitFolder } from '../core/paths/portable-path.ts';
import { codePoints, count, oneOf, visible } from '../core/text/words.ts';
import { gather } from '../host/facts.ts';
import { inspectFile } from '../host/files.ts';
import type { Git } from '../host/git.ts';
import { contains, findGit } from '../host/program.ts';
import type { OwnFormat } from '../host/schemas/own-formats.ts';
import { createLocator, type Surroundings } from '../host/surroundings.ts';
import { write } from '../host/write.ts';
import { type AnswerOptions, answersFor, flagFor, readAnswers, readFor, shapedFormat } from './answers.ts';
import { shownPath } from './bench.ts';
import { CallError } from './call-error.ts';
import type { ExitCode } from './check.ts';
import { createConfigurations } from './configurations.ts';
import type { Terminal } from './terminal.ts';

export interface CreateOptions extends AnswerOptions {
  readonly formatId?: string;
  readonly base?: string;
  /** The handoff that the new one follows, or `-`. */
  readonly from?: string;
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
  const from = options.from === undefined ? undefined : await readFor('--from', options.from, terminal);
  const chosen = formatOf(options, world, from);
  const previous =
    from === undefined ? undefined : previousOf(chosen, world, { from: options.from ?? '', text: from }, terminal);
  const format = shapedFormat(chosen, given, previous);
  const answers = answersFor(format, given);
  const source = await sourceFor({ format, previous, answers }, world, options, terminal);
  warn(source, terminal);
  const countsAnew = countedAnew(source, answers);
  if (countsAnew !== undefined) throw new CallError(`--set: ${countsAnew}`);
  requireAnswers(source, answers);
  const draft = await validated(createDraft(source, answers), source, answers, world);
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
  /** Formats that the project brings. */
  readonly own: readonly OwnFormat[];
  /** Where the handoff goes, relative to the root; undefined for the usual place. */
  readonly path: string | undefined;
}

async function surroundingsOf({ output }: CreateOptions, terminal: Terminal): Promise<World> {
  const { folder, environment } = terminal;
  const git = { program: await findGit({ workspaceFolders: [folder], environment }), environment };
  const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [folder] });
  const surroundings = await locator.locate(path.join(folder, 'handoff.json'));
  const configured = await createConfigurations(folder, (warning) =>
    terminal.complain(`agent-handoff: ${warning}\n`),
  ).of(folder, surroundings);
  if (configured.kind === 'unusable') throw new CallError(configured.complaint);
  const root = surroundings.root ?? folder;
  const { configuration, own } = configured;
  return { git, surroundings, root, configuration, own, path: await pathIn(root, folder, output) };
}

/** The paths in a handoff are relative to the root that it lies in. */
async function pathIn(root: string, folder: string, output: string | undefined): Promise<string | undefined> {
  if (output === undefined) return undefined;
  const file = path.resolve(folder, output);
  if (output === '' || /[/\\]$/.test(output) || file === root) {
    throw new CallError(`--output must name a file; ${output === '' ? 'it is empty' : `${output} is a folder`}.`);
  }
  if (!contains(root, file)) throw new CallError(`--output must lie in ${root}, which the handoff is about.`);
  const place = shownPath({ folder: root }, file);
  if ((await inspectFile(root, place)).kind === 'folder')
    throw new CallError(`--output must name a file; ${output} is a folder.`);
  if (isInGitFolder(place)) throw new CallError(`--output must lie outside of .git; it is ${output}.`);
  return place;
}

/** The one that is named, else that of the handoff that the new one follows, else the configured one, else the usual one. */
function formatOf({ formatId }: CreateOptions, { configuration, own }: World, from: string | undefined): Format {
  const known = knownFormats({ own });
  const followed =
    from === undefined ? undefined : createDocument('', from, { formats: known, placed: [] }).recognition.format;
  const id = formatId ?? followed?.id ?? configuration.create.format;
  const format = id === undefined ? known[0] : known.find((one) => one.id === id);
  if (format !== undefined) return format;
  throw new CallError(`No format is called ${id}. Known: ${known.map((one) => one.id).join(', ')}.`);
}

/** The bundled ones and the project's. */
function knownFormats({ own }: Pick<World, 'own'>): readonly Format[] {
  return [...formats, ...own.map(({ format }) => format)];
}

function previousOf(
  format: Format,
  { root, own }: World,
  { from, text }: { readonly from: string; readonly text: string },
  terminal: Terminal,
): Previous {
  if (!isChained(format))
    throw new CallError(`--from says nothing in the format ${format.title}: none follows another.`);
  const file = path.resolve(terminal.folder, from);
  const inside = from !== '-' && contains(root, file);
  const name = from === '-' ? 'Standard input' : visible(from);
  const read = readPrevious(format, knownFormats({ own }), {
    name,
    text,
    ...(inside && { path: shownPath({ folder: root }, file) }),
  });
  if ('message' in read) throw new CallError(`--from: ${read.message}`);
  return read.previous;
}

interface Told {
  readonly format: Format;
  readonly previous: Previous | undefined;
  readonly answers: Answers;
}

async function sourceFor(
  { format, previous, answers }: Told,
  { git, surroundings, configuration, path: place }: World,
  { base, includeUncommitted = false }: CreateOptions,
  terminal: Terminal,
): Promise<CreateSource> {
  const options = { git, now: terminal.now(), base: base ?? configuration.git.base };
  const document = path.join(terminal.folder, 'handoff.json');
  const known = {
    format,
    configuration,
    includesUncommitted: includeUncommitted,
    ...(place !== undefined && { path: place }),
    ...(previous !== undefined && { previous }),
  };
  const needs = createNeeds(known);
  const source: CreateSource = { ...known, facts: await gather(surroundings, document, needs, options) };
  const further = furtherNeeds(source, answers);
  if (needsNothing(further)) return source;
  return { ...source, facts: await gather(surroundings, document, unite([needs, further]), options) };
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
  const wants = missing.map((question) => howToSay(question, source));
  throw new CallError(`Neither git nor the branch's name tells this, so it must be given: ${oneOf(wants, 'and')}.`);
}

/** The option that answers a question, with what it is about and what can be said. */
function howToSay({ path, member, title, kind, choices }: Question, { format }: CreateSource): string {
  const flag = path.length === 1 ? flagFor(fieldAt(format, path)) : undefined;
  const values = choices.length > 0 ? `: ${oneOf(choices.map(({ value }) => value))}` : '';
  const option = flag === undefined ? `--set ${member}=…` : `--${flag}`;
  return `${option} (${title}${values}${kind === 'list' ? '; once for each entry' : ''})`;
}

/** The same draft with what the schema says of it, where the project brings the format. */
async function validated(draft: Draft, source: CreateSource, answers: Answers, { own }: World): Promise<Draft> {
  const verdict = await own.find(({ format }) => format.id === source.format.id)?.validate(draft.document);
  return verdict === undefined ? draft : createDraft({ ...source, facts: { ...source.facts, verdict } }, answers);
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

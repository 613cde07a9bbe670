import path from 'node:path';
import type { Configuration } from '../core/configuration.ts';
import {
  type Answers,
  answerProblem,
  type CreateSource,
  createDraft,
  createNeeds,
  type Draft,
  obstacles,
  previousNeeds,
  questions,
} from '../core/draft.ts';
import { unite } from '../core/facts.ts';
import type { Field, Format } from '../core/format.ts';
import { formats } from '../core/generated/formats.ts';
import type { Meaning } from '../core/meaning.ts';
import type { Json } from '../core/schema.ts';
import { oneOf, visible } from '../core/words.ts';
import { gather } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { findGit } from '../host/program.ts';
import { createLocator, type Surroundings } from '../host/surroundings.ts';
import { write } from '../host/write.ts';
import { CallError } from './call-error.ts';
import type { ExitCode } from './check.ts';
import { createConfigurations } from './configurations.ts';
import type { Terminal } from './terminal.ts';

export interface CreateOptions {
  readonly task?: string;
  readonly reason?: string;
  readonly pending?: string;
  readonly failures?: string;
  readonly bot?: string;
  readonly formatId?: string;
  readonly base?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Writes a handoff from the state of the repository. Prints the path of what it wrote, the handoff last; everything else
 * goes to standard error. Where anything fails on the way, nothing is left behind.
 */
export async function createCommand(options: CreateOptions, terminal: Terminal): Promise<ExitCode> {
  const world = await surroundingsOf(terminal);
  const format = formatOf(options, world.configuration);
  const first = await sourceFor(format, world, options, {}, terminal);
  const answers = answersOf(first, options);
  const source = await sourceFor(format, world, options, answers, terminal);
  warn(source, terminal);
  requireAnswers(source, answers);
  const draft = createDraft(source, answers);
  if (draft.taken !== undefined && !options.force) {
    throw new CallError(`${draft.taken} is there already, and is kept. Replace it with --force.`);
  }
  if (options.dryRun) terminal.write(draft.text);
  else await writeDraft(draft, world, terminal);
  return report(draft, terminal);
}

interface World {
  readonly git: Git;
  readonly surroundings: Surroundings;
  readonly root: string;
  readonly configuration: Configuration;
}

async function surroundingsOf({ folder, environment }: Terminal): Promise<World> {
  const git = { program: await findGit({ workspaceFolders: [folder], environment }), environment };
  const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [folder] });
  const surroundings = await locator.locate(path.join(folder, 'handoff.json'));
  const configured = await createConfigurations(folder).of(folder, surroundings);
  if (configured.kind === 'unusable') throw new CallError(configured.complaint);
  return { git, surroundings, root: surroundings.root ?? folder, configuration: configured.configuration };
}

function formatOf({ formatId }: CreateOptions, { create }: Configuration): Format {
  const id = formatId ?? create.format;
  const format = id === undefined ? formats[0] : formats.find((known) => known.id === id);
  if (format !== undefined) return format;
  throw new CallError(`No format is called ${id}. Known: ${formats.map((known) => known.id).join(', ')}.`);
}

async function sourceFor(
  format: Format,
  { git, surroundings, configuration }: World,
  { base }: CreateOptions,
  answers: Answers,
  terminal: Terminal,
): Promise<CreateSource> {
  const options = { git, now: terminal.now(), base: base ?? configuration.git.base };
  const document = path.join(terminal.folder, 'handoff.json');
  const facts = await gather(surroundings, document, createNeeds(format), options);
  const source = { format, facts, configuration };
  const earlier = previousNeeds(source, answers);
  if ((earlier.files?.length ?? 0) === 0) return source;
  return { ...source, facts: await gather(surroundings, document, unite([createNeeds(format), earlier]), options) };
}

/** Which option answers a member: by what the member means. */
const MEANINGS: readonly (readonly [keyof CreateOptions, (meaning: Meaning) => boolean])[] = [
  ['task', ({ task }) => task === 'id'],
  ['reason', ({ reason }) => reason !== undefined],
  ['pending', ({ prose }) => prose?.about === 'pending'],
  ['failures', ({ prose }) => prose?.about === 'failures'],
  ['bot', ({ agent }) => agent === 'from'],
];

function answersOf(source: CreateSource, options: CreateOptions): Answers {
  const answers: Record<string, Json> = {};
  for (const [option, means] of MEANINGS) {
    const given = options[option];
    if (typeof given !== 'string') continue;
    const member = [...source.format.root.members].find(([, { meaning }]) => means(meaning))?.[0];
    if (member === undefined) throw new CallError(`--${option} says nothing in a ${source.format.title}.`);
    const problem = answerProblem(source, member, given);
    if (problem !== undefined) throw new CallError(`--${option}: ${problem}`);
    answers[member] = given;
  }
  return answers;
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
    const option = optionFor(source.format.root.members.get(member));
    const values = choices.length > 0 ? `: ${oneOf(choices.map(({ value }) => value))}` : '';
    return option === undefined ? `${title}, which only a branch can tell` : `--${option} (${title}${values})`;
  });
  throw new CallError(`Neither git nor the branch's name tells this, so it must be given: ${oneOf(wants, 'and')}.`);
}

function optionFor(field: Field | undefined): string | undefined {
  return field && MEANINGS.find(([, means]) => means(field.meaning))?.[0];
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
  for (const file of written.paths)
    terminal.write(`${path.relative(terminal.folder, file).split(path.sep).join('/')}\n`);
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

import path from 'node:path';
import { answerPath, answerProblem, readAnswers as readTyped, withAnswer } from '../core/create/answers.ts';
import type { Answers, Previous } from '../core/create/create-source.ts';
import { inShapeCalled, inShapeOf, shapeChoices } from '../core/create/shape-choice.ts';
import { type Field, type Format, shapesOfFormat } from '../core/format/format.ts';
import type { Meaning } from '../core/format/meaning.ts';
import { child, type Json } from '../core/format/schema.ts';
import { flawOf } from '../core/paths/portable-path.ts';
import { oneOf, shown } from '../core/text/words.ts';
import { readText, textOf } from '../host/text.ts';
import { CallError } from './call-error.ts';
import { bytesOfInput } from './read.ts';
import type { Terminal } from './terminal.ts';

/** What the options of `create` say about the members of a handoff. */
export interface AnswerOptions {
  readonly task?: string;
  readonly reason?: string;
  readonly pending?: string;
  readonly failures?: string;
  readonly bot?: string;
  readonly pendingFile?: string;
  readonly failuresFile?: string;
  readonly allow?: readonly string[];
  readonly forbid?: readonly string[];
  /** `NAME=STATUS`, one for each test or check. */
  readonly test?: readonly string[];
  /** Paths of JUnit XML. */
  readonly testReport?: readonly string[];
  /** `NAME=VALUE`, for any member; more than one for a list. */
  readonly set?: readonly string[];
  /** Id of the shape, where the format has several. */
  readonly shape?: string;
}

/** The options with the files that they name read. */
export interface GivenAnswers {
  /** By the flag that a message names. */
  readonly flags: ReadonlyMap<Flag, Json>;
  readonly set: readonly { readonly name: string; readonly text: string }[];
  readonly shape: string | undefined;
}

type Flag = 'task' | 'reason' | 'pending' | 'failures' | 'bot' | 'allow' | 'forbid' | 'test';

/** Which option answers a member: by what the member means. */
const MEANINGS: readonly (readonly [Flag, (meaning: Meaning) => boolean])[] = [
  ['task', ({ task }) => task === 'id'],
  ['reason', ({ reason }) => reason !== undefined],
  ['pending', ({ prose }) => prose?.about === 'pending'],
  ['failures', ({ prose }) => prose?.about === 'failures'],
  ['bot', ({ agent }) => agent === 'from'],
  ['allow', ({ paths }) => paths === 'allowed'],
  ['forbid', ({ paths }) => paths === 'forbidden'],
  ['test', ({ results }) => results === 'tests'],
];

/** Reads what the options name. Files are relative to the working folder, and `-` is standard input. */
export async function readAnswers(options: AnswerOptions, terminal: Terminal): Promise<GivenAnswers> {
  const { task, reason, bot, allow, forbid } = options;
  if (options.pendingFile === '-' && options.failuresFile === '-') {
    throw new CallError('Only one of --pending-file and --failures-file can be -, standard input.');
  }
  const given: readonly (readonly [Flag, Json | undefined])[] = [
    ['task', task],
    ['reason', reason],
    ['pending', await textFor('pending', options.pending, options.pendingFile, terminal)],
    ['failures', await textFor('failures', options.failures, options.failuresFile, terminal)],
    ['bot', bot],
    ['allow', allow === undefined ? undefined : portable('allow', allow)],
    ['forbid', forbid === undefined ? undefined : portable('forbid', forbid)],
    ['test', await testResults(options, terminal)],
  ];
  const flags = new Map(given.flatMap(([flag, value]) => (value === undefined ? [] : [[flag, value] as const])));
  return { flags, set: (options.set ?? []).map(nameAndText), shape: options.shape };
}

/**
 * The format in the shape that the new handoff gets: the one that is named, else the one that the answers tell, else that of
 * the handoff that it follows.
 */
export function shapedFormat(format: Format, given: GivenAnswers, previous: Previous | undefined): Format {
  const shapes = shapeChoices(format);
  const listed = shapes.map(({ id, title }) => `${id} (${title})`);
  if (given.shape !== undefined) {
    const shaped = inShapeCalled(format, given.shape);
    if (shaped !== undefined) return shaped;
    const known = shapes.length === 0 ? 'it has one shape only' : `it must be ${oneOf(listed)}`;
    throw new CallError(`--shape: the format ${format.title} has no shape ${shown(given.shape)}; ${known}.`);
  }
  const flags = [...given.flags].flatMap(([flag, value]) => {
    const member = memberFor(flag, format);
    return member === undefined ? [] : [[member, value] as const];
  });
  const set = given.set.map(({ name, text }) => [String(answerPath(format, name)[0]), text] as const);
  const told = inShapeOf(format, Object.fromEntries([...flags, ...set]));
  const shaped = told ?? (previous && inShapeOf(format, previous.value));
  if (shaped !== undefined) return shaped;
  throw new CallError(
    `The format ${format.title} has ${shapes.length} shapes, so --shape must say which: ${oneOf(listed)}.`,
  );
}

/** The answers by the members they belong to in a format. One that belongs to none, or cannot be right, stops the call. */
export function answersFor(format: Format, given: GivenAnswers): Answers {
  let answers: Answers = {};
  for (const [flag, said] of given.flags) {
    const member = memberIn(flag, format);
    if (member === undefined) throw new CallError(`--${flag} says nothing in a ${format.title}.`);
    const value = readTyped(format, { [member]: said })[member] ?? null;
    const problem = answerProblem({ format }, [member], value);
    if (problem !== undefined) throw new CallError(`--${flag}: ${problem}`);
    answers = { ...answers, [member]: value };
  }
  return given.set.reduce((before, one) => setAnswer(format, before, one), answers);
}

function setAnswer(format: Format, before: Answers, { name, text }: GivenAnswers['set'][number]): Answers {
  const path = answerPath(format, name);
  const next = withAnswer(format, before, path, text);
  const [first = ''] = path;
  const problem =
    'message' in next ? next.message : answerProblem({ format }, [first], child(next.answers, first) ?? null);
  if ('message' in next || problem !== undefined) throw new CallError(`--set ${name}: ${problem}`);
  return next.answers;
}

/** The option that answers a member, without its dashes. */
export function flagFor(field: Pick<Field, 'meaning'> | undefined): Flag | undefined {
  return field && MEANINGS.find(([, means]) => means(field.meaning))?.[0];
}

/** The member that an option answers, in any shape of a format. */
function memberFor(flag: Flag, format: Format): string | undefined {
  return shapesOfFormat(format).flatMap((shaped) => memberIn(flag, shaped) ?? [])[0];
}

function memberIn(flag: Flag, { root }: Format): string | undefined {
  return [...root.members].find(([, { meaning }]) => flagFor({ meaning }) === flag)?.[0];
}

function nameAndText(one: string): { readonly name: string; readonly text: string } {
  const at = one.indexOf('=');
  if (at < 1) throw new CallError(`--set must be NAME=VALUE, for example goal="Ship it"; it is ${shown(one)}.`);
  return { name: one.slice(0, at).trim(), text: one.slice(at + 1) };
}

async function textFor(
  flag: 'pending' | 'failures',
  text: string | undefined,
  file: string | undefined,
  terminal: Terminal,
): Promise<string | undefined> {
  if (file === undefined) return text;
  if (text !== undefined) throw new CallError(`--${flag} and --${flag}-file are the same text: give one of them.`);
  // The end of the last line belongs to the file, not to what it says.
  return (await readFor(`--${flag}-file`, file, terminal)).replace(/\r?\n$/, '');
}

/** The text of a file that an option names, or of standard input for `-`, without a byte-order mark. */
export async function readFor(option: string, file: string, terminal: Terminal): Promise<string> {
  const read =
    file === '-'
      ? textOf('Standard input', await bytesOfInput(terminal))
      : await readText(path.resolve(terminal.folder, file));
  if (read.kind !== 'text') throw new CallError(`${option}: ${read.message}.`);
  return read.text.replace(/^\ufeff/, '');
}

function portable(flag: Flag, paths: readonly string[]): readonly string[] {
  for (const one of paths) {
    const flaw = flawOf(one);
    if (flaw?.severity === 'error') throw new CallError(`--${flag} ${shown(one)}: ${flaw.message}`);
  }
  return paths;
}

async function testResults(
  { test = [], testReport = [] }: AnswerOptions,
  terminal: Terminal,
): Promise<Json | undefined> {
  if (test.length === 0 && testReport.length === 0) return undefined;
  const results = new Map<string, Json>();
  const add = (option: string, name: string, result: Json) => {
    if (results.has(name)) throw new CallError(`${option}: there is a result for ${shown(name)} already.`);
    results.set(name, result);
  };
  for (const file of testReport) {
    // Few handoffs are made from a report.
    const { readTestReport } = await import('./test-report.ts');
    const report = readTestReport(file, await readFor('--test-report', file, terminal));
    for (const [name, result] of report) add(`--test-report ${file}`, name, result);
  }
  for (const one of test) {
    const at = one.indexOf('=');
    const [name, status] = [one.slice(0, at).trim(), one.slice(at + 1).trim()];
    if (at < 0 || name === '' || status === '') {
      throw new CallError(`--test must be NAME=STATUS, for example pytest=passed; it is ${shown(one)}.`);
    }
    add('--test', name, status);
  }
  return Object.fromEntries(results);
}

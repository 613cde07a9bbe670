import path from 'node:path';
import { type Answers, answerProblem, type CreateSource } from '../core/draft.ts';
import type { Field } from '../core/format.ts';
import type { Meaning } from '../core/meaning.ts';
import { flawOf } from '../core/portable-path.ts';
import type { Json } from '../core/schema.ts';
import { shown } from '../core/words.ts';
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
}

/** The options with the files that they name read, by the flag that a message names. */
export type GivenAnswers = ReadonlyMap<Flag, Json>;

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
  return new Map(given.flatMap(([flag, value]) => (value === undefined ? [] : [[flag, value] as const])));
}

/** The answers by the members they belong to in a format. One that belongs to none, or cannot be right, stops the call. */
export function answersFor(source: CreateSource, given: GivenAnswers): Answers {
  const answers: Record<string, Json> = {};
  for (const [flag, means] of MEANINGS) {
    const value = given.get(flag);
    if (value === undefined) continue;
    const member = [...source.format.root.members].find(([, { meaning }]) => means(meaning))?.[0];
    if (member === undefined) throw new CallError(`--${flag} says nothing in a ${source.format.title}.`);
    const problem = answerProblem(source, member, value);
    if (problem !== undefined) throw new CallError(`--${flag}: ${problem}`);
    answers[member] = value;
  }
  return answers;
}

/** The option that answers a member, without its dashes. */
export function flagFor(field: Field | undefined): Flag | undefined {
  return field && MEANINGS.find(([, means]) => means(field.meaning))?.[0];
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
  return (await readFor(`--${flag}-file`, file, terminal)).replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}

async function readFor(option: string, file: string, terminal: Terminal): Promise<string> {
  const read =
    file === '-'
      ? textOf('Standard input', await bytesOfInput(terminal))
      : await readText(path.resolve(terminal.folder, file));
  if (read.kind !== 'text') throw new CallError(`${option}: ${read.message}.`);
  return read.text;
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

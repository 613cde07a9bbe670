import { join } from 'node:path';
import { findGit } from '../host/program.ts';
import { type CommandLine, environment, timed } from './child.ts';
import type { Competitors } from './competitors.ts';
import { FOLDER } from './documents.ts';
import { inTurn } from './measure.ts';
import { inTemporaryFolder, makeRepository, type Task } from './repository.ts';
import { checkLine, expectPlainFindings } from './terminal/check.ts';
import { gitAlone } from './terminal/git-alone.ts';

/** How long each program takes for the same files, in milliseconds. */
export interface TerminalResult {
  readonly files: number;
  readonly bytes: number;
  readonly mistakes: boolean;
  /** By the name of the program, in the order of the table. */
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** How many files v8r was given where it was fewer: its times are then extrapolated. */
  readonly v8rFiles?: number;
}

/** The names of the programs. */
export const terminalNames = {
  floor: 'read and JSON.parse',
  ours: 'agent-handoff check --no-git',
  git: 'agent-handoff check',
  gitAlone: 'git alone, asked the same',
  native: '@sourcemeta/jsonschema',
  ajv: 'ajv-cli',
  v8r: 'v8r',
} as const;

type Name = keyof typeof terminalNames;

interface Plan {
  readonly files: number;
  readonly rounds: number;
  readonly mistakes: boolean;
  /** What v8r is given, which takes minutes for thousands: a glob, and how many files it stands for. */
  readonly v8r?: { readonly glob: string; readonly files: number; readonly rounds: number };
}

const plans: readonly Plan[] = [
  { files: 1, rounds: 15, mistakes: false, v8r: { glob: '*', files: 1, rounds: 5 } },
  { files: 100, rounds: 11, mistakes: false, v8r: { glob: '*', files: 100, rounds: 5 } },
  { files: 100, rounds: 11, mistakes: true, v8r: { glob: '*', files: 100, rounds: 5 } },
  { files: 10_000, rounds: 7, mistakes: false, v8r: { glob: 'task-1???', files: 1000, rounds: 3 } },
];

const quickPlans: readonly Plan[] = [
  { files: 1, rounds: 7, mistakes: false },
  { files: 100, rounds: 5, mistakes: false },
  { files: 10_000, rounds: 3, mistakes: false },
];

/** How many files the branch of a handoff changes, at least and at most: so the texts have 1.1 to 1.5 KB. */
const FEWEST = 9;
const MOST = 18;

const top = join(import.meta.dirname, '..');
const schema = join(top, 'schemas', 'task.schema.json');

/**
 * Measures programs in the terminal on true handoffs in a git repository, in turn. Fails where ours does not report what
 * the plain path finds, or where a program misses that every file has a mistake.
 */
export async function measureTerminal(
  competitors: Competitors,
  { quick, say }: { readonly quick: boolean; readonly say: (line: string) => void },
): Promise<readonly TerminalResult[]> {
  const results: TerminalResult[] = [];
  for (const plan of quick ? quickPlans : plans) {
    say(`terminal: ${plan.files} ${plan.files === 1 ? 'file' : 'files'}${plan.mistakes ? ', a mistake in each' : ''}`);
    results.push(
      await inTemporaryFolder((folder) => inTemporaryFolder((beside) => measure(folder, beside, competitors, plan))),
    );
  }
  return results;
}

/** `folder` is where the handoffs are, and no program is run from; `beside` is for what else is needed. */
async function measure(folder: string, beside: string, competitors: Competitors, plan: Plan): Promise<TerminalResult> {
  const written = await makeRepository(folder, tasksOf(plan));
  const call = { node: competitors.node, folder, path: FOLDER };
  for (const useGit of [false, true]) await expectPlainFindings({ ...call, useGit }, written, plan.mistakes);
  const times = new Map<string, number[]>();
  const asking = checkLine({ ...call, useGit: true });
  const alone = await gitAlone(asking, await gitProgram(folder), beside, codesOf('git', plan));
  const runs = [...commandsOf(folder, competitors), { name: 'gitAlone' as const, line: alone }].map(
    ({ name, line }) =>
      async (counts: boolean) => {
        const time = await timed(line, codesOf(name, plan));
        if (counts) add(times, name, time);
      },
  );
  await inTurn(plan.rounds, runs);
  const { v8r } = plan;
  for (let round = 0; v8r !== undefined && round < v8r.rounds; round++) {
    const time = await timed(commandOfV8r(folder, competitors, v8r.glob), codesOf('v8r', plan));
    add(times, 'v8r', (time / v8r.files) * plan.files);
  }
  return {
    files: plan.files,
    bytes: written.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    mistakes: plan.mistakes,
    times,
    ...(v8r !== undefined && v8r.files < plan.files && { v8rFiles: v8r.files }),
  };
}

async function gitProgram(folder: string): Promise<string> {
  const program = await findGit({ workspaceFolders: [folder], environment: environment() });
  if (program === undefined) throw new Error('There is no git.');
  return program;
}

function add(times: Map<string, number[]>, name: Name, time: number): void {
  const all = times.get(terminalNames[name]) ?? [];
  times.set(terminalNames[name], [...all, time]);
}

/** Each handoff changes files of its own. */
function tasksOf({ files, mistakes }: Plan): readonly Task[] {
  let from = 0;
  return Array.from({ length: files }, (_, index) => {
    const changes = FEWEST + (index % (MOST - FEWEST + 1));
    const task = { task: `task-${index + 1}`, changes, from, results: 1, mistake: mistakes };
    from += changes;
    return task;
  });
}

function commandsOf(
  folder: string,
  { node, jsonschema, ajv }: Competitors,
): readonly { readonly name: Name; readonly line: CommandLine }[] {
  const floor = join(import.meta.dirname, 'floor.mjs');
  const validate = ['validate', '--spec=draft2020', '--strict=false', '-c', 'ajv-formats', '-s', schema];
  return [
    { name: 'floor', line: { command: node, args: [floor, FOLDER], folder } },
    { name: 'ours', line: checkLine({ node, folder, path: FOLDER, useGit: false }) },
    { name: 'git', line: checkLine({ node, folder, path: FOLDER, useGit: true }) },
    { name: 'native', line: { command: jsonschema, args: ['validate', '--continue', schema, FOLDER], folder } },
    { name: 'ajv', line: { command: node, args: [ajv, ...validate, '-d', `${FOLDER}/*.json`], folder } },
  ];
}

/** Without its cache, which is for schemas from the network; with a local one it asks nobody. */
function commandOfV8r(folder: string, { node, v8r }: Competitors, glob: string): CommandLine {
  return { command: node, args: [v8r, '--cache-ttl', '0', '-s', schema, `${FOLDER}/${glob}.json`], folder };
}

/** What a program ends with; each has a code of its own for a document that the schema refuses. */
function codesOf(name: Name, { mistakes }: Plan): readonly number[] {
  if (!mistakes || name === 'floor' || name === 'gitAlone') return [0];
  return name === 'native' ? [2] : name === 'v8r' ? [99] : [1];
}

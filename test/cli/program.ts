import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../cli/run.ts';
import type { Terminal } from '../../cli/terminal.ts';

export interface Result {
  readonly code: number;
  readonly output: string;
  readonly complaints: string;
}

export interface Around {
  readonly input?: string | Uint8Array;
  readonly environment?: Terminal['environment'];
  readonly isTerminal?: boolean;
  readonly complainsToTerminal?: boolean;
  /** Milliseconds that pass between two looks at the clock. */
  readonly pace?: number;
  readonly columns?: number;
}

/** Runs the program in this process, in a folder, with nothing of this machine's environment but the path. */
export async function runIn(folder: string, argv: readonly string[], around: Around = {}): Promise<Result> {
  let output = '';
  let complaints = '';
  const code = await run(argv, {
    ...terminalIn(folder, around),
    write: (text) => {
      output += text;
    },
    complain: (text) => {
      complaints += text;
    },
  });
  return { code, output, complaints };
}

/** A terminal that nobody looks at. */
export function terminalIn(folder: string, around: Around = {}): Terminal {
  let clock = 0;
  return {
    folder,
    environment: { PATH: process.env['PATH'], ...around.environment },
    output: { isTerminal: around.isTerminal ?? false, columns: around.columns },
    complaints: { isTerminal: around.complainsToTerminal ?? false },
    input: {
      isTerminal: false,
      async *bytes() {
        if (around.input === undefined) throw new Error('Standard input must not be read.');
        yield typeof around.input === 'string' ? Buffer.from(around.input) : around.input;
      },
    },
    write: () => undefined,
    complain: () => undefined,
    now: () => '2026-06-01T00:00:00.000Z',
    milliseconds() {
      clock += around.pace ?? 0;
      return clock;
    },
  };
}

/** A temporary folder with files, by their paths; it goes when the test is over. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-cli-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** A task handoff without a mistake, as a person would write it; changed members replace those of the same name. */
export function handoff(changed: Readonly<Record<string, unknown>> = {}): string {
  const members = {
    task_id: 'task-1',
    schema_version: '1.0',
    previous_bot: 'dev4',
    current_branch: 'task/task-1-dev4',
    base_sha: '1111111111111111111111111111111111111111',
    head_sha: '2222222222222222222222222222222222222222',
    changed_paths: [],
    allowed_paths: [],
    forbidden_paths: [],
    pending_work: 'Write the tests.',
    test_results: {},
    handoff_reason: 'interrupt',
    created_at: '2026-05-05T12:34:56Z',
    ...changed,
  };
  return `${JSON.stringify(members, null, 2)}\n`;
}

import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { redacted } from './redact.ts';

/** How git is run: the program and the surroundings it gets. */
export interface Git {
  /** Absolute path of the program; undefined where none was found. */
  readonly program: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that one command may take. */
  readonly timeout?: number;
}

export interface GitCall {
  /** Absolute path of the folder git runs in. */
  readonly folder: string;
  readonly arguments: readonly string[];
  /** Written to git's standard input, which is closed without it. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Stop git after so many records that end in NUL; the answer then says that it is truncated. */
  readonly records?: number;
  /**
   * Gets the output piece by piece instead of its being collected, so that it may be of any size. Must not throw. Once it
   * gives `stop`, git is stopped, and the answer says that it is truncated.
   */
  readonly take?: (piece: Buffer) => 'stop' | undefined;
  /** Settings that hold for this call alone, as name and value. */
  readonly settings?: readonly (readonly [string, string])[];
}

export type GitResult = GitAnswer | GitProblem;

interface GitAnswer {
  readonly kind: 'answer';
  readonly code: number;
  /** The whole of standard output as bytes; empty where the call took it piece by piece. */
  readonly output: Buffer;
  readonly truncated: boolean;
  /** The end of what git said on standard error, credentials removed. For a person, or in a log: never parsed for data. */
  readonly said: string;
}

/** Git gave no answer. An output that was cut off is never handed out. */
export type GitProblem =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'folder-missing'; readonly folder: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-started'; readonly reason: string };

const defaultTimeout = 60_000;
const saidLimit = 16_384;

/** One sentence without a full stop, for a person. */
export function describeProblem(problem: GitProblem): string {
  switch (problem.kind) {
    case 'not-found':
      return 'git is not installed, or its path is not where the settings say';
    case 'folder-missing':
      return `the folder ${problem.folder} does not exist or is no folder`;
    case 'timed-out':
      return `git gave no answer within ${problem.seconds} seconds`;
    case 'cancelled':
      return 'the check was cancelled';
    case 'not-started':
      return `git could not be started: ${problem.reason}`;
  }
}

/**
 * Runs one git command without a shell and collects its output, of any size. Never throws. The command sees no
 * inherited GIT_* variable that could send it to another repository, runs no hook and no file system monitor, takes no
 * optional lock, asks nobody for anything and is allowed no transport: nothing goes over the network.
 */
export async function runGit(git: Git, call: GitCall): Promise<GitResult> {
  const { program } = git;
  if (program === undefined) return { kind: 'not-found' };
  if (call.signal?.aborted === true) return { kind: 'cancelled' };
  const result = await start(program, git, call);
  // The system reports a missing program and a missing folder in the same words.
  const started = result.kind !== 'not-started' && result.kind !== 'not-found';
  return started || (await isFolder(call.folder)) ? result : { kind: 'folder-missing', folder: call.folder };
}

/** What git is started with. Exported for the tests of the promise that nothing inherited leads it elsewhere. */
export function gitEnvironment(git: Git, settings: GitCall['settings'] = []): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(git.environment)) {
    const key = name.toUpperCase();
    if (value !== undefined && (!key.startsWith('GIT_') || keptVariables.has(key)) && !languageVariable.test(key)) {
      environment[name] = value;
    }
  }
  settings.forEach(([name, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = name;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  if (settings.length > 0) environment['GIT_CONFIG_COUNT'] = String(settings.length);
  return { ...environment, ...fixedVariables };
}

/** Where the user's own configuration and git's own helpers are; everything else named GIT_* is about another call. */
const keptVariables = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM', 'GIT_EXEC_PATH']);
const languageVariable = /^(LC_.*|LANG|LANGUAGE)$/;

const fixedVariables = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_NO_LAZY_FETCH: '1',
  // Replaced objects and grafted parents stay on one machine: what others get is what commits say of themselves.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  // Older versions know no GIT_NO_LAZY_FETCH. No transport is called "none", so none is allowed.
  GIT_ALLOW_PROTOCOL: 'none',
};

const fixedArguments = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

async function start(program: string, git: Git, call: GitCall): Promise<GitResult> {
  // Where git is never asked, it need not be loaded.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const collected: Buffer[] = [];
    let records = 0;
    let said: Buffer = Buffer.alloc(0);
    const finish = (result: GitResult) => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const answer = (code: number, truncated: boolean): GitAnswer => {
      return {
        kind: 'answer',
        code,
        output: Buffer.concat(collected),
        truncated,
        said: redacted(said.toString('utf8').trim()),
      };
    };
    let child: ChildProcess;
    const stop = (result: GitResult) => {
      child.kill('SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      finish(result);
    };
    const cancel = () => stop({ kind: 'cancelled' });
    const timeout = git.timeout ?? defaultTimeout;
    const timer = setTimeout(() => stop({ kind: 'timed-out', seconds: timeout / 1000 }), timeout);
    try {
      child = spawn(program, [...fixedArguments, ...call.arguments], {
        cwd: call.folder,
        env: gitEnvironment(git, call.settings),
        shell: false,
        windowsHide: true,
        stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      });
    } catch (error) {
      // Thrown at once for what the system would not take, such as NUL in an argument.
      finish(notStarted(error));
      return;
    }
    call.signal?.addEventListener('abort', cancel, { once: true });
    child.on('error', (error) => finish(notStarted(error)));
    child.on('close', (code) => {
      if (code !== null) finish(answer(code, false));
      else finish({ kind: 'not-started', reason: `it was stopped by ${child.signalCode ?? 'a signal'}` });
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      if (call.take !== undefined) {
        if (call.take(chunk) === 'stop') stop(answer(0, true));
        return;
      }
      collected.push(chunk);
      if (call.records === undefined) return;
      for (const byte of chunk) if (byte === 0) records += 1;
      if (records >= call.records) stop(answer(0, true));
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      said = Buffer.concat([said, chunk]).subarray(-saidLimit);
    });
    // Git may end without reading all of its input; its exit code says what that means.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(call.input);
  });
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
}

function notStarted(error: unknown): GitProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'not-found' };
  return { kind: 'not-started', reason: redacted(error instanceof Error ? error.message : String(error)) };
}

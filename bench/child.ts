import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command line that is measured. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Beside the environment that everything has. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command to its end and gives the milliseconds from before its start until its exit was seen. What it prints is
 * dropped. Throws where it ends with another code than one of `codes`: what fails must not count as quick.
 */
export async function timed(
  { command, args, folder, env }: CommandLine,
  codes: readonly number[] = [0],
): Promise<number> {
  const start = performance.now();
  const child = spawn(command, [...args], { cwd: folder, env: { ...environment(), ...env }, stdio: 'ignore' });
  const code = await exitOf(child);
  const milliseconds = performance.now() - start;
  if (!codes.includes(code)) throw new Error(`${line(command, args)} ended with ${code}.`);
  return milliseconds;
}

/** The same of a Node script, with the most memory that its process held, in bytes. */
export async function timedWithPeak(
  { command, args, folder, env }: CommandLine,
  codes: readonly number[] = [0],
): Promise<{ readonly milliseconds: number; readonly peak: number }> {
  const start = performance.now();
  const preload = new URL('peak.mjs', import.meta.url).href;
  const child = spawn(command, ['--import', preload, ...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let told = '';
  child.stdio[3]?.on('data', (chunk) => {
    told += String(chunk);
  });
  const closed = once(child, 'close');
  const code = await exitOf(child);
  const milliseconds = performance.now() - start;
  await closed;
  if (!codes.includes(code)) throw new Error(`${line(command, args)} ended with ${code}.`);
  return { milliseconds, peak: Number(told) };
}

/** Runs a command to its end and gives what it printed. */
export async function printedBy(
  { command, args, folder, env }: CommandLine,
  codes: readonly number[] = [0],
): Promise<string> {
  const child = spawn(command, [...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const code = await exitOf(child, 'close');
  if (!codes.includes(code)) throw new Error(`${line(command, args)} ended with ${code}.`);
  return Buffer.concat(chunks).toString('utf8');
}

/** The environment of everything that is measured: git without anybody's configuration, no colours. */
export function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(GIT_|NODE_|npm_)/i.test(name));
  return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' };
}

async function exitOf(child: ChildProcess, event: 'exit' | 'close' = 'exit'): Promise<number> {
  const [code] = await once(child, event);
  return typeof code === 'number' ? code : -1;
}

function line(command: string, args: readonly string[]): string {
  const shown = args.length > 8 ? [...args.slice(0, 8), '…'] : args;
  return [command, ...shown].join(' ');
}

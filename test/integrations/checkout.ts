import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeRepository, type TestRepository, temporaryFolder, writeScript } from '../harness/repository.ts';

export const top: string = fileURLToPath(new URL('../../', import.meta.url));

/** What ended, and what it said on both ways together. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** The project as git has it, with what is not committed yet, in a repository of its own with one commit. */
export async function makeCheckout(): Promise<TestRepository> {
  const repository = await makeRepository();
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: top, maxBuffer: 1 << 26 },
  );
  for (const name of stdout.split('\0').filter((name) => name !== '' && name !== 'node_modules')) {
    const target = path.join(repository.folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    // A file that git still knows may be gone.
    await copyFile(path.join(top, name), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await repository.commit({}, 'Take the project as it is');
  return repository;
}

/** A folder for the PATH in which `agent-handoff` is the program as it was built. */
export async function programFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const call = [process.execPath, path.join(top, 'dist/cli.js')].map((word) => `'${word}'`).join(' ');
  await writeScript(path.join(folder, 'agent-handoff'), `exec ${call} "$@"`);
  return folder;
}

/** Runs a program to its end with nothing that npm or git has told these tests. Never rejects for a bad code. */
export function runProgram(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...surroundings, ...env }, maxBuffer: 1 << 26 };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

const told =
  /^(GIT_|npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|prefix|global_prefix))|INIT_CWD|VITEST)/;
const surroundings: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !told.test(name))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Carl Committer',
  GIT_COMMITTER_EMAIL: 'carl@example.com',
};

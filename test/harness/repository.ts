import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Git } from '../../host/git.ts';
import { findGit } from '../../host/program.ts';

/** Contents by path with `/`, relative to the work tree; `null` removes the file. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A real repository in a temporary folder. Every step waits until git is done. */
export interface TestRepository {
  /** Absolute real path of the work tree, or of a bare repository. */
  readonly folder: string;
  /** Runs git in the folder and gives its output without the last line end; throws with git's words where it fails. */
  git(...args: readonly string[]): Promise<string>;
  /** The same, with a text as git's standard input. */
  feed(input: string, ...args: readonly string[]): Promise<string>;
  /** Changes the work tree alone. */
  write(files: Files): Promise<void>;
  /** Changes files, stages everything and commits it. Gives the full id. Each commit is a minute after the last one. */
  commit(files: Files, message?: string): Promise<string>;
  /** Creates a branch at the head and checks it out. */
  branch(name: string): Promise<void>;
  checkout(name: string): Promise<void>;
  detach(): Promise<void>;
  /** Makes a bare repository, adds it as a remote and pushes the branches to it. */
  remote(name?: string, ...branches: readonly string[]): Promise<TestRepository>;
  /** Clones into a new folder; arguments such as `--depth=1` go to git. */
  clone(...args: readonly string[]): Promise<TestRepository>;
  /** Adds a linked work tree with a new branch. */
  worktree(branch: string): Promise<TestRepository>;
  /** Adds another repository as a submodule and commits it. */
  submodule(at: string, other: TestRepository): Promise<TestRepository>;
}

/** A real path that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-handoff-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new repository on the branch `main`, without a commit. `at` is a folder to make it in; else a temporary one. */
export async function makeRepository(at?: string, ...args: readonly string[]): Promise<TestRepository> {
  const folder = at ?? path.join(await temporaryFolder(), 'repository');
  await mkdir(folder, { recursive: true });
  const repository = repositoryAt(await realpath(folder));
  await repository.git('init', '--quiet', '--initial-branch=main', ...args);
  return repository;
}

/** The machine's git for the code under test, cut off from the configuration of whoever runs the tests. */
export async function testGit(environment: Readonly<Record<string, string>> = {}): Promise<Git> {
  const program = await findGit({ workspaceFolders: [], environment: process.env });
  return { program, environment: { ...isolated, ...environment } };
}

/** Writes files below a folder, their folders too. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, ...name.split('/'));
    if (content === null) await rm(file);
    else {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
}

/** A program that can be run, as a shell script; the tests that need one are for systems with a shell. */
export async function writeScript(file: string, text: string): Promise<string> {
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
  return file;
}

/** No variable of git's and no configuration but the repository's own. */
const isolated: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

const identity = {
  GIT_AUTHOR_NAME: 'Ada Author',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Carl Committer',
  GIT_COMMITTER_EMAIL: 'carl@example.com',
};

const firstCommit = Date.UTC(2026, 0, 1);
const clocks = new Map<string, number>();

function repositoryAt(folder: string): TestRepository {
  const git = (...args: readonly string[]) => runGit(folder, args);
  return {
    folder,
    git,
    feed: (input, ...args) => runGit(folder, args, input),
    write: (files) => writeFiles(folder, files),
    async commit(files, message = 'Change files') {
      await writeFiles(folder, files);
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    async branch(name) {
      await git('update-ref', `refs/heads/${name}`, 'HEAD');
      await git('symbolic-ref', 'HEAD', `refs/heads/${name}`);
    },
    async checkout(name) {
      await git('checkout', '--quiet', name);
    },
    async detach() {
      await git('checkout', '--quiet', '--detach');
    },
    async remote(name = 'origin', ...branches) {
      const bare = await makeRepository(path.join(await temporaryFolder(), `${name}.git`), '--bare');
      await git('remote', 'add', name, bare.folder);
      await git('push', '--quiet', name, ...(branches.length > 0 ? branches : ['main']));
      return bare;
    },
    async clone(...args) {
      const target = path.join(await temporaryFolder(), 'clone');
      // Without file://, a clone from this disk is never shallow.
      await git('clone', '--quiet', ...args, `file://${folder}`, target);
      return repositoryAt(target);
    },
    async worktree(branch) {
      const target = path.join(await temporaryFolder(), 'worktree');
      await git('worktree', 'add', '--quiet', '-b', branch, target);
      return repositoryAt(target);
    },
    async submodule(at, other) {
      await git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.folder, at);
      await git('commit', '--quiet', '-m', `Add ${at}`);
      return repositoryAt(path.join(folder, ...at.split('/')));
    },
  };
}

function runGit(folder: string, args: readonly string[], input = ''): Promise<string> {
  const clock = clocks.get(folder) ?? firstCommit;
  if (args.includes('commit')) clocks.set(folder, clock + 60_000);
  const date = new Date(clock).toISOString();
  const env = { ...isolated, ...identity, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...args], { cwd: folder, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.replace(/\n$/, ''));
      else reject(new Error(`git ${args.join(' ')}: ${stderr || error.message}`));
    });
    // Most commands end without reading it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

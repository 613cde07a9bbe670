import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { complaint } from './found.ts';
import type { Git } from './git.ts';
import { describeProblem, runGit } from './git.ts';

/** A repository with a work tree. All paths are absolute. */
export interface Repository {
  /** The folder that paths in handoffs are relative to, under the name by which the user reached it. */
  readonly topLevel: string;
  /** Where this work tree's HEAD and index are. */
  readonly gitDirectory: string;
  /** Where the refs and the configuration are: another folder in a linked work tree. */
  readonly commonDirectory: string;
}

export type Discovery =
  | { readonly kind: 'repository'; readonly repository: Repository }
  | {
      readonly kind: 'none';
      /** `problem`: there may be a repository, but git would not or could not say. */
      readonly why: 'no-repository' | 'no-work-tree' | 'dubious-ownership' | 'problem';
      /** One sentence without a full stop, for a person. */
      readonly reason: string;
    };

/** Where the signs of a repository were found on disk, before git was asked. */
export type Sign =
  | { readonly kind: 'work-tree'; readonly folder: string }
  | { readonly kind: 'inside-git'; readonly folder: string }
  | { readonly kind: 'bare'; readonly folder: string };

/**
 * The nearest sign of a repository at or above a folder, which must be a real path. Only names are looked at, nothing
 * is read and no process starts, so a folder without a repository costs next to nothing. Git confirms it in `discover`.
 */
export async function signOf(realFolder: string): Promise<Sign | undefined> {
  // The inside of `.git` has the parts of a bare repository too.
  const mayBeBare = !realFolder.split(path.sep).includes('.git');
  for (let folder = realFolder; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) {
      const first = path.relative(folder, realFolder).split(path.sep)[0];
      return { kind: first === '.git' ? 'inside-git' : 'work-tree', folder };
    }
    const parts = ['HEAD', 'objects', 'refs'].map((name) => exists(path.join(folder, name)));
    if (mayBeBare && (await Promise.all(parts)).every(Boolean)) return { kind: 'bare', folder };
    if (path.dirname(folder) === folder) return undefined;
  }
}

/**
 * Asks git for the repository that a sign stands for: one process. `folder` is the path by which the user reached the
 * place, perhaps through a link; the top level is given under that name where it can be.
 */
export async function discover(git: Git, sign: Sign, folder: string, signal?: AbortSignal): Promise<Discovery> {
  if (sign.kind === 'bare') return noWorkTree(`the repository ${sign.folder} is bare: it has no work tree`);
  if (sign.kind === 'inside-git') return noWorkTree(`${folder} lies inside ${path.join(sign.folder, '.git')}`);
  const call = { folder: sign.folder, signal, arguments: ['rev-parse', ...questions] };
  const result = await runGit(git, call);
  if (result.kind !== 'answer') return { kind: 'none', why: 'problem', reason: describeProblem(result) };
  if (result.code !== 0) return refusal(sign.folder, result.said, complaint(call, result.code, result.said));
  const lines = result.output.toString('utf8').split('\n');
  const [inside, up, gitDirectory, commonDirectory] = lines;
  if (up === undefined || gitDirectory === undefined || commonDirectory === undefined || lines.length !== 5) {
    return { kind: 'none', why: 'problem', reason: `the path of the repository ${sign.folder} has a line break` };
  }
  const real = path.resolve(sign.folder, up);
  if (inside !== 'true' || !(await exists(path.join(real, '.git')))) {
    return noWorkTree(`the work tree of ${sign.folder} is elsewhere: core.worktree is set`);
  }
  return {
    kind: 'repository',
    repository: {
      topLevel: await reachedAs(folder, real),
      gitDirectory: path.resolve(sign.folder, gitDirectory),
      commonDirectory: path.resolve(sign.folder, commonDirectory),
    },
  };
}

/** A folder's ancestor, or itself, that is the real folder under another name; else the real folder. */
export async function reachedAs(folder: string, real: string): Promise<string> {
  for (let place = folder; ; place = path.dirname(place)) {
    if ((await realpath(place).catch(() => undefined)) === real) return place;
    if (path.dirname(place) === place) return real;
  }
}

const questions = ['--is-inside-work-tree', '--show-cdup', '--git-dir', '--git-common-dir'];

function noWorkTree(reason: string): Discovery {
  return { kind: 'none', why: 'no-work-tree', reason };
}

/** Git speaks English here, and has no exit codes for these cases. */
function refusal(folder: string, said: string, complained: string): Discovery {
  if (said.includes('dubious ownership')) {
    const reason = `git says the repository belongs to someone else: ${folder} (see git's safe.directory)`;
    return { kind: 'none', why: 'dubious-ownership', reason };
  }
  const why = said.includes('not a git repository') ? 'no-repository' : 'problem';
  return { kind: 'none', why, reason: complained };
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch {
    return false;
  }
}

import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from '../core/evidence/facts.ts';
import { findConfiguration } from './configuration.ts';
import type { Git } from './git.ts';
import { describeProblem, runGit } from './git.ts';
import { contains } from './program.ts';
import { type Discovery, discover, type Repository, reachedAs, type Sign, signOf } from './repository.ts';
import { identityOf } from './state.ts';

/** Where a document stands: what its paths are relative to, and whether git can say anything about it. */
export interface Surroundings {
  /** Absolute, under the name by which the user reached it; undefined where nothing on disk may be looked at. */
  readonly root: string | undefined;
  readonly kind: Place['root'];
  readonly repository?: Repository;
  /** Why git cannot say anything: one sentence without a full stop, for a person. */
  readonly unchecked?: string;
}

export interface LocatorOptions {
  readonly git: Git;
  /** False: git is not asked, as the user wished. */
  readonly useGit: boolean;
  /** False: no process is started and nothing on disk is looked at. */
  readonly trusted: boolean;
  /** Absolute paths of the folders that are open, or the working folder of a terminal. */
  readonly workspaceFolders: readonly string[];
}

export interface Locator {
  /** Where a document stands, by its absolute path; it need not exist yet. Undefined: a document that is not on disk. */
  locate(document: string | undefined): Promise<Surroundings>;
  /**
   * Forgets what was found: repositories may have come or gone, or a configuration file moved. Git is not asked again
   * about a repository that is still the same.
   */
  forget(): void;
}

/**
 * Finds surroundings and remembers them. Git is asked once for each repository, however many documents and folders are
 * located in it, and not at all outside of repositories.
 */
export function createLocator(options: LocatorOptions): Locator {
  let folders = new Map<string, Promise<Surroundings>>();
  let repositories = new Map<string, Promise<Found>>();
  let earlier: ReadonlyMap<string, Promise<Found>> = repositories;
  let usable: Promise<string | undefined> | undefined;
  const inRepository = async (folder: string): Promise<Discovery> => {
    usable ??= checkVersion(options.git, folder);
    const unusable = await usable;
    if (unusable !== undefined) return { kind: 'none', why: 'problem', reason: unusable };
    const sign = await signOf(await existingFolder(folder));
    if (sign === undefined) return noRepository;
    if (sign.kind !== 'work-tree') return discover(options.git, sign, folder);
    // The answer is about the folder of the sign, and so the same for all that lies under it.
    const known = repositories.get(sign.folder) ?? find(options.git, sign, earlier.get(sign.folder));
    repositories.set(sign.folder, known);
    const { discovery } = await known;
    if (discovery.kind === 'none') return discovery;
    const topLevel = await reachedAs(folder, discovery.repository.topLevel);
    return { kind: 'repository', repository: { ...discovery.repository, topLevel } };
  };
  const ask: Asker = async (folder) => {
    const discovery = await inRepository(folder);
    // A time-out or a program that was just being updated passes: the next question is asked anew.
    if (discovery.kind === 'none' && discovery.why === 'problem') {
      forget();
      usable = undefined;
    }
    return discovery;
  };
  const forget = () => {
    folders = new Map();
    earlier = new Map([...earlier, ...repositories]);
    repositories = new Map();
  };
  return {
    locate(document) {
      if (!options.trusted) return Promise.resolve(untrusted);
      if (document === undefined) return Promise.resolve(notOnDisk);
      const folder = path.dirname(path.resolve(document));
      const known = folders.get(folder) ?? surroundingsOf(folder, options, ask);
      folders.set(folder, known);
      return known;
    },
    forget,
  };
}

/** The document's path relative to the root, with `/`; undefined outside of it, or where there is no root. */
export function placeOf(surroundings: Surroundings, document: string | undefined): Place | undefined {
  const { root, kind } = surroundings;
  if (root === undefined || document === undefined) return undefined;
  const below = `${root}${path.sep}`;
  const rest = document.startsWith(below) ? document.slice(below.length) : '';
  // Nearly all are spelled like that, and there are many.
  if (/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(rest)) return { root: kind, path: rest };
  const file = path.resolve(document);
  return contains(root, file)
    ? { root: kind, path: path.relative(root, file).split(path.sep).join('/') }
    : { root: kind };
}

const oldest = [2, 31] as const;

const untrusted: Surroundings = { root: undefined, kind: 'folder', unchecked: 'the folder is not trusted' };
const notOnDisk: Surroundings = { root: undefined, kind: 'folder', unchecked: 'the document is not on disk' };

/** What git said about a repository, and how to tell that it is still the same; undefined where that cannot be told. */
interface Found {
  readonly discovery: Discovery;
  readonly identity: string | undefined;
}

async function find(git: Git, sign: Sign, earlier: Promise<Found> | undefined): Promise<Found> {
  const before = await earlier;
  if (before?.identity !== undefined && (await identityNow(before.discovery)) === before.identity) return before;
  const began = Date.now();
  const discovery = await discover(git, sign, sign.folder);
  return { discovery, identity: await identityNow(discovery, began) };
}

async function identityNow(discovery: Discovery, since = Date.now()): Promise<string | undefined> {
  return discovery.kind === 'repository' ? identityOf(discovery.repository, since) : undefined;
}

type Asker = (folder: string) => Promise<Discovery>;

async function surroundingsOf(folder: string, options: LocatorOptions, ask: Asker): Promise<Surroundings> {
  const discovery: Discovery = options.useGit ? await ask(folder) : turnedOff;
  if (discovery.kind === 'repository') {
    const { repository } = discovery;
    return { root: repository.topLevel, kind: 'repository', repository };
  }
  const configured = await findConfiguration(folder);
  if (configured !== undefined) return { root: configured, kind: 'configuration', unchecked: discovery.reason };
  return { root: owner(folder, options.workspaceFolders) ?? folder, kind: 'folder', unchecked: discovery.reason };
}

const turnedOff: Discovery = { kind: 'none', why: 'problem', reason: 'git is turned off' };

/** The innermost of the folders that hold a folder. */
function owner(folder: string, folders: readonly string[]): string | undefined {
  return folders
    .map((candidate) => path.resolve(candidate))
    .filter((candidate) => contains(candidate, folder))
    .sort((a, b) => b.length - a.length)[0];
}

/** The same for every folder, since documents that are asked about together share what is said of them. */
const noRepository: Discovery = { kind: 'none', why: 'no-repository', reason: 'the folder is in no git repository' };

/** Real path of the nearest folder that exists: a handoff's own folder may be yet to come. */
async function existingFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    return path.dirname(folder) === folder ? folder : existingFolder(path.dirname(folder));
  }
}

/** Why git cannot be used at all; undefined where it can. */
async function checkVersion(git: Git, folder: string): Promise<string | undefined> {
  const result = await runGit(git, { folder: await existingFolder(folder), arguments: ['--version'] });
  if (result.kind !== 'answer') return describeProblem(result);
  const version = /\d+(?:\.\d+)+/.exec(result.output.toString('latin1'))?.[0];
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  if (version === undefined) return 'the program that is set as git does not tell its version';
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  return isOld ? `git ${version} is too old: ${oldest.join('.')} or newer is needed` : undefined;
}

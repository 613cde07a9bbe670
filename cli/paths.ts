import { readdir } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { formats } from '../core/generated/formats.ts';
import { matchesGlob, placedIn } from '../core/glob.ts';
import { baseName } from '../core/path.ts';
import { reasonOf } from '../host/files.ts';
import { contains } from '../host/program.ts';
import { fewAtOnce } from './few-at-once.ts';

/** What the paths of a call lead to. */
export interface Found {
  /** Absolute paths of files, each real file once, sorted. */
  readonly files: readonly string[];
  /** Those among them that the call names one by one. */
  readonly named: ReadonlySet<string>;
  /** What could not be found or read: sentences for a person. They make the call wrong. */
  readonly complaints: readonly string[];
  /** Folders and patterns without a file: sentences for a person. */
  readonly empty: readonly string[];
}

export interface Search {
  /** Absolute path of the working folder. */
  readonly folder: string;
  /** Further globs of handoffs that hold in a folder, and the absolute path of the folder they are relative to. */
  configured(folder: string): Promise<{ readonly globs: readonly string[]; readonly base: string } | undefined>;
}

/**
 * Finds the files that are meant. What exists is meant as it is, so a name may hold glob characters; only what does not
 * exist is read as a glob. In a folder the handoffs in usual and configured places are meant, never what lies in
 * `node_modules` or `.git`. Links are followed where they were named, not where a search meets them: a search ends, and
 * finds each file once. Without any path the working folder is searched.
 */
export async function findFiles(paths: readonly string[], search: Search): Promise<Found> {
  const files: string[] = [];
  const complaints: string[] = [];
  const empty: string[] = [];
  const named = new Set<string>();
  for (const given of paths.length === 0 ? ['.'] : paths) {
    const place = path.resolve(search.folder, given);
    const what = await kindOf(place);
    if (what === 'file') {
      files.push(place);
      named.add(place);
      continue;
    }
    if (what === 'folder') {
      const found = await handoffsIn(place, search);
      complaints.push(...found.complaints);
      files.push(...found.files);
      const where = given === '.' ? 'the working folder' : given;
      if (found.files.length === 0 && found.complaints.length === 0) empty.push(`There is no handoff in ${where}.`);
    } else if (what === 'absent' && isDynamicPattern(given)) {
      const found = await walk(search.folder, [given]);
      complaints.push(...found.complaints);
      files.push(...found.files);
      if (found.files.length === 0) empty.push(`No file matches ${given}.`);
    } else {
      complaints.push(what === 'absent' ? `${given} does not exist.` : `${given} could not be read: ${what.reason}.`);
    }
  }
  return { files: await eachOnce(files), named, complaints, empty };
}

async function kindOf(place: string): Promise<'file' | 'folder' | 'absent' | { readonly reason: string }> {
  try {
    // Pipes and devices count as files here: reading refuses them with a reason.
    return (await stat(place)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return isAbsence(error) ? 'absent' : { reason: reasonOf(error) };
  }
}

/** A name that is too long is that of no file, and may be a glob. */
function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABSENCE.has(error.code);
}

const ABSENCE = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

type Walked = Pick<Found, 'files' | 'complaints'>;

/** Usual places are told by the whole path, so a folder in the middle of one can be searched too. */
async function handoffsIn(folder: string, search: Search): Promise<Walked> {
  const names = new Set(formats.flatMap(({ traits }) => traits.files.map(nameOnly)));
  const usual = await walk(folder, [...names]);
  const configured = await search.configured(folder);
  const further =
    configured === undefined || configured.globs.length === 0
      ? { files: [], complaints: [] }
      : await walkConfigured(folder, configured);
  return {
    files: [...usual.files.filter((file) => placedIn(formats, file).length > 0), ...further.files],
    complaints: [...new Set([...usual.complaints, ...further.complaints])],
  };
}

async function walkConfigured(
  folder: string,
  { globs, base }: { readonly globs: readonly string[]; readonly base: string },
): Promise<Walked> {
  const within = contains(base, folder) ? folder : base;
  const walked = await walk(within, [...new Set(globs.map(nameOnly))]);
  const meant = (file: string) => {
    const relative = path.relative(base, file).split(path.sep).join('/');
    return contains(folder, file) && globs.some((one) => matchesGlob(one.replace(/^\.\//, ''), relative));
  };
  return { files: walked.files.filter(meant), complaints: walked.complaints };
}

/** What the file's own name must match; any name where a brace reaches over folders. */
function nameOnly(glob: string): string {
  const name = baseName(glob);
  return name.split('{').length === name.split('}').length ? `**/${name}` : '**';
}

/** Folders that cannot be read are complained of, and the search goes on; one that is not there holds nothing. */
async function walk(folder: string, patterns: readonly string[]): Promise<Walked> {
  const complaints: string[] = [];
  const { cwd, within } = rebased(folder, patterns);
  const files = await glob(within, {
    cwd,
    absolute: true,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
    fs: { readdir: complaining(complaints) },
  });
  return { files: files.map((file) => path.resolve(file)), complaints };
}

/** A lone pattern is searched from the folder that it begins with, so that what is ignored is counted from there. */
function rebased(folder: string, patterns: readonly string[]): { readonly cwd: string; readonly within: string[] } {
  const [only] = patterns;
  if (patterns.length !== 1 || only === undefined) return { cwd: folder, within: [...patterns] };
  const segments = (path.sep === '\\' ? only.replaceAll('\\', '/') : only).split('/');
  const fixed = segments.slice(0, -1).findIndex((segment) => isDynamicPattern(segment) || segment.includes('\\'));
  const length = fixed < 0 ? segments.length - 1 : fixed;
  const start = segments.slice(0, length).join('/');
  const cwd = path.resolve(folder, only.startsWith('/') ? `/${start}` : start);
  return { cwd, within: [segments.slice(length).join('/')] };
}

/** The system's own reading of folders, with an ear for what goes wrong. */
function complaining(complaints: string[]): typeof readdir {
  const listen = (place: unknown, ...rest: unknown[]) => {
    const done = rest.pop();
    const answer = (error: unknown, ...entries: unknown[]) => {
      if (error && !isAbsence(error)) {
        complaints.push(`${path.resolve(String(place))} could not be searched: ${reasonOf(error)}.`);
      }
      if (typeof done === 'function') done(error, ...entries);
    };
    Reflect.apply(readdir, undefined, [place, ...rest, answer]);
  };
  return Object.assign(listen, { __promisify__: readdir.__promisify__ });
}

/** Of several names for one file the shortest is kept, of equally short ones the first. */
async function eachOnce(files: readonly string[]): Promise<readonly string[]> {
  const names = [...new Set(files)].sort((a, b) => a.length - b.length || compare(a, b));
  const byFile = new Map<string, string>();
  const reals = await fewAtOnce(names, async (name) => ({ name, real: await realpath(name).catch(() => name) }));
  for (const { name, real } of reals) {
    if (!byFile.has(real)) byFile.set(real, name);
  }
  return [...byFile.values()].sort(compare);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

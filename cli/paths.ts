import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { formats } from '../core/generated/formats.ts';
import { matchesGlob, placedIn } from '../core/paths/glob.ts';
import { baseName } from '../core/paths/path.ts';
import { reasonOf } from '../host/files.ts';
import { contains } from '../host/program.ts';
import { isAbsence, type Walked, walk } from './walk.ts';

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
    const what = kindOf(place);
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
    } else if (what === 'absent' && (await mayBeGlob(given))) {
      const { walkGlob } = await import('./walk-glob.ts');
      const found = await walkGlob(search.folder, given);
      complaints.push(...found.complaints);
      files.push(...found.files);
      if (found.files.length === 0) empty.push(`No file matches ${given}.`);
    } else {
      complaints.push(what === 'absent' ? `${given} does not exist.` : `${given} could not be read: ${what.reason}.`);
    }
  }
  return { files: eachOnce(files, named), named, complaints, empty };
}

/** What exists is read as a name, so only what does not needs the reader of globs, which takes a while to load. */
async function mayBeGlob(given: string): Promise<boolean> {
  return /[*?[\]{}()!\\]/.test(given) && (await import('./walk-glob.ts')).isGlob(given);
}

function kindOf(place: string): 'file' | 'folder' | 'absent' | { readonly reason: string } {
  try {
    // Pipes and devices count as files here: reading refuses them with a reason.
    return statSync(place).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return isAbsence(error) ? 'absent' : { reason: reasonOf(error) };
  }
}

/** Usual places are told by the whole path, so a folder in the middle of one can be searched too. */
async function handoffsIn(folder: string, search: Search): Promise<Walked> {
  const names = new Set(formats.flatMap(({ traits }) => traits.files.map(nameOnly)));
  const usual = walk(folder, [...names]);
  const configured = await search.configured(folder);
  const further =
    configured === undefined || configured.globs.length === 0
      ? { files: [], complaints: [] }
      : walkConfigured(folder, configured);
  return {
    files: [...usual.files.filter((file) => placedIn(formats, file).length > 0), ...further.files],
    complaints: [...new Set([...usual.complaints, ...further.complaints])],
  };
}

function walkConfigured(
  folder: string,
  { globs, base }: { readonly globs: readonly string[]; readonly base: string },
): Walked {
  const within = contains(base, folder) ? folder : base;
  const walked = walk(within, [...new Set(globs.map(nameOnly))]);
  const meant = (file: string) => {
    const relative = path.relative(base, file).split(path.sep).join('/');
    return contains(folder, file) && globs.some((one) => matchesGlob(one.replace(/^\.\//, ''), relative));
  };
  return { files: walked.files.filter(meant), complaints: walked.complaints };
}

/** What the file's own name must match; any name where a brace reaches over folders. */
function nameOnly(glob: string): string {
  const name = baseName(glob);
  return name.split('{').length === name.split('}').length ? name : '**';
}

/** Of several names for one file the shortest is kept, of equally short ones the first. Only what was named can be a link. */
function eachOnce(files: readonly string[], named: ReadonlySet<string>): readonly string[] {
  const byFile = new Map<string, string>();
  const realFolder = remembering(real);
  for (const name of files) {
    const file = named.has(name) ? real(name) : realFolder(path.dirname(name)) + path.sep + path.basename(name);
    const known = byFile.get(file);
    if (known === undefined || name.length < known.length || (name.length === known.length && name < known)) {
      byFile.set(file, name);
    }
  }
  // By UTF-16 units, whatever the language of the machine.
  return [...byFile.values()].sort();
}

function real(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function remembering(find: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

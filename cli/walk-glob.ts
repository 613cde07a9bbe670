import { readdir } from 'node:fs';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { isAbsence, LEFT_OUT, unsearched, type Walked } from './walk.ts';

/* Globs as a call gives them, for shells that leave them to programs. */

export function isGlob(given: string): boolean {
  return isDynamicPattern(given);
}

/** The files below a folder that a glob matches. As `walk` does otherwise. */
export async function walkGlob(folder: string, pattern: string): Promise<Walked> {
  const complaints: string[] = [];
  const { cwd, within } = rebased(folder, pattern);
  const files = await glob([within], {
    cwd,
    absolute: true,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: LEFT_OUT.map((name) => `**/${name}/**`),
    fs: { readdir: complaining(complaints) },
  });
  return { files: files.map((file) => path.resolve(file)), complaints };
}

/** A pattern is searched from the folder that it begins with, so that what is left out is counted from there. */
function rebased(folder: string, pattern: string): { readonly cwd: string; readonly within: string } {
  const segments = (path.sep === '\\' ? pattern.replaceAll('\\', '/') : pattern).split('/');
  const fixed = segments.slice(0, -1).findIndex((segment) => isDynamicPattern(segment) || segment.includes('\\'));
  const length = fixed < 0 ? segments.length - 1 : fixed;
  const start = segments.slice(0, length).join('/');
  const cwd = path.resolve(folder, pattern.startsWith('/') ? `/${start}` : start);
  return { cwd, within: segments.slice(length).join('/') };
}

/** The system's own reading of folders, with an ear for what goes wrong. */
function complaining(complaints: string[]): typeof readdir {
  const listen = (place: unknown, ...rest: unknown[]) => {
    const done = rest.pop();
    const answer = (error: unknown, ...entries: unknown[]) => {
      if (error && !isAbsence(error)) complaints.push(unsearched(path.resolve(String(place)), error));
      if (typeof done === 'function') done(error, ...entries);
    };
    Reflect.apply(readdir, undefined, [place, ...rest, answer]);
  };
  return Object.assign(listen, { __promisify__: readdir.__promisify__ });
}

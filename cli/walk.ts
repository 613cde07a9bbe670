import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { matchesGlob } from '../core/paths/glob.ts';
import { reasonOf } from '../host/files.ts';

export interface Walked {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** What could not be searched: sentences for a person. */
  readonly complaints: readonly string[];
}

/** Where nobody keeps handoffs, and much else is. */
export const LEFT_OUT: readonly string[] = ['node_modules', '.git'];

/**
 * The files below a folder whose own name matches one of the globs. Links are not followed. Folders that cannot be read are
 * complained of, and the search goes on; one that is not there holds nothing.
 */
export function walk(folder: string, names: readonly string[]): Walked {
  const files: string[] = [];
  const complaints: string[] = [];
  const folders = [folder];
  for (const at of folders) {
    for (const entry of entriesOf(at, complaints)) {
      const { name } = entry;
      if (entry.isDirectory()) {
        if (!LEFT_OUT.includes(name)) folders.push(path.join(at, name));
      } else if (entry.isFile() && names.some((glob) => matchesGlob(glob, name))) {
        files.push(at.endsWith(path.sep) ? at + name : at + path.sep + name);
      }
    }
  }
  return { files, complaints };
}

function entriesOf(folder: string, complaints: string[]): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isAbsence(error)) complaints.push(unsearched(folder, error));
    return [];
  }
}

/** A sentence about a folder that could not be read. */
export function unsearched(folder: string, error: unknown): string {
  return `${folder} could not be searched: ${reasonOf(error)}.`;
}

/** A name that is too long is that of no file, and may be a glob. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ABSENCE.has(error.code);
}

const ABSENCE = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

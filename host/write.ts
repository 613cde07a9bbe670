import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { NewFile } from '../core/edit.ts';
import { locateInside } from './files.ts';
import { readText } from './text.ts';

/** Files to write together: all of them or none. */
export interface Writing {
  /** Absolute path that the paths in `create` are relative to. */
  readonly root: string;
  /** None of them may exist; missing folders are made. */
  readonly create: readonly NewFile[];
  readonly document?: WrittenDocument;
}

export interface WrittenDocument {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
  /**
   * What may be at the path: nothing; anything (`force`); or exactly this text, which the new one was made from.
   * Whatever is replaced keeps its mode, and a link keeps pointing to it.
   */
  readonly existing: 'none' | 'any' | { readonly text: string };
  /** Another name in the same folder that it gets at the same time; nothing may have it yet. */
  readonly rename?: string;
}

export type Written =
  /** Absolute paths, side files first. */
  | { readonly kind: 'written'; readonly paths: readonly string[] }
  /** Nothing is changed. `message` names the file and says what to do. */
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Writes side files first, each created exclusively, then the document by a temporary file in its folder that takes its
 * name in one step. On any failure all that was created, folders too, is removed again. Never throws.
 */
export async function write(writing: Writing): Promise<Written> {
  const undo: (() => Promise<unknown>)[] = [];
  const paths: string[] = [];
  let current = writing.root;
  try {
    for (const file of writing.create) {
      current = file.path;
      paths.push(await createInside(writing.root, file, undo));
    }
    if (writing.document !== undefined) {
      current = writing.document.path;
      paths.push(await writeDocument(writing.document, undo));
    }
    return { kind: 'written', paths };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    return { kind: 'refused', message: error instanceof Refusal ? error.message : messageOf(error, current) };
  }
}

class Refusal extends Error {}

type Undo = (() => Promise<unknown>)[];

async function createInside(root: string, file: NewFile, undo: Undo): Promise<string> {
  const place = await locateInside(root, file.path);
  if (place.kind === 'unknown') throw new Refusal(`${file.path} cannot be created: ${place.reason}`);
  if (place.kind === 'outside')
    throw new Refusal(`${file.path} must lie inside ${root} and outside of .git: choose another path`);
  if (place.exists) throw alreadyThere(file.path);
  await makeFolders(path.dirname(place.real), undo);
  await createFile(place.real, bytesOf(file.path, file.text), undo);
  return place.absolute;
}

async function writeDocument(document: WrittenDocument, undo: Undo): Promise<string> {
  const bytes = bytesOf(document.path, document.text);
  const { existing } = document;
  if (existing === 'none') {
    const target = renamed(document.path, document.rename);
    await makeFolders(path.dirname(target), undo);
    await claim(target, bytes, undefined, undo);
    return target;
  }
  const real = await realpath(document.path).catch(() => document.path);
  await refuseStale(document.path, existing);
  const mode = await modeOf(real);
  if (document.rename !== undefined) {
    const target = renamed(document.path, document.rename);
    if (await isSameFile(document.path, target)) return moveCase(real, target, bytes, mode, undo);
    await claim(target, bytes, mode, undo);
    await rm(document.path);
    return target;
  }
  await makeFolders(path.dirname(real), undo);
  const temporary = await writeTemporary(real, bytes, mode, undo);
  await refuseStale(document.path, existing);
  await rename(temporary, real);
  return document.path;
}

/** On disks that ignore case, a name that differs in case alone is the file itself. */
async function moveCase(
  real: string,
  target: string,
  bytes: Buffer,
  mode: number | undefined,
  undo: Undo,
): Promise<string> {
  const temporary = await writeTemporary(real, bytes, mode, undo);
  await rename(temporary, real);
  await rename(real, target);
  return target;
}

/** Gives a complete file a name that nothing has, in one step, so that nobody sees half of it or loses another. */
async function claim(target: string, bytes: Buffer, mode: number | undefined, undo: Undo): Promise<void> {
  const temporary = await writeTemporary(target, bytes, mode, undo);
  try {
    await link(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyThere(target);
    if (!withoutLinks.has(codeOf(error))) throw error;
    await copyFile(temporary, target, constants.COPYFILE_EXCL);
  }
  undo.push(() => rm(target, { force: true }));
  await rm(temporary);
}

/** What disks without hard links answer, such as FAT and some network shares. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'UNKNOWN']);

async function writeTemporary(target: string, bytes: Buffer, mode: number | undefined, undo: Undo): Promise<string> {
  const name = `.${path.basename(target).slice(0, 100)}.${Math.random().toString(36).slice(2)}.tmp`;
  const temporary = path.join(path.dirname(target), name);
  await createFile(temporary, bytes, undo, mode);
  return temporary;
}

/** Creates a file that must not exist, and has it on disk before it returns. */
async function createFile(file: string, bytes: Buffer, undo: Undo, mode?: number): Promise<void> {
  const handle = await open(file, 'wx');
  undo.push(() => rm(file, { force: true }));
  try {
    await handle.writeFile(bytes);
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolders(folder: string, undo: Undo): Promise<void> {
  const missing: string[] = [];
  for (let place = folder; !(await isThere(place)); place = path.dirname(place)) missing.unshift(place);
  for (const place of missing) {
    try {
      await mkdir(place);
      undo.push(() => rmdir(place));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

async function refuseStale(file: string, existing: 'any' | { readonly text: string }): Promise<void> {
  if (existing === 'any') return;
  const read = await readText(file);
  if (read.kind !== 'text') throw new Refusal(read.message);
  if (read.text !== existing.text) throw new Refusal(`${file} has changed since it was read: try again`);
}

/** A text that UTF-8 cannot hold is refused: its lone surrogates would be replaced. */
function bytesOf(file: string, text: string): Buffer {
  if (!text.isWellFormed())
    throw new Refusal(`${file} cannot be written: its text has a lone surrogate, which no UTF-8 file can hold`);
  return Buffer.from(text, 'utf8');
}

function renamed(file: string, name: string | undefined): string {
  if (name === undefined) return file;
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    throw new Refusal(`${file} must get a plain file name, and "${name}" is none`);
  return path.join(path.dirname(file), name);
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode & 0o7777;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  const [first, second] = await Promise.all([stat(a), stat(b).catch(() => undefined)]);
  return second !== undefined && first.ino === second.ino && first.dev === second.dev;
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return false;
  }
}

function alreadyThere(file: string): Refusal {
  return new Refusal(`${file} exists already and is left as it is: choose another name`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown, file: string): string {
  const code = codeOf(error);
  if (code === 'EEXIST') return alreadyThere(file).message;
  const advice = advices[code];
  return `${file} cannot be written: ${advice ?? (error instanceof Error ? error.message : String(error))}`;
}

const advices: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied. Check the permissions of its folder',
  EPERM: 'permission is denied. Check the permissions of its folder',
  EROFS: 'the disk is read-only. Choose a folder on another disk',
  ENOSPC: 'the disk is full. Free some space and try again',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  ENOTDIR: 'a part of its path is a file, and must be a folder',
  EISDIR: 'it is a folder. Choose another name',
  ENAMETOOLONG: 'its name is too long for this disk. Choose a shorter one',
  EBUSY: 'another program has it open. Close it there and try again',
  EMFILE: 'too many files are open. Close some and try again',
  ENOENT: 'its folder is gone. Create it and try again',
};

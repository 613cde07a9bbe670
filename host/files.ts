import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FileFact } from '../core/evidence/facts.ts';
import { decoded } from './found.ts';
import { contains } from './program.ts';

/** A larger file is not read, in bytes. */
const readLimit = 1024 * 1024;

export type Inside =
  /** `absolute` keeps the name under which it was asked for, `real` has no link left in what exists of it. */
  | { readonly kind: 'inside'; readonly absolute: string; readonly real: string; readonly exists: boolean }
  | Extract<FileFact, { kind: 'outside' | 'unknown' }>;

/**
 * Where a path from a document leads, before anything there is touched. First its text is judged, the same on every
 * system since handoffs travel: absolute paths, `..`, backslashes, drives, schemes, `~`, NUL and names that Windows
 * gives another meaning are outside by text. Then links are followed: what ends outside the root, or in `.git` in any
 * spelling, is not touched. '' is the root itself.
 */
export async function locateInside(root: string, asked: string): Promise<Inside> {
  const segments = asked.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (asked.startsWith('/') || segments.some((segment) => !isPortable(segment)) || segments[0] === '~') {
    return { kind: 'outside', reason: 'text' };
  }
  if (segments.some(isGitFolder)) return { kind: 'outside', reason: 'git' };
  try {
    const realRoot = await realpath(root);
    const { real, exists } = await follow(path.join(realRoot, ...segments));
    if (!contains(realRoot, real)) return { kind: 'outside', reason: 'link' };
    if (path.relative(realRoot, real).split(path.sep).some(isGitFolder)) return { kind: 'outside', reason: 'git' };
    return { kind: 'inside', absolute: path.join(root, ...segments), real, exists };
  } catch (error) {
    return { kind: 'unknown', reason: reasonOf(error) };
  }
}

/**
 * What a root-relative path names. Only regular files are opened, so no pipe or device can block. `text` is there for
 * valid UTF-8 up to 1 MiB and keeps a byte-order mark as U+FEFF. Never throws.
 */
export async function inspectFile(root: string, asked: string): Promise<FileFact> {
  if (asked === '') return { kind: 'outside', reason: 'text' };
  const place = await locateInside(root, asked);
  if (place.kind !== 'inside') return place;
  if (!place.exists) return { kind: 'absent' };
  try {
    const found = await lstat(place.real);
    if (found.isDirectory()) return { kind: 'folder' };
    if (!found.isFile()) return { kind: 'unknown', reason: 'it is no regular file' };
    if (asked.endsWith('/')) return { kind: 'absent' };
    return await read(place.real);
  } catch (error) {
    return isAbsence(error) ? { kind: 'absent' } : { kind: 'unknown', reason: reasonOf(error) };
  }
}

/** Names in a folder, sorted; undefined where it is no folder that can be read. '' is the root. Never throws. */
export async function listFolder(root: string, asked: string): Promise<readonly string[] | undefined> {
  const place = await locateInside(root, asked);
  if (place.kind !== 'inside' || !place.exists) return undefined;
  try {
    return (await readdir(place.real)).sort();
  } catch {
    return undefined;
  }
}

/** Opens a regular file for reading without waiting for anything. It must be closed. */
export async function openRegular(file: string): Promise<FileHandle | undefined> {
  // A pipe put there since it was looked at would make an ordinary open wait for its writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}

/** At most `limit` bytes from the start of a file; fewer where it is shorter. */
export async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = limit;
  while (left > 0) {
    const length = Math.min(left, 256 * 1024);
    // Node 20.0 and 20.1 read nothing where the length is left to them.
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(chunks);
}

/** What the system said, in words: no code, no path. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (code === '' ? String(error) : `the system says ${code}`);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read: permission denied',
  EPERM: 'it may not be read: permission denied',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long for this disk',
  ENOENT: 'the folder it is looked for in does not exist',
  ENOTDIR: 'the folder it is looked for in is no folder',
  EMFILE: 'too many files are open',
  EIO: 'the disk could not be read',
};

async function read(file: string): Promise<FileFact> {
  const handle = await openRegular(file);
  if (handle === undefined) return { kind: 'unknown', reason: 'it is no regular file' };
  try {
    const { size } = await handle.stat();
    if (size > readLimit) return { kind: 'file', size };
    const bytes = await readUpTo(handle, readLimit + 1);
    const text = bytes.length > readLimit ? undefined : decoded(bytes);
    return { kind: 'file', size: bytes.length, ...(text === undefined ? {} : { text }) };
  } finally {
    await handle.close();
  }
}

/** The real path; of what does not exist, the real path of the part that does, with the rest behind it. */
async function follow(file: string): Promise<{ readonly real: string; readonly exists: boolean }> {
  try {
    return { real: await realpath(file), exists: true };
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  const parent = (await follow(path.dirname(file))).real;
  const target = await readlink(file).catch(() => undefined);
  // A link to what does not exist: where it would lead is what counts.
  return {
    real: target === undefined ? path.join(parent, path.basename(file)) : path.resolve(parent, target),
    exists: false,
  };
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Whether a name means the same file on every system. */
function isPortable(segment: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (segment === '..' || /[\u0000-\u001f\\:]/.test(segment) || /[. ]$/.test(segment)) return false;
  return !/^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i.test(segment);
}

/** `.git` as any file system may spell it: other case, NTFS's short name, characters that HFS+ ignores. */
function isGitFolder(segment: string): boolean {
  const plain = segment.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

import { isUtf8 as areUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { openRegular, readUpTo, reasonOf } from './files.ts';
import { decoded } from './found.ts';

/** A larger document is refused, in bytes. */
const documentLimit = 64 * 1024 * 1024;

export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  /** It cannot be worked on as text. `message` names the file and says what to do. */
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'absent'; readonly message: string };

/**
 * Reads a file the user named. Bytes that are not UTF-8 are refused, never replaced, so that writing the text back
 * loses nothing; a byte-order mark stays as U+FEFF. Links are followed; what is no regular file is refused unopened.
 */
export async function readText(file: string, limit = documentLimit): Promise<TextFile> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return unreadable(`${file} is a folder: name a file in it`);
    const handle = found.isFile() ? await openRegular(file) : undefined;
    if (handle === undefined) return unreadable(`${file} is no regular file: only those are read`);
    try {
      const bytes = await readUpTo(handle, limit + 1);
      return bytes.length > limit ? unreadable(`${file} must have at most ${limit} bytes`) : textOf(file, bytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent', message: `${file} does not exist` };
    return unreadable(`${file} could not be read: ${reasonOf(error)}`);
  }
}

/**
 * The same at once, for many files: going through promises takes longer than reading a small file. Where something is not
 * as it should be, the other way says what.
 */
export async function readTextSoon(file: string): Promise<TextFile> {
  const text = smallText(file);
  return text === undefined ? readText(file) : { kind: 'text', text };
}

/** The text of a small regular file in UTF-8. Undefined where it is another one, or cannot be read. */
function smallText(file: string): string | undefined {
  let open: number | undefined;
  try {
    // A pipe put there since it was looked at would make an ordinary open wait for its writer.
    open = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(open).isFile()) return undefined;
    const length = readSync(open, small, 0, small.length, 0);
    const bytes = small.subarray(0, length);
    // What fills all of the room may go on behind it.
    if (length === small.length || looksLikeUtf16(bytes) || !areUtf8(bytes)) return undefined;
    return small.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

const small = Buffer.allocUnsafeSlow(256 * 1024);

/** The bytes of a document as text, or the message that refuses them; `file` is only named in it. */
export function textOf(file: string, bytes: Uint8Array): TextFile {
  if (looksLikeUtf16(bytes)) return unreadable(`${file} is UTF-16 and must be UTF-8: save it in that encoding`);
  const text = decoded(bytes);
  if (text !== undefined) return { kind: 'text', text };
  const valid = validLength(bytes);
  let start = valid;
  while (!isUtf8(bytes.subarray(0, start), false)) start -= 1;
  const line = bytes.subarray(0, start).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
  const byte = bytes[start]?.toString(16).toUpperCase().padStart(2, '0');
  const place = valid === bytes.length ? 'its last character is cut off' : `byte ${byte} in line ${line} is not`;
  return unreadable(`${file} must be UTF-8, and ${place}: save it in that encoding`);
}

function unreadable(message: string): TextFile {
  return { kind: 'unreadable', message };
}

/** By its byte-order mark, or by the NUL beside the first character, which no JSON begins with. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return bytes.length > 1 && (first === 0) !== (second === 0);
}

/** How many bytes from the start are UTF-8, a sequence cut off at the end included. */
function validLength(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (isUtf8(bytes.subarray(0, middle), true)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isUtf8(bytes: Uint8Array, mayBeCutOff: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayBeCutOff });
    return true;
  } catch {
    return false;
  }
}

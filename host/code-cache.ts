import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getHeapCodeStatistics, getHeapStatistics } from 'node:v8';
import { Script } from 'node:vm';
import zlib from 'node:zlib';
import { cacheFolder } from './cache-folder.ts';

/**
 * Runs a program of a script, given by its absolute path. The script's value is the function that Node makes of a CommonJS
 * module; the module exports each program as a function under its name. What V8 compiles of the script is kept in the user's
 * folder for caches, so that the next start compiles nothing, which is half of what a start takes beyond Node's own.
 * Whatever is wrong with what was kept, the script is compiled as ever; a checksum tells what V8 would not notice. Nothing
 * is kept where `NODE_DISABLE_COMPILE_CACHE` is set, and before Node 20.15, which has no checksum at hand.
 *
 * Says whether kept code was used. The script must be ASCII: it is read in half the time.
 */
export async function runProgram(file: string, name: string): Promise<boolean> {
  const code = readFileSync(file);
  const cache = await cacheFor(code, name);
  const kept = cache?.read();
  const filename = pathToFileURL(file).href;
  const script = new Script(code.toString('latin1'), { filename, ...(kept && { cachedData: kept.data }) });
  if (cache !== undefined) keepSoon(cache, script, kept);
  const module: { readonly exports: Readonly<Record<string, () => void>> } = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file));
  module.exports[name]?.();
  return script.cachedDataRejected === false;
}

/** Keeps what is compiled of a script once it has started, since V8 throws away the code of what is not run again. */
function keepSoon(cache: CodeCache, script: Script, kept: KeptCode | undefined): void {
  const known = script.cachedDataRejected === false ? (kept?.compiled ?? 0) : 0;
  let isDone = false;
  const keep = () => {
    if (!isDone && hasGrown(known)) cache.write({ compiled: compiledBytes(), data: script.createCachedData() });
    isDone = true;
  };
  setTimeout(keep, STARTED).unref();
  // A program that could not do its work has compiled too little of it.
  process.on('exit', (code) => code < 2 && keep());
}

/** Whether so much was compiled beside what was known that it is worth keeping. */
function hasGrown(known: number): boolean {
  if (known === 0) return true;
  return getHeapStatistics().used_heap_size < SOON_COUNTED && compiledBytes() > known * WORTH_KEEPING;
}

/** Bytes of a heap that V8 looks through in a few milliseconds. */
const SOON_COUNTED = 50_000_000;

/** How many times what was kept must have been compiled in all to be kept anew: another command was run this time. */
const WORTH_KEEPING = 1.25;

/** Milliseconds after which a program that goes on has done what it does at its start. */
const STARTED = 2000;

/** How much code there is, in bytes, compiled or kept. */
function compiledBytes(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

interface KeptCode {
  /** How much there was of it when it was kept, in bytes: to count it again would take a fiftieth of a start. */
  readonly compiled: number;
  readonly data: Buffer;
}

interface CodeCache {
  /** What was kept for just this code, undamaged; undefined where nothing was. */
  read(): KeptCode | undefined;
  /** Does nothing where nothing can be written. */
  write(kept: KeptCode): void;
}

async function cacheFor(code: Buffer, name: string): Promise<CodeCache | undefined> {
  const { crc32 } = zlib;
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] !== undefined || crc32 === undefined) return undefined;
  const folder = await cacheFolder();
  if (folder === undefined) return undefined;
  const file = path.join(folder, `${name}-${process.versions.v8}-${process.arch}.v8-code`);
  // V8 compares nothing of the code but its length.
  const checksum = crc32(code);
  const headOf = ({ compiled, data }: KeptCode) => {
    const head = Buffer.alloc(HEAD_LENGTH);
    head.writeUInt32LE(checksum, 0);
    head.writeUInt32LE(crc32(data), 4);
    head.writeUInt32LE(compiled, 8);
    return head;
  };
  return {
    read() {
      const content = readOwn(file);
      if (content === undefined || content.length < HEAD_LENGTH) return undefined;
      const kept = { compiled: content.readUInt32LE(8), data: content.subarray(HEAD_LENGTH) };
      return content.subarray(0, HEAD_LENGTH).equals(headOf(kept)) ? kept : undefined;
    },
    write: (kept) => replaceFile(file, Buffer.concat([headOf(kept), kept.data])),
  };
}

/** V8 reads data where it is if that is a multiple of 8. */
const HEAD_LENGTH = 16;

/** What a file holds that nobody but this user can have written; undefined for any other. */
function readOwn(file: string): Buffer | undefined {
  let open: number | undefined;
  try {
    // A pipe in its place must not be waited for.
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(open);
    const user = process.getuid?.();
    // Whoever writes it has any code run by whoever reads it.
    const isOwn = user === undefined || (stats.uid === user && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    return isOwn && stats.isFile() ? readFileSync(open) : undefined;
  } catch {
    return undefined;
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

const WRITABLE_BY_OTHERS = 0o022;

/** Puts the whole content there at once, since another program may read the file at any moment. */
function replaceFile(file: string, content: Buffer): void {
  const partial = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // Never through a link that somebody has put there.
    writeFileSync(partial, content, { mode: 0o600, flag: 'wx' });
    renameSync(partial, file);
  } catch {
    // Without room or permission for it, the next start compiles as this one did.
    try {
      unlinkSync(partial);
    } catch {
      // It was not even begun.
    }
  }
}

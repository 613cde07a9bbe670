import { shown, visible } from '../text/words.ts';
import { normal } from './path.ts';

/** What is wrong with a path as text, whatever the disk holds. */
export interface PathFlaw {
  readonly severity: 'error' | 'warning';
  /** A sentence for a person that names the path. */
  readonly message: string;
  /** The same path as every system reads it, where that is certain. */
  readonly portable?: string;
  /** The portable spelling can be nothing else. */
  readonly safe?: boolean;
  /** A backslash can be part of a name, so only git can tell whether the portable spelling is meant. */
  readonly backslash?: boolean;
  /** It is a relative path that can be read, and leads out of the root. */
  readonly leaves?: boolean;
}

/** A prefix names a file or a folder, so a slash at its end is fine. */
export type PathRole = 'file' | 'prefix';

/** Longer paths open on no system, in UTF-16 units. */
const LONGEST = 4096;

/** The worst thing about a path, the same on every system since handoffs travel; undefined where there is nothing. */
export function flawOf(path: string, role: PathRole = 'prefix'): PathFlaw | undefined {
  if (role === 'prefix' ? plainReading(path) !== undefined : isPlain(path)) return undefined;
  const trimmed = path.trim();
  if (trimmed === '') return error(path === '' ? 'A path must not be empty.' : 'A path must not be blank.');
  if (trimmed === path) return unreadable(path) ?? segmentFlaw(path, role);
  const inner = flawOf(trimmed, role);
  if (inner?.severity === 'error') return inner;
  const message = `${shown(path)} must be written without blanks around it.`;
  return { severity: 'warning', message, portable: inner?.portable ?? trimmed };
}

/**
 * A path in the one spelling that can be compared: `./`, doubled slashes, `..` and blanks around it resolved, the slash at
 * its end gone. Undefined where nobody can say what it means.
 */
export function readingOf(path: string): string | undefined {
  const plain = plainReading(path);
  if (plain !== undefined) return plain;
  const flaw = flawOf(path);
  const reading = flaw === undefined ? path : flaw.portable;
  return reading?.replace(/\/+$/, '');
}

/** As `readingOf`, in the Unicode form that paths are compared in (NFC). */
export function comparable(path: string): string | undefined {
  const plain = plainReading(path);
  if (plain !== undefined) return plain;
  const reading = readingOf(path);
  return reading === undefined ? undefined : normal(reading);
}

/** Whether a path lies in git's own folder, in any spelling that some disk takes for `.git`. */
export function isInGitFolder(path: string): boolean {
  return path.split(/[\\/]/).some((segment) => /^(?:\.git|git~\d+)[. ]*$/i.test(segment.replace(IGNORABLE, '')));
}

/** Characters that HFS+ does not see in a name. */
const IGNORABLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** A path that is spelled as nearly all are, without a slash at its end; undefined for any other. */
export function plainReading(path: string): string | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  return isPlain(plain) ? plain : undefined;
}

/**
 * Whether a path is one of those that nearly all are: names of letters, digits, `_`, `@`, `+` and `-` with single dots between
 * them, none of them a device's. A quick look, unit by unit: lists can have hundreds of thousands, and every rule about
 * paths asks.
 */
function isPlain(path: string): boolean {
  const { length } = path;
  if (length === 0 || length > LONGEST) return false;
  let isStart = true;
  let stem = 0;
  let mayBeDevice = false;
  for (let at = 0, inStem = true; at < length; at++) {
    const unit = path.charCodeAt(at);
    if (unit < 128 && IN_NAME[unit] === 1) {
      isStart = false;
      if (inStem && ++stem > 4) inStem = false;
    } else if (!isStart && (unit === SLASH || unit === DOT)) {
      isStart = true;
      mayBeDevice ||= inStem && stem > 2;
      inStem = unit === SLASH;
      stem = 0;
    } else return false;
    if (at === length - 1) mayBeDevice ||= inStem && stem > 2;
  }
  return !isStart && !(mayBeDevice && PLAIN_DEVICE.test(path));
}

const SLASH = 0x2f;
const DOT = 0x2e;
const IN_NAME = Uint8Array.from({ length: 128 }, (_, unit) => Number(/[\w@+-]/.test(String.fromCharCode(unit))));

const PLAIN_DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/i;

function error(message: string, more: Partial<PathFlaw> = {}): PathFlaw {
  return { severity: 'error', message, ...more };
}

/** What makes a text no relative path at all. */
function unreadable(path: string): PathFlaw | undefined {
  const must = (rule: string, found: string) => error(`${shown(path)} must be ${rule}; it ${found}.`);
  const relative = "relative to the repository's top level";
  if (path.length > LONGEST) return must(`at most ${LONGEST} characters long`, `has ${path.length}`);
  if (!path.isWellFormed()) return must('text that UTF-8 can hold', 'has half of a surrogate pair');
  const control = CONTROL.exec(path)?.[0];
  if (control !== undefined) return must('free of control characters', `has ${visible(control)}`);
  if (/^(?:[a-z][a-z0-9+.-]+:\/\/|file:)/i.test(path)) return must(`a path ${relative}`, 'is an address');
  if (/^[a-z]:/i.test(path)) return must(relative, 'begins with a drive letter');
  if (/^[\\/]{2}/.test(path)) return must(relative, 'is a network path');
  if (/^[\\/]/.test(path)) return must(relative, 'is absolute');
  if (/^~(?:[\w.-]*[\\/]|$)/.test(path)) return must(relative, 'begins at a home folder');
  return path.includes('\\') ? backslash(path) : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f]/;

function backslash(path: string): PathFlaw {
  const slashed = path.replaceAll('\\', '/');
  const inner = flawOf(slashed);
  if (inner?.leaves) return { ...inner, message: leaving(path) };
  const portable = inner === undefined ? slashed : inner.portable;
  const message = `${shown(path)} must be written with "/"; a backslash separates folders on Windows alone.`;
  return error(message, { backslash: true, ...(portable === undefined ? {} : { portable }) });
}

function segmentFlaw(path: string, role: PathRole): PathFlaw | undefined {
  const segments = path.split('/');
  const resolved = resolve(segments);
  if (resolved === undefined) return error(leaving(path), { leaves: true });
  const end = /(?:^|\/)\.{0,2}$/.test(path) && path !== '.';
  const clean = resolved.join('/') + (resolved.length > 0 && end && role === 'prefix' ? '/' : '');
  if (clean === '')
    return error(`${shown(path)} must name something inside the repository; it is the repository itself.`);
  if (role === 'file' && end) {
    const message = `${shown(path)} must name a file; it is written as a folder.`;
    return error(message, /[^./]\/+$/.test(path) ? { portable: clean } : {});
  }
  const windows = windowsFlaw(path, resolved);
  if (windows !== undefined) return windows;
  if (segments.includes('..')) {
    return {
      severity: 'warning',
      message: `${shown(path)} must be written without ".."; it is ${shown(clean)}.`,
      portable: clean,
    };
  }
  if (clean === path) return undefined;
  const found = segments.includes('.') ? '"./"' : 'doubled "/"';
  return {
    severity: 'warning',
    message: `${shown(path)} must be written without ${found}.`,
    portable: clean,
    safe: true,
  };
}

function leaving(path: string): string {
  return `${shown(path)} must stay inside the repository; it leads out of it.`;
}

/** Segments without `.`, `..` and empty ones; undefined where `..` leads above the first. */
function resolve(segments: readonly string[]): readonly string[] | undefined {
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') resolved.push(segment);
    else if (resolved.pop() === undefined) return undefined;
  }
  return resolved;
}

/** Names that Windows cannot hold or gives another meaning, so that the repository could not be checked out there. */
function windowsFlaw(path: string, segments: readonly string[]): PathFlaw | undefined {
  const pattern = segments.find((segment) => /[*?]/.test(segment));
  if (pattern !== undefined) return patternFlaw(path);
  for (const segment of segments) {
    const no = (found: string) => error(`${shown(path)} must be a path that Windows can hold too; it ${found}.`);
    const character = /[<>:"|]/.exec(segment)?.[0];
    if (character !== undefined) return no(`has ${character}`);
    if (/[. ]$/.test(segment)) return no(`has a name that ends in ${segment.endsWith('.') ? 'a dot' : 'a blank'}`);
    if (DEVICE.test(segment)) return no(`has ${shown(segment)}, which names a device`);
  }
  return undefined;
}

const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:$|[ ]*\.)/i;

/** Only a pattern for everything in a folder can be said without one. */
function patternFlaw(path: string): PathFlaw {
  const message = `${shown(path)} must be a path as it is; "*" and "?" stand for nothing else in it.`;
  const folder = /^([^*?]*[^*?/]\/)\*{1,2}(?:\/\*)?$/.exec(path)?.[1];
  const inner = folder === undefined ? undefined : flawOf(folder);
  const portable = inner === undefined ? folder : inner.portable;
  return error(message, portable === undefined ? {} : { portable });
}

import type { Format } from '../format/format.ts';

/**
 * Whether a path matches a glob. Both are written with `/`; `*` and `?` stay inside a segment, `**` is any number of
 * segments, `[abc]`, `[!abc]` and `{a,b}` are read as shells do, and a leading dot is nothing special. A bracket or brace
 * that never closes is taken literally. Case counts.
 */
export function matchesGlob(glob: string, path: string): boolean {
  return regExpOf(glob).test(path);
}

/**
 * Ids of the formats in whose usual place a path lies. The path may be absolute or relative to any folder above the
 * place: usual places are written so that it makes no difference.
 */
export function placedIn(formats: readonly Format[], path: string): readonly string[] {
  const slashed = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  const end = slashed.lastIndexOf('/') + 1;
  const folder = slashed.slice(0, end).replace(/^\/+/, '');
  if (latest?.formats !== formats || latest.folder !== folder) {
    latest = { formats, folder, globs: formats.flatMap((format) => globsIn(folder, format)) };
  }
  const name = slashed.slice(end);
  const ids: string[] = [];
  for (const { id, glob, whole } of latest.globs) {
    if (matchesGlob(glob, whole ? folder + name : name) && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** One file after the other lies in the same folder. */
let latest:
  | { readonly formats: readonly Format[]; readonly folder: string; readonly globs: readonly Usual[] }
  | undefined;

interface Usual {
  /** Of the format. */
  readonly id: string;
  readonly glob: string;
  /** Whether the whole path must match, and not the name alone. */
  readonly whole: boolean;
}

/** What the names of files in a folder, which ends in `/`, must match to stand in a format's usual place. */
function globsIn(folder: string, { id, traits }: Format): readonly Usual[] {
  return traits.files.flatMap((glob): readonly Usual[] => {
    const end = glob.lastIndexOf('/') + 1;
    const [before, name] = [glob.slice(0, end), glob.slice(end)];
    // A brace may reach over folders, and what is no wildcard in one part may be one in the whole.
    if (/[{}[\]]/.test(glob) || name.includes('**')) return [{ id, glob, whole: true }];
    return matchesGlob(before, folder) ? [{ id, glob: name, whole: false }] : [];
  });
}

const known = new Map<string, RegExp>();

/** Globs are few and asked for often. */
function regExpOf(glob: string): RegExp {
  let made = known.get(glob);
  if (made === undefined) {
    made = compiled(glob);
    known.set(glob, made);
  }
  return made;
}

function compiled(glob: string): RegExp {
  try {
    return new RegExp(`^${sourceOf(glob)}$`, 'su');
  } catch {
    // A range that runs backwards, such as [z-a], is no set: what is written may be a name.
    return new RegExp(`^${literal(glob)}$`, 'su');
  }
}

/** A star that stands beside another means no more than one of them, and would make the search slow. */
const PARTS = /\*\*\/(?:\*\*\/)*|\*\*+|\*|\?|\[!?\]?[^\]/]*\]|\{[^{}]*\}|./gsu;

function sourceOf(glob: string): string {
  return Array.from(glob.matchAll(PARTS), ([part]) => {
    if (part.startsWith('**/')) return '(?:[^/]*/)*';
    if (part.startsWith('**')) return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1 && part.startsWith('[')) return setOf(part);
    if (part.length > 1 && part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(sourceOf).join('|')})`;
    return literal(part);
  }).join('');
}

function setOf(part: string): string {
  const negated = part.startsWith('[!');
  const inner = part.slice(negated ? 2 : 1, -1).replace(/[\\\]^[]/g, '\\$&');
  return negated ? `[^/${inner}]` : `[${inner}]`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

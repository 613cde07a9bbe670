import type { Json } from '../format/schema.ts';
import { MAX_DEPTH } from './syntax.ts';
import { QUOTE } from './units.ts';

/**
 * The value of a text of which every reader makes the same: JSON, no member given twice, no deeper than `MAX_DEPTH`, every
 * number finite. Undefined for any other text, and for the few of which that is not certain without reading them closely.
 *
 * The engine's own parser reads it, which makes no tree and takes a fraction of the time; what it passes over in silence
 * shows in what it made: a member given twice is a name in the text that the value does not have.
 */
export function soundValue(text: string): { readonly value: Json } | undefined {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return membersIn(value, 0) === namesIn(text) ? { value } : undefined;
}

/** Members of all objects in a value, or NaN where it is nested too deeply or a number is not finite. */
function membersIn(value: Json, depth: number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === MAX_DEPTH) return Number.NaN;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'string') members += membersIn(item, depth + 1);
    return members;
  }
  const object: { readonly [name: string]: Json } = value as { readonly [name: string]: Json };
  for (const name in object) {
    const member = object[name];
    members++;
    if (typeof member !== 'string' && member !== undefined) members += membersIn(member, depth + 1);
  }
  return members;
}

/**
 * At least as many as there are names of members in a JSON text: colons behind a quote that is not escaped. NaN where a name
 * has an escape in it: V8 13 takes such a name for another one that it has just met at the same place.
 *
 * All of it by patterns: `indexOf` and `includes` are without effects to V8, and what it optimises may call them anew for each
 * round of a loop that uses what they said, which reads the whole text for each name.
 */
function namesIn(text: string): number {
  const escapes = /\\/.test(text);
  const ends = /"[ \n\r\t]*:/g;
  let names = 0;
  while (ends.test(text)) {
    if (escapes) {
      let at = ends.lastIndex - 2;
      while (isBlank(text.charCodeAt(at))) at--;
      if (isEscaped(text, at)) continue;
      if (hasEscape(text, at)) return Number.NaN;
    }
    names++;
  }
  return names;
}

/** Whether there is a backslash between a quote and the one before it. */
function hasEscape(text: string, quote: number): boolean {
  let at = quote - 1;
  while (at >= 0 && text.charCodeAt(at) !== QUOTE && text.charCodeAt(at) !== BACKSLASH) at--;
  return text.charCodeAt(at) === BACKSLASH;
}

const BACKSLASH = 0x5c;

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/** Behind the string that begins at an offset. */
export function pastString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

/** The four blanks of JSON. */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

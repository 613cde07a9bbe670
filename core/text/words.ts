import type { Json } from '../format/schema.ts';

/** Longest part of a value that a message repeats, in UTF-16 units. */
const SHOWN = 60;

/** A name or value as a message shows it: as JSON, cut when long, invisible characters visible. Never ends inside a pair. */
export function shown(value: Json): string {
  const text = visible(JSON.stringify(value));
  if (text.length <= SHOWN) return text;
  const cut = text.slice(0, SHOWN - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Characters that nobody can see, made visible. */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const invisible = /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
  return text.replace(invisible, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Nearly all texts: letters, digits and signs of ASCII, and blanks. */
const PLAIN = /^[ -~]*$/;

/** What a message calls a place: `"task_id"`, `Entry 2 of "changed_paths"` (1-based), `The handoff` for the root. */
export function placeName(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'The handoff';
  if (typeof last === 'string') return shown(last);
  const list = path.slice(0, -1);
  return `Entry ${last + 1} of ${list.length === 0 ? 'the handoff' : placeName(list)}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function oneOf(words: readonly string[], last = 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Most values that a message repeats. */
const NAMED = 3;

/** The first few values as a message shows them, and how many more there are: `"a", "b", "c" and 2 others`. */
export function namely(values: readonly string[]): string {
  const rest = values.length - NAMED;
  const first = values.slice(0, NAMED).map((value) => shown(value));
  return oneOf(rest > 0 ? [...first, count(rest, 'other')] : first, 'and');
}

/** `1 entry`, `2 entries`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** The JSON type of a value, with its article. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return 'an object';
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    default:
      return String(value);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

/** A JSON Schema type name, with its article. */
export function schemaTypeName(type: string): string {
  return TYPES[type] ?? type;
}

/** `refs/remotes/origin/main` as people write it: `origin/main`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:remotes|heads|tags)\//, '');
}

/** The beginning of a commit's id, as people write it. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Number of code points, which is what JSON Schema counts. */
export function codePoints(text: string): number {
  let n = 0;
  for (let at = 0; at < text.length; at++) {
    n++;
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) at++;
  }
  return n;
}

/** Number of bytes of a text in UTF-8; half of a surrogate pair counts as the replacement character that it becomes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** The candidate that a person most likely meant, or undefined when none is near: at most a third of it mistyped. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(Math.max(3, word.length) / 3) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(fold(word), fold(candidate), least);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}

/** Damerau-Levenshtein (adjacent swaps count one), given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}

/** The order of two texts by their UTF-16 units: negative, 0 or positive. The same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

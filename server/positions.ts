import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import type { Replacement } from '../core/edit.ts';
import type { Span } from '../core/text/span.ts';

/** What the `character` of a position counts, as negotiated: UTF-16 units, bytes of UTF-8, or code points. */
export type Encoding = 'utf-16' | 'utf-8' | 'utf-32';

/**
 * The one place where offsets (UTF-16 units in the raw text, 0-based) and protocol positions (0-based lines, columns in
 * the negotiated unit) meet. `\n`, `\r\n` and a lone `\r` end a line; U+2028 and U+2029 do not; a byte-order mark is a
 * character of line 0. Total: what lies outside the text means its nearest end, what lies inside a character its start.
 */
export interface Positions {
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
  rangeOf(span: Span): Range;
  spanOf(range: Range): Span;
  /** The same range for those who count UTF-16 units, and back. */
  toUtf16(position: Position): Position;
  fromUtf16(range: Range): Range;
}

export function createPositions(text: string, encoding: Encoding): Positions {
  const lines = linesOf(text);
  const column = columnCounter(encoding);
  const positionAt = (offset: number): Position => {
    const at = clamp(offset, 0, text.length);
    const line = lineAt(lines, at);
    const { start, end } = spanOfLine(text, lines, line);
    // Between the two characters of a line end is still the line before it.
    const character = Math.min(at, end) - start;
    return { line, character: encoding === 'utf-16' ? character : column.count(text, start, start + character) };
  };
  const utf16At = ({ line, character }: Position): number => {
    if (line >= lines.length) return text.length;
    if (line < 0) return 0;
    const { start, end } = spanOfLine(text, lines, line);
    return clamp(start + character, start, end);
  };
  const offsetAt = (position: Position): number => {
    if (encoding === 'utf-16') return utf16At(position);
    const start = utf16At({ line: position.line, character: 0 });
    const end = utf16At({ line: position.line, character: Number.MAX_SAFE_INTEGER });
    return column.advance(text, start, end, position.character);
  };
  return {
    positionAt,
    offsetAt,
    rangeOf: ({ start, end }) => ({ start: positionAt(start), end: positionAt(end) }),
    spanOf({ start, end }) {
      const [from, to] = [offsetAt(start), offsetAt(end)];
      return { start: Math.min(from, to), end: Math.max(from, to) };
    },
    toUtf16(position) {
      if (encoding === 'utf-16') return position;
      const at = offsetAt(position);
      const line = lineAt(lines, at);
      return { line, character: at - (lines[line] ?? 0) };
    },
    fromUtf16: ({ start, end }) => ({ start: positionAt(utf16At(start)), end: positionAt(utf16At(end)) }),
  };
}

/** Offsets at which lines start. Texts are long and change with every key, so line ends are looked for natively. */
function linesOf(text: string): readonly number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  } else {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  }
  return starts;
}

/** The line of an offset in the text, by binary search. */
function lineAt(lines: readonly number[], offset: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line without its end. */
function spanOfLine(text: string, lines: readonly number[], line: number): Span {
  const start = lines[line] ?? text.length;
  let end = lines[line + 1] ?? text.length;
  while (end > start && isLineEnd(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * The text after the changes of one notification, each of which counts in the text that the one before it left. `positions`
 * are those of the text, where they are known.
 */
export function applyChanges(
  text: string,
  encoding: Encoding,
  changes: readonly TextDocumentContentChangeEvent[],
  positions?: Positions,
): string {
  return changes.reduce((before, change) => {
    if (!('range' in change)) return change.text;
    const known = before === text && positions !== undefined ? positions : createPositions(before, encoding);
    const { start, end } = known.spanOf(change.range);
    // Joined and not added: V8 keeps a sum as its parts, and code that looks at each of its characters can take a hundred times as long.
    return [before.slice(0, start), change.text, before.slice(end)].join('');
  }, text);
}

/** The smallest single replacement that turns one text into another; undefined where they are equal. Cuts no character in two. */
export function smallestReplacement(before: string, after: string): Replacement | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (isWithin(before, start) || isWithin(after, start)) start--;
  let tail = 0;
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  if (tail > 0 && (isWithin(before, before.length - tail) || isWithin(after, after.length - tail))) tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Whether an offset falls between the halves of a surrogate pair or of a CRLF. */
function isWithin(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}

interface ColumnCounter {
  /** Units between two offsets of one line. */
  count(text: string, start: number, end: number): number;
  /** The offset so many units behind `start`, at most `end`. */
  advance(text: string, start: number, end: number, units: number): number;
}

function columnCounter(encoding: Encoding): ColumnCounter {
  const width = encoding === 'utf-8' ? utf8Width : () => 1;
  return {
    count(text, start, end) {
      let units = 0;
      for (let at = start; at < end; at += lengthAt(text, at)) units += width(text.codePointAt(at) ?? 0);
      return units;
    },
    advance(text, start, end, units) {
      let left = units;
      let at = start;
      while (at < end) {
        left -= width(text.codePointAt(at) ?? 0);
        if (left < 0) break;
        at += lengthAt(text, at);
      }
      return at;
    },
  };
}

function lengthAt(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

/** A lone half of a pair counts as U+FFFD, which is what its bytes become on the wire. */
function utf8Width(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

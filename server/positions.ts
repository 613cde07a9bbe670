import type { Position, Range, TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import type { Replacement } from '../core/edit.ts';
import { both, type Revision } from '../core/text/revision.ts';
import type { Span } from '../core/text/span.ts';
import { spliced, type Text } from '../core/text/spliced.ts';
import { type Lines, linesOf } from './lines.ts';

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
  /** Those in the text that a revision has led to. */
  revised(after: Text, revision: Revision): Positions;
}

export function createPositions(text: Text, encoding: Encoding, lines: Lines = linesOf(text)): Positions {
  const column = columnCounter(encoding);
  const positionAt = (offset: number): Position => {
    const at = clamp(offset, 0, text.length);
    const line = lines.lineAt(at);
    const { start, end } = spanOfLine(text, lines, line);
    // Between the two characters of a line end is still the line before it.
    const character = Math.min(at, end) - start;
    return { line, character: encoding === 'utf-16' ? character : column.count(text, start, start + character) };
  };
  const utf16At = ({ line, character }: Position): number => {
    if (line >= lines.count) return text.length;
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
      const line = lines.lineAt(at);
      return { line, character: at - (lines.startOf(line) ?? 0) };
    },
    fromUtf16: ({ start, end }) => ({ start: positionAt(utf16At(start)), end: positionAt(utf16At(end)) }),
    revised: (after, revision) => createPositions(after, encoding, lines.revised(after, revision)),
  };
}

/** A line without its end. */
function spanOfLine(text: Text, lines: Lines, line: number): Span {
  const start = lines.startOf(line) ?? text.length;
  let end = lines.startOf(line + 1) ?? text.length;
  while (end > start && isLineEnd(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** A text after a change, as far as it is known what has changed. */
export interface Changed {
  readonly text: Text;
  /** Undefined where the whole text was told anew. */
  readonly revision: Revision | undefined;
  /** Undefined where they are not known yet. */
  readonly positions: Positions | undefined;
}

/**
 * The text after the changes of one notification, each of which counts in the text that the one before it left. `positions`
 * are those of the text, where they are known.
 */
export function applyChanges(
  text: Text,
  encoding: Encoding,
  changes: readonly TextDocumentContentChangeEvent[],
  positions?: Positions,
): Changed {
  let now: Changed = { text, revision: { start: 0, end: 0, length: 0 }, positions };
  for (const [index, change] of changes.entries()) now = apply(now, encoding, change, index === 0);
  return now;
}

function apply(
  { text, revision: before, positions: known }: Changed,
  encoding: Encoding,
  change: TextDocumentContentChangeEvent,
  isFirst: boolean,
): Changed {
  if (!('range' in change)) return { text: change.text, revision: undefined, positions: undefined };
  const positions = known ?? createPositions(text, encoding);
  const { start, end } = positions.spanOf(change.range);
  const after = spliced(text, start, end, change.text);
  const revision = { start, end, length: change.text.length };
  return {
    text: after,
    revision: isFirst ? revision : before && both(before, revision),
    positions: positions.revised(after, revision),
  };
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
  count(text: Text, start: number, end: number): number;
  /** The offset so many units behind `start`, at most `end`. */
  advance(text: Text, start: number, end: number, units: number): number;
}

function columnCounter(encoding: Encoding): ColumnCounter {
  const width = encoding === 'utf-8' ? utf8Width : () => 1;
  return {
    count(text, start, end) {
      const part = stretch(text, start, end);
      let units = 0;
      for (let at = 0; at < end - start; at += lengthAt(part, at)) units += width(part.codePointAt(at) ?? 0);
      return units;
    },
    advance(text, start, end, units) {
      const part = stretch(text, start, end);
      let left = units;
      let at = 0;
      while (at < end - start) {
        left -= width(part.codePointAt(at) ?? 0);
        if (left < 0) break;
        at += lengthAt(part, at);
      }
      return start + at;
    },
  };
}

/** A part of a text as one string: to look at each character of a text that is not put together takes many times as long. */
function stretch(text: Text, start: number, end: number): string {
  // One more unit, since the end may lie inside a character, which counts as a whole.
  return text.slice(start, end + 1);
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

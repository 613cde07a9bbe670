import { lineStarts } from '../core/text/lines.ts';

/** A place in a text as people and editors count it. */
export interface Position {
  /** 1-based. `\n`, `\r\n` and a lone `\r` end a line, as in the language server protocol; U+2028 does not. */
  readonly line: number;
  /** 1-based, in UTF-16 units. A byte-order mark is not counted: editors do not show it. */
  readonly column: number;
  /** 0-based, in UTF-16 units of the whole text, a byte-order mark included. */
  readonly offset: number;
}

/** Offsets at which the lines of a text start; a byte-order mark belongs to no line. */
export interface Lines {
  readonly text: string;
  readonly starts: readonly number[];
}

export function linesOf(text: string): Lines {
  const starts = lineStarts(text);
  if (text.startsWith('\ufeff')) starts[0] = 1;
  return { text, starts };
}

/** Where an offset is; past the end it is the end. */
export function positionAt({ text, starts }: Lines, offset: number): Position {
  const at = Math.min(Math.max(offset, 0), text.length);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(0, at - (starts[low] ?? 0)) + 1, offset: at };
}

/** The stretch of a line, given by its 1-based number, without its end. */
export function lineSpan({ text, starts }: Lines, line: number): { readonly start: number; readonly end: number } {
  const start = starts[line - 1] ?? text.length;
  let end = starts[line] ?? text.length;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return { start, end };
}

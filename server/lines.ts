import { lineStarts } from '../core/text/lines.ts';
import { growthOf, type Revision } from '../core/text/revision.ts';
import type { Span } from '../core/text/span.ts';
import type { Text } from '../core/text/spliced.ts';

/** Where the lines of a text start. `\n`, `\r\n` and a lone `\r` end a line. Lines count from 0. */
export interface Lines {
  readonly count: number;
  /** The offset at which a line starts; undefined where the text has no such line. */
  startOf(line: number): number | undefined;
  /** The line of an offset in the text. */
  lineAt(offset: number): number;
  /** Those of the text that a revision has led to. What stays in its line costs nothing, however long the text. */
  revised(after: Text, revision: Revision): Lines;
}

export function linesOf(text: Text): Lines {
  return new LineStarts(text, lineStarts(text.toString()), 0, 0);
}

/** A class, because there is one for each version of a text, and by accessors of its own V8 would keep each one alive. */
class LineStarts implements Lines {
  readonly #text: Text;
  readonly #starts: readonly number[];
  /** All starts from this line on have moved by so many units. */
  readonly #from: number;
  readonly #by: number;

  constructor(text: Text, starts: readonly number[], from: number, by: number) {
    this.#text = text;
    this.#starts = starts;
    this.#from = from;
    this.#by = by;
  }

  get count(): number {
    return this.#starts.length;
  }

  startOf(line: number): number | undefined {
    const start = this.#starts[line];
    return start === undefined || line < this.#from ? start : start + this.#by;
  }

  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.startOf(middle) ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  revised(after: Text, revision: Revision): Lines {
    if (!staysInLine(this.#text, after, revision)) return linesOf(after);
    const from = this.lineAt(revision.start) + 1;
    const by = growthOf(revision);
    if (this.#by === 0 || this.#from === from) return new LineStarts(after, this.#starts, from, this.#by + by);
    const starts = this.#starts.map((start, line) => (line < this.#from ? start : start + this.#by));
    return new LineStarts(after, starts, from, by);
  }
}

/** Whether a revision neither takes a line end away nor makes one, nor parts or joins the halves of one. */
function staysInLine(before: Text, after: Text, { start, end, length }: Revision): boolean {
  if (hasLineEnd(before, { start, end }) || hasLineEnd(after, { start, end: start + length })) return false;
  return before.slice(Math.max(0, start - 1), start) !== '\r' || before.slice(end, end + 1) !== '\n';
}

function hasLineEnd(text: Text, { start, end }: Span): boolean {
  return /[\r\n]/.test(text.slice(start, end));
}

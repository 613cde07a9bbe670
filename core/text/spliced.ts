/** What can be asked of a text that may not have been put together. Offsets in UTF-16 units. */
export type Text = Pick<string, 'length' | 'slice' | 'charCodeAt' | 'codePointAt' | 'toString'>;

/**
 * A text with other units from `start` to `end`. A long one is not put together before all of it is asked for: somebody
 * types in one place, and to copy the rest for each key takes longer than all else.
 */
export function spliced(text: Text, start: number, end: number, inserted: string): Text {
  if (text instanceof Spliced) return text.spliced(start, end, inserted);
  const whole = text.toString();
  // Joined and not added: V8 keeps a sum as its parts, and code that looks at each of its characters can take a hundred times as long.
  if (whole.length < LONG) return [whole.slice(0, start), inserted, whole.slice(end)].join('');
  return new Spliced(whole, start, end, inserted);
}

/** In UTF-16 units: to put a shorter text together takes no longer than to keep its parts. */
const LONG = 16_384;
/** Most units that are copied for a key. */
const NEAR = 4096;

/** A string with one stretch of it replaced. */
class Spliced implements Text {
  #base: string;
  #start: number;
  #end: number;
  #middle: string;

  constructor(base: string, start: number, end: number, middle: string) {
    this.#base = base;
    this.#start = start;
    this.#end = end;
    this.#middle = middle;
  }

  get length(): number {
    return this.#base.length - (this.#end - this.#start) + this.#middle.length;
  }

  /** As of a string, but for offsets from the end. */
  slice(from = 0, to = this.length): string {
    const middleEnd = this.#start + this.#middle.length;
    const shift = this.#end - middleEnd;
    if (to <= this.#start) return this.#base.slice(from, to);
    if (from >= middleEnd) return this.#base.slice(from + shift, Math.max(from, to) + shift);
    return [
      this.#base.slice(Math.min(from, this.#start), this.#start),
      this.#middle.slice(Math.max(0, from - this.#start), to - this.#start),
      this.#base.slice(this.#end, Math.max(this.#end, to + shift)),
    ].join('');
  }

  charCodeAt(at: number): number {
    return this.slice(at, at + 1).charCodeAt(0);
  }

  codePointAt(at: number): number | undefined {
    return this.slice(at, at + 2).codePointAt(0);
  }

  /** Put together once. */
  toString(): string {
    if (this.#start !== this.#end || this.#middle !== '') {
      this.#base = this.slice();
      this.#start = 0;
      this.#end = 0;
      this.#middle = '';
    }
    return this.#base;
  }

  spliced(start: number, end: number, inserted: string): Text {
    const middleEnd = this.#start + this.#middle.length;
    const [from, to] = [Math.min(start, this.#start), Math.max(end, middleEnd)];
    if (to - from > NEAR) return spliced(this.toString(), start, end, inserted);
    const middle = [this.slice(from, start), inserted, this.slice(end, to)].join('');
    return new Spliced(this.#base, from, to + this.#end - middleEnd, middle);
  }
}

import { moved, type Revision } from '../text/revision.ts';
import type { Span } from '../text/span.ts';
import { pastString } from './sound.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './units.ts';

/** A long object or list in a sound text, brackets included, of which the first two children tell how it is written. */
export interface Large extends Span {
  /** The comma behind the second child. */
  readonly rest: number;
}

/** What is passed over in a text: from the comma behind the second child of an object or list to its closing bracket. */
export type Skip = Span;

/** In UTF-16 units: in a shorter text nothing is gained; and what passing over an object or list must save. */
const SMALL = 4096;
const WORTHWHILE = 256;

interface Open {
  readonly start: number;
  commas: number;
  rest: number;
}

/** The long objects and lists in a text that is known to be JSON, each before those in it. None in a short text. */
export function largeIn(text: string): readonly Large[] {
  if (text.length < SMALL) return [];
  const found: Large[] = [];
  const opened: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = pastString(text, at) - 1;
        break;
      case COMMA: {
        const top = opened[opened.length - 1];
        if (top !== undefined && ++top.commas === 2) top.rest = at;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        opened.push({ start: at, commas: 0, rest: text.length });
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET: {
        const top = opened.pop();
        if (top !== undefined && at - top.rest >= WORTHWHILE)
          found.push({ start: top.start, end: at + 1, rest: top.rest });
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The same in a later version of the text, in which nothing but a text between two quotes has changed. */
export function movedLarge(large: readonly Large[], revision: Revision): readonly Large[] {
  return large.map(({ start, end, rest }) => ({
    ...moved({ start, end }, revision),
    rest: moved({ start: rest, end: rest }, revision).start,
  }));
}

/**
 * What need not be read to know what is around a place: the objects and lists that the place is in are read whole, of each
 * other one the first two children.
 */
export function skipsAround(large: readonly Large[], place: Span): readonly Skip[] {
  const skips: Skip[] = [];
  let end = 0;
  for (const one of large) {
    if (one.start < end || (one.start < place.end && place.start < one.end)) continue;
    ({ end } = one);
    skips.push({ start: one.rest, end: end - 1 });
  }
  return skips;
}

/** Behind the object or list that begins at an offset; undefined where it is not among the long ones. */
export function pastLarge(large: readonly Large[], start: number): number | undefined {
  let low = 0;
  let high = large.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((large[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found = large[low];
  return found?.start === start ? found.end : undefined;
}

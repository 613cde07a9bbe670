import type { Span } from '../text/span.ts';
import { pastString } from './locate.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './units.ts';

/**
 * A text that is known to be JSON, as long as it is, with what it has around a place: the objects and lists that the place is
 * in, whole. Of each other one the first two children are there, which tell how it is written, and one that stands for the rest.
 * What is small is the text itself. To read it closely takes a fraction of the time where lists are long.
 */
export function excerpt(text: string, place: Span): string {
  if (text.length < SMALL) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of cutsIn(text, place)) {
    const [open, close] = text[end] === ']' ? ['"', '"'] : ['"', '":0'];
    parts.push(text.slice(from, start), open, ' '.repeat(end - start - open.length - close.length), close);
    from = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)].join('');
}

/** In UTF-16 units: below it, nothing is gained; and what one child less would save. */
const SMALL = 4096;
const WORTHWHILE = 64;

interface Open {
  readonly start: number;
  commas: number;
  /** Behind the second child and its comma. */
  rest: number;
}

/** What can be left out, in text order: each reaches to a closing bracket. */
function cutsIn(text: string, place: Span): readonly Span[] {
  const cuts: Span[] = [];
  const opened: Open[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = pastString(text, at) - 1;
        break;
      case COMMA: {
        const top = opened[opened.length - 1];
        if (top !== undefined && ++top.commas === 2) top.rest = at + 1;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        opened.push({ start: at, commas: 0, rest: text.length });
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET: {
        const top = opened.pop();
        if (top === undefined || at - top.rest < WORTHWHILE || (top.start < place.end && place.start <= at)) break;
        while ((cuts[cuts.length - 1]?.start ?? 0) > top.rest) cuts.pop();
        cuts.push({ start: top.rest, end: at });
      }
    }
  }
  return cuts;
}

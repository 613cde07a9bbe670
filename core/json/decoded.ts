import type { Span } from '../text/span.ts';

/**
 * Where a part of a string's decoded text stands in the raw text. `start` is the offset of the string's opening quote;
 * `part` counts UTF-16 units of the decoded text, from 0. The string must be a whole one.
 */
export function rawSpan(text: string, start: number, part: Span): Span {
  const at = rawOffset(text, start + 1, part.start);
  return { start: at, end: rawOffset(text, at, part.end - part.start) };
}

/** The offset that lies `units` of the decoded text behind another one. Each escape stands for one unit. */
function rawOffset(text: string, from: number, units: number): number {
  let at = from;
  for (let left = units; left > 0; left--) at += text[at] !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
  return at;
}

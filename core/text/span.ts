/** A stretch of a document's raw text, in UTF-16 units, 0-based; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whether two spans share a unit or touch at an end: a caret right behind a token still means that token. */
export function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

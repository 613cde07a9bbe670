import type { Replacement } from '../edit.ts';
import type { Span } from '../text/span.ts';
import type { Node } from './node.ts';

/** One slip in the text, at its token. What it drags along is not reported. */
export interface SyntaxProblem {
  readonly span: Span;
  /** A sentence without the file's name, for a person. */
  readonly message: string;
  /** One where there is one reading; several where a person must choose; else none. */
  readonly repairs?: readonly Repair[];
}

export interface Repair {
  readonly title: string;
  /** In text order. */
  readonly replace: readonly Replacement[];
  /** Nothing that a person wrote goes away and nothing else could have been meant. */
  readonly safe: boolean;
}

/** What a text is, as far as it can be told. */
export interface Syntax {
  /** Undefined where the text holds no value at all, and where nesting passes the limit. */
  readonly root: Node | undefined;
  /** In text order, at most `MAX_PROBLEMS`. */
  readonly problems: readonly SyntaxProblem[];
  /**
   * The offset from which on the structure is a guess, because a slip hid where members begin and end. Undefined where all
   * was understood, slips included whose reading is clear.
   */
  readonly doubtful: number | undefined;
  /** The bracket that opens the first level past `MAX_DEPTH`. */
  readonly tooDeep: Span | undefined;
}

/**
 * Levels of nesting that are read. No known handoff has ten; readers with recursive parsers give up between a hundred
 * and a few thousand, and jsonc-parser 3.3.1 formats wrongly past a hundred.
 */
export const MAX_DEPTH = 100;

/** Problems past this many are not looked for: the text is then no JSON at all. */
export const MAX_PROBLEMS = 100;

/** A repair that replaces one stretch of text. */
export function rewrite({ start, end }: Span, text: string, title: string, safe: boolean): Repair {
  return { title, replace: [{ start, end, text }], safe };
}

/** A repair that adds text at an offset. */
export function addition(at: number, text: string, title: string, safe: boolean): Repair {
  return rewrite({ start: at, end: at }, text, title, safe);
}

import type { Replacement } from '../edit.ts';
import type { Span } from '../span.ts';
import type { Node } from './node.ts';

/** One slip in the text, at its token. What it drags along is not reported. */
export interface SyntaxProblem {
  readonly span: Span;
  /** A sentence without the file's name, for a person. */
  readonly message: string;
  /** Where there is one reading. */
  readonly repair?: Repair;
}

export interface Repair {
  readonly title: string;
  readonly replace: readonly Replacement[];
  /** Nothing that a person wrote goes away and nothing else could have been meant. */
  readonly safe: boolean;
}

/** What a text is, as far as it can be told. */
export interface Syntax {
  /** Undefined where the text holds no value at all, and where nesting passes the limit. */
  readonly root: Node | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** The bracket that opens the first level past `MAX_DEPTH`. */
  readonly tooDeep: Span | undefined;
}

/**
 * Levels of nesting that are read. No known handoff has ten; readers with recursive parsers give up between a hundred
 * and a few thousand, and jsonc-parser 3.3.1 formats wrongly past a hundred.
 */
export const MAX_DEPTH = 100;

import { createScanner } from 'jsonc-parser';
import type { Span } from '../text/span.ts';
import { brokenToken, numberToken, type SeenNone } from './broken.ts';
import { commentSlip, type Foreign, foreignAt } from './foreign.ts';
import { type SeenQuote, stringToken } from './string.ts';
import { MAX_PROBLEMS, type SyntaxProblem } from './syntax.ts';

/** A token of JSON, or of what people write instead. */
export interface Token extends Span {
  readonly kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'number' | 'literal' | 'broken' | 'end';
  /** Decoded text of a string, value of a number or literal. */
  readonly value?: string | number | boolean | null;
  /** Something is wrong with the token itself. */
  readonly problem?: SyntaxProblem;
  /** A string that its line ended before it did. */
  readonly unclosed?: boolean;
}

export interface Tokens {
  /** The next token, and `end` from the end on. */
  next(): Token;
}

/** The scanner's kinds and errors, which its typings keep as constants that isolated modules cannot read. */
const SyntaxKind = {
  LineCommentTrivia: 12,
  BlockCommentTrivia: 13,
  LineBreakTrivia: 14,
  Trivia: 15,
  Unknown: 16,
  EOF: 17,
  NullKeyword: 7,
  TrueKeyword: 8,
  FalseKeyword: 9,
  StringLiteral: 10,
  NumericLiteral: 11,
} as const;
const PUNCTUATION = new Map<number, '{' | '}' | '[' | ']' | ':' | ','>([
  [1, '{'],
  [2, '}'],
  [3, '['],
  [4, ']'],
  [5, ','],
  [6, ':'],
]);
const LITERALS = new Map<number, boolean | null>([
  [SyntaxKind.TrueKeyword, true],
  [SyntaxKind.FalseKeyword, false],
  [SyntaxKind.NullKeyword, null],
]);
const ScanError = { None: 0, UnexpectedEndOfComment: 1, UnexpectedEndOfString: 2 } as const;

/**
 * Reads tokens from `start`, an offset. Never throws, and always comes to `end`. What has no
 * place in JSON but can be read past (comments, the marks of Markdown and of merges, foreign blanks) is handed to `report`
 * and skipped; `hidesRest` says that nothing behind it can be seen. `skips` are passed over, in text order: the text must be
 * JSON, and without them too.
 */
export function tokens(text: string, start: number, report: Report, skips: readonly Span[] = []): Tokens {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  const seen: Seen = { skip: new Map(), left: MAX_PROBLEMS, from: 0, at: -1, noneUntil: new Map() };
  let passed = 0;
  function next(): Token {
    for (;;) {
      const token = scan(text, scanner, seen, report);
      if (token === undefined) continue;
      const skip = skips[passed];
      if (skip !== undefined && token.start >= skip.start) {
        passed++;
        scanner.setPosition(skip.end);
        continue;
      }
      if (token.end !== scanner.getPosition()) scanner.setPosition(token.end);
      return token;
    }
  }
  return { next };
}

type Report = (problem: SyntaxProblem, hidesRest?: boolean) => void;

interface Seen extends Foreign, SeenQuote, SeenNone {}

/** The token at the scanner's position, or undefined where it was skipped. */
function scan(text: string, scanner: ReturnType<typeof createScanner>, seen: Seen, report: Report): Token | undefined {
  const kind: number = scanner.scan();
  const start = scanner.getTokenOffset();
  // The scanner passes the end by one where a comment never ends.
  const span = { start, end: Math.min(text.length, scanner.getPosition()) };
  const error: number = scanner.getTokenError();
  switch (kind) {
    case SyntaxKind.EOF:
      return { kind: 'end', start: text.length, end: text.length };
    case SyntaxKind.Trivia:
    case SyntaxKind.LineBreakTrivia:
      return undefined;
    case SyntaxKind.LineCommentTrivia:
    case SyntaxKind.BlockCommentTrivia:
      if (seen.left-- > 0) {
        const unclosed = error === ScanError.UnexpectedEndOfComment;
        report(commentSlip(text, span, unclosed), unclosed);
      }
      return undefined;
    case SyntaxKind.StringLiteral: {
      const state = error === ScanError.None ? 'fine' : error === ScanError.UnexpectedEndOfString ? 'unclosed' : 'bad';
      return stringToken(text, span, scanner.getTokenValue(), state, seen);
    }
    case SyntaxKind.NumericLiteral:
      return numberToken(text, span, error === ScanError.None);
    case SyntaxKind.Unknown: {
      const past = foreignAt(text, start, seen, report);
      if (past === undefined) return brokenToken(text, span, seen);
      scanner.setPosition(past);
      return undefined;
    }
    default: {
      const literal = LITERALS.get(kind);
      if (literal !== undefined) return { kind: 'literal', ...span, value: literal };
      return { kind: PUNCTUATION.get(kind) ?? 'broken', ...span };
    }
  }
}

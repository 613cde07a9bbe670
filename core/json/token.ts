import { createScanner } from 'jsonc-parser';
import type { Span } from '../span.ts';
import type { SyntaxProblem } from './syntax.ts';

/** A token of JSON, or of what people write instead. */
export interface Token extends Span {
  readonly kind: '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'number' | 'literal' | 'broken' | 'end';
  /** Decoded text of a string, value of a number or literal. */
  readonly value?: string | number | boolean | null;
  /** Something is wrong with the token itself. */
  readonly problem?: SyntaxProblem;
}

/** A reader of tokens. Comments are skipped, each with a problem handed to `report`. */
export interface Tokens {
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
const ScanError = { None: 0, UnexpectedEndOfComment: 1, UnexpectedEndOfString: 2 } as const;

/** Reads tokens from `start`, an offset. Never throws, and always comes to `end`. */
export function tokens(text: string, start: number, report: (problem: SyntaxProblem) => void): Tokens {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);

  function next(): Token {
    for (;;) {
      const kind: number = scanner.scan();
      const start = scanner.getTokenOffset();
      const end = scanner.getPosition();
      switch (kind) {
        case SyntaxKind.EOF:
          return { kind: 'end', start: text.length, end: text.length };
        case SyntaxKind.Trivia:
        case SyntaxKind.LineBreakTrivia:
          continue;
        case SyntaxKind.LineCommentTrivia:
        case SyntaxKind.BlockCommentTrivia:
          report(comment(text, { start, end }, Number(scanner.getTokenError()) === ScanError.UnexpectedEndOfComment));
          continue;
        case SyntaxKind.StringLiteral:
          return moveTo(string(text, start, end, scanner.getTokenValue(), scanner.getTokenError()));
        case SyntaxKind.NumericLiteral:
          return moveTo(number(text, start, end, scanner.getTokenError()));
        case SyntaxKind.TrueKeyword:
          return { kind: 'literal', start, end, value: true };
        case SyntaxKind.FalseKeyword:
          return { kind: 'literal', start, end, value: false };
        case SyntaxKind.NullKeyword:
          return { kind: 'literal', start, end, value: null };
        case SyntaxKind.Unknown:
          return moveTo(broken(text, start, end));
        default:
          return { kind: PUNCTUATION.get(kind) ?? 'broken', start, end };
      }
    }
  }

  function moveTo(token: Token): Token {
    if (token.end !== scanner.getPosition()) scanner.setPosition(token.end);
    return token;
  }

  return { next };
}

function comment(text: string, span: Span, unclosed: boolean): SyntaxProblem {
  if (unclosed) return { span, message: 'The comment never ends, and JSON has no comments.' };
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const alone = text.slice(lineStart, span.start).trim() === '';
  const lineEnd = /^[ \t]*(\r\n|\n|\r|$)/.exec(text.slice(span.end));
  const blanksBefore = /[ \t]*$/.exec(text.slice(lineStart, span.start))?.[0].length ?? 0;
  const cut =
    alone && lineEnd !== null
      ? { start: lineStart, end: span.end + lineEnd[0].length }
      : { start: lineEnd === null ? span.start : span.start - blanksBefore, end: span.end };
  return {
    span,
    message: 'JSON has no comments: most readers refuse the whole file because of this one.',
    repair: { title: 'Remove the comment', replace: [{ ...cut, text: '' }], safe: false },
  };
}

function string(text: string, start: number, end: number, value: string, error: number): Token {
  switch (error) {
    case ScanError.None:
      return { kind: 'string', start, end, value };
    case ScanError.UnexpectedEndOfString:
      return unterminated(text, start, end, value);
    default: {
      const bad = firstBadCharacter(text, start, end);
      return { kind: 'string', start, end, value, problem: bad };
    }
  }
}

/**
 * A string that meets the end of its line. Either its closing quote is missing, or a line break was typed into it. The
 * next quote tells: if only blanks and punctuation stand before it, it opens another string, so the first was not closed.
 */
function unterminated(text: string, start: number, end: number, value: string): Token {
  const close = closingQuote(text, end);
  if (close !== undefined && !/^[\s{}[\],:]*$/.test(text.slice(end, close))) {
    const raw = text.slice(start, close + 1);
    const escaped = raw.replace(/\r\n|[\n\r\t]/g, (found) => JSON.stringify(found).slice(1, -1));
    return {
      kind: 'string',
      start,
      end: close + 1,
      value: raw.slice(1, -1),
      problem: {
        span: { start, end },
        message: 'A line break must be written \\n inside a string.',
        repair: {
          title: 'Write the line breaks as \\n',
          replace: [{ start, end: close + 1, text: escaped }],
          safe: true,
        },
      },
    };
  }
  const trimmed = /[\s,}\]]*$/.exec(text.slice(start, end))?.[0].length ?? 0;
  const at = Math.max(end - trimmed, start + 1);
  return {
    kind: 'string',
    start,
    end: at,
    value,
    problem: {
      span: { start, end: at },
      message: 'The closing quote of this string is missing.',
      repair: { title: 'Add the closing quote', replace: [{ start: at, end: at, text: '"' }], safe: false },
    },
  };
}

/** Offset of the next quote that no backslash precedes. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at++) {
    const unit = text[at];
    if (unit === '\\') at++;
    else if (unit === '"') return at;
  }
  return undefined;
}

function firstBadCharacter(text: string, start: number, end: number): SyntaxProblem {
  for (let at = start + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) {
      const escaped = JSON.stringify(text[at]).slice(1, -1);
      return {
        span: { start: at, end: at + 1 },
        message: `A control character must be escaped inside a string: this one is written ${escaped}.`,
        repair: { title: `Write it as ${escaped}`, replace: [{ start: at, end: at + 1, text: escaped }], safe: true },
      };
    }
    if (unit !== 0x5c) continue;
    const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (escaped !== undefined) at += escaped.length - 1;
    else return badEscape(text, at);
  }
  return { span: { start, end }, message: 'This string is not valid JSON.' };
}

function badEscape(text: string, at: number): SyntaxProblem {
  const unicode = text[at + 1] === 'u';
  const end = Math.min(text.length, at + 2);
  const span = { start: at, end };
  const message = unicode
    ? 'After \\u must stand four hex digits.'
    : `JSON knows no escape ${text.slice(at, end)}: a backslash itself is written \\\\.`;
  return {
    span,
    message,
    repair: { title: 'Write the backslash as \\\\', replace: [{ start: at, end: at, text: '\\' }], safe: false },
  };
}

const NUMBER_TAIL = /^[0-9A-Za-z_.+-]*/;

function number(text: string, start: number, end: number, error: number): Token {
  const tail = NUMBER_TAIL.exec(text.slice(end, end + 1000))?.[0] ?? '';
  if (error === ScanError.None && tail === '')
    return { kind: 'number', start, end, value: Number(text.slice(start, end)) };
  return { kind: 'broken', start, end: end + tail.length, problem: notJson(text, { start, end: end + tail.length }) };
}

/** Whatever the scanner knows no name for: up to the next blank or punctuation, or to the end of another kind of quotes. */
function broken(text: string, start: number, end: number): Token {
  const opening = text[start] ?? '';
  const closing = QUOTES.get(opening);
  let to = end;
  if (closing !== undefined) {
    const line = /^[^\r\n]*/.exec(text.slice(start + 1))?.[0] ?? '';
    const close = line.search(new RegExp(`(?<!\\\\)${closing}`));
    if (close >= 0) to = start + 1 + close + 1;
  } else if (to < text.length && text[start] !== '\u00a0') {
    to += NUMBER_TAIL.exec(text.slice(end, end + 1000))?.[0].length ?? 0;
  }
  return { kind: 'broken', start, end: to, problem: notJson(text, { start, end: to }) };
}

const QUOTES = new Map([
  ["'", "'"],
  ['`', '`'],
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
]);

const WORDS = new Map([
  ['True', 'true'],
  ['TRUE', 'true'],
  ['False', 'false'],
  ['FALSE', 'false'],
  ['None', 'null'],
  ['NULL', 'null'],
  ['Null', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
]);

function notJson(text: string, span: Span): SyntaxProblem {
  const raw = text.slice(span.start, span.end);
  const shown = visible(raw.length > 40 ? `${raw.slice(0, 40)}…` : raw);
  const instead = (to: string, message: string, safe = true): SyntaxProblem => ({
    span,
    message,
    repair: { title: `Write ${to}`, replace: [{ ...span, text: to }], safe },
  });
  const closing = QUOTES.get(raw[0] ?? '');
  if (closing !== undefined && raw.length > 1 && raw.endsWith(closing)) {
    return instead(requoted(raw.slice(1, -1)), 'A string must stand in double quotes.');
  }
  const word = WORDS.get(raw);
  if (word !== undefined)
    return instead(word, `${shown} is not JSON: here it is written ${word}.`, raw !== 'undefined');
  if (/^[+-]?(NaN|Infinity)$/.test(raw)) {
    return { span, message: `${shown} is not JSON: no number can say it, and strict readers refuse the file.` };
  }
  const plain = /^\+?(-?)0*(\d*)(?:\.(\d*))?$/.exec(raw);
  if (plain !== null && /\d/.test(raw)) {
    const [, sign, whole, fraction] = plain;
    const to = `${sign}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
    return instead(to, `${shown} is not a number in JSON: here it is written ${to}.`);
  }
  return { span, message: `${shown} is not JSON.` };
}

/** The same text in double quotes; what is already escaped stays so. */
function requoted(inner: string): string {
  return `"${inner.replace(/\\.|"/gs, (found) => (found === '"' ? '\\"' : found === "\\'" || found === '\\`' ? found.slice(1) : found))}"`;
}

/** Characters that nobody can see, made visible. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const invisible = /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;
  return text.replace(invisible, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

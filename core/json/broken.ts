import type { Span } from '../text/span.ts';
import { visible } from '../text/words.ts';
import { addition, rewrite, type SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';

/** A number, with what is stuck to its end. */
export function numberToken(text: string, { start, end }: Span, fine: boolean): Token {
  const tail = /[\w.+-]*/y;
  tail.lastIndex = end;
  const to = end + (tail.exec(text)?.[0].length ?? 0);
  if (fine && to === end) return { kind: 'number', start, end, value: Number(text.slice(start, end)) };
  return broken(text, { start, end: to });
}

/** Whatever the scanner knows no name for: up to the next blank or punctuation, or to the end of another kind of quotes. */
export function brokenToken(text: string, { start, end }: Span, seen: SeenNone): Token {
  // Three in a row are no quotes.
  const opening = text.charAt(start);
  const closing = text.startsWith(opening.repeat(3), start) ? undefined : QUOTES.get(opening);
  const quoted = closing === undefined ? undefined : quotedEnd(text, start, closing, seen);
  return broken(text, { start, end: quoted ?? wordEnd(text, end) });
}

function broken(text: string, span: Span): Token {
  return { kind: 'broken', ...span, problem: notJson(text, span) };
}

function wordEnd(text: string, from: number): number {
  const word = /[^\s{}[\],:"]*/y;
  word.lastIndex = from;
  return from + (word.exec(text)?.[0].length ?? 0);
}

/** Behind the quote that punctuation or the end of the line follows; else behind the first one on the line. */
function quotedEnd(text: string, start: number, closing: string, { noneUntil }: SeenNone): number | undefined {
  if (start < (noneUntil.get(closing) ?? 0)) return undefined;
  let first: number | undefined;
  let at = start + 1;
  for (; at < text.length && text[at] !== '\n' && text[at] !== '\r'; at++) {
    if (first !== undefined && (at > first + FURTHER || text[at] === '"')) break;
    if (text[at] === '\\') at++;
    else if (text[at] === closing) {
      if (endsValue(text, at + 1)) return at + 1;
      first ??= at + 1;
    }
  }
  if (first === undefined) noneUntil.set(closing, at);
  return first;
}

function endsValue(text: string, offset: number): boolean {
  let at = offset;
  while (at < offset + FURTHER && (text[at] === ' ' || text[at] === '\t')) at++;
  return at >= text.length || ',:}]\r\n'.includes(text.charAt(at));
}

/** How much further than the first quote a better one is looked for. */
const FURTHER = 300;

/** Up to where a line is known to hold no quote of a kind: looking again and again would take quadratic time. */
export interface SeenNone {
  readonly noneUntil: Map<string, number>;
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
  const shown = visible(raw.length > 40 ? `${raw.slice(0, 40).toWellFormed()}…` : raw);
  const instead = (to: string, message: string, safe: boolean): SyntaxProblem => ({
    span,
    message,
    repairs: [rewrite(span, to, `Write ${to.length > 40 ? 'double quotes' : to}`, safe)],
  });
  const closing = QUOTES.get(raw[0] ?? '');
  if (closing !== undefined && raw.length > 1 && raw.endsWith(closing)) {
    return instead(requoted(raw.slice(1, -1)), 'A string must stand in double quotes.', true);
  }
  const word = WORDS.get(raw);
  if (word !== undefined)
    return instead(word, `${shown} is not JSON: here it is written ${word}.`, raw !== 'undefined');
  if (/^[+-]?(?:NaN|Infinity)$/.test(raw)) {
    return { span, message: `${shown} is not JSON: no number can say it, and strict readers refuse the file.` };
  }
  const plain = /^\+?(-?)(0*)(\d*)(?:\.(\d*))?$/.exec(raw.slice(0, 400));
  if (plain !== null && /\d/.test(raw) && raw.length < 400) {
    const [, sign, zeros = '', whole, fraction] = plain;
    const to = `${sign}${whole || '0'}${fraction ? `.${fraction}` : ''}`;
    // With zeros before it, some languages read the number to the base of eight.
    return instead(to, `${shown} is not a number in JSON: here it is written ${to}.`, zeros === '' || whole === '');
  }
  return unquotedText(text, span, shown);
}

/** A word where a value belongs is a text without its quotes, or without the first of them. */
function unquotedText(text: string, span: Span, shown: string): SyntaxProblem {
  const before = /[:,[]\s*$/.test(text.slice(Math.max(0, span.start - 100), span.start));
  const behind = /("?)[ \t]*(?:[,}\]\r\n]|$)/y;
  behind.lastIndex = span.end;
  const quote = behind.exec(text)?.[1];
  if (!before || quote === undefined || !/^[\p{L}\p{N}_][\p{L}\p{N}_.@/+-]*$/u.test(text.slice(span.start, span.end))) {
    return { span, message: `${shown} is not JSON.` };
  }
  return quote === '"'
    ? {
        span,
        message: 'The opening quote of this text is missing.',
        repairs: [addition(span.start, quote, 'Add the opening quote', false)],
      }
    : {
        span,
        message: `${shown} is not JSON: a text must stand in double quotes.`,
        repairs: [rewrite(span, `"${text.slice(span.start, span.end)}"`, `Write "${shown}"`, false)],
      };
}

/** The same text in double quotes; what is already escaped stays so, and what need not be is not. */
function requoted(inner: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const text = inner.replace(/\\.|"|[\u0000-\u001f]/gs, (found) => {
    if (found === '"') return '\\"';
    if (found === "\\'" || found === '\\`') return found.slice(1);
    return found.length === 1 ? JSON.stringify(found).slice(1, -1) : found;
  });
  return `"${text}"`;
}

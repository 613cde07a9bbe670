import type { Span } from '../text/span.ts';
import { addition, rewrite, type SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';

/** The last quote that was looked for, and from where on: looking again and again would take quadratic time. */
export interface SeenQuote {
  from: number;
  at: number;
}

/** A string as the scanner left it: `unclosed` where its line or the text ended first, `bad` where it holds a wrong unit. */
export function stringToken(
  text: string,
  span: Span,
  value: string,
  state: 'fine' | 'unclosed' | 'bad',
  seen: SeenQuote,
): Token {
  const { start, end } = span;
  if (state === 'fine') return { kind: 'string', start, end, value };
  if (state === 'bad') return { kind: 'string', start, end, value, problem: badUnit(text, span) };
  return brokenAcrossLines(text, span, seen) ?? unclosed(text, span, value);
}

/**
 * A string that meets the end of its line. Either its closing quote is missing, or a line break was typed into it. The
 * next quote tells: if only blanks and punctuation stand before it, it opens another string, so the first was not closed.
 */
function brokenAcrossLines(text: string, { start, end }: Span, seen: SeenQuote): Token | undefined {
  const close = closingQuote(text, end, seen);
  if (close === undefined || /^[\s{}[\],:]*$/.test(text.slice(end, close))) return undefined;
  // Behind the end of a string stands punctuation; anything else means that this quote opens the next one.
  if (!/\s*(?:[,:}\]]|$)/y.test(text.slice(close + 1, close + 1000))) return undefined;
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
      repairs: [rewrite({ start, end: close + 1 }, escaped, 'Write the line breaks as \\n', true)],
    },
  };
}

/** Punctuation at the end of the line stands behind the string, not in it. */
function unclosed(text: string, { start, end }: Span, value: string): Token {
  const tail = /[\s,}\]]*$/.exec(text.slice(Math.max(start + 1, end - 1000), end))?.[0] ?? '';
  const at = end - tail.length;
  const span = { start, end: at };
  const message = 'The closing quote of this string is missing.';
  const escapes = /\\(?:u[0-9a-fA-F]{0,3})?$/.test(text.slice(start, at));
  const repairs = escapes ? [] : [addition(at, '"', 'Add the closing quote', false)];
  return { kind: 'string', ...span, value, problem: { span, message, repairs }, unclosed: true };
}

/** Offset of the next quote that no backslash precedes. */
function closingQuote(text: string, from: number, seen: SeenQuote): number | undefined {
  if (from >= seen.from && from <= seen.at) return seen.at < text.length ? seen.at : undefined;
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  seen.from = from;
  seen.at = Math.min(at, text.length);
  return at < text.length ? at : undefined;
}

function badUnit(text: string, { start, end }: Span): SyntaxProblem {
  for (let at = start + 1; at < end; at++) {
    if (text.charCodeAt(at) < 0x20) return controlUnit(text, at);
    if (text[at] !== '\\') continue;
    const escaped = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (escaped === undefined) return badEscape(text, at);
    at += escaped.length - 1;
  }
  return { span: { start, end }, message: 'This string is not valid JSON.' };
}

function controlUnit(text: string, at: number): SyntaxProblem {
  const span = { start: at, end: at + 1 };
  const escaped = JSON.stringify(text[at]).slice(1, -1);
  return {
    span,
    message: `A control character must be escaped inside a string: this one is written ${escaped}.`,
    repairs: [rewrite(span, escaped, `Write it as ${escaped}`, true)],
  };
}

function badEscape(text: string, at: number): SyntaxProblem {
  const end = Math.min(text.length, at + 2);
  const found = text.slice(at, end);
  return {
    span: { start: at, end },
    message:
      found === '\\u'
        ? 'After \\u must stand four hex digits.'
        : `JSON knows no escape ${found}: a backslash itself is written \\\\.`,
    repairs: [addition(at, '\\', 'Write the backslash as \\\\', false)],
  };
}

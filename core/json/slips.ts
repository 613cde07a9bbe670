import type { Span } from '../text/span.ts';
import { shown, visible } from '../text/words.ts';
import type { StringNode } from './node.ts';
import { addition, rewrite, type SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';

/*
 * What can be wrong between tokens, in words, and how it is repaired where there is one reading.
 */

export function missingComma(before: Token, at: number, between: 'members' | 'entries'): SyntaxProblem {
  return {
    span: before,
    message: `A comma must stand between two ${between}.`,
    repairs: [addition(at, ',', 'Add the comma', true)],
  };
}

export function trailingComma(comma: Span, before: string): SyntaxProblem {
  return {
    span: comma,
    message: `Before ${before} no comma may stand in JSON.`,
    repairs: [rewrite(comma, '', 'Remove the comma', true)],
  };
}

export function surplusComma(comma: Span): SyntaxProblem {
  return {
    span: comma,
    message: 'There is a comma too many.',
    repairs: [rewrite(comma, '', 'Remove the comma', true)],
  };
}

export function surplusColon(colon: Span): SyntaxProblem {
  return {
    span: colon,
    message: 'There is a colon too many.',
    repairs: [rewrite(colon, '', 'Remove the colon', true)],
  };
}

/** Another sign for the colon is replaced; otherwise one is added. */
export function missingColon(key: StringNode, before: Token, text: string): SyntaxProblem {
  const message = `The colon between ${nameOf(key)} and its value is missing.`;
  const sign = /^(?:=>?|:=)/.exec(text.slice(before.start, before.start + 2))?.[0];
  if (before.kind !== 'broken') {
    return { span: before, message, repairs: [addition(key.end, ':', 'Add the colon', true)] };
  }
  if (sign === undefined) return { span: before, message };
  const span = { start: before.start, end: before.start + sign.length };
  return { span: before, message, repairs: [rewrite(span, ':', 'Write a colon', true)] };
}

/** A name that took its colon and the quote of its value along. */
export function unclosedName(key: StringNode, colon: number): SyntaxProblem {
  return {
    span: { start: key.start, end: colon },
    message: 'The closing quote of this name is missing.',
    repairs: [addition(colon, '"', 'Add the closing quote', false)],
  };
}

/** Offset of the colon that a name ends in; undefined where it does not. */
export function colonAtEnd({ start, end }: StringNode, text: string): number | undefined {
  const colon = /:[ \t]*"$/.exec(text.slice(Math.max(start, end - 100), end));
  return colon === null ? undefined : end - colon[0].length;
}

export function missingName(colon: Span): SyntaxProblem {
  return { span: colon, message: 'The name of this member is missing before the colon.' };
}

export function missingValue(key: StringNode, instead: Span): SyntaxProblem {
  return { span: key.damaged ? instead : key, message: `${nameOf(key)} must have a value.` };
}

/** A name without double quotes. What is no word may be something else than a name. */
export function unquotedName(token: Token, text: string): SyntaxProblem {
  const raw = text.slice(token.start, token.end);
  const message = 'The name of a member must stand in double quotes.';
  const requoted = token.problem?.repairs?.[0]?.replace[0]?.text;
  const to = requoted?.startsWith('"') ? requoted : /^[\p{L}\p{N}_$.-]+$/u.test(raw) ? JSON.stringify(raw) : undefined;
  if (to === undefined || raw === '...') return { span: token, message };
  return {
    span: token,
    message,
    repairs: [rewrite(token, to, `Write ${to.length > 60 ? 'double quotes' : to}`, true)],
  };
}

/** A closing bracket of the other kind, while the inner one was forgotten. */
export function missingBracket(before: Token, wanted: string, at: number): SyntaxProblem {
  return {
    span: before,
    message: `Before this ${before.kind} a ${wanted} is missing.`,
    repairs: [addition(at, wanted, `Add ${wanted}`, false)],
  };
}

export function surplusBracket(token: Token): SyntaxProblem {
  return {
    span: token,
    message: `There is a ${token.kind} too many.`,
    repairs: [rewrite(token, '', `Remove the ${token.kind}`, false)],
  };
}

export function wrongBracket(token: Token, container: 'object' | 'array', wanted: string): SyntaxProblem {
  return {
    span: token,
    message: `${container === 'object' ? 'An object' : 'A list'} must end with ${wanted}.`,
    repairs: [rewrite(token, wanted, `Write ${wanted}`, false)],
  };
}

/** A member's name among the entries of a list. */
export function unclosedList(name: Token, at: number, comma: boolean): SyntaxProblem {
  return {
    span: name,
    message: 'The list before this member is not closed.',
    repairs: [addition(at, comma ? ']' : '],', 'Close the list', false)],
  };
}

/** A member where the handoff itself should be. */
export function missingOpening(name: Span): SyntaxProblem {
  return {
    span: name,
    message: 'The bracket { that a handoff begins with is missing.',
    repairs: [addition(name.start, '{', 'Add {', false)],
  };
}

export function behindTheEnd(token: Token, text: string): SyntaxProblem {
  const message = 'The handoff ends before this: behind its last bracket nothing may follow.';
  const lone = (token.kind === '}' || token.kind === ']' || token.kind === ',') && isLast(token, text);
  return lone
    ? { span: token, message, repairs: [rewrite(token, '', `Remove the ${token.kind}`, false)] }
    : { span: token, message };
}

/** Something that cannot stand here; right behind a string it is most likely the rest of it. */
export function unexpected(token: Token, text: string, behindString: boolean): SyntaxProblem {
  if (behindString) {
    return {
      span: token,
      message: 'The text ended at the quote before this: a quote inside a text is written \\".',
    };
  }
  const raw = text.slice(token.start, token.end);
  const message = token.problem?.message ?? `${raw.length > 40 ? 'This' : visible(raw)} is not expected here.`;
  return { span: token, message };
}

export function emptyText(): SyntaxProblem {
  return { span: { start: 0, end: 0 }, message: 'The file is empty: a handoff is a JSON object.' };
}

/** Containers that never end, the innermost first; `at` is where the brackets belong, undefined where more is missing. */
export function neverEnds(
  innermost: Span & { readonly kind: 'object' | 'array' },
  missing: readonly string[],
  text: string,
  at: number | undefined,
): SyntaxProblem {
  const brackets = missing.join('');
  return {
    span: { start: innermost.start, end: innermost.start + 1 },
    message: `This ${innermost.kind === 'object' ? 'object' : 'list'} never ends: ${brackets} is missing at the end of the file.`,
    ...(at !== undefined && { repairs: [addition(at, closing(text, missing), `Add ${brackets}`, false)] }),
  };
}

/** The closing brackets, each on a line of its own where the document is written in lines. */
function closing(text: string, missing: readonly string[]): string {
  const eol = /\r\n|\n|\r/.exec(text)?.[0];
  if (eol === undefined) return missing.join('');
  const unit = /(?:\r\n|\n|\r)([ \t]+)/.exec(text)?.[1] ?? '';
  return missing.map((bracket, index) => eol + unit.repeat(missing.length - 1 - index) + bracket).join('');
}

/** Whether nothing but blanks follows a token. */
export function isLast({ end }: Span, text: string): boolean {
  return /\s*$/y.test(text.slice(end, end + 1000));
}

function nameOf(key: StringNode): string {
  return key.damaged || key.value === '' ? 'This member' : shown(key.value);
}

import type { Replacement } from '../edit.ts';
import type { Span } from '../text/span.ts';
import { visible } from '../text/words.ts';
import { rewrite, type SyntaxProblem } from './syntax.ts';

/*
 * What has no place in JSON and can still be read past: it stands between tokens and is no value. Programs leave it
 * behind (merges, chat answers in Markdown, editors that type another blank), so each gives one problem and no more.
 */

export interface Foreign {
  /** Where reading goes on, by the offset of something that an earlier problem has told of already. */
  readonly skip: Map<number, number>;
  /** How many more are told of: looking for where each ends would take quadratic time. */
  left: number;
}

/** Tells of what is foreign at an offset, and gives the offset behind it; undefined where nothing is. */
export function foreignAt(
  text: string,
  start: number,
  foreign: Foreign,
  report: (problem: SyntaxProblem) => void,
): number | undefined {
  const { skip } = foreign;
  const known = skip.get(start);
  if (known !== undefined) return known;
  const blanks = BLANKS.exec(from(BLANKS, start, text))?.[0].length;
  if (blanks !== undefined) {
    report(blankSlip(text, { start, end: start + blanks }));
    return start + blanks;
  }
  if (text[start] === '#' && foreign.left > 0 && !isAfterColon(text, start)) {
    foreign.left--;
    return hashComment(text, start, report);
  }
  const look = text.startsWith('```', start) ? fence : text.startsWith('<<<<<<<', start) ? conflict : undefined;
  if (look === undefined || !startsLine(text, start) || foreign.left-- <= 0) return undefined;
  return look(text, start, skip, report);
}

/** A comment, which JSON does not have. Alone on its line it goes with the line; where it never ends, its start is marked. */
export function commentSlip(text: string, span: Span, unclosed: boolean): SyntaxProblem {
  if (unclosed) {
    const opening = { start: span.start, end: span.start + 2 };
    return { span: opening, message: 'This comment never ends, and JSON has no comments.' };
  }
  const line = lineAround(text, span);
  const alone = text.slice(line.start, span.start).trim() === '' && text.slice(span.end, line.end).trim() === '';
  const blanks = /[ \t]*$/.exec(text.slice(Math.max(line.start, span.start - 100), span.start))?.[0].length ?? 0;
  const lastOnLine = text.slice(span.end, line.end).trim() === '';
  const cut = alone ? line : { start: lastOnLine ? span.start - blanks : span.start, end: span.end };
  return {
    span,
    message: 'JSON has no comments: most readers refuse the whole file because of this one.',
    repairs: [rewrite(cut, '', 'Remove the comment', false)],
  };
}

/** A comment as scripts and YAML have it, up to the end of its line. */
function hashComment(text: string, start: number, report: (problem: SyntaxProblem) => void): number {
  const line = /[^\r\n]*/y;
  line.lastIndex = start;
  const end = start + (line.exec(text)?.[0].length ?? 0);
  report(commentSlip(text, { start, end }, false));
  return end;
}

/** Behind a colon something is a value, however it is written. */
function isAfterColon(text: string, offset: number): boolean {
  return /:[ \t]*$/.test(text.slice(Math.max(0, offset - 100), offset));
}

/** Blanks of Unicode, and units without width, none of which JSON counts as blank. */
const BLANKS = /[\v\f\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+/y;

function blankSlip(text: string, span: Span): SyntaxProblem {
  const raw = text.slice(span.start, span.end);
  return {
    span,
    message: `Outside of a text only spaces, tabs and line breaks may stand between values; here is ${visible(raw.slice(0, 10))}.`,
    repairs: [rewrite(span, ' ', 'Write a space', true)],
  };
}

/** The lines that Markdown puts around code, as in an answer that was saved whole. */
function fence(
  text: string,
  start: number,
  skip: Map<number, number>,
  report: (problem: SyntaxProblem) => void,
): number | undefined {
  let line = start;
  while (line > 0 && (text[line - 1] === ' ' || text[line - 1] === '\t')) line--;
  const first = fenceFrom(text, line);
  if (first?.mark !== start) return undefined;
  const second = fenceFrom(text, first.end);
  const lines = second === undefined ? [first] : [first, second];
  for (const { mark, end } of lines) skip.set(mark, end);
  report({
    span: { start, end: start + text.slice(start, first.end).trimEnd().length },
    message: 'The marks that Markdown puts around code are not JSON.',
    repairs: [
      { title: 'Remove the marks', replace: lines.map(({ start, end }) => ({ start, end, text: '' })), safe: true },
    ],
  });
  return first.end;
}

/** The next line, from an offset on, that is a mark of Markdown; with its blanks and its line end. */
function fenceFrom(text: string, offset: number): (Span & { readonly mark: number }) | undefined {
  const line = /(?:^|(?<=^\ufeff))[ \t]*```+\w*[ \t]*(?:\r\n|\n|\r|$)/gm;
  line.lastIndex = offset;
  const found = line.exec(text);
  if (found === null) return undefined;
  return { start: found.index, end: found.index + found[0].length, mark: found.index + found[0].indexOf('`') };
}

/** What git writes where two versions of a file meet. Reading goes on in the first version. */
function conflict(
  text: string,
  start: number,
  skip: Map<number, number>,
  report: (problem: SyntaxProblem) => void,
): number | undefined {
  const begin = markedLine(text, '<', start);
  if (begin?.start !== start) return undefined;
  const middle = markedLine(text, '=', begin.end);
  const end = middle && markedLine(text, '>', middle.end);
  const span = { start, end: start + text.slice(start, begin.end).trimEnd().length };
  const message = 'A merge left two versions here: one of them must be chosen.';
  if (middle === undefined || end === undefined) {
    report({ span, message });
    return begin.end;
  }
  // With the version that both come from in between, which is none of the two.
  const base = markedLine(text.slice(0, middle.start), '|', begin.end);
  skip.set(base?.start ?? middle.start, end.end);
  const cut = (from: number, to: number): Replacement => ({ start: from, end: to, text: '' });
  report({
    span,
    message,
    repairs: [
      {
        title: 'Keep the first version',
        replace: [cut(start, begin.end), cut(base?.start ?? middle.start, end.end)],
        safe: false,
      },
      { title: 'Keep the second version', replace: [cut(start, middle.end), cut(end.start, end.end)], safe: false },
    ],
  });
  return begin.end;
}

/** The next line, from an offset on, that begins with seven of a mark; with its line end. */
function markedLine(text: string, mark: string, start: number): Span | undefined {
  const line = new RegExp(`^[${mark}]{7}(?: [^\\r\\n]*)?(?:\\r\\n|\\n|\\r|$)`, 'gm');
  line.lastIndex = start;
  const found = line.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** From the start of a line to behind its line end. */
function lineAround(text: string, { start, end }: Span): Span {
  let from = start;
  while (from > 0 && !/[\r\n]/.test(text.charAt(from - 1))) from--;
  const rest = /[^\r\n]*(?:\r\n|\n|\r|$)/y;
  rest.lastIndex = end;
  return { start: from, end: end + (rest.exec(text)?.[0].length ?? 0) };
}

function startsLine(text: string, offset: number): boolean {
  let at = offset;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t' || text[at - 1] === '\ufeff')) at--;
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r';
}

function from(pattern: RegExp, start: number, text: string): string {
  pattern.lastIndex = start;
  return text;
}

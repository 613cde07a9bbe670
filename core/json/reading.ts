import type { Span } from '../text/span.ts';
import { MAX_DEPTH, MAX_PROBLEMS, type SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';
import { closeInnermost, type Open, type OpenMember, type OpenObject, putValue, type Tree } from './tree.ts';

/** How far a text was read, and what is known of it. */
export interface Reading {
  readonly text: string;
  readonly problems: SyntaxProblem[];
  readonly tree: Tree;
  /** Containers of which something may have been missed. */
  readonly torn: Set<Open>;
  /** What may come next: in an object a name, its colon, its value or a comma; in a list an entry or a comma. */
  state: 'value' | 'key' | 'colon' | 'comma' | 'end';
  /** A comma that nothing follows yet. */
  comma: Token | undefined;
  /** A member that a problem was reported for: that it lacks a colon or a value is no second one. */
  excused: OpenMember | undefined;
  /** The token before. */
  last: Token | undefined;
  /** The last string without its closing quote. */
  unclosed: Token | undefined;
  /** Something could not be read: silence until the next place where a member or an entry can begin. */
  lost: boolean;
  /** Where the line of the first slip ends that hid the structure. */
  shakenLine: number | undefined;
  doubtful: number | undefined;
  tooDeep: Span | undefined;
}

/**
 * Adds a problem, unless it may be dragged along by an earlier one. A slip of a single token says nothing about others. One
 * of the grammar leaves the structure clear. Behind one that shakes the structure only tokens can still be judged, and those
 * of its line not even, since quotes may have changed sides.
 */
export function report(
  reading: Reading,
  { span, ...problem }: SyntaxProblem,
  kind: 'token' | 'grammar' | 'shaking',
): void {
  const { problems, shakenLine } = reading;
  if (problems.length >= MAX_PROBLEMS) return;
  if (shakenLine !== undefined && (kind !== 'token' || span.start <= shakenLine)) return;
  problems.push({ ...problem, span: { start: span.start, end: span.end } });
  if (kind === 'shaking') shake(reading, span);
}

/** What stands around the slip, from the member before it on, is a guess. */
export function shake(reading: Reading, { start }: Span): void {
  if (reading.shakenLine !== undefined) return;
  const { text, tree, torn } = reading;
  const line = /[\r\n]|$/g;
  line.lastIndex = start;
  reading.shakenLine = line.exec(text)?.index ?? text.length;
  for (const container of tree.open) torn.add(container);
  const innermost = tree.open.at(-1);
  const children: readonly Span[] = innermost?.kind === 'object' ? innermost.members : (innermost?.items ?? []);
  reading.doubtful = Math.min(start, children.at(-2)?.start ?? innermost?.start ?? start);
  if (innermost !== undefined || tree.root === undefined) return;
  if (tree.root.kind === 'object') (tree.root as OpenObject).closed = false;
  else reading.doubtful = tree.root.start;
}

/** Puts a value where the state wants one, and goes into it where it is a bracket. */
export function put(reading: Reading, token: Token): void {
  const { tree } = reading;
  const atTop = tree.open.length === 0;
  if (token.problem !== undefined)
    report(reading, token.problem, swallowsBrackets(reading, token) ? 'shaking' : 'token');
  const node = putValue(tree, token);
  reading.comma = undefined;
  if (!atTop) {
    reading.lost = token.kind === 'broken';
    reading.state = 'comma';
  }
  if (node.kind !== 'object' && node.kind !== 'array') return;
  if (tree.open.length > MAX_DEPTH) reading.tooDeep = { start: token.start, end: token.end };
  reading.state = node.kind === 'object' ? 'key' : 'value';
}

export function close(reading: Reading, end: number, closed = true): void {
  const { tree, torn } = reading;
  const open = tree.open.at(-1);
  closeInnermost(tree, end, closed && open !== undefined && !torn.has(open));
  reading.comma = undefined;
  reading.lost = false;
  reading.state = reading.tree.open.length === 0 ? 'end' : 'comma';
}

/** Whether brackets stand on the line behind a string without its closing quote, so that they may be text or structure. */
function swallowsBrackets({ text }: Reading, { unclosed, start }: Token): boolean {
  const bracket = /[^\r\n{}[\]"]*[{}[\]"]/y;
  bracket.lastIndex = start + 1;
  return unclosed === true && bracket.test(text);
}

export function isValue({ kind }: Token): boolean {
  return kind !== '}' && kind !== ']' && kind !== ':' && kind !== ',' && kind !== 'end';
}

/** Whether a token is the name of a member for certain. */
export function isName(reading: Reading, token: Token): boolean {
  return token.kind === 'string' && colonFollows(reading, token);
}

/** Whether a token behind a member begins the next one, so that only the comma is missing. */
export function isNextMember(reading: Reading, token: Token): boolean {
  const begins = token.kind === 'string' || (isValue(token) && colonFollows(reading, token));
  return begins && !isRestOfString(reading, token);
}

/** Whether a token sticks to the end of a string, as the rest of a text with quotes in it does. */
export function isRestOfString(reading: Reading, token: Token): boolean {
  const { last } = reading;
  return isValue(token) && last?.kind === 'string' && last.end === token.start && !isName(reading, token);
}

export function colonFollows({ text }: Reading, { end }: Token): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

import type { Span } from '../span.ts';
import * as slips from './slips.ts';
import { MAX_DEPTH, MAX_PROBLEMS, type Syntax, type SyntaxProblem } from './syntax.ts';
import { type Token, tokens } from './token.ts';
import {
  closeInnermost,
  type Open,
  type OpenArray,
  type OpenMember,
  type OpenObject,
  putKey,
  putNamelessMember,
  putValue,
  type Tree,
} from './tree.ts';

/**
 * Reads a text as JSON as far as it is JSON. Never throws and never recurses by depth, so neither broken text nor deep
 * nesting can stop it. Each slip gives one problem; reading goes on behind it, so that the rest is still known.
 */
export function parse(text: string): Syntax {
  const problems: SyntaxProblem[] = [];
  const report = (problem: SyntaxProblem): void => {
    const { start, end } = problem.span;
    if (problems.length < MAX_PROBLEMS) problems.push({ ...problem, span: { start, end } });
  };
  const reading: Reading = {
    ...{ text, problems, report, tree: { root: undefined, open: [] } },
    ...{ state: 'value', comma: undefined, excused: undefined, last: undefined, lost: false, tooDeep: undefined },
  };
  const { next } = tokens(text, text.startsWith('\ufeff') ? 1 : 0, report);
  for (let token = next(); problems.length < MAX_PROBLEMS; token = next()) {
    if (token.kind === 'end') {
      finish(reading);
      break;
    }
    take(reading, token);
    reading.last = token;
    if (reading.tooDeep !== undefined) return { root: undefined, problems: [], tooDeep: reading.tooDeep };
  }
  while (reading.tree.open.length > 0) closeInnermost(reading.tree, reading.last?.end ?? 0, false);
  problems.sort((a, b) => a.span.start - b.span.start);
  return { root: reading.tree.root, problems, tooDeep: undefined };
}

interface Reading {
  readonly text: string;
  readonly problems: readonly SyntaxProblem[];
  readonly report: (problem: SyntaxProblem) => void;
  readonly tree: Tree;
  /** What may come next: in an object a name, its colon, its value or a comma; in a list an entry or a comma. */
  state: 'value' | 'key' | 'colon' | 'comma' | 'end';
  /** A comma that nothing follows yet. */
  comma: Token | undefined;
  /** A member that a problem was reported for: that it lacks a colon or a value is no second one. */
  excused: OpenMember | undefined;
  /** The token before. */
  last: Token | undefined;
  /** Something could not be read: silence until the next place where a member or an entry can begin. */
  lost: boolean;
  tooDeep: Span | undefined;
}

function take(reading: Reading, token: Token): void {
  const open = reading.tree.open.at(-1);
  if (open === undefined) takeAtTop(reading, token);
  else if (open.kind === 'array') {
    if (reading.state === 'value') takeItem(reading, token, open);
    else takeBehindItem(reading, token, open);
  } else if (reading.state === 'key') takeKey(reading, token, open);
  else if (reading.state === 'colon') takeColon(reading, token, open);
  else if (reading.state === 'value') takeMemberValue(reading, token, open);
  else takeBehindMember(reading, token, open);
}

function takeAtTop(reading: Reading, token: Token): void {
  if (reading.state !== 'end' && isValue(token)) {
    reading.state = 'end';
    reading.lost = token.kind === 'broken';
    put(reading, token);
    return;
  }
  if (!reading.lost) {
    reading.report(reading.state === 'end' ? slips.behindTheEnd(token) : slips.unexpected(token, reading.text, false));
  }
  reading.lost = true;
}

function takeKey(reading: Reading, token: Token, open: OpenObject): void {
  switch (token.kind) {
    case 'string':
    case 'broken':
    case 'literal':
    case 'number':
      addKey(reading, token, open);
      return;
    case '}':
      reportTrailingComma(reading, token);
      close(reading, token.end);
      return;
    case ',':
      if (!reading.lost) reading.report(slips.surplusComma(token));
      return;
    case ']':
      takeWrongBracket(reading, token, open);
      return;
    case ':':
      reading.report(slips.missingName(token));
      reading.excused = putNamelessMember(open, token.start);
      reading.excused.colon = token.start;
      reading.comma = undefined;
      reading.state = 'value';
      return;
    default:
      stumble(reading, token);
      reading.excused = putNamelessMember(open, token.start);
      put(reading, token);
  }
}

function addKey(reading: Reading, token: Token, open: OpenObject): void {
  const member = putKey(open, token);
  const problem = token.kind === 'string' ? token.problem : slips.unquotedName(token, reading.text);
  if (problem !== undefined) {
    reading.report(problem);
    reading.excused = member;
  }
  reading.lost = false;
  reading.comma = undefined;
  reading.state = 'colon';
}

function takeColon(reading: Reading, token: Token, open: OpenObject): void {
  const member = open.members.at(-1);
  if (member === undefined) return;
  if (token.kind === ':') {
    member.colon = token.start;
    member.end = token.end;
    reading.state = 'value';
    return;
  }
  const excused = reading.excused === member;
  if (isValue(token) && !excused) {
    reading.report(slips.missingColon(member.key, token, reading.text));
    reading.excused = member;
    reading.state = 'value';
    // What is no value is part of the same slip.
    if (token.kind === 'broken') put(reading, { kind: 'broken', start: token.start, end: token.end });
    else takeMemberValue(reading, token, open);
    return;
  }
  if (!isValue(token) && !excused) reading.report(slips.missingValue(member.key, token));
  reading.state = 'comma';
  reading.lost = isValue(token);
  if (!reading.lost) takeBehindMember(reading, token, open);
}

function takeMemberValue(reading: Reading, token: Token, open: OpenObject): void {
  const member = open.members.at(-1);
  if (isValue(token)) put(reading, token);
  else if (token.kind === ':') reading.report(slips.surplusColon(token));
  else {
    if (member !== undefined && reading.excused !== member) reading.report(slips.missingValue(member.key, token));
    reading.state = 'comma';
    takeBehindMember(reading, token, open);
  }
}

function takeBehindMember(reading: Reading, token: Token, open: OpenObject): void {
  const member = open.members.at(-1);
  if (token.kind === ',') {
    if (member !== undefined) member.comma = token.start;
    startAfresh(reading, token, 'key');
  } else if (token.kind === '}') close(reading, token.end);
  else if (token.kind === ']') takeWrongBracket(reading, token, open);
  else if (reading.lost ? isName(reading, token) : isNextMember(reading, token)) {
    if (!reading.lost && !reading.last?.unclosed && member !== undefined) {
      reading.report(slips.missingComma(token, member.end, 'members'));
    }
    addKey(reading, token, open);
    if (!colonFollows(reading, token)) reading.excused = open.members.at(-1);
  } else stumble(reading, token);
}

function takeItem(reading: Reading, token: Token, open: OpenArray): void {
  if (isName(reading, token) && isUnclosedList(reading, open)) {
    endList(reading, token, open, true);
  } else if (isValue(token)) put(reading, token);
  else if (token.kind === ']') {
    reportTrailingComma(reading, token);
    close(reading, token.end);
  } else if (token.kind === ',') {
    if (!reading.lost) reading.report(slips.surplusComma(token));
  } else if (token.kind === '}') takeWrongBracket(reading, token, open);
  else stumble(reading, token);
}

function takeBehindItem(reading: Reading, token: Token, open: OpenArray): void {
  if (token.kind === ',') startAfresh(reading, token, 'value');
  else if (token.kind === ']') close(reading, token.end);
  else if (token.kind === '}') takeWrongBracket(reading, token, open);
  else if (isName(reading, token) && isUnclosedList(reading, open)) endList(reading, token, open, false);
  else if (isValue(token) && !reading.lost && !isRestOfString(reading, token)) {
    if (!reading.last?.unclosed) {
      reading.report(slips.missingComma(token, open.items.at(-1)?.end ?? token.start, 'entries'));
    }
    put(reading, token);
  } else stumble(reading, token);
}

/** Puts a value where the state wants one, and goes into it where it is a bracket. */
function put(reading: Reading, token: Token): void {
  const { tree } = reading;
  const atTop = tree.open.length === 0;
  if (token.problem !== undefined) reading.report(token.problem);
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

function close(reading: Reading, end: number, closed = true): void {
  closeInnermost(reading.tree, end, closed);
  reading.comma = undefined;
  reading.lost = false;
  reading.state = reading.tree.open.length === 0 ? 'end' : 'comma';
}

/** `]` in an object or `}` in a list: the inner bracket was forgotten, or this one is wrong. */
function takeWrongBracket(reading: Reading, token: Token, open: Open): void {
  const wanted = open.kind === 'object' ? '}' : ']';
  const outer = reading.tree.open.at(-2);
  if (outer === undefined || outer.kind === open.kind) {
    if (!reading.lost) reading.report(slips.wrongBracket(token, open.kind, wanted));
    close(reading, token.end);
    return;
  }
  const at = reading.last?.end ?? token.start;
  reportTrailingComma(reading, token);
  if (!reading.lost) reading.report(slips.missingBracket(token, wanted, at));
  close(reading, at, false);
  take(reading, token);
}

/** A member's name among the entries of a list: the list was not closed before it. */
function endList(reading: Reading, name: Token, { items }: OpenArray, comma: boolean): void {
  const at = items.at(-1)?.end ?? name.start;
  reading.report(slips.unclosedList(name, at, comma));
  close(reading, at, false);
  reading.state = 'key';
  take(reading, name);
}

function isUnclosedList({ tree, lost }: Reading, { items }: OpenArray): boolean {
  return !lost && items.length > 0 && tree.open.at(-2)?.kind === 'object';
}

function startAfresh(reading: Reading, comma: Token, state: 'key' | 'value'): void {
  reading.comma = comma;
  reading.lost = false;
  reading.state = state;
}

function reportTrailingComma(reading: Reading, before: Token): void {
  if (reading.comma !== undefined && !reading.lost) reading.report(slips.trailingComma(reading.comma, before.kind));
  reading.comma = undefined;
}

/** Says once that something cannot stand here, and nothing more until reading can go on. */
function stumble(reading: Reading, token: Token): void {
  if (!reading.lost) reading.report(slips.unexpected(token, reading.text, isRestOfString(reading, token)));
  reading.lost = true;
}

function finish({ text, tree, state, comma, last, lost, problems, report }: Reading): void {
  const innermost = tree.open.at(-1);
  if (innermost === undefined) {
    if (tree.root === undefined && !lost && problems.length === 0) report(slips.emptyText());
    return;
  }
  // A text that breaks off in the middle of a string, or where it could no longer be read, breaks off once.
  if (lost || last?.unclosed) return;
  const missing = tree.open.map((container) => (container.kind === 'object' ? '}' : ']')).reverse();
  const dangling = comma !== undefined || state === 'colon' || (state === 'value' && innermost.kind === 'object');
  report(slips.neverEnds(innermost, missing, text, dangling || problems.length > 0 ? undefined : last?.end));
}

function isValue({ kind }: Token): boolean {
  return kind !== '}' && kind !== ']' && kind !== ':' && kind !== ',' && kind !== 'end';
}

/** Whether a token is the name of a member for certain. */
function isName(reading: Reading, token: Token): boolean {
  return token.kind === 'string' && colonFollows(reading, token);
}

/** Whether a token behind a member begins the next one, so that only the comma is missing. */
function isNextMember(reading: Reading, token: Token): boolean {
  return token.kind === 'string' || (isValue(token) && colonFollows(reading, token));
}

function isRestOfString({ last }: Reading, token: Token): boolean {
  return token.kind === 'broken' && last?.kind === 'string' && last.end === token.start;
}

function colonFollows({ text }: Reading, { end }: Token): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

import type { Skip } from './large.ts';
import {
  close,
  colonFollows,
  isName,
  isNextMember,
  isRestOfString,
  isValue,
  put,
  type Reading,
  report,
  shake,
} from './reading.ts';
import * as slips from './slips.ts';
import { MAX_PROBLEMS, type Syntax, type SyntaxProblem } from './syntax.ts';
import { type Token, tokens } from './token.ts';
import { closeInnermost, type Open, type OpenArray, type OpenObject, putKey, putNamelessMember } from './tree.ts';

/**
 * Reads a text as JSON as far as it is JSON. Never throws and never recurses by depth, so neither broken text nor deep
 * nesting can stop it. Each slip gives one problem; reading goes on behind it, so that the rest is still known. Of a text
 * that is JSON, what `skips` name is left out of the tree (see `skipsAround`).
 */
export function parse(text: string, skips?: readonly Skip[]): Syntax {
  const problems: SyntaxProblem[] = [];
  const reading: Reading = {
    ...{ text, problems, tree: { root: undefined, open: [] }, torn: new Set() },
    ...{ state: 'value', comma: undefined, excused: undefined, last: undefined, unclosed: undefined, lost: false },
    ...{ shakenLine: undefined, doubtful: undefined, tooDeep: undefined },
  };
  const passed = (problem: SyntaxProblem, hidesRest = false): void => {
    report(reading, problem, 'token');
    if (hidesRest) shake(reading, problem.span);
  };
  const { next } = tokens(text, text.startsWith('\ufeff') ? 1 : 0, passed, skips);
  for (let token = next(); problems.length < MAX_PROBLEMS; token = next()) {
    if (token.kind === 'end') {
      finish(reading);
      break;
    }
    take(reading, token);
    reading.last = token;
    if (token.unclosed) reading.unclosed = token;
    if (reading.tooDeep !== undefined) {
      return { root: undefined, problems: [], doubtful: undefined, tooDeep: reading.tooDeep };
    }
  }
  while (reading.tree.open.length > 0) closeInnermost(reading.tree, reading.last?.end ?? 0, false);
  problems.sort((a, b) => a.span.start - b.span.start);
  return { root: reading.tree.root, problems, doubtful: reading.doubtful, tooDeep: undefined };
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
    const { text } = reading;
    const { root } = reading.tree;
    if (root === undefined) report(reading, slips.unexpected(token, text, false), 'shaking');
    else if (root.kind === 'string' && token.kind === ':') report(reading, slips.missingOpening(root), 'shaking');
    else report(reading, slips.behindTheEnd(token, text), 'shaking');
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
      if (!reading.lost) report(reading, slips.surplusComma(token), 'grammar');
      return;
    case ']':
      takeWrongBracket(reading, token, open);
      return;
    case ':':
      report(reading, slips.missingName(token), 'shaking');
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
    const clear = colonFollows(reading, token) && !token.unclosed;
    report(reading, problem, !clear ? 'shaking' : token.kind === 'string' ? 'token' : 'grammar');
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
    const colon = isRestOfString(reading, token) ? slips.colonAtEnd(member.key, reading.text) : undefined;
    const { key } = member;
    report(
      reading,
      colon === undefined ? slips.missingColon(key, token, reading.text) : slips.unclosedName(key, colon),
      'shaking',
    );
    reading.excused = member;
    reading.state = 'value';
    // What is no value is part of the same slip.
    if (token.kind === 'broken') put(reading, { kind: 'broken', start: token.start, end: token.end });
    else takeMemberValue(reading, token, open);
    return;
  }
  if (!isValue(token) && !excused) report(reading, slips.missingValue(member.key, token), 'shaking');
  reading.state = 'comma';
  reading.lost = isValue(token);
  if (!reading.lost) takeBehindMember(reading, token, open);
}

function takeMemberValue(reading: Reading, token: Token, open: OpenObject): void {
  const member = open.members.at(-1);
  if (isValue(token)) put(reading, token);
  else if (token.kind === ':') report(reading, slips.surplusColon(token), 'grammar');
  else {
    if (member !== undefined && reading.excused !== member) {
      // A bracket may stand for one that was to open here, and then closes another.
      report(reading, slips.missingValue(member.key, token), token.kind === ',' ? 'grammar' : 'shaking');
    }
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
      const clear = colonFollows(reading, token);
      report(reading, slips.missingComma(token, member.end, 'members'), clear ? 'grammar' : 'shaking');
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
    if (isUnclosedEmptyList(reading, token, open)) {
      report(reading, slips.unclosedList({ ...token, start: open.start, end: open.end }, open.end, true), 'shaking');
      close(reading, open.end, false);
      take(reading, token);
    } else if (!reading.lost) report(reading, slips.surplusComma(token), 'grammar');
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
      report(reading, slips.missingComma(token, open.items.at(-1)?.end ?? token.start, 'entries'), 'grammar');
    }
    put(reading, token);
  } else stumble(reading, token);
}

/** `]` in an object or `}` in a list: the inner bracket was forgotten, or this one is wrong. */
function takeWrongBracket(reading: Reading, token: Token, open: Open): void {
  const wanted = open.kind === 'object' ? '}' : ']';
  const outer = reading.tree.open.at(-2);
  if (outer === undefined || outer.kind === open.kind) {
    // With members still to come, the bracket ends nothing.
    const surplus = outer === undefined && !slips.isLast(token, reading.text);
    const slip = surplus ? slips.surplusBracket(token) : slips.wrongBracket(token, open.kind, wanted);
    if (!reading.lost) report(reading, slip, 'shaking');
    if (!surplus) close(reading, token.end);
    return;
  }
  // What follows could not stand behind the end of the handoff: the bracket is the wrong one.
  if (reading.tree.open.length === 2 && !slips.isLast(token, reading.text)) {
    reportTrailingComma(reading, token);
    if (!reading.lost) report(reading, slips.wrongBracket(token, open.kind, wanted), 'shaking');
    close(reading, token.end);
    return;
  }
  const at = reading.last?.end ?? token.start;
  reportTrailingComma(reading, token);
  if (!reading.lost) report(reading, slips.missingBracket(token, wanted, at), 'shaking');
  close(reading, at, false);
  take(reading, token);
}

/** A member's name among the entries of a list: the list was not closed before it. */
function endList(reading: Reading, name: Token, { items }: OpenArray, comma: boolean): void {
  const at = items.at(-1)?.end ?? name.start;
  report(reading, slips.unclosedList(name, at, comma), 'shaking');
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
  if (reading.comma !== undefined && !reading.lost) {
    report(reading, slips.trailingComma(reading.comma, before.kind), 'grammar');
  }
  reading.comma = undefined;
}

/** Says once that something cannot stand here, and nothing more until reading can go on. */
function stumble(reading: Reading, token: Token): void {
  if (!reading.lost) {
    report(reading, slips.unexpected(token, reading.text, isRestOfString(reading, token)), 'shaking');
  } else shake(reading, token);
  reading.lost = true;
}

function finish(reading: Reading): void {
  const { text, tree, state, comma, last, unclosed, lost, problems } = reading;
  const innermost = tree.open.at(-1);
  if (innermost === undefined) {
    if (tree.root === undefined && !lost && problems.length === 0) report(reading, slips.emptyText(), 'grammar');
    return;
  }
  // A text that breaks off in the middle of a string, or where it could no longer be read, breaks off once.
  if (lost || (unclosed !== undefined && /^[^\r\n]*\s*$/.test(text.slice(unclosed.end)))) return;
  const missing = tree.open.map((container) => (container.kind === 'object' ? '}' : ']')).reverse();
  const dangling = comma !== undefined || state === 'colon' || (state === 'value' && innermost.kind === 'object');
  const at = dangling || problems.length > 0 ? undefined : last?.end;
  report(reading, slips.neverEnds(innermost, missing, text, at), 'grammar');
}

/** A list that was opened, and instead of an entry the next member of the object around it comes. */
function isUnclosedEmptyList({ text, tree, comma }: Reading, { end }: Token, { items }: OpenArray): boolean {
  if (items.length > 0 || comma !== undefined || tree.open.at(-2)?.kind !== 'object') return false;
  const name = /\s*"(?:[^"\\\r\n]|\\.){0,200}"\s*:/y;
  name.lastIndex = end;
  return name.test(text);
}

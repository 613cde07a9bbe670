import type { Replacement } from '../edit.ts';
import type { Span } from '../span.ts';
import type { ArrayNode, Container, Member, Node, ObjectNode, StringNode } from './node.ts';
import { MAX_DEPTH, type Syntax, type SyntaxProblem } from './syntax.ts';
import { type Token, tokens } from './token.ts';

/** Problems past this many are not looked for: the text is then no JSON at all. */
const MAX_PROBLEMS = 100;

/**
 * Reads a text as JSON as far as it is JSON. Never throws and never recurses, so neither broken text nor deep nesting
 * can stop it. Each slip gives one problem; reading goes on behind it, so that the rest of the document is still known.
 */
export function parse(text: string): Syntax {
  return new Parser(text).parse();
}

type Building<T> = { -readonly [K in keyof T]: T[K] };
type OpenObject = Omit<Building<ObjectNode>, 'members'> & { members: Building<Member>[] };
type OpenArray = Omit<Building<ArrayNode>, 'items'> & { items: Node[] };
type Open = OpenObject | OpenArray;

/** What may come next: in an object a key, its colon, its value or a comma; in a list an item or a comma. */
type State = 'value' | 'key' | 'colon' | 'comma' | 'end';

class Parser {
  private readonly text: string;
  private readonly problems: SyntaxProblem[] = [];
  private readonly stack: Open[] = [];
  private readonly next: () => Token;
  private state: State = 'value';
  private root: Node | undefined;
  private tooDeep: Span | undefined;
  /** A comma was read and nothing behind it yet. */
  private comma: Token | undefined;
  /** Something could not be read: silence until the next place where a member or an item can begin. */
  private lost = false;
  private lastEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.next = tokens(text, text.startsWith('\ufeff') ? 1 : 0, (problem) => this.report(problem)).next;
  }

  parse(): Syntax {
    for (let token = this.next(); ; token = this.next()) {
      if (token.kind === 'end') {
        this.finish(token);
        break;
      }
      this.take(token);
      this.lastEnd = token.end;
      if (this.tooDeep !== undefined) return { root: undefined, problems: [], tooDeep: this.tooDeep };
      if (this.problems.length >= MAX_PROBLEMS) break;
    }
    this.closeRest();
    this.problems.sort((a, b) => a.span.start - b.span.start);
    return { root: this.root, problems: this.problems, tooDeep: undefined };
  }

  private take(token: Token): void {
    const open = this.stack.at(-1);
    if (open === undefined) this.takeAtTop(token);
    else if (this.state === 'value') this.takeValue(token, open);
    else if (open.kind === 'object') this.takeInObject(token, open);
    else this.takeBehindItem(token, open);
  }

  private takeAtTop(token: Token): void {
    if (this.state === 'end') {
      if (this.lost) return;
      this.lost = true;
      const lone = token.kind === '}' || token.kind === ']' || token.kind === ',';
      this.report({
        span: token,
        message: 'The handoff ends before this: behind its last bracket nothing may follow.',
        ...(lone
          ? { repair: { title: `Remove the ${token.kind}`, replace: [{ ...cut(token), text: '' }], safe: false } }
          : {}),
      });
    } else if (isValue(token)) {
      this.state = 'end';
      this.put(token);
    } else this.unexpected(token);
  }

  private takeInObject(token: Token, open: OpenObject): void {
    if (this.state === 'key') this.takeKey(token, open);
    else if (this.state === 'colon') this.takeColon(token, open);
    else this.takeBehindMember(token, open);
  }

  private takeKey(token: Token, open: OpenObject): void {
    switch (token.kind) {
      case 'string':
      case 'broken':
      case 'literal':
      case 'number':
        this.lost = false;
        this.addKey(token, open);
        return;
      case '}':
        this.trailingComma(token);
        this.close(token);
        return;
      case ',':
        this.surplusComma(token);
        return;
      case ':':
        this.report({ span: token, message: 'The name of this member is missing before the colon.' });
        this.addMember(open, stringNode(token.start, token.start, '', true, open)).colon = token.start;
        this.state = 'value';
        return;
      case ']':
        this.wrongBracket(token, open);
        return;
      default:
        this.unexpected(token);
        this.addMember(open, stringNode(token.start, token.start, '', true, open));
        this.state = 'value';
        this.put(token);
    }
  }

  private addKey(token: Token, open: OpenObject): void {
    const named = token.kind === 'string';
    const problem = token.problem;
    if (named && problem !== undefined) this.report(problem);
    if (!named) {
      const raw = this.text.slice(token.start, token.end);
      const to = problem?.repair?.replace[0]?.text;
      const quoted = to?.startsWith('"') ? to : JSON.stringify(raw);
      this.report({
        span: token,
        message: 'The name of a member must stand in double quotes.',
        repair: {
          title: `Write ${quoted}`,
          replace: [{ start: token.start, end: token.end, text: quoted }],
          safe: true,
        },
      });
    }
    const value = named ? String(token.value) : '';
    this.addMember(open, stringNode(token.start, token.end, value, !named || problem !== undefined, open));
    this.state = 'colon';
  }

  private addMember(open: OpenObject, key: StringNode): Building<Member> {
    const member: Building<Member> = {
      start: key.start,
      end: key.end,
      parent: open,
      key,
      colon: undefined,
      value: undefined,
      comma: undefined,
    };
    open.members.push(member);
    this.comma = undefined;
    return member;
  }

  private takeColon(token: Token, open: OpenObject): void {
    const member = open.members.at(-1);
    if (member === undefined) return;
    if (token.kind === ':') {
      member.colon = token.start;
      member.end = token.end;
      this.state = 'value';
    } else if (token.kind === ',' || token.kind === '}' || token.kind === ']') {
      this.report({ span: member.key, message: `${this.shown(member.key)} must have a value.` });
      this.state = 'comma';
      this.takeBehindMember(token, open);
    } else {
      this.report({
        span: token,
        message: `The colon between ${this.shown(member.key)} and its value is missing.`,
        repair: { title: 'Add the colon', replace: [insertion(member.key.end, ':')], safe: true },
      });
      this.state = 'value';
      this.takeValue(token, open);
    }
  }

  private takeValue(token: Token, open: Open): void {
    if (isValue(token)) {
      this.lost = false;
      this.comma = undefined;
      this.state = 'comma';
      this.put(token);
      return;
    }
    if (open.kind === 'array') {
      this.takeInsteadOfItem(token, open);
      return;
    }
    if (token.kind === ':') {
      this.report({
        span: token,
        message: 'There is a colon too many.',
        repair: { title: 'Remove the colon', replace: [{ ...cut(token), text: '' }], safe: true },
      });
      return;
    }
    const member = open.members.at(-1);
    if (member !== undefined) {
      const span = member.key.damaged ? token : member.key;
      this.report({ span, message: `${this.shown(member.key)} must have a value.` });
    }
    this.state = 'comma';
    this.takeBehindMember(token, open);
  }

  private takeInsteadOfItem(token: Token, open: OpenArray): void {
    if (token.kind === ']') {
      this.trailingComma(token);
      this.close(token);
    } else if (token.kind === ',') this.surplusComma(token);
    else if (token.kind === '}') this.wrongBracket(token, open);
    else this.unexpected(token);
  }

  private takeBehindMember(token: Token, open: OpenObject): void {
    const member = open.members.at(-1);
    if (token.kind === ',') {
      if (member !== undefined) member.comma = token.start;
      this.comma = token;
      this.lost = false;
      this.state = 'key';
    } else if (token.kind === '}') this.close(token);
    else if (token.kind === ']') this.wrongBracket(token, open);
    else if (!this.lost && member !== undefined && (token.kind === 'string' || this.colonFollows(token))) {
      this.missingComma(token, member.end, 'members');
      this.takeKey(token, open);
    } else if (this.lost && token.kind === 'string' && this.colonFollows(token)) this.takeKey(token, open);
    else this.unexpected(token);
  }

  private takeBehindItem(token: Token, open: OpenArray): void {
    if (token.kind === ',') {
      this.comma = token;
      this.lost = false;
      this.state = 'value';
    } else if (token.kind === ']') this.close(token);
    else if (token.kind === '}') this.wrongBracket(token, open);
    else if (token.kind === 'string' && this.colonFollows(token)) this.unclosedList(token, open);
    else if (isValue(token) && !this.lost) {
      this.missingComma(token, open.items.at(-1)?.end ?? token.start, 'entries');
      this.takeValue(token, open);
    } else this.unexpected(token);
  }

  /** Makes the node of a value token where the state wants one, and opens it where it is a bracket. */
  private put(token: Token): void {
    const parent = this.stack.at(-1);
    if (token.problem !== undefined) this.report(token.problem);
    const node = nodeOf(token, parent);
    if (parent === undefined) this.root = node;
    else if (parent.kind === 'array') parent.items.push(node);
    else {
      const member = parent.members.at(-1);
      if (member !== undefined) {
        member.value = node;
        member.end = node.end;
      }
    }
    if (node.kind !== 'object' && node.kind !== 'array') return;
    if (this.stack.length >= MAX_DEPTH) this.tooDeep = { start: token.start, end: token.end };
    this.stack.push(node as Open);
    this.state = node.kind === 'object' ? 'key' : 'value';
  }

  private close(token: Span, closed = true): void {
    const open = this.stack.pop();
    if (open === undefined) return;
    open.end = token.end;
    open.closed = closed;
    this.comma = undefined;
    this.lost = false;
    const parent = this.stack.at(-1);
    if (parent?.kind === 'object') {
      const member = parent.members.at(-1);
      if (member !== undefined) member.end = token.end;
    }
    this.state = parent === undefined ? 'end' : 'comma';
  }

  /** `]` in an object or `}` in a list: the inner bracket was forgotten, or this one is wrong or too many. */
  private wrongBracket(token: Token, open: Open): void {
    const wanted = open.kind === 'object' ? '}' : ']';
    const outer = this.stack.at(-2);
    if (outer !== undefined && outer.kind !== open.kind) {
      this.trailingComma(token);
      this.report({
        span: token,
        message: `Before this ${token.kind} a ${wanted} is missing.`,
        repair: { title: `Add ${wanted}`, replace: [insertion(this.lastEnd, wanted)], safe: false },
      });
      this.close({ start: this.lastEnd, end: this.lastEnd }, false);
      this.take(token);
      return;
    }
    this.report({
      span: token,
      message: `${open.kind === 'object' ? 'An object' : 'A list'} must end with ${wanted}.`,
      repair: {
        title: `Write ${wanted}`,
        replace: [{ start: token.start, end: token.end, text: wanted }],
        safe: false,
      },
    });
    this.close(token);
  }

  /** A member's name among the entries of a list that stands in an object: the list was not closed. */
  private unclosedList(token: Token, open: OpenArray): void {
    if (this.stack.at(-2)?.kind !== 'object') {
      this.unexpected(token);
      return;
    }
    this.missingListEnd(token, open.items.at(-1)?.end ?? open.start + 1, '],');
    this.take(token);
  }

  private missingListEnd(token: Token, at: number, text: string): void {
    this.report({
      span: token,
      message: 'The list before this member is not closed.',
      repair: { title: 'Close the list', replace: [insertion(at, text)], safe: false },
    });
    this.close({ start: at, end: at }, false);
    this.state = 'key';
  }

  private missingComma(token: Token, at: number, between: string): void {
    this.report({
      span: { start: token.start, end: token.end },
      message: `A comma must stand between two ${between}.`,
      repair: { title: 'Add the comma', replace: [insertion(at, ',')], safe: true },
    });
  }

  private trailingComma(before: Token): void {
    if (this.comma === undefined || this.lost) return;
    this.report({
      span: { start: this.comma.start, end: this.comma.end },
      message: `Before ${before.kind} no comma may stand in JSON.`,
      repair: { title: 'Remove the comma', replace: [{ ...cut(this.comma), text: '' }], safe: true },
    });
    this.comma = undefined;
  }

  private surplusComma(token: Token): void {
    if (this.lost) return;
    this.report({
      span: token,
      message: 'There is a comma too many.',
      repair: { title: 'Remove the comma', replace: [{ ...cut(token), text: '' }], safe: true },
    });
  }

  private unexpected(token: Token): void {
    if (!this.lost) {
      const problem = token.problem;
      const text = this.text.slice(token.start, token.end);
      this.report({
        span: token,
        message: problem?.message ?? `${text.length > 40 ? 'This' : text} is not expected here.`,
      });
    }
    this.lost = true;
  }

  private finish(token: Token): void {
    const open = this.stack.at(-1);
    if (open === undefined) {
      if (this.root === undefined && !this.lost && this.problems.length === 0) {
        this.report({ span: { start: 0, end: 0 }, message: 'The file is empty: a handoff is a JSON object.' });
      }
      return;
    }
    if (this.lost) return;
    const missing = [...this.stack].reverse().map((container) => (container.kind === 'object' ? '}' : ']'));
    const at = this.lastEnd;
    const dangling =
      this.comma !== undefined || this.state === 'colon' || (this.state === 'value' && open.kind === 'object');
    const name = open.kind === 'object' ? 'object' : 'list';
    this.report({
      span: { start: open.start, end: open.start + 1 },
      message: `This ${name} never ends: ${missing.join('')} is missing at the end of the file.`,
      ...(dangling || this.problems.length > 0
        ? {}
        : {
            repair: {
              title: `Add ${missing.join('')}`,
              replace: [closing(this.text, at, token.end, missing)],
              safe: false,
            },
          }),
    });
  }

  private closeRest(): void {
    while (this.stack.length > 0) this.close({ start: this.lastEnd, end: this.lastEnd }, false);
  }

  private report(problem: SyntaxProblem): void {
    const { start, end } = problem.span;
    this.problems.push({ ...problem, span: { start, end } });
  }

  private colonFollows(token: Token): boolean {
    return /^\s*:/.test(this.text.slice(token.end, token.end + 200));
  }

  private shown(key: StringNode): string {
    return key.value === '' ? 'This member' : JSON.stringify(key.value);
  }
}

function isValue(token: Token): boolean {
  return !['}', ']', ':', ',', 'end'].includes(token.kind);
}

function nodeOf(token: Token, parent: Container | undefined): Node {
  const { start, end, value } = token;
  switch (token.kind) {
    case '{':
      return { kind: 'object', start, end, parent, members: [], closed: false };
    case '[':
      return { kind: 'array', start, end, parent, items: [], closed: false };
    case 'string':
      return stringNode(start, end, String(value), token.problem !== undefined, parent);
    case 'number':
      return { kind: 'number', start, end, parent, value: Number(value) };
    case 'literal':
      return { kind: 'literal', start, end, parent, value: typeof value === 'boolean' ? value : null };
    default:
      return { kind: 'broken', start, end, parent };
  }
}

function stringNode(
  start: number,
  end: number,
  value: string,
  damaged: boolean,
  parent: Container | undefined,
): StringNode {
  return { kind: 'string', start, end, value, damaged, parent };
}

function cut(token: Span): Span {
  return { start: token.start, end: token.end };
}

function insertion(at: number, text: string): Replacement {
  return { start: at, end: at, text };
}

/** The closing brackets, each on a line of its own where the document is written in lines. */
function closing(text: string, at: number, end: number, missing: readonly string[]): Replacement {
  const eol = /\r\n|\n|\r/.exec(text)?.[0];
  if (eol === undefined) return insertion(at, missing.join(''));
  const unit = /(?:\r\n|\n|\r)([ \t]+)/.exec(text)?.[1] ?? '';
  const lines = missing.map((bracket, index) => eol + unit.repeat(missing.length - 1 - index) + bracket);
  return { start: at, end: /^\s*$/.test(text.slice(at, end)) ? at : end, text: lines.join('') };
}

import type { ArrayNode, Container, Member, Node, ObjectNode, StringNode } from './node.ts';
import type { Token } from './token.ts';

/*
 * The tree while it grows: the same nodes as in `node.ts`, still open for change. Children are appended in text order, and
 * a container ends where its bracket closes.
 */

type Building<T> = { -readonly [K in keyof T]: T[K] };
export type OpenMember = Building<Member>;
export type OpenObject = Omit<Building<ObjectNode>, 'members'> & { members: OpenMember[] };
export type OpenArray = Omit<Building<ArrayNode>, 'items'> & { items: Node[] };
export type Open = OpenObject | OpenArray;

export interface Tree {
  root: Node | undefined;
  /** The containers that are not closed yet, the innermost last. */
  readonly open: Open[];
}

/** Puts the value of a token where one is wanted: at the root, behind a member's name, or at the end of a list. */
export function putValue(tree: Tree, token: Token): Node {
  const parent = tree.open.at(-1);
  const node = nodeOf(token, parent);
  if (parent === undefined) tree.root = node;
  else if (parent.kind === 'array') parent.items.push(node);
  else {
    const member = parent.members.at(-1);
    if (member !== undefined) {
      member.value = node;
      member.end = node.end;
    }
  }
  if (node.kind === 'object' || node.kind === 'array') tree.open.push(node as Open);
  return node;
}

/** Begins a member of an object with its name; a damaged name is kept for its place alone. */
export function putKey(object: OpenObject, token: Token): OpenMember {
  const damaged = token.kind !== 'string' || token.problem !== undefined;
  const key = stringNode(token, damaged, object);
  const member: OpenMember = {
    start: key.start,
    end: key.end,
    parent: object,
    key,
    colon: undefined,
    value: undefined,
    comma: undefined,
  };
  object.members.push(member);
  return member;
}

/** Begins a member whose name is missing, at an offset. */
export function putNamelessMember(object: OpenObject, at: number): OpenMember {
  return putKey(object, { kind: 'broken', start: at, end: at });
}

/** Ends the innermost container at an offset; `closed` where its own bracket stands there. */
export function closeInnermost(tree: Tree, end: number, closed: boolean): void {
  const container = tree.open.pop();
  if (container === undefined) return;
  container.end = end;
  container.closed = closed;
  const parent = tree.open.at(-1);
  const member = parent?.kind === 'object' ? parent.members.at(-1) : undefined;
  if (member !== undefined) member.end = end;
}

function nodeOf(token: Token, parent: Container | undefined): Node {
  const { start, end, value } = token;
  switch (token.kind) {
    case '{':
      return { kind: 'object', start, end, parent, members: [], closed: false };
    case '[':
      return { kind: 'array', start, end, parent, items: [], closed: false };
    case 'string':
      return stringNode(token, token.problem !== undefined, parent);
    case 'number':
      return { kind: 'number', start, end, parent, value: Number(value) };
    case 'literal':
      return { kind: 'literal', start, end, parent, value: typeof value === 'boolean' ? value : null };
    default:
      return { kind: 'broken', start, end, parent };
  }
}

function stringNode({ start, end, value }: Token, damaged: boolean, parent: Container | undefined): StringNode {
  return { kind: 'string', start, end, value: typeof value === 'string' ? value : '', damaged, parent };
}

import type { Span } from '../text/span.ts';

/** A step from a container to its child: a member's decoded name or an item's 0-based index. */
export type Path = readonly (string | number)[];

export function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && isWithin(one, other);
}

/** Whether a path leads to the value at another one, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, depth) => path[depth] === step);
}

export type Node = ObjectNode | ArrayNode | StringNode | NumberNode | LiteralNode | BrokenNode;
export type Container = ObjectNode | ArrayNode;

interface Placed extends Span {
  readonly parent: Container | undefined;
}

export interface ObjectNode extends Placed {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Whether all up to the closing brace was read. Otherwise nothing is known to be missing from the object. */
  readonly closed: boolean;
}

export interface ArrayNode extends Placed {
  readonly kind: 'array';
  readonly items: readonly Node[];
  readonly closed: boolean;
}

export interface StringNode extends Placed {
  readonly kind: 'string';
  /** The decoded text. The span is that of the raw token, quotes included. */
  readonly value: string;
  /** A syntax error lies in the token, so its value is not what anybody meant. */
  readonly damaged: boolean;
}

export interface NumberNode extends Placed {
  readonly kind: 'number';
  /** May be infinite: `1e400` is JSON that no reader can hold. */
  readonly value: number;
}

export interface LiteralNode extends Placed {
  readonly kind: 'literal';
  readonly value: boolean | null;
}

/** Something stands where a value belongs and is no JSON, for example `NaN`. A syntax error says so. */
export interface BrokenNode extends Placed {
  readonly kind: 'broken';
}

/** One `"name": value` of an object. The span runs from the key to the end of what is there. */
export interface Member extends Span {
  readonly parent: ObjectNode;
  readonly key: StringNode;
  /** Offset of the colon. */
  readonly colon: number | undefined;
  readonly value: Node | undefined;
  /** Offset of the comma behind the member. */
  readonly comma: number | undefined;
}

/** The last member of that name, which is the one that readers of the file see. Names are compared decoded. */
export function memberOf(node: Node | undefined, name: string): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  if (node.members.length < MANY) return node.members.findLast(({ key }) => key.value === name && !key.damaged);
  let index = indexes.get(node);
  if (index === undefined) {
    index = new Map(node.members.filter(({ key }) => !key.damaged).map((member) => [member.key.value, member]));
    indexes.set(node, index);
  }
  return index.get(name);
}

/** From this many members on an object gets an index; most never need one. Nodes do not change, so it stays true. */
const MANY = 32;
const indexes = new WeakMap<ObjectNode, ReadonlyMap<string, Member>>();

/** The node at a path, or undefined where the text has none. */
export function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === 'string') node = memberOf(node, step)?.value;
    else node = node?.kind === 'array' ? node.items[step] : undefined;
  }
  return node;
}

/** The member that a path ends in, or undefined where the path is empty, ends in an index, or leads nowhere. */
export function memberAt(root: Node | undefined, path: Path): Member | undefined {
  const name = path.at(-1);
  return typeof name === 'string' ? memberOf(nodeAt(root, path.slice(0, -1)), name) : undefined;
}

/** The path from the root to a node. */
export function pathOf(node: Node): Path {
  const path: (string | number)[] = [];
  for (let child: Node = node; child.parent !== undefined; child = child.parent) {
    const parent: Container = child.parent;
    if (parent.kind === 'array') path.push(indexIn(parent, child));
    else path.push(parent.members.find((member) => member.value === child || member.key === child)?.key.value ?? '');
  }
  return path.reverse();
}

function indexIn({ items }: ArrayNode, child: Node): number {
  const index = firstEndingAtOrAfter(items, child.end);
  return items[index] === child ? index : items.indexOf(child);
}

/** What the caret touches: the innermost node, and the member whose key it is in or whose value it is in. */
export interface Place {
  readonly node: Node;
  readonly member: Member | undefined;
  readonly onKey: boolean;
}

/** The innermost place that contains an offset; ends count as inside, so a caret behind a token means the token. */
export function placeAt(root: Node | undefined, offset: number): Place | undefined {
  if (root === undefined || offset < root.start || offset > root.end) return undefined;
  let place: Place = { node: root, member: undefined, onKey: false };
  for (;;) {
    const next: Place | undefined = childAt(place.node, offset);
    if (next === undefined) return place;
    place = next;
    if (place.onKey) return place;
  }
}

function childAt(node: Node, offset: number): Place | undefined {
  if (node.kind === 'array') {
    const item = node.items[firstEndingAtOrAfter(node.items, offset)];
    return item !== undefined && item.start <= offset ? { node: item, member: undefined, onKey: false } : undefined;
  }
  if (node.kind !== 'object') return undefined;
  const member = node.members[firstEndingAtOrAfter(node.members, offset)];
  if (member === undefined || member.start > offset) return undefined;
  if (offset <= member.key.end) return { node: member.key, member, onKey: true };
  if (member.value !== undefined && member.value.start <= offset && offset <= member.value.end) {
    return { node: member.value, member, onKey: false };
  }
  return undefined;
}

/** Binary search: children stand in text order, and lists can have hundreds of thousands of entries. */
function firstEndingAtOrAfter(children: readonly Span[], offset: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const child = children[middle];
    if (child !== undefined && child.end < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

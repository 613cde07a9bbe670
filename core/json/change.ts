import type { Replacement } from '../edit.ts';
import type { Json } from '../format/schema.ts';
import type { Span } from '../text/span.ts';
import type { ArrayNode, Container, Member, Node, ObjectNode } from './node.ts';
import { indentOf, type Style, styleOf, write } from './style.ts';

/*
 * Changes to a document as replacements in its raw text. Everything outside them stays byte for byte: indentation, line
 * ends, the spelling of numbers and escapes, the final newline. New text takes the style of what stands around it.
 */

/** Adds a member behind `after`, or as the first where that is undefined. */
export function insertMember(
  text: string,
  object: ObjectNode,
  name: string,
  value: Json,
  after: Member | undefined = object.members.at(-1),
): Replacement {
  return insertMembers(text, object, [{ name, value }], after);
}

/** Adds several members behind `after`, or as the first where that is undefined. */
export function insertMembers(
  text: string,
  object: ObjectNode,
  members: readonly { readonly name: string; readonly value: Json }[],
  after: Member | undefined,
): Replacement {
  const style = styleOf(text, object);
  const written = members.map(({ name, value }) => `${JSON.stringify(name)}:${style.gap}${write(value, style)}`);
  return insert(text, object, object.members, written, after, style);
}

/** Adds entries at the end of a list. */
export function appendItems(text: string, array: ArrayNode, values: readonly Json[]): Replacement {
  const style = styleOf(text, array);
  const written = values.map((value) => write(value, style));
  return insert(text, array, array.items, written, array.items.at(-1), style);
}

/** Adds an entry at the end of a list that is already text. */
export function appendSpelled(text: string, array: ArrayNode, raw: string): Replacement {
  return insert(text, array, array.items, [raw], array.items.at(-1), styleOf(text, array));
}

/** Takes a member out, with its comma and the comment behind it; other comments stay with their neighbours. */
export function removeMember(text: string, member: Member): readonly Replacement[] {
  return removeMembers(text, [member]);
}

/** Takes several members of one object out: together, because of neighbours only one comma goes with each. */
export function removeMembers(text: string, members: readonly Member[]): readonly Replacement[] {
  const object = members[0]?.parent;
  return object === undefined ? [] : remove(text, object, object.members, new Set(members));
}

/** Takes an entry out of its list, with its comma. */
export function removeItem(text: string, item: Node): readonly Replacement[] {
  return removeItems(text, [item]);
}

/** Takes several entries of one list out. */
export function removeItems(text: string, items: readonly Node[]): readonly Replacement[] {
  const list = items[0]?.parent;
  return list?.kind === 'array' ? remove(text, list, list.items, new Set(items)) : [];
}

/** Puts another value in the place of one. */
export function replaceValue(text: string, node: Node, value: Json): Replacement {
  // Only what has parts has a style; to look for one in a long text would cost more than all the rest.
  if (value === null || typeof value !== 'object')
    return { start: node.start, end: node.end, text: JSON.stringify(value) };
  const style = node.parent === undefined ? styleOf(text, undefined) : styleOf(text, node.parent);
  return { start: node.start, end: node.end, text: write(value, style) };
}

/** Gives a member another name and value, in its place. */
export function replaceMember(text: string, member: Member, name: string, value: Json): readonly Replacement[] {
  const key = { start: member.key.start, end: member.key.end, text: JSON.stringify(name) };
  if (member.value !== undefined) return [key, replaceValue(text, member.value, value)];
  const style = styleOf(text, member.parent);
  const colon = member.colon === undefined ? ':' : '';
  return [key, { start: member.end, end: member.end, text: `${colon}${style.gap}${write(value, style)}` }];
}

type Child = Span;

function insert(
  text: string,
  container: Container,
  children: readonly Child[],
  written: readonly string[],
  after: Child | undefined,
  style: Style,
): Replacement {
  const open = style.indent === undefined ? style.space : `${style.eol}${style.indent}`;
  const body = written.join(`,${open}`);
  if (after !== undefined) return insertBehind(text, after, body, { ...style, open });
  const at = container.start + 1;
  const [first] = children;
  if (first !== undefined) {
    return { start: at, end: at, text: style.indent === undefined ? `${body},${open}` : `${open}${body},` };
  }
  const end = container.closed ? container.end - 1 : at;
  const blank = /^\s*$/.test(text.slice(at, end)) ? end : at;
  if (style.indent === undefined) return { start: at, end: blank, text: body };
  return { start: at, end: blank, text: `${open}${body}${style.eol}${indentOf(text, container.start)}` };
}

/** Behind a child and behind the comment on its line, which stays the child's. */
function insertBehind(text: string, after: Child, body: string, { open, eol }: Style & { open: string }): Replacement {
  const comma = /^\s*,/.exec(text.slice(after.end, after.end + 1000))?.[0].length;
  const from = after.end + (comma ?? 0);
  const to = commentBehind(text, from);
  if (to === from) return { start: after.end, end: after.end, text: `,${open}${body}` };
  const comment = text.slice(from, to);
  const lead = comment.includes('//') && !/[\r\n]/.test(open) ? eol : open;
  if (comma !== undefined) return { start: to, end: to, text: `${lead}${body},` };
  return { start: from, end: to, text: `,${comment}${lead}${body}` };
}

function remove<T extends Child>(
  text: string,
  container: Container,
  children: readonly T[],
  gone: ReadonlySet<T>,
): readonly Replacement[] {
  if (gone.size > 0 && gone.size === children.length) return removeAll(text, container, children);
  const indexes = Array.from(gone, (child) => indexOf(children, child)).sort((a, b) => a - b);
  const cuts: Replacement[] = [];
  for (let at = 0; at < indexes.length; at++) {
    const from = indexes[at] ?? 0;
    while (indexes[at + 1] === (indexes[at] ?? 0) + 1) at++;
    cuts.push(...removeRun(text, children, from, indexes[at] ?? from));
  }
  return cuts;
}

/** Children stand in text order, so one of many is found without looking at each. */
function indexOf(children: readonly Child[], child: Child): number {
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((children[middle]?.start ?? 0) < child.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function removeAll(text: string, container: Container, children: readonly Child[]): readonly Replacement[] {
  const first = children[0]?.start ?? container.start + 1;
  const last = children.at(-1)?.end ?? first;
  const close = container.closed ? container.end - 1 : last;
  const plain = /^\s*$/.test(text.slice(container.start + 1, first)) && /^[\s,]*$/.test(text.slice(last, close));
  if (plain && isPlain(text, children)) return [{ start: container.start + 1, end: close, text: '' }];
  return children.flatMap((child) => removeLine(text, child, commaBehind(text, child, close)));
}

/** Removes neighbours, of which at least one child stands before or behind. */
function removeRun(text: string, children: readonly Child[], from: number, to: number): readonly Replacement[] {
  const run = children.slice(from, to + 1);
  const [first] = run;
  const last = run.at(-1);
  const before = children[from - 1];
  const after = children[to + 1];
  if (first === undefined || last === undefined) return [];
  if (after !== undefined) {
    if (isPlain(text, [...run, after])) return [{ start: first.start, end: after.start, text: '' }];
    return run.flatMap((child, index) =>
      removeLine(text, child, commaBehind(text, child, (run[index + 1] ?? after).start)),
    );
  }
  if (before === undefined) return [];
  if (isPlain(text, [before, ...run])) return [{ start: before.end, end: last.end, text: '' }];
  const comma = commaBehind(text, before, first.start);
  const lines = run.flatMap((child, index) => {
    const next = run[index + 1];
    return removeLine(text, child, next && commaBehind(text, child, next.start));
  });
  return comma === undefined ? lines : [{ start: comma, end: comma + 1, text: '' }, ...lines];
}

/** Whether nothing but blanks and one comma stands between each two of them. */
function isPlain(text: string, children: readonly Child[]): boolean {
  return children.every((child, index) => {
    const next = children[index + 1];
    return next === undefined || /^\s*,\s*$/.test(text.slice(child.end, next.start));
  });
}

/** Removes a child with its comma, with the comment behind it on its line, and with the line break before it. */
function removeLine(text: string, child: Child, comma: number | undefined): readonly Replacement[] {
  const own = comma === undefined || /^\s*$/.test(text.slice(child.end, comma));
  const end = own ? commentBehind(text, comma === undefined ? child.end : comma + 1) : child.end;
  // A comment on the line before must not swallow what else stands on this line.
  const alone = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + 1000));
  const cut = { start: alone ? lineBreakBefore(text, child.start) : child.start, end, text: '' };
  return own || comma === undefined ? [cut] : [cut, { start: comma, end: comma + 1, text: '' }];
}

/** Offset of the comma between a child and `end`, where comments may stand too. */
function commaBehind(text: string, child: Child, end: number): number | undefined {
  const plain = text
    .slice(child.end, end)
    .replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const at = plain.indexOf(',');
  return at < 0 ? undefined : child.end + at;
}

function lineBreakBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  if (text[at - 1] === '\n') return text[at - 2] === '\r' ? at - 2 : at - 1;
  return text[at - 1] === '\r' ? at - 1 : at;
}

function commentBehind(text: string, offset: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/y;
  comment.lastIndex = offset;
  return comment.test(text) ? comment.lastIndex : offset;
}

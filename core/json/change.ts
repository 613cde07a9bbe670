import type { Replacement } from '../edit.ts';
import type { Json } from '../schema.ts';
import type { ArrayNode, Container, Member, Node, ObjectNode } from './node.ts';

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

/** Takes a member out, with its comma; comments stay with their neighbours. */
export function removeMember(text: string, member: Member): readonly Replacement[] {
  return remove(text, member.parent, member.parent.members, member.parent.members.indexOf(member));
}

/** Takes an entry out of its list, with its comma. */
export function removeItem(text: string, item: Node): readonly Replacement[] {
  const { parent } = item;
  return parent?.kind === 'array' ? remove(text, parent, parent.items, parent.items.indexOf(item)) : [];
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

/** How a container is written, as found in it or in the document around it. */
export interface Style {
  /** Line end. */
  readonly eol: string;
  /** One level of indentation; empty in a text without lines. */
  readonly unit: string;
  /** Indentation of the container's children; undefined where they stand on the container's own line. */
  readonly indent: string | undefined;
  /** Between a colon and its value. */
  readonly gap: string;
  /** Behind a comma, where children share a line. */
  readonly space: string;
}

/** The style for children of a container; undefined stands for a new document's root. */
export function styleOf(text: string, container: Container | undefined): Style {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const lines = /[\r\n]/.test(text.trimEnd());
  const unit = lines ? (/(?:^|[\r\n])([ \t]+)["[{]/.exec(text)?.[1] ?? '  ') : '';
  const gap = /"\s*:([ \t]*)\S/.exec(text)?.[1] ?? (lines || text.length < 3 ? ' ' : '');
  const space = /,( ?)[^\s]/.exec(text)?.[1] ?? (gap === '' ? '' : ' ');
  return {
    eol,
    unit,
    gap,
    space,
    indent: container === undefined ? undefined : childIndent(text, container, unit, lines),
  };
}

/** A value as text in a style; nested values go on lines of their own where the document has lines. */
export function write(value: Json, style: Style): string {
  if (style.unit === '') {
    const compact = JSON.stringify(value);
    return style.gap === '' || typeof value !== 'object'
      ? compact
      : JSON.stringify(value, null, 1).replace(/\n\s*/g, '');
  }
  const lines = JSON.stringify(value, null, style.unit).split('\n');
  return lines.join(`${style.eol}${style.indent ?? ''}`);
}

function childIndent(text: string, container: Container, unit: string, lines: boolean): string | undefined {
  const first = container.kind === 'object' ? container.members[0] : container.items[0];
  const own = indentOf(text, container.start);
  if (first === undefined) return lines ? own + unit : undefined;
  return /[\r\n]/.test(text.slice(container.start, first.start)) ? indentOf(text, first.start) : undefined;
}

/** The blanks that the line of an offset begins with. */
function indentOf(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

type Child = { readonly start: number; readonly end: number };

function insert(
  text: string,
  container: Container,
  children: readonly Child[],
  written: readonly string[],
  after: Child | undefined,
  style: Style,
): Replacement {
  const open = style.indent === undefined ? style.space : `${style.eol}${style.indent}`;
  if (after !== undefined) {
    return { start: after.end, end: after.end, text: written.map((child) => `,${open}${child}`).join('') };
  }
  const at = container.start + 1;
  const [first] = children;
  const body = written.join(`,${open}`);
  if (first !== undefined) {
    const lead = style.indent === undefined ? '' : open;
    return {
      start: at,
      end: style.indent === undefined ? at : at,
      text: `${lead}${body},${style.indent === undefined ? style.space : ''}`,
    };
  }
  const end = container.closed ? container.end - 1 : at;
  const blank = /^\s*$/.test(text.slice(at, end)) ? end : at;
  if (style.indent === undefined) return { start: at, end: blank, text: body };
  return { start: at, end: blank, text: `${open}${body}${style.eol}${indentOf(text, container.start)}` };
}

function remove(text: string, container: Container, children: readonly Child[], index: number): readonly Replacement[] {
  const child = children[index];
  const before = children[index - 1];
  const after = children[index + 1];
  if (child === undefined) return [];
  if (after !== undefined) return removeBefore(text, child, after);
  if (before === undefined) {
    const end = container.closed ? container.end - 1 : child.end;
    const blank = /^\s*,?\s*$/.test(text.slice(child.end, end)) ? end : child.end;
    const start = /^\s*$/.test(text.slice(container.start + 1, child.start)) ? container.start + 1 : child.start;
    return [{ start, end: blank, text: '' }];
  }
  const between = text.slice(before.end, child.start);
  if (/^\s*,\s*$/.test(between)) return [{ start: before.end, end: child.end, text: '' }];
  const comma = before.end + commaIn(between);
  return [
    { start: comma, end: comma + 1, text: '' },
    { start: lineBreakBefore(text, child.start), end: commentBehind(text, child.end), text: '' },
  ];
}

/** Removes a child that another follows; a comment behind it on its line goes with it. */
function removeBefore(text: string, child: Child, after: Child): readonly Replacement[] {
  const between = text.slice(child.end, after.start);
  if (/^\s*,\s*$/.test(between)) return [{ start: child.start, end: after.start, text: '' }];
  const end = commentBehind(text, child.end + commaIn(between) + 1);
  const line = lineBreakBefore(text, child.start);
  return [{ start: line, end, text: '' }];
}

/** Offset of the comma in what stands between two children, which may hold comments. */
function commaIn(between: string): number {
  const plain = between.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  return Math.max(0, plain.indexOf(','));
}

function lineBreakBefore(text: string, offset: number): number {
  const blanks = /(?:\r\n|\n|\r)?[ \t]*$/.exec(text.slice(0, offset))?.[0].length ?? 0;
  return offset - blanks;
}

function commentBehind(text: string, offset: number): number {
  const comment = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(offset))?.[0].length ?? 0;
  return offset + comment;
}

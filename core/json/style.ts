import { isObject, type Json } from '../format/schema.ts';
import type { Container } from './node.ts';

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
  /** Whether lists stand on one line. */
  readonly inline: boolean;
}

/** The style for children of a container; undefined stands for a new document's root. */
export function styleOf(text: string, container: Container | undefined): Style {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const lines = /[\r\n]/.test(text.trimEnd());
  const unit = lines ? (/(?:^|[\r\n])([ \t]+)["[{]/.exec(text)?.[1] ?? '  ') : '';
  const gap = nearestOf(container, (at) => gapIn(text, at)) ?? (lines || text.length < 3 ? ' ' : '');
  const space = nearestOf(container, (at) => spaceIn(text, at)) ?? (gap === '' ? '' : ' ');
  return {
    eol,
    unit,
    gap,
    space,
    inline: nearestOf(container, (at) => listsInline(text, at)) ?? false,
    indent: container === undefined ? undefined : childIndent(text, container, unit, lines),
  };
}

/** A value as text in a style. Objects go on lines of their own where the document has lines; lists as its lists do. */
export function write(value: Json, style: Style): string {
  if (Array.isArray(value)) {
    const items = (inner: Style) => value.map((item: Json) => write(item, inner));
    return bracketed('[', items, ']', style.inline ? { ...style, unit: '' } : style);
  }
  if (!isObject(value)) return JSON.stringify(value);
  const entry = (inner: Style) =>
    Object.entries(value).map(([name, child]) => `${JSON.stringify(name)}:${style.gap}${write(child, inner)}`);
  return bracketed('{', entry, '}', style);
}

function bracketed(open: string, written: (inner: Style) => readonly string[], close: string, style: Style): string {
  const indent = style.indent ?? '';
  const children = written({ ...style, indent: indent + style.unit });
  if (children.length === 0) return open + close;
  if (style.unit === '') return `${open}${children.join(`,${style.space}`)}${close}`;
  const line = style.eol + indent;
  return `${open}${line}${style.unit}${children.join(`,${line}${style.unit}`)}${line}${close}`;
}

function childIndent(text: string, container: Container, unit: string, lines: boolean): string | undefined {
  const first = container.kind === 'object' ? container.members[0] : container.items[0];
  const own = indentOf(text, container.start);
  if (first === undefined) return lines ? own + unit : undefined;
  return /[\r\n]/.test(text.slice(container.start, first.start)) ? indentOf(text, first.start) : undefined;
}

/** The blanks that the line of an offset begins with. */
export function indentOf(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** What the innermost container around a place tells. */
function nearestOf<T>(container: Container | undefined, tell: (at: Container) => T | undefined): T | undefined {
  for (let at = container; at !== undefined; at = at.parent) {
    const told = tell(at);
    if (told !== undefined) return told;
  }
  return undefined;
}

function gapIn(text: string, container: Container): string | undefined {
  if (container.kind === 'array') return undefined;
  for (const { colon, value } of container.members) {
    const gap = colon === undefined || value === undefined ? undefined : text.slice(colon + 1, value.start);
    if (gap !== undefined && /^[ \t]*$/.test(gap)) return gap;
  }
  return undefined;
}

function listsInline(text: string, container: Container): boolean | undefined {
  const lists = container.kind === 'array' ? [container] : container.members.map(({ value }) => value);
  for (const list of lists) {
    const first = list?.kind === 'array' ? list.items[0] : undefined;
    if (list !== undefined && first !== undefined) return !/[\r\n]/.test(text.slice(list.start, first.start));
  }
  return undefined;
}

function spaceIn(text: string, container: Container): string | undefined {
  const lists = container.kind === 'array' ? [] : container.members.flatMap(({ value }) => value ?? []);
  for (const at of [container, ...lists]) {
    const [first, second] = at.kind === 'array' ? at.items : at.kind === 'object' ? at.members : [];
    const between = first && second && text.slice(first.end, second.start);
    const space = /^,([ \t]*)$/.exec(between ?? '')?.[1];
    if (space !== undefined) return space;
  }
  return undefined;
}

import { type HandoffDocument, syntaxAround } from '../document.ts';
import type { Facts, Needs } from '../evidence/facts.ts';
import { fieldMarkdown } from '../format/field-words.ts';
import { type Field, fieldAt } from '../format/format.ts';
import { type Place, pathOf, placeAt } from '../json/node.ts';
import type { Span } from '../text/span.ts';
import { type HoveredValue, valueMarkdown, valueNeeds } from './hover-value.ts';

export interface Hover {
  /** The token under the cursor. */
  readonly span: Span;
  /** Without links, images and HTML; not to be trusted all the same. */
  readonly markdown: string;
}

/** What a hover at an offset wants to know. Any offset and any text will do. */
export function hoverNeeds(document: HandoffDocument, offset: number, _facts: Facts): Needs {
  const place = tokenAt(document, offset);
  const hovered = place === undefined || place.onKey ? undefined : valueAt(document, place);
  return hovered === undefined ? {} : valueNeeds(hovered);
}

/**
 * What a token means, or what was found behind its value. A token reaches from its first character to its last: behind
 * it, on blanks and on punctuation there is nothing. Undefined too where the schema says nothing. Never throws.
 */
export function hover(document: HandoffDocument, offset: number, facts: Facts): Hover | undefined {
  const place = tokenAt(document, offset);
  if (place === undefined) return undefined;
  const { start, end } = place.node;
  if (place.onKey) {
    const field = keyField(document, place);
    return field && { span: { start, end }, markdown: fieldMarkdown(field) };
  }
  const hovered = valueAt(document, place);
  return hovered && { span: { start, end }, markdown: valueMarkdown(hovered, document, facts) };
}

/** `placeAt` takes the end of a token for the token itself; under a cursor the character behind it is meant. */
function tokenAt(document: HandoffDocument, offset: number): Place | undefined {
  const { text } = document;
  const syntax = syntaxAround(document, { start: offset, end: offset + 1 });
  const found = placeAt(syntax.root, offset);
  const place = found !== undefined && found.node.end === offset ? placeAt(syntax.root, offset + 1) : found;
  if (place === undefined || place.node.kind === 'object' || place.node.kind === 'array') return undefined;
  const { start, end } = place.node;
  if (offset < start || offset >= end || /[\r\n]/.test(text.slice(start, end))) return undefined;
  return place;
}

function keyField({ recognition: { format } }: HandoffDocument, { member }: Place): Field | undefined {
  if (format === undefined || member === undefined || member.key.damaged) return undefined;
  return fieldAt(format, [...pathOf(member.parent), member.key.value]);
}

function valueAt({ recognition: { format } }: HandoffDocument, { node }: Place): HoveredValue | undefined {
  if (format === undefined || node.kind === 'object' || node.kind === 'array') return undefined;
  const path = pathOf(node);
  const field = fieldAt(format, path);
  return field && { node, path, field, parent: fieldAt(format, path.slice(0, -1)) };
}

import { type DraftSource, draftValue, placeholder } from '../create/value-draft.ts';
import type { Field } from '../format/format.ts';
import { levelsWithin } from '../format/levels.ts';
import type { Json } from '../format/schema.ts';
import { type Style, write } from '../json/style.ts';

/** JSON to insert: text as it stands, and the places that a person has to fill. */
export type Part = string | Stop;

/** A place to fill: what stands there until then, and the texts to choose from, if the choice is limited. */
interface Stop {
  readonly text: string;
  readonly choices?: readonly string[];
}

/**
 * The value of a field: from git, the clock or the format where one of them knows it, else a placeholder of the right
 * type to fill. Expected members of an object are drafted along, in the schema's order, and
 * so many levels of objects within it.
 */
export function valueParts(
  field: Field,
  source: DraftSource,
  style: Style,
  levels = levelsWithin(field, isExpected),
): readonly Part[] {
  const { schema } = field;
  const known = draftValue(field, source) ?? schema.const;
  if (known !== undefined) return [write(known, style)];
  if (schema.enum !== undefined) return choice(schema.enum);
  const usual = schema.default ?? field.meaning.initial ?? null;
  if (usual !== null) return [{ text: write(usual, style) }];
  const value = placeholder(field);
  if (typeof value === 'string') return ['"', { text: '' }, '"'];
  if (typeof value === 'boolean') return choice([value, !value]);
  if (Array.isArray(value)) return ['[', { text: '' }, ']'];
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) }];
  const expected = [...field.members.values()].filter(isExpected);
  if (expected.length === 0 || levels < 0) return ['{', { text: '' }, '}'];
  const inner: Style = style.unit === '' ? style : { ...style, indent: `${style.indent ?? ''}${style.unit}` };
  const [open, close] =
    style.unit === '' ? ['{', '}'] : [`{${style.eol}${inner.indent}`, `${style.eol}${style.indent ?? ''}}`];
  return [open, ...membersParts(expected, source, inner, levels - 1), close];
}

/** Members with their values, separated as a style does it, without braces. */
export function membersParts(
  fields: readonly Field[],
  source: DraftSource,
  style: Style,
  levels?: number,
): readonly Part[] {
  const between = style.unit === '' ? `,${style.space}` : `,${style.eol}${style.indent ?? ''}`;
  return fields.flatMap((field, index) => [
    `${index === 0 ? '' : between}${JSON.stringify(field.name ?? '')}:${style.gap}`,
    ...valueParts(field, source, style, levels),
  ]);
}

/** Parts as an LSP snippet. */
export function asSnippet(parts: readonly Part[]): string {
  let stops = 0;
  return parts
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[\\$]/g, '\\$&');
      stops++;
      if (part.choices !== undefined) {
        return `\${${stops}|${part.choices.map((text) => text.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
      }
      return part.text === '' ? `$${stops}` : `\${${stops}:${part.text.replace(/[\\$}]/g, '\\$&')}}`;
    })
    .join('');
}

/** Parts as plain text: each place holds what stands there until it is filled. */
export function asText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** Whether anything is left to fill. */
export function hasStops(parts: readonly Part[]): boolean {
  return parts.some((part) => typeof part !== 'string');
}

function isExpected({ expected }: Field): boolean {
  return expected;
}

/** Quotes stay outside the choice where all values are texts: the list is then easier to read. */
function choice(values: readonly Json[]): readonly Part[] {
  const texts = values.map((value) => JSON.stringify(value));
  if (!values.every((value) => typeof value === 'string')) return [{ text: texts[0] ?? 'null', choices: texts }];
  const inner = texts.map((text) => text.slice(1, -1));
  return ['"', { text: inner[0] ?? '', choices: inner }, '"'];
}

import { code, escaped, paragraphs } from '../show/markdown.ts';
import { count, oneOf, schemaTypeName } from '../text/words.ts';
import type { Field } from './format.ts';
import type { Json, Schema } from './schema.ts';

/*
 * What a schema says about a member, as Markdown for a person. Schemas can come from a workspace, so their texts are data
 * here as a document's are.
 */

/** Title, description and all that is asked of the member's value. */
export function fieldMarkdown(field: Field): string {
  const head = [heading(field), field.required ? 'required' : ''].filter((part) => part !== '').join(' · ');
  return paragraphs(head, description(field), list(facts(field)));
}

/** `**Head commit**`; empty for an entry of a list that has no title. */
export function heading({ schema, name }: Field): string {
  const title = escaped(schema.title ?? name ?? '');
  return title === '' ? '' : `**${title}**`;
}

export function description({ schema }: Field): string {
  return escaped(schema.description ?? '');
}

/** What one of the allowed values means; undefined where the schema does not say it in a text. */
export function meaningOf({ schema }: Field, value: Json): string | undefined {
  const index = (schema.enum ?? []).findIndex((allowed) => JSON.stringify(allowed) === JSON.stringify(value));
  const meaning: unknown = index < 0 ? undefined : schema.enumDescriptions?.[index];
  return typeof meaning === 'string' ? meaning : undefined;
}

/** The allowed values with what they mean, as a list. */
export function allowedValues(field: Field): string {
  return list(
    (field.schema.enum ?? []).map((value) => {
      const meaning = meaningOf(field, value);
      return `${jsonCode(value)}${meaning === undefined ? '' : ` – ${escaped(meaning)}`}`;
    }),
  );
}

/** A JSON value as it is written, texts without their quotes where they are plain. */
function jsonCode(value: Json): string {
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A number with its thousands apart: `4,000`. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

function facts(field: Field): readonly string[] {
  const { schema, meaning, excludes } = field;
  const said: string[] = [];
  if (schema.const !== undefined) said.push(`Always ${jsonCode(schema.const)}`);
  else if (schema.enum !== undefined) said.push(`One of:\n${allowedValues(field).replace(/^/gm, '  ')}`);
  else if (schema.type !== undefined) said.push(capital(typeWords(field)));
  if (meaning.utc) said.push('In UTC, written with `Z`');
  if (schema.pattern !== undefined) said.push(`In the pattern ${code(schema.pattern)}`);
  if (schema.default !== undefined) said.push(`Without it: ${jsonCode(schema.default)}`);
  if (excludes.length > 0) said.push(`Not together with ${oneOf(excludes.map(code))}`);
  return said;
}

function typeWords({ schema, item }: Field): string {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return oneOf(
    types.map((type) => {
      if (type === 'array') return `a list${item === undefined ? '' : ofItems(item.schema)}${range(schema, 'list')}`;
      if (type === 'string' && schema.format === 'date-time') return 'a time such as `2026-01-31T12:00:00Z`';
      if (type === 'string') return `a text${range(schema, 'text')}`;
      if (type === 'number' || type === 'integer') return `${schemaTypeName(type)}${range(schema, 'number')}`;
      return schemaTypeName(type);
    }),
  );
}

function ofItems({ type, enum: allowed }: Schema): string {
  const plural: Readonly<Record<string, string>> = { string: 'texts', object: 'objects', number: 'numbers' };
  if (allowed !== undefined) return ` of ${allowed.map(jsonCode).join(', ')}`;
  return typeof type === 'string' && plural[type] !== undefined ? ` of ${plural[type]}` : '';
}

function range(schema: Schema, of: 'text' | 'list' | 'number'): string {
  if (of === 'number') {
    const { minimum, maximum } = schema;
    if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
    return minimum !== undefined ? `, ${minimum} or more` : maximum !== undefined ? `, at most ${maximum}` : '';
  }
  const [least, most, one, many] =
    of === 'text'
      ? [schema.minLength, schema.maxLength, 'character', 'characters']
      : [schema.minItems, schema.maxItems, 'entry', 'entries'];
  const words = (n: number) => count(n, one, many).replace(/^\d+/, grouped(n));
  if (most !== undefined) return ` of ${least ? `${grouped(least)} to ` : 'at most '}${words(most)}`;
  if (least === undefined || least === 0) return '';
  return least === 1 && of === 'text' ? ', not empty' : ` of at least ${words(least)}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

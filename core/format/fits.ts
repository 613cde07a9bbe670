import { codePoints } from '../text/words.ts';
import type { Json, Schema } from './schema.ts';

/**
 * Whether a text, number or literal is certainly one that a schema allows, as far as its own plain keywords tell. What
 * only a validator could tell, a pattern for example, counts as not.
 */
export function fits(schema: Schema | undefined, value: Json): boolean {
  if (schema === undefined || (typeof value === 'object' && value !== null)) return false;
  return Object.entries(schema).every(([keyword, asked]) => SAYS_NOTHING.has(keyword) || meets(keyword, asked, value));
}

const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...['title', 'description', 'examples', 'default', 'enumDescriptions', 'x-handoff', '$comment', 'deprecated'],
  ...['readOnly', 'writeOnly', 'format', '$defs', 'definitions'],
]);

function meets(keyword: string, asked: unknown, value: string | number | boolean | null): boolean {
  switch (keyword) {
    case 'type':
      return [asked].flat().some((type) => isOfType(value, type));
    case 'const':
      return asked === value;
    case 'enum':
      return Array.isArray(asked) && asked.includes(value);
    case 'minLength':
      return typeof value !== 'string' || (typeof asked === 'number' && codePoints(value) >= asked);
    case 'maxLength':
      return typeof value !== 'string' || (typeof asked === 'number' && codePoints(value) <= asked);
    case 'minimum':
      return typeof value !== 'number' || (typeof asked === 'number' && value >= asked);
    case 'maximum':
      return typeof value !== 'number' || (typeof asked === 'number' && value <= asked);
    default:
      return false;
  }
}

function isOfType(value: string | number | boolean | null, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

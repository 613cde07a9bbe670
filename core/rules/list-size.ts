import { spanOfValue } from '../document.ts';
import { isObject, type Json, type Schema, valueAt } from '../format/schema.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'Too few or too many entries',
  reason: `A list that must say something and is empty leaves the next agent without it, and programs that read the handoff refuse
one that is longer than they hold.

There is no fix: which entry is missing, or which one can go, only the author knows.`,
  wording: 'ignored',
  *check({ issues, document, value }) {
    for (const { keyword, path, schema } of issues) {
      const must = RULES[keyword]?.(schema);
      if (must === undefined) continue;
      const has = sizeOf(valueAt(value, path));
      yield {
        span: spanOfValue(document, path),
        message: `${placeName(path)} must have ${must}; it has ${has === 0 ? 'none' : has}.`,
        path,
      };
    }
  },
};

const RULES: Readonly<Record<string, (schema: Schema) => string>> = {
  minItems: ({ minItems = 0 }) => `at least ${count(minItems, 'entry', 'entries')}`,
  maxItems: ({ maxItems = 0 }) => `at most ${count(maxItems, 'entry', 'entries')}`,
  minProperties: ({ minProperties = 0 }) => `at least ${count(minProperties, 'member')}`,
  maxProperties: ({ maxProperties = 0 }) => `at most ${count(maxProperties, 'member')}`,
};

function sizeOf(value: Json | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

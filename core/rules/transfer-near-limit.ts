import { spanOfValue } from '../document.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['transfers'],
  summary: 'Work that has nearly changed hands too often',
  reason: `Past the limit the next agent must refuse and report a loop, and the work stops. From two transfers before it on, it is
time to see whether agents only pass the work to and fro.

There is no fix: the count is what it is, and only the agents can end the loop.`,
  wording: 'ignored',
  *check({ fields, document }) {
    for (const { field, path, value } of fields) {
      const most = field.schema.maximum;
      if (field.meaning.transfers !== true || most === undefined || typeof value !== 'number') continue;
      if (!Number.isInteger(value) || value < most - WITHIN || value > most) continue;
      const left =
        value === most ? 'no transfer is' : `${count(most - value, 'transfer')} ${most - value === 1 ? 'is' : 'are'}`;
      yield {
        span: spanOfValue(document, path),
        message: `${placeName(path)} is ${value}, so ${left} left before the next agent must refuse.`,
        path,
      };
    }
  },
};

/** How near the limit it is worth a word. */
const WITHIN = 2;

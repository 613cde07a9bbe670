import { spanOfValue } from '../document.ts';
import type { HandoffRule } from '../rule.ts';
import { instantOf, inUtc } from '../text/time.ts';
import { placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['deadline'],
  summary: 'A deadline that has passed',
  reason: `Whoever takes the task over cannot keep a deadline that lies in the past, and may drop the task or hurry for nothing. A
new task with an old deadline was often copied from another.

There is no fix: when the task must be done, only the author knows.`,
  wording: 'ignored',
  *check({ fields, document, facts }) {
    for (const { field, path, value } of fields) {
      const deadline = field.meaning.clock === 'deadline' && typeof value === 'string' ? instantOf(value) : undefined;
      const now = deadline === undefined ? undefined : instantOf(facts.now);
      if (deadline === undefined || now === undefined || deadline >= now) continue;
      yield {
        span: spanOfValue(document, path),
        message: `${placeName(path)} must lie ahead; it was ${inUtc(deadline)}.`,
        path,
      };
    }
  },
};

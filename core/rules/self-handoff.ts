import { spanOfValue } from '../document.ts';
import type { FieldValue, Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['to'],
  summary: 'Work handed to the agent that hands it over',
  reason: `A handoff to oneself moves nothing: the work waits for somebody who has just let go of it, or goes round for ever. Most
often one of the two names was copied.

There is no fix: who should get the work, only the author knows.`,
  wording: 'ignored',
  *check(handoff) {
    const [from] = agents(handoff, 'from');
    for (const to of agents(handoff, 'to')) {
      if (from === undefined || name(from) === '' || name(from) !== name(to)) continue;
      yield {
        span: spanOfValue(handoff.document, to.path),
        message: `${placeName(to.path)} must be another agent than ${placeName(from.path)}; both are ${shown(name(to))}.`,
        path: to.path,
        related: [
          { span: spanOfValue(handoff.document, from.path), message: `${placeName(from.path)} names it here.` },
        ],
      };
    }
  },
};

function agents({ fields }: Handoff, role: 'from' | 'to'): readonly FieldValue[] {
  return fields.filter(({ field, value }) => field.meaning.agent === role && typeof value === 'string');
}

function name({ value }: FieldValue): string {
  return String(value).trim();
}

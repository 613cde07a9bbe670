import { spanOfValue } from '../document.ts';
import { ownValue, type Recorded, recorded } from '../record.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['session'],
  summary: 'An entry of another session',
  reason: `A transcript is the evidence for what the summary says. With entries of another session it proves what nobody in this one
decided, and programs that read the handoff refuse it. Each session that does not belong there is marked once, at its first
entry.

There is no fix: the entry or the handoff's own session may be the wrong one, and an entry cannot be left out of a record.`,
  wording: 'ignored',
  *check(handoff) {
    const own = ownValue(handoff, ({ session }) => session === true);
    if (typeof own?.value !== 'string') return;
    const foreign = new Map<string, { readonly first: Recorded; others: number }>();
    for (const entry of recorded(handoff, ({ session }) => session === true)) {
      if (typeof entry.value !== 'string' || entry.value === own.value) continue;
      const known = foreign.get(entry.value);
      if (known === undefined) foreign.set(entry.value, { first: entry, others: 0 });
      else known.others++;
    }
    for (const { first, others } of foreign.values()) {
      const more = others === 0 ? '' : `, as in ${count(others, 'other entry', 'other entries')}`;
      yield {
        span: spanOfValue(handoff.document, first.path),
        message: `${placeName(first.path)} must be that of the handoff, ${shown(own.value)}; it is ${shown(first.value)}${more}.`,
        path: first.path,
        related: [
          { span: spanOfValue(handoff.document, own.path), message: 'The session of the handoff stands here.' },
        ],
      };
    }
  },
};

import { spanOfKey, spanOfValue } from '../document.ts';
import type { HandoffRule } from '../rule.ts';
import { proseMembers, reasonOf, saysNothing } from '../text/prose.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'hint',
  concerns: ['reason'],
  summary: 'Complete work that lists open work',
  reason: `Whoever reads only the reason takes the task for done and never sees what is left. It can be meant so: work that is
complete may leave something to whoever is next, so this is a hint.

There is no fix: either the reason or the pending work is what the author meant, and to drop one would lose it.`,
  *check(handoff) {
    const reason = reasonOf(handoff);
    if (reason?.kind !== 'complete') return;
    const open = proseMembers(handoff, 'pending').filter(({ value, isFile }) => isFile || !saysNothing(value));
    const [first] = open;
    if (first === undefined) return;
    yield {
      span: spanOfValue(handoff.document, [reason.name]),
      path: [reason.name],
      message: `${shown(reason.name)} is ${shown(reason.value)}, yet ${shown(first.name)} lists open work.`,
      related: open.map(({ name }) => ({
        span: spanOfKey(handoff.document, [name]),
        message: `${shown(name)} lists open work here.`,
      })),
    };
  },
};

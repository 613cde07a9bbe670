import { spanOfValue } from '../document.ts';
import type { HandoffRule } from '../rule.ts';
import { type Failure, failuresIn } from '../test-results.ts';
import { reasonOf } from '../text/prose.ts';
import { count, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['results'],
  summary: 'Complete work whose tests failed',
  reason: `Whoever reviews or merges next trusts the word "complete" and looks no further. Test results have no fixed form, so what
counts is a value that says fail, failed or error as a whole word, a count above 0 under such a name, or a false one under a
name such as \`passed\`. "No failures" and "0 failed" are none.

There is no fix: the tests, the results or the reason may be what has to change, and nothing here can tell which.`,
  wording: 'ignored',
  *check(handoff) {
    const reason = reasonOf(handoff);
    if (reason?.kind !== 'complete') return;
    const failures = handoff.fields.flatMap(({ field, value, path }) =>
      field.meaning.results ? failuresIn(value, path) : [],
    );
    const [first] = failures;
    if (first === undefined) return;
    const rest = failures.length - 1;
    const others = rest === 0 ? '' : `, and ${count(rest, 'other result says', 'other results say')} so too`;
    yield {
      span: spanOfValue(handoff.document, [reason.name]),
      path: [reason.name],
      message: `${shown(reason.name)} is ${shown(reason.value)}, yet ${says(first)}${others}.`,
      related: failures.slice(0, MOST_RELATED).map((failure) => ({
        span: spanOfValue(handoff.document, failure.path),
        message: `Here ${says(failure)}.`,
      })),
    };
  },
};

/** Places that one finding leads to; past these they help nobody. */
const MOST_RELATED = 20;

function says({ path, value }: Failure): string {
  return `${shown(path.join('.'))} is ${shown(value)}`;
}

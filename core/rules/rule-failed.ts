import type { FailuresRule } from '../rule.ts';

export const rule: FailuresRule = {
  subject: 'failures',
  severity: 'error',
  summary: 'One of the rules itself failed',
  reason: `A rule that breaks down must not look like a clean file. The other rules still ran; what this one would have said is
not known.

There is nothing to repair in the document: please report the message with the smallest document that shows it.`,
  *check(failures) {
    for (const { rule, error } of failures) {
      yield {
        span: { start: 0, end: 0 },
        message: `The rule ${rule} failed, so what it checks is unknown: ${error instanceof Error ? error.message : String(error)}`,
        path: [],
      };
    }
  },
};

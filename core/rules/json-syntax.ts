import { edit } from '../edit.ts';
import type { DocumentRule } from '../rule.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  summary: 'Text that is not JSON',
  reason: `Most readers refuse the whole file because of one wrong character, and then the next agent starts without any
handoff. One slip gives one finding, and what it drags along is not reported.

Where there is one reading, a fix writes it: a comma, colon, quote or bracket that is missing, a comma too many, quotes of
another kind, \`True\` for \`true\`. A comment can be removed, but not unattended, because somebody wrote it for a reason.
\`NaN\` has no repair: JSON has no such number, and only its author knows what belongs there.`,
  *check({ syntax }) {
    for (const { span, message, repair } of syntax.problems) {
      yield {
        span,
        message,
        path: [],
        ...(repair && {
          fixes: () => [
            { title: repair.title, preferred: true, safe: repair.safe, edit: () => edit(...repair.replace) },
          ],
        }),
      };
    }
  },
};

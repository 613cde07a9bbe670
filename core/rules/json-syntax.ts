import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Repair } from '../json/syntax.ts';
import type { DocumentRule } from '../rule.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  summary: 'Text that is not JSON',
  reason: `Most readers refuse the whole file because of one wrong character, and then the next agent starts without any
handoff. One slip gives one finding, and what it drags along is not reported.

Where there is one reading, a fix writes it: a comma, colon, quote or bracket that is missing, a comma too many, quotes of
another kind, \`True\` for \`true\`. A comment can be removed, but not unattended, because somebody wrote it for a reason.
\`NaN\` has no repair: JSON has no such number, and only its author knows what belongs there. Of two versions that a merge left
side by side, either can be kept.`,
  *check({ syntax }) {
    for (const { span, message, repairs = [] } of syntax.problems) {
      yield { span, message, path: [], fixes: () => repairs.map((repair) => fix(repair, repairs.length === 1)) };
    }
  },
};

function fix({ title, safe, replace }: Repair, preferred: boolean): Fix {
  return { title, ...(preferred ? { preferred } : {}), safe, edit: () => edit(...replace) };
}

import { applyTo, edit } from '../edit.ts';
import { parse } from '../json/parse.ts';
import type { SyntaxProblem } from '../json/syntax.ts';
import type { DocumentRule } from '../rule.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  concerns: ['flaws'],
  summary: 'Text that is not JSON',
  reason: `Most readers refuse the whole file because of one wrong character, and then the next agent starts without any
handoff. One slip gives one finding, and what it drags along is not reported.

Where there is one reading, a fix writes it: a comma, colon, quote or bracket that is missing, a comma too many, quotes of
another kind, \`True\` for \`true\`. A comment can be removed, but not unattended, because somebody wrote it for a reason.
\`NaN\` has no repair: JSON has no such number, and only its author knows what belongs there. Of two versions that a merge left
side by side, either can be kept.

Nothing is written unattended unless every slip of the file can be mended so, and the file is JSON afterwards.`,
  *check({ text, problems }) {
    let mended: boolean | undefined;
    const isMended = (): boolean => {
      mended ??= becomesJson(text, problems);
      return mended;
    };
    for (const { span, message, repairs = [] } of problems) {
      yield {
        span,
        message,
        path: [],
        fixes: () =>
          repairs.map(({ title, safe, replace }) => ({
            title,
            ...(repairs.length === 1 ? { preferred: true } : {}),
            safe: safe && isMended(),
            edit: () => edit(...replace),
          })),
      };
    }
  },
};

/** Whether the safe repairs of all problems make JSON of a text. Otherwise what they are based on may be a misreading. */
function becomesJson(text: string, problems: readonly SyntaxProblem[]): boolean {
  const repairs = problems.map(({ repairs = [] }) => repairs.find(({ safe }) => safe));
  if (repairs.includes(undefined)) return false;
  const { replace } = edit(...repairs.flatMap((repair) => repair?.replace ?? []));
  const apart = replace.every(({ start }, index) => start >= (replace[index - 1]?.end ?? 0));
  return apart && parse(applyTo(text, replace)).problems.length === 0;
}

import { aspects } from '../aspect.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { pointer } from '../format/schema.ts';
import { fieldsAbout } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { inUtc, readTimestamp } from '../text/timestamp.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['utc'],
  summary: 'A time with an offset where UTC is asked for',
  reason: `Handoffs are put in order by comparing their times as text, and that works only where all are written in UTC with \`Z\`. A
reader that cuts the offset off is hours wrong.

The fix writes the same instant with \`Z\` and keeps the fraction of the second as it is, so it also runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const { document, issues } = handoff;
    const judged = issues.length === 0 ? undefined : new Set(issues.map(({ path }) => pointer(path)));
    for (const { path, value } of fieldsAbout(handoff, UTC)) {
      if (typeof value !== 'string' || judged?.has(pointer(path))) continue;
      const { time } = readTimestamp(value);
      if (time === undefined || time.zulu) continue;
      const node = nodeAt(document.syntax.root, path);
      if (node?.kind !== 'string' || node.damaged) continue;
      const utc = inUtc(time);
      yield {
        span: spanOfValue(document, path),
        message: `${placeName(path)} must be in UTC, with Z at its end; it is ${shown(value)}.`,
        path,
        ...(utc !== undefined && {
          fixes: () => [
            {
              title: `Write ${utc}`,
              preferred: true,
              safe: true,
              edit: () => edit(replaceValue(document.text, node, utc)),
            },
          ],
        }),
      };
    }
  },
};

const UTC = aspects('utc');

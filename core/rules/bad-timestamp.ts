import { aspects } from '../aspect.ts';
import { clockTime } from '../create/value-draft.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { type FieldValue, fieldsAbout, type Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, samePath } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { guessTimestamp, readTimestamp } from '../text/timestamp.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['date-time', 'clock', 'utc'],
  summary: 'A time that is not RFC 3339',
  reason: `The time tells which of two handoffs is the newer one and whether commits came after it. One without an offset is hours
off on another machine, and one that only some readers accept is lost on the others. Validators disagree on blanks for \`T\`,
short offsets and leap seconds, so the check is strict: second 60 stands only at 23:59:60 UTC on 30 June or 31 December.

Where the text names one instant in another spelling, the fix writes that instant in UTC with the same precision, and also
runs unattended. Where it has no offset, taking it as UTC is a guess, offered but never made unasked. The time a handoff was
written can also be set to now.`,
  wording: 'ignored',
  *check(handoff) {
    for (const at of fieldsAbout(handoff, TIMES)) {
      if (typeof at.value !== 'string') continue;
      const { wrong } = readTimestamp(at.value);
      if (wrong === undefined || isJudged(handoff, at)) continue;
      const { value } = at;
      yield {
        span: spanOfValue(handoff.document, at.path),
        message: `${placeName(at.path)} must be an RFC 3339 time such as 2026-05-05T12:34:56Z; ${shown(value)} ${wrong}.`,
        path: at.path,
        ...(at.field.schema.format === 'date-time' ? {} : { severity: 'warning' }),
        fixes: () => fixes(handoff, at, value),
      };
    }
  },
};

const TIMES = aspects('date-time', 'clock', 'utc');

/** A broken string has no time, and the schema may have refused the text for another reason, such as being empty. */
function isJudged({ document, issues }: Handoff, { path }: FieldValue): boolean {
  const node = nodeAt(document.syntax.root, path);
  if (node?.kind === 'string' && node.damaged) return true;
  return issues.some((issue) => samePath(issue.path, path));
}

function fixes({ document, facts }: Handoff, { path, field }: FieldValue, value: string): readonly Fix[] {
  const node = nodeAt(document.syntax.root, path);
  if (node === undefined) return [];
  const write = (text: string) => () => edit(replaceValue(document.text, node, text));
  const guess = guessTimestamp(value);
  const offers: Fix[] = [];
  if (guess?.certain) {
    // Seconds that nobody wrote are added only when asked for.
    const complete = /\d:\d{2}:\d/.test(value);
    offers.push({ title: `Write ${guess.text}`, preferred: true, safe: complete, edit: write(guess.text) });
  } else if (guess !== undefined) {
    offers.push({ title: `Take it as UTC: ${guess.text}`, edit: write(guess.text) });
  }
  if (field.meaning.clock === 'created') {
    offers.push({ title: 'Write the current time', edit: write(clockTime(field.meaning, facts.now)) });
  }
  return offers;
}

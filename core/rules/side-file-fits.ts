import { spanOfValue } from '../document.ts';
import { child } from '../format/schema.ts';
import { fits, sideFileNeeds, sideFiles, takeInline, textOf } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { codePoints, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'hint',
  concerns: ['side-file'],
  summary: 'A side file whose text would fit into the handoff',
  reason: `A file of its own is for texts past the limit. A short one is easier to read, and cannot get lost, inside the handoff.

The fix takes the text back inline; the file stays where it is, so nothing is lost. It does not run unattended: a file may be
what somebody prefers.`,
  wording: 'ignored',
  needs: sideFileNeeds,
  *check(handoff) {
    for (const { field, path, file, reading } of sideFiles(handoff)) {
      const fact = reading === undefined ? undefined : handoff.facts.files.get(reading);
      const text = textOf(fact);
      if (field.limit === undefined || text === undefined || text.trim() === '' || !fits(field, text)) continue;
      if (child(handoff.value, field.name) !== undefined) continue;
      yield {
        span: spanOfValue(handoff.document, path),
        path,
        message: `The text of ${shown(file)} fits into ${shown(field.name)}: it has ${codePoints(text)} of at most ${field.limit} characters.`,
        fixes: () => {
          const fix = takeInline(handoff, field, fact);
          return fix === undefined ? [] : [fix];
        },
      };
    }
  },
};

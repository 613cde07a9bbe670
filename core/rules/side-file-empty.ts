import { spanOfValue } from '../document.ts';
import { sideFileNeeds, sideFiles, textOf } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['side-file'],
  summary: 'A side file with nothing in it',
  reason: `The handoff says that there is text to read, and there is none: the file was made and never saved, or its text got
lost. The next agent takes that for "nothing to do". A file of blanks counts as empty.

There is no fix: only whoever wrote the handoff knows what belongs into the file, and to drop the path would hide the loss.`,
  wording: 'ignored',
  needs: sideFileNeeds,
  *check(handoff) {
    const { document, facts } = handoff;
    for (const { field, path, file, reading } of sideFiles(handoff)) {
      const fact = reading === undefined ? undefined : facts.files.get(reading);
      if (fact?.kind !== 'file' || (fact.size > 0 && textOf(fact)?.trim() !== '')) continue;
      const found = fact.size === 0 ? 'it is empty' : 'it holds nothing but blanks';
      yield { span: spanOfValue(document, path), path, message: `${shown(file)} must hold ${field.name}; ${found}.` };
    }
  },
};

import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { ownValue, type Recorded, recorded } from '../record.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['sequence'],
  summary: 'An entry behind the last one',
  reason: `The number of the last event tells whether a transcript is whole. Where an entry has a higher one, either events are not
counted or the transcript was taken later than the handoff.

The fix writes the highest number that the transcript has. The transcript may be what is wrong, so it never runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const last = ownValue(handoff, ({ sequence }) => sequence === 'last');
    if (typeof last?.value !== 'number') return;
    let highest: Recorded | undefined;
    for (const entry of recorded(handoff, ({ sequence }) => sequence === 'entry')) {
      if (typeof entry.value === 'number' && entry.value > Number(highest?.value ?? last.value)) highest = entry;
    }
    const value = highest?.value;
    if (highest === undefined || value === undefined) return;
    const node = nodeAt(handoff.document.syntax.root, last.path);
    if (node === undefined) return;
    yield {
      span: spanOfValue(handoff.document, last.path),
      message: `${placeName(last.path)} must be at least ${value}, the number of an entry; it is ${last.value}.`,
      path: last.path,
      related: [{ span: spanOfValue(handoff.document, highest.path), message: `Number ${value} stands here.` }],
      fixes: () => [
        {
          title: `Write ${value}`,
          preferred: true,
          edit: () => edit(replaceValue(handoff.document.text, node, value)),
        },
      ],
    };
  },
};

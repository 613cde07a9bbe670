import { spanOfKey } from '../document.ts';
import { nodeAt } from '../json/node.ts';
import { records } from '../record.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, utf8Length } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['record'],
  summary: 'A transcript that is larger than readers take',
  reason: `Programs that read the handoff refuse a transcript over the limit, and with it the whole handoff. The limit counts bytes of
UTF-8 without the blanks between values.

There is no fix: what can go, only whoever asked for the transcript knows. The handoff may do without it, since it names the
file that holds it.`,
  wording: 'ignored',
  *check(handoff) {
    for (const { field, path, value } of records(handoff)) {
      const most = field.meaning.record?.bytes ?? Number.POSITIVE_INFINITY;
      // No UTF-16 unit takes more than three bytes.
      if (handoff.document.text.length * 3 <= most) continue;
      const node = nodeAt(handoff.document.syntax.root, path);
      if (node === undefined || (node.end - node.start) * 3 <= most) continue;
      const bytes = utf8Length(JSON.stringify(value));
      if (bytes <= most) continue;
      yield {
        span: spanOfKey(handoff.document, path),
        message: `${placeName(path)} must have at most ${amount(most)} of UTF-8; it has ${amount(bytes)}.`,
        path,
      };
    }
  },
};

/** Rounded up where it is not whole, so that what is over a limit never reads as the limit. */
function amount(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return mebibytes < 1 ? `${bytes} bytes` : `${Math.ceil(mebibytes * 100) / 100} MiB`;
}

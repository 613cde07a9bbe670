import { edit } from '../edit.ts';
import type { DocumentRule } from '../rule.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'warning',
  concerns: ['flaws'],
  summary: 'A byte-order mark before the handoff',
  reason: `JSON has no byte-order mark (RFC 8259, section 8.1). Some readers skip it, others refuse the whole file with an error
that points at nothing visible, and the next agent starts without any handoff.

The mark may be there because a program on this machine wants it, so the fix removes it only when asked to.`,
  *check({ text, value, recognition }) {
    if (!text.startsWith('\ufeff') || value === undefined || recognition.format === undefined) return;
    yield {
      span: { start: 0, end: 1 },
      message: 'The file must begin with its first bracket; before it is an invisible byte-order mark (U+FEFF).',
      path: [],
      fixes: () => [
        {
          title: 'Remove the byte-order mark',
          preferred: true,
          edit: () => edit({ start: 0, end: 1, text: '' }),
        },
      ],
    };
  },
};

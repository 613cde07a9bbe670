import { MAX_DEPTH } from '../json/syntax.ts';
import type { DocumentRule } from '../rule.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  concerns: ['flaws'],
  summary: 'Brackets nested past the limit',
  reason: `Readers that call themselves for each level give up somewhere between a hundred and a few thousand, some by crashing.
No handoff needs more than ${MAX_DEPTH} levels, and past them nothing else in the file is checked.

There is no fix: which of the levels are meant, only the author can tell.`,
  *check({ tooDeep }) {
    if (tooDeep === undefined) return;
    yield {
      span: tooDeep,
      message: `Brackets must not be nested more than ${MAX_DEPTH} levels deep; this one opens level ${MAX_DEPTH + 1}, and nothing else in the file was checked.`,
      path: [],
    };
  },
};

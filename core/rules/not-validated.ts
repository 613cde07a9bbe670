import { verdictOn } from '../format/verdict.ts';
import type { HandoffRule } from '../rule.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  summary: 'A handoff that its schema did not check',
  reason: `The format is one that the project brings, and its schema could not be used or had to be stopped: it has a mistake, or a
pattern in it takes for ever on this text. Nothing is known then of what the schema asks for, and a handoff without other
findings looks like one that is valid. It is an error, so that nothing passes that could not be checked.

There is no fix: the schema has to be mended, where the reason says.`,
  wording: 'ignored',
  *check({ document, facts }) {
    const verdict = verdictOn(document, facts);
    if (verdict?.kind !== 'unchecked') return;
    const start = document.syntax.root?.start ?? 0;
    yield {
      span: { start, end: start + 1 },
      path: [],
      message: `The handoff is not checked against its schema: ${verdict.reason}.`,
    };
  },
};

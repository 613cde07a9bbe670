import { spanOfValue } from '../document.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { child, type SchemaIssue } from '../schema.ts';
import { moveNeeds, moveToFile, proseAt } from '../side-file.ts';
import { codePoints, placeName } from '../words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  summary: 'A text longer than its member may hold',
  reason: `Whoever reads the handoff under the limit cuts the text there, and the work that stood behind it is forgotten.
Characters are counted as code points of the decoded text, as JSON Schema does.

Where the format has a member that names a file instead, the fix moves the whole text there, byte for byte: a new file beside
the handoff, never over one that exists. It is safe, so it also runs unattended. Elsewhere there is no fix: whatever were
cut would be lost, and only the author can say it in fewer words.`,
  needs: (handoff) => (tooLong(handoff).length > 0 ? moveNeeds(handoff) : {}),
  *check(handoff) {
    for (const { path, schema } of tooLong(handoff)) {
      const text = textAt(handoff, path);
      yield {
        span: spanOfValue(handoff.document, path),
        message: `${placeName(path)} must have at most ${schema.maxLength} characters; it has ${codePoints(text)}.`,
        path,
        fixes: () => fixes(handoff, path),
      };
    }
  },
};

function tooLong({ issues }: Handoff): readonly SchemaIssue[] {
  return issues.filter(({ keyword }) => keyword === 'maxLength');
}

function fixes(handoff: Handoff, path: SchemaIssue['path']): readonly Fix[] {
  const field = proseAt(handoff, path);
  const move = field && moveToFile(handoff, field, { safe: true });
  return move === undefined ? [] : [move];
}

function textAt({ value }: Handoff, path: SchemaIssue['path']): string {
  const text = path.reduce((at: ReturnType<typeof child>, step) => child(at, step), value);
  return typeof text === 'string' ? text : '';
}

import { placeholder } from '../create/value-draft.ts';
import { type HandoffDocument, spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { type Format, isOwn } from '../format/format.ts';
import type { Recognition } from '../format/recognise.ts';
import { insertMembers } from '../json/change.ts';
import { memberOf } from '../json/node.ts';
import type { DocumentRule } from '../rule.ts';
import { oneOf } from '../text/words.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'information',
  concerns: ['unrecognised'],
  summary: 'A file that is no known handoff',
  reason: `A file where handoffs live is read as one by the next agent. One that follows no known format says nothing it understands,
and nothing in it was checked.

The fix makes it a handoff of the chosen format: it adds the members that are required, with placeholders to type over.
Which format is meant is a choice, so it never runs unattended.`,
  *check(document) {
    const { value, problems, recognition } = document;
    // Of a text that is no JSON nobody can tell what it is.
    if (recognition.format !== undefined || value === undefined || problems.length > 0) return;
    yield {
      span: spanOfValue(document, []),
      message: `${ofWhat(recognition)}, so nothing in it was checked.`,
      path: [],
      fixes: () => recognition.candidates.flatMap((format) => make(document, format)),
    };
  },
};

/** Where a project gave several formats one place, a file in it is meant to be of one of them. */
function ofWhat({ candidates, placed }: Recognition): string {
  if (placed === undefined || !isOwn(placed) || candidates.length < 2) return 'The content is that of no known handoff';
  return `The content does not tell whether this is a handoff of the format ${oneOf(candidates.map(({ title }) => title))}`;
}

function make({ text, syntax: { root } }: HandoffDocument, format: Format): readonly Fix[] {
  if (root?.kind !== 'object') return [];
  const members = [...format.root.members]
    .filter(([name, field]) => field.expected && memberOf(root, name) === undefined)
    .map(([name, field]) => ({ name, value: placeholder(field) }));
  const title = `Add what a ${format.title.toLowerCase()} requires`;
  return [{ title, edit: () => edit(insertMembers(text, root, members, undefined)) }];
}

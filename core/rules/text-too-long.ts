import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { addToExtras, extrasName } from '../extras.ts';
import type { Fix } from '../finding.ts';
import { child, type SchemaIssue } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { moveNeeds, moveToFile, proseAt } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { codePoints, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'A text longer than its member may hold',
  reason: `Whoever reads the handoff under the limit cuts the text there, and the work that stood behind it is forgotten.
Characters are counted as code points of the decoded text, as JSON Schema does.

Where the format has a member that names a file instead, the fix moves the whole text there, byte for byte: a new file beside
the handoff, never over one that exists. It is safe, so it also runs unattended. Where the format has an object for anything
else, the fix keeps the whole text there and shortens the member at a word; whoever reads the member alone sees less, so it
never runs unattended. Elsewhere there is no fix: whatever were cut would be lost, and only the author can say it in fewer
words.`,
  wording: 'ignored',
  *check(handoff) {
    for (const issue of tooLong(handoff)) {
      const { path, schema } = issue;
      const text = textAt(handoff, path);
      yield {
        span: spanOfValue(handoff.document, path),
        message: `${placeName(path)} must have at most ${schema.maxLength} characters; it has ${codePoints(text)}.`,
        path,
        fixes: () => fixes(handoff, issue),
      };
    }
  },
  fixNeeds: moveNeeds,
};

function tooLong({ issues }: Handoff): readonly SchemaIssue[] {
  return issues.filter(({ keyword }) => keyword === 'maxLength');
}

function fixes(handoff: Handoff, { path, schema }: SchemaIssue): readonly Fix[] {
  const field = proseAt(handoff, path);
  if (field === undefined) return shorten(handoff, path, schema.maxLength ?? 0);
  const move = moveToFile(handoff, field, { safe: true });
  return move === undefined ? [] : [move];
}

function shorten(handoff: Handoff, path: SchemaIssue['path'], limit: number): readonly Fix[] {
  const [name, ...inner] = path;
  const node = nodeAt(handoff.document.syntax.root, path);
  const extras = extrasName(handoff);
  if (typeof name !== 'string' || inner.length > 0 || node?.kind !== 'string' || extras === undefined) return [];
  const kept = addToExtras(handoff, name, node.value);
  if (node.damaged || kept === undefined) return [];
  return [
    {
      title: `Keep the whole text in ${extras} and shorten ${name} at a word`,
      preferred: true,
      edit: () => edit(replaceValue(handoff.document.text, node, shortened(node.value, limit)), kept),
    },
  ];
}

/** At most so many code points, the last of them an ellipsis, ending behind a whole word where one is near. */
function shortened(text: string, limit: number): string {
  const start = Array.from(text)
    .slice(0, Math.max(0, limit - 1))
    .join('');
  const atWord = /^[\s\S]*\S(?=\s+\S*$)/.exec(start)?.[0] ?? start;
  return `${atWord.length * 2 < start.length ? start : atWord}…`;
}

function textAt({ value }: Handoff, path: SchemaIssue['path']): string {
  const text = path.reduce((at: ReturnType<typeof child>, step) => child(at, step), value);
  return typeof text === 'string' ? text : '';
}

import { inMilliseconds } from '../create/value-draft.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import { byPlace } from '../format/issues.ts';
import { patternInWords } from '../format/pattern.ts';
import { type SchemaIssue, valueAt } from '../format/schema.ts';
import { accepts, type Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { inUtc, readTimestamp } from '../text/timestamp.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'A text of another shape than its member asks for',
  reason: `Identifiers are looked up as they are written: one with a letter too many, a digit of another script or an invisible
character at its end leads nowhere, although it looks right. The check follows ECMA-262: \`$\` does not skip a line break at
the end, and \`\\d\` means the ten ASCII digits alone. Python's \`re\` accepts both, so its validators do too.

Where the text fits once invisible characters and blanks around it are gone, a fix removes them. It takes characters away, so
it does not run unattended. Otherwise only the author knows the right text.`,
  wording: 'ignored',
  *check(handoff) {
    const issues = handoff.issues.filter(({ keyword }) => keyword === 'pattern' || keyword === 'format');
    for (const [issue] of byPlace(issues)) {
      const text = valueAt(handoff.value, issue.path);
      if (typeof text !== 'string') continue;
      yield {
        span: spanOfValue(handoff.document, issue.path),
        message: `${placeName(issue.path)} must be ${wanted(handoff, issue)}; it is ${shown(text)}.`,
        path: issue.path,
        fixes: () => fixes(handoff, issue.path, text),
      };
    }
  },
};

function wanted({ format }: Handoff, { keyword, path, schema }: SchemaIssue): string {
  if (fieldAt(format, path)?.meaning.milliseconds) {
    return 'a time in UTC with milliseconds, for example "2026-05-05T12:34:56.000Z"';
  }
  const pattern = schema.pattern ?? '';
  const words =
    keyword === 'format'
      ? `written as a ${schema.format}`
      : (patternInWords(pattern) ?? `a text that matches the pattern ${shown(pattern).slice(1, -1)}`);
  const [example] = fieldAt(format, path)?.schema.examples ?? [];
  return typeof example === 'string' ? `${words}, for example ${shown(example)}` : words;
}

function fixes(handoff: Handoff, path: Path, text: string): readonly Fix[] {
  const node = nodeAt(handoff.document.syntax.root, path);
  const instant = fieldAt(handoff.format, path)?.meaning.milliseconds ? withMilliseconds(text) : undefined;
  if (node !== undefined && instant !== undefined && accepts(handoff, path, instant)) {
    const write = () => edit(replaceValue(handoff.document.text, node, instant));
    return [{ title: `Write ${instant}`, preferred: true, edit: write }];
  }
  const stripped = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
  if (node === undefined || stripped === text || !accepts(handoff, path, stripped)) return [];
  return [
    {
      title: `Write ${shown(stripped)}`,
      preferred: true,
      edit: () => edit(replaceValue(handoff.document.text, node, stripped)),
    },
  ];
}

/** The same instant in UTC, to the millisecond. */
function withMilliseconds(text: string): string | undefined {
  const { time } = readTimestamp(text);
  const utc = time && inUtc(time);
  return utc === undefined ? undefined : inMilliseconds(utc);
}

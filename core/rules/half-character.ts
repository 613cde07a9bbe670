import { spanOfValue } from '../document.ts';
import type { Finding } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import { valueAt } from '../format/schema.ts';
import { isFree } from '../glance.ts';
import type { FieldValue, Handoff } from '../handoff.ts';
import { proseFields } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  summary: 'A text with half of a character in it',
  reason: `An escape such as \`\\ud83d\` that stands alone is half of a surrogate pair. JSON can spell it, but no UTF-8 file, terminal
or commit message can hold it: some readers put a question mark there, others refuse the whole text.

There is no fix: which character it was half of, only the author knows.`,
  wording(handoff, path) {
    const [field, value] = [fieldAt(handoff.format, path), valueAt(handoff.value, path)];
    return field === undefined || value === undefined ? [] : inText(handoff, { path, value, field });
  },
  *check(handoff) {
    const { document } = handoff;
    if (isFree(document, mayHaveHalves, () => mayHaveHalves(document.text))) return;
    for (const at of handoff.everything) yield* inText(handoff, at);
  },
};

function inText(handoff: Handoff, at: FieldValue): readonly Finding[] {
  const { path, value, field } = at;
  if (typeof value !== 'string' || value.isWellFormed() || isPath(at, handoff)) return [];
  // A text for the next agent that ends in one was cut, and that is said.
  if (field.meaning.prose !== undefined && endsInHalf(value)) return [];
  const span = spanOfValue(handoff.document, path);
  const half = escapeOf(value);
  return [
    { span, path, message: `${placeName(path)} must consist of whole characters; ${half} in it is half of one.` },
  ];
}

/** A quick look at all of the text: half of a character is spelled as an escape, or stands there as such. */
function mayHaveHalves(text: string): boolean {
  return (text.includes('\\') && /\\u[dD][89a-fA-F]/.test(text)) || !text.isWellFormed();
}

/** A path that no file system can hold is judged as a path. */
function isPath({ path }: FieldValue, { format }: Handoff): boolean {
  const list = fieldAt(format, path.slice(0, -1));
  return (
    list?.meaning.paths !== undefined || proseFields({ format }).some(({ prose }) => prose.sideFile === path.at(-1))
  );
}

function endsInHalf(text: string): boolean {
  return /[\ud800-\udbff]$/.test(text);
}

/** The first half that stands alone, as JSON escapes it. */
function escapeOf(text: string): string {
  const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)?.[0] ?? '';
  return `\\u${half.charCodeAt(0).toString(16)}`;
}

import { spanOfValue } from '../document.ts';
import type { Finding } from '../finding.ts';
import { child } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import type { Path } from '../json/node.ts';
import { type ProseField, proseAt, proseFields, sideFileNeeds, sideFiles, textOf } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { codePoints, count, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  summary: 'A text whose end was cut off',
  reason: `Somebody made the text fit by cutting it, so the end of what is left to do, or of what fails, is lost, and nothing else says
so. A text counts as cut where it is exactly as long as its member may be and stops inside a sentence, where it ends in half
of a character, and where it, or its side file, ends in words such as "[truncated]".

There is no fix: what was cut is not in the handoff any more. Whoever still has the whole text puts it into a side file.`,
  wording(handoff, path) {
    const field = proseAt(handoff, path);
    return field === undefined ? [] : inText(handoff, field);
  },
  needs: sideFileNeeds,
  *check(handoff) {
    for (const field of proseFields(handoff)) yield* inText(handoff, field);
    for (const { path, reading } of sideFiles(handoff)) {
      const text = textOf(handoff.facts.files.get(reading ?? ''));
      const sign = text === undefined ? undefined : signOfCut(text, undefined);
      if (sign !== undefined) yield finding(handoff, path, `in the file, ${sign}`);
    }
  },
};

function inText(handoff: Handoff, { path, name, limit }: ProseField): readonly Finding[] {
  const text = child(handoff.value, name);
  const sign = typeof text === 'string' ? signOfCut(text, limit) : undefined;
  return sign === undefined ? [] : [finding(handoff, path, sign)];
}

function finding({ document }: Handoff, path: Path, sign: string): Finding {
  return { span: spanOfValue(document, path), path, message: `${placeName(path)} must hold the whole text; ${sign}.` };
}

/** How far from its end a text is looked at, in UTF-16 units. */
const END = 200;

/** What shows that a text was cut: half a sentence. `limit` in code points. */
function signOfCut(text: string, limit: number | undefined): string | undefined {
  const last = text.charCodeAt(text.length - 1);
  if (last >= 0xd800 && last <= 0xdbff) return 'it ends in half of a character';
  const end = text.trimEnd().slice(-END);
  const marks = BEFORE_MARKS.some((before) => end.includes(before)) ? MARKS : [];
  const mark = marks.map((pattern) => pattern.exec(end)?.[0].trim()).find((found) => found !== undefined);
  if (mark !== undefined) return `it ends in ${JSON.stringify(mark)}`;
  // A text has at least as many units as code points.
  if (limit === undefined || text.length < limit || !UNFINISHED.test(text) || codePoints(text) !== limit)
    return undefined;
  return `it stops inside a sentence, at ${count(limit, 'character')}, which is the most it may have`;
}

const UNFINISHED = /[\p{L}\p{M}\p{N},;:(-]$| $/u;
/** One of them is what each of the marks begins with. */
const BEFORE_MARKS: readonly string[] = ['[', '(', '<', '…', '...'];
const MARKS: readonly RegExp[] = [
  /(?:[[(<]|…|\.{3})[^\n[\](){}<>]{0,40}\b(?:truncated|cut off)\b[^\n[\](){}<>]{0,40}[\])>]?$/i,
  /(?:[[(<]|…|\.{3})\s*\+?\d+ (?:more )?(?:characters|chars|lines|bytes)[^\n[\](){}<>]{0,20}[\])>]?$/i,
  /[[(…]\s*(?:이하 ?)?생략\s*[\])]?$/,
];

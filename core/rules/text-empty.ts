import { draftNeeds, draftValue } from '../create/value-draft.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import { type Json, pointer, valueAt } from '../format/schema.ts';
import type { FieldValue, Handoff } from '../handoff.ts';
import { removeItem, replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { codePoints, count, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  summary: 'An empty text where one is needed',
  reason: `The member is there and says nothing: readers that only look whether it is present take the handoff for complete. It is a
warning where the schema lets the text pass, as with blanks alone or a blank entry in a list.

A blank entry can be removed, and a text that git or the clock knows can be taken from there. Otherwise there is no fix: what
belongs there, only the author knows.`,
  wording(handoff, path) {
    const [field, value] = [fieldAt(handoff.format, path), valueAt(handoff.value, path)];
    const isSaid = field === undefined || value === undefined || !isBlank({ path, value, field });
    return isSaid ? [] : [finding(handoff, path, undefined)];
  },
  *check(handoff) {
    for (const { path, limit } of empty(handoff)) yield finding(handoff, path, limit);
  },
  fixNeeds: (handoff) => draftNeeds(empty(handoff).flatMap(({ path }) => fieldAt(handoff.format, path) ?? [])),
};

interface Empty {
  readonly path: Path;
  /** Fewest code points that the schema accepts; undefined where it accepts the text. */
  readonly limit: number | undefined;
}

function empty(handoff: Handoff): readonly Empty[] {
  const { issues, format, document } = handoff;
  const fields = handoff.fields.some(mayBeBlank) ? handoff.everything.filter(isBlank) : [];
  if (issues.length === 0 && fields.length === 0) return [];
  const judged = new Set(issues.map(({ path }) => pointer(path)));
  const refused = issues.filter(({ keyword }) => keyword === 'minLength');
  const ofPaths = (path: Path) => fieldAt(format, path.slice(0, -1))?.meaning.paths !== undefined;
  const blank = fields.filter((at) => !judged.has(pointer(at.path)) && !ofPaths(at.path));
  return [
    ...refused.map(({ path, schema }) => ({ path, limit: schema.minLength })),
    ...blank
      .filter(({ path }) => nodeAt(document.syntax.root, path)?.kind === 'string')
      .map(({ path }) => ({ path, limit: undefined })),
  ];
}

/** A quick look at texts, and at what lists hold: nearly all of it says something. */
function mayBeBlank({ value }: FieldValue): boolean {
  return Array.isArray(value) ? value.some(isBlankText) : isBlankText(value);
}

function isBlankText(value: Json): boolean {
  if (typeof value !== 'string') return false;
  const first = value.charCodeAt(0);
  // What begins with a printable character of ASCII, as nearly all texts do, is not blank.
  return !(first > 0x20 && first < 0x7f) && value.trim() === '';
}

/** Blanks alone where something must stand: entries of lists, and texts that are required or must not be empty. */
function isBlank({ path, value, field: { schema, meaning, required } }: FieldValue): boolean {
  if (typeof value !== 'string' || value.trim() !== '') return false;
  // Judged by what they mean: a list of choices, a time, a commit.
  if (schema.enum || schema.const !== undefined || schema.format || meaning.commit || meaning.clock) return false;
  return typeof path.at(-1) === 'number' || required || (schema.minLength ?? 0) > 0;
}

function finding(handoff: Handoff, path: Path, limit: number | undefined): Finding {
  const text = valueAt(handoff.value, path);
  const has = typeof text === 'string' ? codePoints(text) : 0;
  const is = has === 0 ? 'it is empty' : limit === undefined ? 'it is blank' : `it has ${has}`;
  const must =
    limit === undefined || limit < 2 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`;
  return {
    span: spanOfValue(handoff.document, path),
    message: `${placeName(path)} ${limit === undefined && has > 0 ? 'must say something' : must}; ${is}.`,
    path,
    ...(limit === undefined ? { severity: 'warning' } : {}),
    fixes: () => fixes(handoff, path),
  };
}

function fixes({ document, format, facts }: Handoff, path: Path): readonly Fix[] {
  const node = nodeAt(document.syntax.root, path);
  if (node?.kind !== 'string' || node.damaged) return [];
  if (typeof path.at(-1) === 'number') {
    const isEmpty = node.value.trim() === '';
    return isEmpty
      ? [{ title: 'Remove the entry', preferred: true, edit: () => edit(...removeItem(document.text, node)) }]
      : [];
  }
  const field = fieldAt(format, path);
  const value = field && draftValue(field, { format, facts, document });
  if (typeof value !== 'string' || value.trim() === '') return [];
  return [{ title: `Write ${value}`, preferred: true, edit: () => edit(replaceValue(document.text, node, value)) }];
}

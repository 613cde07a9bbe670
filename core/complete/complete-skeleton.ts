import type { HandoffDocument } from '../document.ts';
import type { Facts } from '../evidence/facts.ts';
import type { Format } from '../format/format.ts';
import { type Style, styleOf } from '../json/style.ts';
import { code, escaped, paragraphs } from '../show/markdown.ts';
import type { Candidate } from './candidate.ts';
import type { Caret } from './caret.ts';
import { membersParts, type Part } from './snippet.ts';

interface Source {
  readonly document: HandoffDocument;
  readonly facts: Facts;
  readonly formats: readonly Format[];
}

/** A whole handoff of each format, with all that is required or usual and no more. The one that belongs here comes first. */
export function skeletonCandidates(caret: Caret, { document, facts, formats }: Source): readonly Candidate[] {
  const { format, placed } = document.recognition;
  const found = format ?? placed;
  const here = formatsHere(document, formats);
  const isFound = ({ id }: Format) => id === found?.id;
  return [...here.filter(isFound), ...here.filter((format) => !isFound(format))].map((format) => ({
    label: format.title,
    kind: 'document',
    detail: 'new handoff',
    documentation: documentation(format),
    parts: skeleton(caret, format, { document, facts }),
    words: `${format.title} ${format.id}`,
    preselect: isFound(format),
  }));
}

/** Those of the formats that a new document in its place can have. */
export function formatsHere({ recognition }: HandoffDocument, formats: readonly Format[]): readonly Format[] {
  return formats.filter(({ id }) => recognition.candidates.some((candidate) => candidate.id === id));
}

function skeleton(caret: Caret, format: Format, { document, facts }: Omit<Source, 'formats'>): readonly Part[] {
  const { text } = document;
  const found = styleOf(text, undefined);
  const unit = found.unit === '' ? '  ' : found.unit;
  const inner: Style = { ...found, unit, gap: ' ', space: ' ', indent: unit };
  const expected = [...format.root.members.values()].filter((field) => field.expected);
  const source = { format, facts, document };
  if (caret.role === 'document') {
    return [`{${inner.eol}${unit}`, ...membersParts(expected, source, inner), `${inner.eol}}`];
  }
  const closed = caret.container?.closed === true;
  const sameLine = /\{[ \t]*$/.test(text.slice(0, caret.word.start));
  const end = closed ? '' : `${inner.eol}}`;
  if (!sameLine) return [...membersParts(expected, source, { ...inner, indent: '' }), end];
  const ends = closed && /^[ \t]*\}/.test(text.slice(caret.word.end)) ? inner.eol : end;
  return [`${inner.eol}${unit}`, ...membersParts(expected, source, inner), ends];
}

function documentation({ root, schema }: Format): string {
  const names = [...root.members.values()].filter(({ expected }) => expected).map(({ name }) => code(name ?? ''));
  const list = names.length === 0 ? '' : `With ${names.join(', ')}.`;
  return paragraphs(escaped(schema.description ?? ''), list);
}

import { fieldMarkdown } from '../format/field-words.ts';
import { type Field, type Format, fieldAt } from '../format/format.ts';
import { type Style, styleOf } from '../json/style.ts';
import type { Candidate, CompletionSource } from './candidate.ts';
import type { Caret } from './caret.ts';
import { type Part, valueParts } from './snippet.ts';

/** The members that can still be added at a caret: required ones first, then the others, each in the schema's order. */
export function memberFields({ path, container }: Caret, format: Format): readonly Field[] {
  const present = new Set(
    container?.kind === 'object' ? container.members.filter(({ key }) => !key.damaged).map(({ key }) => key.value) : [],
  );
  const left = [...(fieldAt(format, path)?.members ?? [])]
    .filter(([name, { excludes }]) => !present.has(name) && !excludes.some((other) => present.has(other)))
    .map(([, field]) => field);
  return [...left.filter(({ required }) => required), ...left.filter(({ required }) => !required)];
}

export function memberCandidates(caret: Caret, source: CompletionSource): readonly Candidate[] {
  const style = lineStyle(source.document.text, caret);
  return memberFields(caret, source.format).map((field): Candidate => {
    const name = field.name ?? '';
    const title = field.schema.title ?? '';
    return {
      label: name,
      kind: 'member',
      detail: [title, field.required ? 'required' : ''].filter((part) => part !== '').join(', ') || undefined,
      documentation: fieldMarkdown(field) || undefined,
      parts: memberParts(field, caret, source, style),
    };
  });
}

/** What is missing of `"name": value` at the caret. */
function memberParts(field: Field, caret: Caret, source: CompletionSource, style: Style): readonly Part[] {
  const key = JSON.stringify(field.name ?? '');
  if (caret.behindName === 'colon') return [key];
  if (caret.behindName === 'value') return [`${key}:`];
  return [`${key}:${style.gap}`, ...valueParts(field, source, style)];
}

/** The style at a caret, with lines indented relative to the caret's. */
export function lineStyle(text: string, { container }: Caret): Style {
  const style = styleOf(text, container);
  return style.indent === undefined ? { ...style, unit: '' } : { ...style, indent: '' };
}

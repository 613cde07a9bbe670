import { draftNeeds } from '../create/value-draft.ts';
import type { HandoffDocument } from '../document.ts';
import type { Replacement } from '../edit.ts';
import { type Facts, type Needs, unite } from '../evidence/facts.ts';
import type { Format } from '../format/format.ts';
import { formats as bundled } from '../generated/formats.ts';
import type { Span } from '../text/span.ts';
import type { Candidate, Candidates, CompletionKind } from './candidate.ts';
import { type Caret, caretAt } from './caret.ts';
import { lineStyle, memberCandidates, memberFields } from './complete-member.ts';
import { formatsHere, skeletonCandidates } from './complete-skeleton.ts';
import { valueCandidates, valueNeeds } from './complete-value.ts';
import { asSnippet, asText, hasStops } from './snippet.ts';

declare module '../document.ts' {
  interface Kept {
    /** The caret that was asked about last. */
    caret?: { readonly offset: number; readonly found: Caret | undefined };
  }
}

export interface Completions {
  readonly items: readonly CompletionItem[];
  /** There are more than are given: ask again when more has been typed. */
  readonly incomplete: boolean;
}

export interface CompletionItem {
  /** Unique among the items. */
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words in plain text. */
  readonly detail?: string;
  /** Markdown without links, images or HTML. */
  readonly documentation?: string;
  /** The whole token. On one line, contains the caret. */
  readonly replace: Span;
  /** The part of the token up to the caret: what is replaced by a client that inserts. */
  readonly insert: Span;
  /** Lines after the first are indented relative to the line of the caret (LSP `adjustIndentation`). */
  readonly text: string;
  /** Whether the text is an LSP snippet. */
  readonly snippet: boolean;
  /** Further changes outside the token, for example a comma in front. */
  readonly additional: readonly Replacement[];
  /** What the client compares with what is typed; begins as the token does. */
  readonly filterText: string;
  readonly sortText: string;
  readonly preselect?: boolean;
}

export interface CompletionOptions {
  /** Snippets with tab stops; else plain text. On unless it is false. */
  readonly snippets?: boolean;
  /** The formats a new document can have; the bundled ones where it is undefined. */
  readonly formats?: readonly Format[];
}

/** What completing at an offset wants to know. Any offset and any text will do. */
export function completionNeeds(
  document: HandoffDocument,
  offset: number,
  facts: Facts,
  { formats = bundled }: CompletionOptions = {},
): Needs {
  const caret = caretOf(document, offset);
  if (caret === undefined) return {};
  const format = formatAt(caret, document);
  const skeletons = isNew(caret)
    ? formatsHere(document, formats).map(({ root }) => draftNeeds(root.members.values()))
    : [];
  if (format === undefined || caret.role === 'document') return unite(skeletons);
  if (caret.role === 'member') return unite([...skeletons, draftNeeds(memberFields(caret, format))]);
  return valueNeeds(caret, { format, document, facts });
}

/**
 * What can be written at an offset, best first. Never throws, whatever the text. With fewer facts there are fewer
 * proposals, never untrue ones.
 */
export function complete(
  document: HandoffDocument,
  offset: number,
  facts: Facts,
  { snippets = true, formats = bundled }: CompletionOptions = {},
): Completions {
  const caret = caretOf(document, offset);
  if (caret === undefined) return { items: [], incomplete: false };
  const { candidates, incomplete } = candidatesAt(caret, document, facts, formats);
  const labels = new Set<string>();
  const unique = candidates.filter(({ label }) => !labels.has(label) && labels.add(label));
  return {
    items: unique.map((candidate, index) => item(withCommas(candidate, caret, document.text), index, caret, snippets)),
    incomplete,
  };
}

/** One is asked for twice, first for what it wants to know. */
function caretOf(document: HandoffDocument, offset: number): Caret | undefined {
  const { kept } = document;
  if (kept.caret?.offset !== offset) kept.caret = { offset, found: caretAt(document, offset) };
  return kept.caret.found;
}

function candidatesAt(caret: Caret, document: HandoffDocument, facts: Facts, formats: readonly Format[]): Candidates {
  const format = formatAt(caret, document);
  const skeletons = isNew(caret) ? skeletonCandidates(caret, { document, facts, formats }) : [];
  if (format === undefined || caret.role === 'document') return { candidates: skeletons, incomplete: false };
  if (caret.role === 'value') return valueCandidates(caret, { format, document, facts });
  return { candidates: [...skeletons, ...memberCandidates(caret, { format, document, facts })], incomplete: false };
}

/** A first member that is half typed does not tell the format yet, so the place does. */
function formatAt({ path, container }: Caret, { recognition }: HandoffDocument): Format | undefined {
  if (recognition.format !== undefined || path.length > 0) return recognition.format;
  const named = container?.kind === 'object' && container.members.some(({ key }) => !key.damaged);
  return named ? undefined : recognition.placed;
}

/** Nothing is there yet, or a pair of braces with nothing in it. */
function isNew({ role, path, container, word, behindName }: Caret): boolean {
  if (role === 'document') return true;
  const empty = container?.kind === 'object' && container.members.length === 0;
  return role === 'member' && path.length === 0 && empty && word.start === word.end && behindName === 'nothing';
}

/**
 * The commas that have to stand around a candidate. One in front that touches the token becomes part of the text: two
 * edits of one place have no order.
 */
function withCommas(candidate: Candidate, caret: Caret, text: string): Candidate {
  if (candidate.kind === 'document') return candidate;
  const { space } = lineStyle(text, caret);
  const before = touches(caret) ? [`,${space}`] : [];
  const after = caret.commaAfter ? [/\s/.test(text[caret.word.end] ?? '') ? ',' : `,${space}`] : [];
  return { ...candidate, parts: [...before, ...candidate.parts, ...after] };
}

function touches({ commaBefore, word }: Caret): boolean {
  return commaBefore === word.start;
}

function item(candidate: Candidate, index: number, caret: Caret, snippets: boolean): CompletionItem {
  const { label, kind, detail, documentation, parts, words, preselect } = candidate;
  const { commaBefore } = caret;
  const snippet = snippets && hasStops(parts);
  const text = snippet ? asSnippet(parts) : asText(parts);
  const quote = /^["'`\u201c\u2018]/.exec(caret.typed)?.[0] ?? '';
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
    replace: caret.word,
    insert: { start: caret.word.start, end: caret.word.start + caret.typed.length },
    text,
    snippet,
    additional:
      touches(caret) || commaBefore === undefined ? [] : [{ start: commaBefore, end: commaBefore, text: ',' }],
    filterText: `${quote}${words ?? label}${quote}`,
    sortText: String(index).padStart(5, '0'),
    ...(preselect === true ? { preselect } : {}),
  };
}

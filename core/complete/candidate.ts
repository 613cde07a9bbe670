import type { HandoffDocument } from '../document.ts';
import type { Facts } from '../evidence/facts.ts';
import type { Format } from '../format/format.ts';
import type { Part } from './snippet.ts';

export type CompletionKind = 'member' | 'value' | 'path' | 'branch' | 'commit' | 'time' | 'document';

/** What proposals are made from. */
export interface CompletionSource {
  readonly format: Format;
  readonly document: HandoffDocument;
  readonly facts: Facts;
}

/** A proposal before it is fitted to the caret. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  readonly parts: readonly Part[];
  /** What else a person may type to find it. */
  readonly words?: string;
  readonly preselect?: boolean;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  readonly incomplete: boolean;
}

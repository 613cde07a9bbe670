import type { HandoffDocument } from '../document.ts';
import { isOwn } from './format.ts';
import type { SchemaIssue } from './schema.ts';

/*
 * The schema of a format that a project brings may contain anything, also what takes for ever. It runs where it can be
 * stopped, and what comes of it is a fact of the document, like what git says.
 */

/** What came of validating one text by the schema of one format. */
export type Verdict = Of & Outcome;

interface Of {
  /** Id of the format. */
  readonly format: string;
  /** The text that was validated: of another one the verdict says nothing. */
  readonly text: string;
}

export type Outcome =
  | { readonly kind: 'validated'; readonly issues: readonly SchemaIssue[] }
  /** Why not, for a person: one sentence without a full stop. */
  | { readonly kind: 'unchecked'; readonly reason: string };

/** The facts, as far as they matter here. */
interface Known {
  readonly verdict?: Verdict;
}

/** What is known of a document's validity; undefined where nothing is. */
export function verdictOn(document: HandoffDocument, { verdict }: Known): Verdict | undefined {
  if (verdict === undefined || verdict.format !== document.recognition.format?.id) return undefined;
  return verdict.text === document.text ? verdict : undefined;
}

/** Whether a document has to be validated elsewhere before what its schema says of it is known. */
export function awaitsVerdict(document: HandoffDocument, known: Known): boolean {
  const { format, versionKnown } = document.recognition;
  if (format === undefined || !isOwn(format) || !versionKnown || document.value === undefined) return false;
  return verdictOn(document, known) === undefined;
}

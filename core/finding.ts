import type { Edit } from './edit.ts';
import type { Path } from './json/node.ts';
import type { Span } from './text/span.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** One mistake, at the token. */
export interface Finding {
  readonly span: Span;
  /** For a person: names the member and the value, says "must" for the rule and "is" for what was found. */
  readonly message: string;
  /** Path of the value the finding is about; empty for the document as a whole. */
  readonly path: Path;
  /** Where a rule has several severities; else the rule's own. The user's configuration has the last word. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Drawn faded: removing it changes nothing. */
  readonly unnecessary?: boolean;
  /** Computed only when asked for. */
  readonly fixes?: () => readonly Fix[];
}

/** Another place in the same document that a finding leads to. */
export interface Related {
  readonly span: Span;
  readonly message: string;
}

/** A repair of one finding. It never loses text. */
export interface Fix {
  readonly title: string;
  /** The one repair that most people want; at most one of a finding's. */
  readonly preferred?: boolean;
  /** There is one reading and nothing that a person meant can change: it may run unattended. */
  readonly safe?: boolean;
  /** It makes a file, so a client that cannot create files is not offered it. */
  readonly creates?: boolean;
  /** Why it cannot be applied here, for a person; it is then shown but not offered. */
  readonly disabled?: string;
  edit(): Edit;
}

/** A finding with all that the user's configuration and the rule add to it. */
export interface Report extends Finding {
  readonly rule: string;
  readonly severity: Severity;
}

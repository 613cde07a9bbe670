import type { Aspect } from './aspect.ts';
import type { HandoffDocument } from './document.ts';
import type { Needs } from './evidence/facts.ts';
import type { Finding, Severity } from './finding.ts';
import type { Claimed, Handoff } from './handoff.ts';
import type { Path } from './json/node.ts';

/** What every rule says of itself. Its id is the name of its file, everywhere. */
interface RuleBase {
  readonly severity: Severity;
  /** One line: what it finds. */
  readonly summary: string;
  /** Markdown: why it misleads the next agent, and which repairs are offered or why none is safe. */
  readonly reason: string;
  /** What it is about. It finds and asks for nothing in a document that has none of these, so there it need not run. */
  readonly concerns?: readonly Aspect[];
}

/** Judges the text itself, also where no format was recognised. */
export interface DocumentRule extends RuleBase {
  readonly subject: 'document';
  check(document: HandoffDocument): Iterable<Finding>;
}

/** Judges what the document claims. Runs only on a known version of a known format. */
export interface HandoffRule extends RuleBase {
  readonly subject: 'handoff';
  /** It concludes from what git says alone: it finds nothing without, and asks for nothing where git cannot be asked. */
  readonly evidence?: 'git';
  /**
   * What it wants to know to judge, as the text alone tells: it is asked once, before anything is judged. Without this, and
   * without `follows`, the rule judges by the text. Where git cannot be asked, nothing of what is wanted is asked of it.
   */
  readonly needs?: (handoff: Claimed, canAskGit: boolean) => Needs;
  /**
   * What else it wants to know to judge, as answers so far tell: where the text does not say it, and only there. It is asked
   * again after each answer, and can name what is known already.
   */
  readonly follows?: (handoff: Handoff) => Needs;
  /**
   * What follows for it where another wording of one text is all that has changed (see `core/wording.ts`): `ignored`, it wants
   * to know and finds the same as before. Or it judges each text by itself, and this is what it finds in the one at `path`, all
   * its findings there. Without this it runs again.
   */
  readonly wording?: 'ignored' | ((handoff: Handoff, path: Path) => Iterable<Finding>);
  check(handoff: Handoff): Iterable<Finding>;
  /**
   * What its fixes are made from; nothing that it judges by. It is asked only where the rule has found something, again after
   * each answer, and can name what is known already.
   */
  readonly fixNeeds?: (handoff: Handoff) => Needs;
}

/** Says which of the other rules failed. */
export interface FailuresRule extends RuleBase {
  readonly subject: 'failures';
  check(failures: readonly Failure[]): Iterable<Finding>;
}

export interface Failure {
  readonly rule: string;
  readonly error: unknown;
}

export type Rule = DocumentRule | HandoffRule | FailuresRule;

/** A rule under its id. */
export type NamedRule = Rule & { readonly id: string };

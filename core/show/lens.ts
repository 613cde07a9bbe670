import { type HandoffDocument, spanOfValue } from '../document.ts';
import { asksGit, claimsOf, uncheckedClaim } from '../evidence/claims.ts';
import type { Facts } from '../evidence/facts.ts';
import { movedOn } from '../evidence/moved-on.ts';
import type { Report } from '../finding.ts';
import { createHandoff, type Handoff } from '../handoff.ts';
import { samePath } from '../json/node.ts';
import type { Span } from '../text/span.ts';
import { count, visible } from '../text/words.ts';

/** What stands over a handoff: whether it can be believed. */
export interface Lens {
  /** The first line of the document that has something on it. */
  readonly span: Span;
  readonly state: 'checked' | 'contradicted' | 'unchecked';
  /** Plain text on one line. */
  readonly title: string;
}

/**
 * Checked, contradicted or unchecked, and why: by the worst finding, else by what could not be asked, else that all is as
 * it says. Undefined where the document is no known version of a known format. `reports` are what the rules say of it.
 */
export function lens(document: HandoffDocument, reports: readonly Report[], facts: Facts): Lens | undefined {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return undefined;
  const { start } = spanOfValue(document, []);
  const span = { start, end: start + 1 };
  const worst =
    reports.find(({ severity }) => severity === 'error') ?? reports.find(({ severity }) => severity === 'warning');
  if (worst !== undefined) return { span, state: 'contradicted', title: contradiction(handoff, worst, reports) };
  const { git } = facts;
  const unchecked =
    uncheckedClaim(handoff)?.reason ?? (git === undefined && asksGit(handoff) ? 'git has not answered yet' : undefined);
  if (unchecked !== undefined) return { span, state: 'unchecked', title: `Unchecked: ${visible(unchecked)}` };
  return {
    span,
    state: 'checked',
    title: asksGit(handoff) ? 'Checked: git and the disk agree with all of it' : 'Checked: nothing is wrong with it',
  };
}

function contradiction(handoff: Handoff, worst: Report, reports: readonly Report[]): string {
  const serious = reports.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const more = serious.length === 1 ? '' : `, and ${count(serious.length - 1, 'more finding')}`;
  const { head } = claimsOf(handoff);
  const moved = movedOn(handoff);
  if (moved !== undefined && head !== undefined && samePath(worst.path, head.path)) {
    return `Behind by ${count(moved.commits, 'commit')}: ${visible(moved.branch)} has moved on${more}`;
  }
  return `Contradicted: ${visible(worst.message).replace(/\.$/, '')}${more}`;
}

import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import { type Facts, isGitOut, type Needs, needsNothing, ofDisk, unite } from './evidence/facts.ts';
import type { Finding } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { createHandoff, type Handoff } from './handoff.ts';
import { type Checking, readyFor } from './ready.ts';
import type { HandoffRule, NamedRule } from './rule.ts';

/*
 * Most documents are fine. So what rules want to know is asked in two steps: first what they judge by, which the text alone
 * tells, and then, of a document that has been judged, what that leads to.
 */

/**
 * What the rules want to know of the surroundings of a document before they judge it. It is the same whatever is known of
 * them, but for what git cannot be asked, and for what a schema of the project says of the document.
 */
export function needsOf(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  rules: readonly NamedRule[] = bundled,
): Needs {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return NOTHING;
  const checking = readyFor(document, handoff, configuration, rules);
  const canAskGit = !isGitOut(facts);
  const { asked } = document.kept;
  const known = asked?.rules === checking && asked.canAskGit === canAskGit ? asked : undefined;
  if (known?.isEarlier === false) return known.all;
  const each = checking.map(({ rule, isAboutGit }, index) => {
    if (rule.subject !== 'handoff' || rule.needs === undefined || (isAboutGit && !canAskGit)) return NOTHING;
    const before = rule.wording === 'ignored' ? known?.each[index] : undefined;
    return before ?? askable(facts, () => rule.needs?.(handoff, canAskGit));
  });
  const all = known?.each.every((needs, index) => needs === each[index]) ? known.all : unite(each);
  if (!document.options.once) document.kept.asked = { canAskGit, rules: checking, each, all, isEarlier: false };
  return all;
}

/**
 * What each of the rules wants to know once it has judged: what follows from the answers so far, and what the fixes of its
 * findings are made from. `before` is what they wanted of an earlier version, by the same facts and where nothing but the
 * wording of a text has changed since: a rule that this is nothing to wants the same again.
 */
export function furtherNeeds(
  handoff: Handoff | undefined,
  checking: readonly Checking[],
  findings: readonly (readonly Finding[])[],
  before: readonly Needs[] | undefined,
): readonly Needs[] {
  return checking.map(({ rule, isAboutGit }, index) => {
    if (handoff === undefined || rule.subject !== 'handoff') return NOTHING;
    if (isAboutGit && handoff.facts.git === undefined) return NOTHING;
    const earlier = rule.wording === 'ignored' ? before?.[index] : undefined;
    return earlier ?? wantedFurther(rule, handoff, findings[index]?.length !== 0);
  });
}

function wantedFurther(rule: HandoffRule, handoff: Handoff, hasFound: boolean): Needs {
  if (!hasFound && rule.follows === undefined) return NOTHING;
  const asked = hasFound ? [rule.follows, rule.fixNeeds] : [rule.follows];
  return unite(asked.map((ask) => askable(handoff.facts, () => ask?.(handoff))));
}

/**
 * What is wanted, as far as anybody can be asked for it. Where a rule fails to tell, the same fault shows again as it judges, or
 * as its fixes are worked out.
 */
function askable(facts: Facts, ask: () => Needs | undefined): Needs {
  try {
    const needs = ask() ?? NOTHING;
    const wanted = isGitOut(facts) ? ofDisk(needs) : needs;
    return needsNothing(wanted) ? NOTHING : wanted;
  } catch {
    return NOTHING;
  }
}

const NOTHING: Needs = {};

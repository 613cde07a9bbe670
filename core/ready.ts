import { ALWAYS, type Aspects, aspects } from './aspect.ts';
import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import type { Severity } from './finding.ts';
import { aspectsIn, aspectsOfText, type Handoff } from './handoff.ts';
import type { DocumentRule, HandoffRule, NamedRule } from './rule.ts';

/** A rule that is not turned off and has something to look at. */
export interface Checking {
  readonly rule: NamedRule & (DocumentRule | HandoffRule);
  /** The user's choice, if any. */
  readonly severity: Severity | undefined;
  /** It judges a handoff. */
  readonly isAboutHandoff: boolean;
  /** It concludes from what git says alone. */
  readonly isAboutGit: boolean;
}

/** The rules that are to look at a document; the same list for the same rules and what they are about. */
export function readyFor(
  document: HandoffDocument,
  handoff: Handoff | undefined,
  configuration: Configuration,
  rules: readonly NamedRule[],
): readonly Checking[] {
  if (latest?.rules !== rules || latest.chosen !== configuration.rules) {
    latest = { rules, chosen: configuration.rules, known: new Map() };
  }
  const present = presentIn(document, handoff);
  let found = latest.known.get(present);
  if (found === undefined) {
    found = readyWith(rules, configuration, present);
    latest.known.set(present, found);
  }
  return found;
}

/** One call after the other is about the same rules, and most documents have the same in them. */
let latest:
  | {
      readonly rules: readonly NamedRule[];
      readonly chosen: Configuration['rules'];
      /** By what there is to look at. */
      readonly known: Map<Aspects, readonly Checking[]>;
    }
  | undefined;

/** The severity that the user has chosen for a rule, if any. */
export function severityIn({ rules }: Configuration, { id }: NamedRule): Severity | undefined {
  const chosen = rules[id];
  return chosen === 'off' ? undefined : chosen;
}

function readyWith(rules: readonly NamedRule[], configuration: Configuration, present: Aspects): readonly Checking[] {
  return rules.flatMap((rule) => {
    if (configuration.rules[rule.id] === 'off' || rule.subject === 'failures') return [];
    if (rule.concerns !== undefined && (aspects(...rule.concerns) & present) === 0) return [];
    const isAboutHandoff = rule.subject === 'handoff';
    const isAboutGit = isAboutHandoff && rule.evidence === 'git';
    return [{ rule, severity: severityIn(configuration, rule), isAboutHandoff, isAboutGit }];
  });
}

/** All bits: every document has one of them. */
const EVERYTHING: Aspects = -1;

/** What there is to look at. Where that cannot be told, every rule runs, and those that cannot either say so. */
function presentIn(document: HandoffDocument, handoff: Handoff | undefined): Aspects {
  try {
    return ALWAYS | (handoff === undefined ? aspectsOfText(document) : aspectsIn(handoff));
  } catch {
    return EVERYTHING;
  }
}

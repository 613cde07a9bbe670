import { ALWAYS, type Aspects, aspects } from './aspect.ts';
import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import { type Facts, isGitOut, type Needs, needsNothing, unite } from './evidence/facts.ts';
import type { Finding, Report, Severity } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { aspectsIn, aspectsOfText, createHandoff, type Handoff } from './handoff.ts';
import type { DocumentRule, Failure, HandoffRule, Rule } from './rule.ts';
import { compareTexts } from './text/words.ts';
import { foundAgain } from './wording.ts';

/** A rule under its id. */
export type NamedRule = Rule & { readonly id: string };

/**
 * What is wrong with a document, in text order. Total: a rule that throws becomes a finding, and the others still run.
 * With fewer facts there are fewer findings, never other ones.
 */
export function check(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  rules: readonly NamedRule[] = bundled,
): readonly Report[] {
  const handoff = createHandoff(document, facts);
  const present = presentIn(document, handoff);
  const hasGit = facts.git !== undefined;
  const { checking } = ready(rules, configuration, present);
  const findIn = finderIn(document, handoff, checking);
  const failures: Failure[] = [];
  const reports: Report[] = [];
  const all: (readonly Finding[])[] = [];
  for (let index = 0; index < checking.length; index++) {
    const one = checking[index];
    if (one === undefined) continue;
    let findings = NONE;
    try {
      if (!one.isAboutHandoff || (handoff !== undefined && (hasGit || !one.isAboutGit))) findings = findIn(one, index);
    } catch (error) {
      // Of a rule that fails, nothing is said but that.
      failures.push({ rule: one.rule.id, error });
    }
    all.push(findings);
    report(one.rule, findings, one.severity, reports);
  }
  if (failures.length === 0 && !document.options.once) document.kept.judged = { facts, rules: checking, findings: all };
  if (failures.length > 0) {
    for (const rule of rules) {
      if (rule.subject !== 'failures') continue;
      report(rule, rule.check(failures), severityIn(configuration, rule), reports);
    }
  }
  if (reports.length < 2) return reports;
  return reports.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || compareTexts(a.rule, b.rule));
}

const NONE: readonly Finding[] = [];

/** What one of the rules finds. Where it has judged an earlier version, it need not look at what has not changed since. */
function finderIn(
  document: HandoffDocument,
  handoff: Handoff | undefined,
  checking: readonly Checking[],
): (one: Checking, index: number) => readonly Finding[] {
  const { reworded } = document.kept;
  const judged = reworded?.before.judged;
  delete document.kept.reworded;
  const isKnown = judged !== undefined && judged.rules === checking && judged.facts === handoff?.facts;
  return ({ rule }, index) => {
    if (rule.subject === 'document') return [...rule.check(document)];
    if (handoff === undefined) return [];
    const before = isKnown ? judged.findings[index] : undefined;
    if (before === undefined || reworded === undefined) return [...rule.check(handoff)];
    return foundAgain(rule, handoff, reworded, before);
  };
}

/** What the rules want to know about the surroundings of a document. */
export function needsOf(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  rules: readonly NamedRule[] = bundled,
): Needs {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return {};
  const { asking } = ready(rules, configuration, presentIn(document, handoff));
  const { asked } = document.kept;
  const known = asked?.rules === asking && asked.facts === facts ? asked : undefined;
  if (known?.isEarlier === false) return known.all;
  const isOut = isGitOut(facts);
  const each = asking.map((one, index) => {
    const before = one.rule.wording === 'ignored' ? known?.each[index] : undefined;
    return before ?? (isOut && one.onlyGit ? NOTHING : wantedBy(one.rule, handoff));
  });
  const isSame = known?.each.every((needs, index) => needs === each[index]) ?? false;
  const all = known !== undefined && isSame ? known.all : unite(each);
  if (!document.options.once) document.kept.asked = { facts, rules: asking, each, all, isEarlier: false };
  return all;
}

function wantedBy(rule: HandoffRule, handoff: Handoff): Needs {
  try {
    const wanted = rule.needs?.(handoff) ?? NOTHING;
    return needsNothing(wanted) ? NOTHING : wanted;
  } catch {
    // The same fault shows again, as a finding, when the rule runs.
    return NOTHING;
  }
}

const NOTHING: Needs = {};

/** The rules that are not turned off and have something to look at. */
interface Ready {
  readonly checking: readonly Checking[];
  readonly asking: readonly Asking[];
}

interface Checking {
  readonly rule: NamedRule & (DocumentRule | HandoffRule);
  /** The user's choice, if any. */
  readonly severity: Severity | undefined;
  /** It judges a handoff. */
  readonly isAboutHandoff: boolean;
  /** It concludes from what git says alone. */
  readonly isAboutGit: boolean;
}

interface Asking {
  readonly rule: HandoffRule;
  /** Git alone can answer it. */
  readonly onlyGit: boolean;
}

/** One call after the other is about the same rules, and most documents have the same in them. */
function ready(rules: readonly NamedRule[], configuration: Configuration, present: Aspects): Ready {
  if (latest?.rules !== rules || latest.chosen !== configuration.rules) {
    latest = { rules, chosen: configuration.rules, known: new Map() };
  }
  let found = latest.known.get(present);
  if (found === undefined) {
    found = readyFor(rules, configuration, present);
    latest.known.set(present, found);
  }
  return found;
}

function readyFor(rules: readonly NamedRule[], configuration: Configuration, present: Aspects): Ready {
  const checking: Checking[] = [];
  const asking: Asking[] = [];
  for (const rule of rules) {
    if (configuration.rules[rule.id] === 'off' || rule.subject === 'failures') continue;
    if (rule.concerns !== undefined && (aspects(...rule.concerns) & present) === 0) continue;
    const isAboutHandoff = rule.subject === 'handoff';
    const isAboutGit = isAboutHandoff && rule.evidence === 'git';
    checking.push({ rule, severity: severityIn(configuration, rule), isAboutHandoff, isAboutGit });
    if (isAboutHandoff && rule.needs !== undefined) {
      asking.push({ rule, onlyGit: isAboutGit || rule.asks === 'git' });
    }
  }
  return { checking, asking };
}

let latest:
  | {
      readonly rules: readonly NamedRule[];
      readonly chosen: Configuration['rules'];
      /** By what there is to look at. */
      readonly known: Map<Aspects, Ready>;
    }
  | undefined;

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

function severityIn({ rules }: Configuration, { id }: NamedRule): Severity | undefined {
  const chosen = rules[id];
  return chosen === 'off' ? undefined : chosen;
}

function report(rule: NamedRule, findings: Iterable<Finding>, severity: Severity | undefined, reports: Report[]): void {
  for (const finding of findings) {
    reports.push({ ...finding, rule: rule.id, severity: severity ?? finding.severity ?? rule.severity });
  }
}

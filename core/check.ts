import { ALWAYS, type Aspects, aspects } from './aspect.ts';
import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import { type Facts, isGitOut, type Needs, needsNothing, unite } from './evidence/facts.ts';
import type { Finding, Report, Severity } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { aspectsIn, aspectsOfText, createHandoff, type Handoff } from './handoff.ts';
import type { Failure, Rule } from './rule.ts';

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
  const failures: Failure[] = [];
  const reports: Report[] = [];
  for (const { rule, bits, severity } of ready(rules, configuration)) {
    if ((bits & present) === 0 || rule.subject === 'failures') continue;
    if (facts.git === undefined && isAboutGit(rule)) continue;
    try {
      if (rule.subject === 'document') add(reports, reportsOf(rule, rule.check(document), severity));
      else if (handoff !== undefined) add(reports, reportsOf(rule, rule.check(handoff), severity));
    } catch (error) {
      failures.push({ rule: rule.id, error });
    }
  }
  if (failures.length > 0) {
    for (const rule of rules) {
      if (rule.subject !== 'failures') continue;
      add(reports, reportsOf(rule, rule.check(failures), severityIn(configuration, rule)));
    }
  }
  if (reports.length < 2) return reports;
  return reports.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || compare(a.rule, b.rule));
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
  const present = presentIn(document, handoff);
  const isOut = isGitOut(facts);
  const needs: Needs[] = [];
  for (const { rule, bits } of ready(rules, configuration)) {
    if ((bits & present) === 0 || rule.subject !== 'handoff' || rule.needs === undefined) continue;
    if (isOut && (rule.evidence === 'git' || rule.asks === 'git')) continue;
    try {
      const wanted = rule.needs(handoff);
      if (!needsNothing(wanted)) needs.push(wanted);
    } catch {
      // The same fault shows again, as a finding, when the rule runs.
    }
  }
  return unite(needs);
}

function isAboutGit(rule: Rule): boolean {
  return rule.subject === 'handoff' && rule.evidence === 'git';
}

/** A rule that is not turned off. */
interface Ready {
  readonly rule: NamedRule;
  /** What it is about. */
  readonly bits: Aspects;
  /** The user's choice, if any. */
  readonly severity: Severity | undefined;
}

/** One call after the other is about the same rules, so the latest answer is kept. */
function ready(rules: readonly NamedRule[], configuration: Configuration): readonly Ready[] {
  if (latest?.rules !== rules || latest.chosen !== configuration.rules) {
    const on = rules.filter(({ id }) => configuration.rules[id] !== 'off');
    const all = on.map((rule) => ({
      rule,
      bits: rule.concerns === undefined ? EVERYTHING : aspects(...rule.concerns),
      severity: severityIn(configuration, rule),
    }));
    latest = { rules, chosen: configuration.rules, all };
  }
  return latest.all;
}

let latest:
  | {
      readonly rules: readonly NamedRule[];
      readonly chosen: Configuration['rules'];
      readonly all: readonly Ready[];
    }
  | undefined;

/** There is always something of it. */
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

function reportsOf(rule: NamedRule, findings: Iterable<Finding>, severity: Severity | undefined): readonly Report[] {
  const reports: Report[] = [];
  for (const finding of findings) {
    reports.push({ ...finding, rule: rule.id, severity: severity ?? finding.severity ?? rule.severity });
  }
  return reports;
}

/** One by one: a list with hundreds of thousands of findings does not fit into the arguments of a call. */
function add(reports: Report[], more: readonly Report[]): void {
  for (const report of more) reports.push(report);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

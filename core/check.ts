import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import { type Facts, type Needs, unite } from './evidence/facts.ts';
import type { Finding, Report, Severity } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { createHandoff, type Handoff } from './handoff.ts';
import { furtherNeeds } from './needs.ts';
import { type Checking, readyFor, severityIn } from './ready.ts';
import type { Failure, NamedRule } from './rule.ts';
import { compareTexts } from './text/words.ts';
import { foundAgain, type Judged } from './wording.ts';

/** What is wrong with a document by some facts, and which others are to be had. */
export interface Judgement {
  /** In text order. */
  readonly reports: readonly Report[];
  /** What follows from the facts for those that judge by more, and what the fixes of the findings are made from. */
  readonly needs: Needs;
}

/**
 * What is wrong with a document, in text order. Total: a rule that throws becomes a finding, and the others still run.
 * With fewer facts there are fewer findings, never other ones.
 */
export function check(...asked: Parameters<typeof judge>): readonly Report[] {
  return judge(...asked).reports;
}

/** Checks a document, once what `needsOf` wants is known. Of what it needs further, some can be known too. */
export function judge(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  rules: readonly NamedRule[] = bundled,
): Judgement {
  const handoff = createHandoff(document, facts);
  const hasGit = facts.git !== undefined;
  const checking = readyFor(document, handoff, configuration, rules);
  const { before, findIn } = finderIn(document, handoff, checking);
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
  if (failures.length > 0) {
    for (const rule of rules) {
      if (rule.subject !== 'failures') continue;
      report(rule, rule.check(failures), severityIn(configuration, rule), reports);
    }
  }
  if (reports.length > 1) {
    reports.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || compareTexts(a.rule, b.rule));
  }
  const wanted = furtherNeeds(handoff, checking, all, before?.wanted);
  if (failures.length === 0 && !document.options.once) {
    document.kept.judged = { facts, rules: checking, findings: all, wanted };
  }
  return { reports, needs: unite(wanted) };
}

const NONE: readonly Finding[] = [];

interface Finder {
  /** What was found in an earlier version by the same facts, where nothing but the wording of a text has changed since. */
  readonly before: Judged | undefined;
  /** What one of the rules finds. What has not changed since the earlier version, it need not look at. */
  findIn(one: Checking, index: number): readonly Finding[];
}

function finderIn(document: HandoffDocument, handoff: Handoff | undefined, checking: readonly Checking[]): Finder {
  const { reworded } = document.kept;
  const judged = reworded?.before.judged;
  delete document.kept.reworded;
  const before = judged?.rules === checking && judged.facts === handoff?.facts ? judged : undefined;
  return {
    before,
    findIn({ rule }, index) {
      if (rule.subject === 'document') return [...rule.check(document)];
      if (handoff === undefined) return [];
      const found = before?.findings[index];
      if (found === undefined || reworded === undefined) return [...rule.check(handoff)];
      return foundAgain(rule, handoff, reworded, found);
    },
  };
}

function report(rule: NamedRule, findings: Iterable<Finding>, severity: Severity | undefined, reports: Report[]): void {
  for (const finding of findings) {
    reports.push({ ...finding, rule: rule.id, severity: severity ?? finding.severity ?? rule.severity });
  }
}

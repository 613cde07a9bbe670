import type { Configuration } from './configuration.ts';
import type { HandoffDocument } from './document.ts';
import { type Facts, type Needs, unite } from './facts.ts';
import type { Finding, Report } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { createHandoff } from './handoff.ts';
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
  const failures: Failure[] = [];
  const reports: Report[] = [];
  for (const rule of rules) {
    if (configuration.rules[rule.id] === 'off' || rule.subject === 'failures') continue;
    try {
      if (rule.subject === 'document') add(reports, reportsOf(rule, rule.check(document), configuration));
      else if (handoff !== undefined) add(reports, reportsOf(rule, rule.check(handoff), configuration));
    } catch (error) {
      failures.push({ rule: rule.id, error });
    }
  }
  for (const rule of rules) {
    if (rule.subject === 'failures') add(reports, reportsOf(rule, rule.check(failures), configuration));
  }
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
  const needs: Needs[] = [];
  for (const rule of rules) {
    if (rule.subject !== 'handoff' || configuration.rules[rule.id] === 'off') continue;
    try {
      needs.push(rule.needs?.(handoff) ?? {});
    } catch {
      // The same fault shows again, as a finding, when the rule runs.
    }
  }
  return unite(needs);
}

function reportsOf(rule: NamedRule, findings: Iterable<Finding>, { rules }: Configuration): readonly Report[] {
  const chosen = rules[rule.id];
  return Array.from(findings, (finding) => ({
    ...finding,
    rule: rule.id,
    severity: chosen !== undefined && chosen !== 'off' ? chosen : (finding.severity ?? rule.severity),
  }));
}

/** One by one: a list with hundreds of thousands of findings does not fit into the arguments of a call. */
function add(reports: Report[], more: readonly Report[]): void {
  for (const report of more) reports.push(report);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

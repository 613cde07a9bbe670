import { spanOfKey, spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { type Json, listed, type Schema, valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { oneOf, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'Members that contradict each other',
  reason: `One member decides what another may say. Where they disagree, whoever reads the one and whoever reads the other act on
different handoffs.

The fix sets the member that follows to a value that the deciding one allows. Either of the two may be the wrong one, so it
never runs unattended.`,
  *check(handoff) {
    for (const { keyword, path, consequences = [], schema } of handoff.issues) {
      if (keyword !== 'if') continue;
      for (const issue of consequences) yield finding(handoff, path, schema, issue.path, listed(issue.schema));
    }
  },
};

function finding(handoff: Handoff, object: Path, rule: Schema, path: Path, allowed: readonly Json[]): Finding {
  const deciding = decidingMembers(rule.if).filter((name) => valueAt(handoff.value, [...object, name]) !== undefined);
  const state = (name: string) => `${shown(name)} is ${shown(valueAt(handoff.value, [...object, name]) ?? null)}`;
  const when = deciding.length === 0 ? '' : ` where ${oneOf(deciding.map(state), 'and')}`;
  return {
    span: spanOfValue(handoff.document, path),
    message: `${placeName(path)} must be ${oneOf(allowed.map(shown))}${when}; it is ${shown(valueAt(handoff.value, path) ?? null)}.`,
    path,
    related: deciding.map((name) => ({
      span: spanOfKey(handoff.document, [...object, name]),
      message: `${shown(name)} decides it.`,
    })),
    fixes: () => fixes(handoff, path, allowed),
  };
}

function decidingMembers(condition: Schema | undefined): readonly string[] {
  const parts = [condition, ...(condition?.allOf ?? []), condition?.not];
  return [...new Set(parts.flatMap((part) => Object.keys(part?.properties ?? {})))];
}

function fixes({ document }: Handoff, path: Path, allowed: readonly Json[]): readonly Fix[] {
  const node = nodeAt(document.syntax.root, path);
  if (node === undefined) return [];
  return allowed.map((value) => ({
    title: `Write ${shown(value)}`,
    ...(allowed.length === 1 ? { preferred: true } : {}),
    edit: () => edit(replaceValue(document.text, node, value)),
  }));
}

import { nodeOf, spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { byPlace } from '../format/issues.ts';
import { type Json, type SchemaIssue, valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import type { Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { nearest, oneOf, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'A value that is none of those allowed',
  reason: `Whoever takes over decides by such a value what to do first. One that nobody knows is skipped or taken for the default,
and the work goes on from the wrong place.

A fix writes the allowed value that is spelled nearly the same, or any other one. Which is meant is a choice, so none runs
unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const issues = handoff.issues.filter(({ keyword }) => keyword === 'enum' || keyword === 'const');
    for (const [issue, ...others] of byPlace(issues)) {
      const value = valueAt(handoff.value, issue.path);
      if (value === undefined) continue;
      const allowed = different([issue, ...others].flatMap(allowedBy));
      yield {
        span: spanOfValue(handoff.document, issue.path),
        message: `${placeName(issue.path)} must be ${listed(allowed)}; it is ${shown(value)}.`,
        path: issue.path,
        fixes: () => fixes(handoff, issue.path, value, allowed),
      };
    }
  },
};

/** Most values that a message names, and that are offered. */
const MANY = 12;

function allowedBy({ keyword, params, schema }: SchemaIssue): readonly Json[] {
  if (keyword === 'const') return schema.const === undefined ? [] : [schema.const];
  return schema.enum ?? (Array.isArray(params['allowedValues']) ? params['allowedValues'] : []);
}

/** Each value once: several parts of a schema may list it. */
function different(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function listed(allowed: readonly Json[]): string {
  if (allowed.length <= MANY) return oneOf(allowed.map(shown));
  const some = allowed.slice(0, MANY).map(shown).join(', ');
  return `${some} or one of ${allowed.length - MANY} others`;
}

function fixes({ document }: Handoff, path: Path, value: Json, allowed: readonly Json[]): readonly Fix[] {
  const node = nodeOf(document, path);
  if (node === undefined) return [];
  const texts = allowed.filter((candidate) => typeof candidate === 'string');
  const near = typeof value === 'string' ? nearest(value.trim(), texts) : undefined;
  const ordered = near === undefined ? allowed : [near, ...allowed.filter((candidate) => candidate !== near)];
  return ordered.slice(0, MANY).map((candidate) => ({
    title: `Write ${shown(candidate)}`,
    ...(candidate === near ? { preferred: true } : {}),
    edit: () => edit(replaceValue(document.text, node, candidate)),
  }));
}

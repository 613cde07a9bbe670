import { spanOfKey, spanOfValue } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { SchemaIssue } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { isWithin } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { count, oneOf, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'What the format refuses for a reason that is seldom met',
  reason: `Programs that read the handoff refuse it whole: an entry stands twice where each must differ, a name is none that the object
takes, or a value fits none of the shapes the format has for it. Whatever the format asks for that has no rule of its own is
said here, so that a handoff that is refused never looks fine.

There is no fix: what is asked for can be anything, and only the author knows what was meant.`,
  *check(handoff) {
    const { issues } = handoff;
    for (const issue of issues) {
      const said = SAID[issue.keyword];
      if (said !== undefined) yield said(handoff, issue);
      else if (VAGUE.has(issue.keyword) && !isExplained(issue, issues)) yield vague(handoff, issue);
    }
  },
};

const SAID: Readonly<Record<string, (handoff: Handoff, issue: SchemaIssue) => Finding>> = {
  additionalItems: surplus,
  items: surplus,
  unevaluatedItems: surplus,
  uniqueItems({ document }, { path, params }) {
    const [first = 0, again = 0] = [params['i'], params['j']].map(Number).sort((a, b) => a - b);
    const at = [...path, again];
    return {
      span: spanOfValue(document, at),
      message: `${placeName(at)} must differ from the others; it is the same as entry ${first + 1}.`,
      path: at,
      related: [{ span: spanOfValue(document, [...path, first]), message: `Entry ${first + 1} stands here.` }],
    };
  },
  propertyNames({ document }, { path, params }) {
    const name = String(params['propertyName']);
    return {
      span: spanOfKey(document, [...path, name]),
      message: `${placeName(path)} must have other names for its members; ${shown(name)} is none that it takes.`,
      path: [...path, name],
    };
  },
};

/** A list that has a place for so many entries and no more. */
function surplus({ document }: Handoff, { path, params }: SchemaIssue): Finding {
  const places = Number(params['limit'] ?? params['len']);
  const at = [...path, places];
  return {
    span: spanOfValue(document, at),
    message: `${placeName(at)} must not be there; the format has a place for ${count(places, 'entry', 'entries')}.`,
    path: at,
  };
}

/** Keywords that say that something is wrong and not what. */
const VAGUE: ReadonlySet<string> = new Set(['not', 'oneOf', 'anyOf', 'contains', 'if', 'false schema']);

/** Whether something at or in the same value says what is wrong, or the members that exclude each other have a rule. */
function isExplained(issue: SchemaIssue, issues: readonly SchemaIssue[]): boolean {
  if (issue.keyword === 'not') return issue.schema.not?.required !== undefined && issue.schema.not.required.length > 1;
  if ((issue.consequences?.length ?? 0) > 0) return true;
  const own = issues.indexOf(issue);
  return issues.some((other, index) => {
    if (other === issue || !isWithin(other.path, issue.path)) return false;
    // Of two that say no more than the other about one value, the first is told.
    return !VAGUE.has(other.keyword) || other.path.length > issue.path.length || index < own;
  });
}

function vague({ document }: Handoff, { path, keyword, params, schema }: SchemaIssue): Finding {
  const alternatives = (schema.oneOf ?? []).map(({ required = [] }) => required);
  const named = alternatives.length > 1 && alternatives.every(({ length }) => length > 0);
  const must =
    keyword === 'oneOf' && named
      ? `have either ${oneOf(alternatives.map((names) => oneOf(names.map(shown), 'and')))}, and only that`
      : keyword === 'contains'
        ? asked(params)
        : (WORDS[keyword] ?? 'be something else');
  return { span: spanOfValue(document, path), message: `${placeName(path)} must ${must}.`, path };
}

function asked({ minContains: least = 1, maxContains: most }: SchemaIssue['params']): string {
  if (most !== undefined) return `have ${least} to ${most} of the entries that the format asks for`;
  return least === 1 ? 'have an entry that it lacks' : `have at least ${least} of the entries that the format asks for`;
}

const WORDS: Readonly<Record<string, string>> = {
  oneOf: 'have exactly one of the shapes that the format has for it',
  anyOf: 'have one of the shapes that the format has for it',
  not: 'not be what the format rules out',
  'false schema': 'not be there',
};

import { spanOfValue } from '../document.ts';
import { fieldAt } from '../format/format.ts';
import { byPlace } from '../format/issues.ts';
import { type SchemaIssue, valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { type Node, nodeAt, pathOf } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { oneOf, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues', 'flaws'],
  summary: 'A number that is out of range, not whole, or too large for any reader',
  reason: `Counters and limits steer what the next agent may do. A number out of its range is refused or cut to something nobody
wrote, and one like \`1e400\` reads as infinity and is written back as \`null\`.

There is no fix: the right number is known to its author alone.`,
  wording: 'ignored',
  *check(handoff) {
    const { document, issues, value } = handoff;
    const infinite = new Set(document.isSound ? [] : infiniteNumbers(document.syntax.root));
    for (const node of infinite) {
      yield {
        span: { start: node.start, end: node.end },
        message: `${placeName(pathOf(node))} must be a number that readers can hold; ${raw(handoff, node)} is too large for them.`,
        path: pathOf(node),
      };
    }
    for (const [issue, ...others] of byPlace(issues.filter(isAboutNumber))) {
      const node = nodeAt(document.syntax.root, issue.path);
      if (node === undefined || infinite.has(node) || typeof valueAt(value, issue.path) !== 'number') continue;
      const musts = [...new Set([issue, ...others].map(must))];
      yield {
        span: spanOfValue(document, issue.path),
        message: `${placeName(issue.path)} must be ${oneOf(musts, 'and')}; it is ${raw(handoff, node)}${loop(handoff, issue)}.`,
        path: issue.path,
      };
    }
  },
};

const COMPARISONS: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

function isAboutNumber({ keyword, params }: SchemaIssue): boolean {
  if (keyword === 'type') return [params['type']].flat().some((type) => type === 'integer' || type === 'number');
  return keyword === 'multipleOf' || typeof params['comparison'] === 'string';
}

function must({ keyword, params }: SchemaIssue): string {
  if (keyword === 'type') return 'a whole number';
  if (keyword === 'multipleOf') return `a multiple of ${params['multipleOf']}`;
  return `${COMPARISONS[String(params['comparison'])]} ${params['limit']}`;
}

/** What a number past its end stands for. */
function loop({ format }: Handoff, { keyword, path }: SchemaIssue): string {
  const past = keyword === 'maximum' && fieldAt(format, path)?.meaning.transfers === true;
  return past ? ', which is taken for a loop: the next agent must refuse and tell the user' : '';
}

/** As it is spelled, cut where it is long. */
function raw({ document }: Handoff, { start, end }: Node): string {
  return end - start > 40 ? `${document.text.slice(start, start + 40)}…` : document.text.slice(start, end);
}

function infiniteNumbers(node: Node | undefined): readonly Node[] {
  switch (node?.kind) {
    case 'number':
      return Number.isFinite(node.value) ? [] : [node];
    case 'array':
      return node.items.flatMap(infiniteNumbers);
    case 'object':
      return node.members.flatMap(({ value }) => infiniteNumbers(value));
    default:
      return [];
  }
}

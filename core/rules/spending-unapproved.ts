import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { entries, type Handoff } from '../handoff.ts';
import { appendItems, insertMember } from '../json/change.ts';
import { memberOf } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'hint',
  concerns: ['budget'],
  summary: 'Money that may be spent without approval',
  reason: `A budget lets the next agent spend, and nothing in the handoff makes it ask first. That can be meant so, which is why this
is a hint.

The fix lists spending among what a person must approve. It takes a freedom away that the author may have given on purpose,
so it never runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const list = [...handoff.format.root.members].find(([, { meaning }]) => meaning.approvals === true)?.[0];
    if (list === undefined || asksFirst(handoff)) return;
    for (const { field, path, value } of handoff.fields) {
      if (field.meaning.budget !== true || typeof value !== 'number' || !(value > 0)) continue;
      yield {
        span: spanOfValue(handoff.document, path),
        message: `${placeName(path)} is ${value}, and ${shown(list)} names no spending, so it may be spent without a question.`,
        path,
        fixes: () => add(handoff, list),
      };
    }
  },
};

function asksFirst({ fields }: Handoff): boolean {
  const approvals = fields.filter(({ field }) => field.meaning.approvals === true);
  // What is no list has a finding of its own, and what it would say nobody knows.
  return approvals.some((at) => !Array.isArray(at.value) || entries(at).some(({ value }) => SPENDING.test(value)));
}

const SPENDING =
  /spen[dt]|\bpay|purchas|\bbuy|\border|\bbook|budget|\bcosts?\b|money|invoice|billing|charge|subscri|\beur|[€$£]/i;

function add({ document }: Handoff, list: string): readonly Fix[] {
  const { text, syntax } = document;
  const { root } = syntax;
  if (root?.kind !== 'object') return [];
  const member = memberOf(root, list);
  if (member !== undefined && member.value?.kind !== 'array') return [];
  const change = () =>
    member?.value?.kind === 'array'
      ? appendItems(text, member.value, ['spend'])
      : insertMember(text, root, list, ['spend']);
  return [{ title: `Add "spend" to ${shown(list)}`, preferred: true, edit: () => edit(change()) }];
}

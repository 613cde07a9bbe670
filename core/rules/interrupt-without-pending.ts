import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { isObject } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { insertMember } from '../json/change.ts';
import { memberOf, type ObjectNode } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { hasProse, proseMembers, proseNames, reasonOf, saysNothing } from '../text/prose.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['reason'],
  summary: 'Interrupted work that does not say where to go on',
  reason: `After an interruption the next agent starts from the pending work. Where there is none, or it says "none", the agent
begins anew or takes the task for done.

The fix adds the member with a text to type over. It never runs unattended, because only whoever was interrupted knows what
is left.`,
  *check(handoff) {
    const reason = reasonOf(handoff);
    if (reason?.kind !== 'interrupted' || proseNames(handoff, 'pending').length === 0) return;
    const says = () => `${shown(reason.name)} is ${shown(reason.value)}`;
    const pending = proseMembers(handoff, 'pending');
    const [first] = pending;
    if (!hasProse(handoff, 'pending')) {
      if (!isWhole(handoff)) return;
      yield {
        span: spanOfValue(handoff.document, [reason.name]),
        path: [reason.name],
        message: `${says()}, so there must be pending work to go on with; there is none.`,
        fixes: () => add(handoff),
      };
    } else if (first !== undefined && pending.every(({ value, isFile }) => !isFile && saysNothing(value))) {
      yield {
        span: spanOfValue(handoff.document, [first.name]),
        path: [first.name],
        message: `${says()}, so ${shown(first.name)} must say where to go on; it is ${shown(first.value)}.`,
      };
    }
  },
};

/** Whether it is known which members the document has. */
function isWhole({ document }: Handoff): boolean {
  if (document.isSound) return isObject(document.value);
  const { root, doubtful } = document.syntax;
  return (
    doubtful === undefined && root?.kind === 'object' && root.closed && !root.members.some(({ key }) => key.damaged)
  );
}

/** Not empty, so that it cannot pass for a text that somebody has thought about. */
const PLACEHOLDER = 'TODO: what is left, and where to go on';

function add(handoff: Handoff): readonly Fix[] {
  const { root } = handoff.document.syntax;
  const [name] = proseNames(handoff, 'pending');
  if (name === undefined || root?.kind !== 'object') return [];
  const after = predecessor(root, name, [...handoff.format.root.members.keys()]);
  return [
    {
      title: `Add ${shown(name)}`,
      preferred: true,
      edit: () => edit(insertMember(handoff.document.text, root, name, PLACEHOLDER, after)),
    },
  ];
}

/** The nearest member that the schema names before this one; else the last one. */
function predecessor(object: ObjectNode, name: string, order: readonly string[]) {
  for (const before of order.slice(0, order.indexOf(name)).reverse()) {
    const member = memberOf(object, before);
    if (member !== undefined) return member;
  }
  return object.members.at(-1);
}

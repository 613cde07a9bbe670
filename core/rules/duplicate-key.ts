import { type HandoffDocument, isDoubtful } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { removeMembers } from '../json/change.ts';
import { type Member, type Node, pathOf } from '../json/node.ts';
import type { DocumentRule } from '../rule.ts';
import { count, shown } from '../text/words.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  concerns: ['flaws'],
  summary: 'A member given twice',
  reason: `Readers keep the last value without a word, some the first: the writer and the next agent see different handoffs.
Names are compared as decoded, so \`"t\\u006f"\` repeats \`"to"\`.

Either value may be the right one, so neither fix is preferred and none runs unattended.`,
  *check(document) {
    if (document.isSound || document.recognition.format === undefined) return;
    for (const object of objects(document.syntax.root)) {
      for (const twins of repeated(document, object.members))
        yield* twins.map((member) => finding(document, member, twins));
    }
  },
};

/** Most places a finding links to: with thousands of twins, all links of all of them would be millions. */
const LINKED = 20;

function finding(document: HandoffDocument, member: Member, twins: readonly Member[]) {
  const name = shown(member.key.value);
  return {
    span: { start: member.key.start, end: member.key.end },
    message: `${name} must be given once; here it is given ${count(twins.length, 'time')}.`,
    path: [...pathOf(member.parent), member.key.value],
    related: twins
      .slice(0, LINKED)
      .filter((twin) => twin !== member)
      .map(({ key }) => ({ span: { start: key.start, end: key.end }, message: `${name} is given here too.` })),
    fixes: () => [keep(document, 'first', twins[0], twins), keep(document, 'last', twins.at(-1), twins)],
  };
}

function keep(document: HandoffDocument, which: string, kept: Member | undefined, twins: readonly Member[]): Fix {
  return {
    title: `Keep the ${which} ${shown(kept?.key.value ?? '')}`,
    edit() {
      const gone = twins.filter((twin) => twin !== kept);
      return edit(...removeMembers(document.text, gone));
    },
  };
}

function repeated({ syntax }: HandoffDocument, members: readonly Member[]): readonly (readonly Member[])[] {
  const byName = new Map<string, Member[]>();
  for (const member of members) {
    if (member.key.damaged || isDoubtful(syntax, member)) continue;
    const twins = byName.get(member.key.value);
    if (twins === undefined) byName.set(member.key.value, [member]);
    else twins.push(member);
  }
  return [...byName.values()].filter((twins) => twins.length > 1);
}

function* objects(node: Node | undefined): Iterable<Extract<Node, { kind: 'object' }>> {
  if (node?.kind === 'object') {
    yield node;
    for (const { value } of node.members) yield* objects(value);
  } else if (node?.kind === 'array') {
    for (const item of node.items) yield* objects(item);
  }
}

import { draftNeeds, draftValue, placeholder } from '../create/value-draft.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Field } from '../format/format.ts';
import { isObject, type Json, valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { insertMembers } from '../json/change.ts';
import type { HandoffRule } from '../rule.ts';
import { oneOf, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['shape'],
  summary: 'A handoff that announces more than it says',
  reason: `One member announces what kind of handoff it is, and the published schema lets the plainest kind pass all the same. The
next agent then knows that it runs a pipeline or does a task, but not which.

The fix adds the members of the kind that is announced, with placeholders to type over. It never runs unattended, because
the announcement may be what is wrong.`,
  wording: 'ignored',
  *check(handoff) {
    const names = lacking(handoff).map(({ name }) => name ?? '');
    const tag = names.length === 0 ? undefined : announcing(handoff);
    if (tag === undefined) return;
    const says = `${shown(tag)} is ${shown(valueAt(handoff.value, [tag]) ?? null)}`;
    yield {
      span: spanOfValue(handoff.document, [tag]),
      message: `${says}, so there must be ${oneOf(names.map(shown), 'and')}; ${names.length === 1 ? 'it is' : 'they are'} missing.`,
      path: [tag],
      fixes: () => [add(handoff)],
    };
  },
  fixNeeds: (handoff) => draftNeeds(lacking(handoff)),
};

/** What the announced kind requires and the document lacks, except for what the schema itself finds missing. */
function lacking({ format, issues, value, document }: Handoff): readonly Field[] {
  if (!isObject(value) || document.problems.length > 0) return [];
  const told = new Set(issues.flatMap(({ path, params }) => (path.length === 0 ? [params['missingProperty']] : [])));
  return [...format.root.members.values()].filter(
    ({ name = '', required }) => required && !Object.hasOwn(value, name) && !told.has(name),
  );
}

/** The member whose value only this kind has. */
function announcing({ format: { root }, value }: Handoff): string | undefined {
  return [...root.members].find(([name, { fixed }]) => fixed !== undefined && valueAt(value, [name]) === fixed)?.[0];
}

function add(handoff: Handoff): Fix {
  return {
    title: 'Add what is missing',
    preferred: true,
    edit() {
      const { root } = handoff.document.syntax;
      if (root?.kind !== 'object') return edit();
      const members = lacking(handoff).map((field) => ({
        name: field.name ?? '',
        value: draftValue(field, handoff) ?? toTypeOver(field),
      }));
      return edit(insertMembers(handoff.document.text, root, members, root.members.at(-1)));
    },
  };
}

/** Not empty, so that it cannot pass for a text that somebody has thought about. */
function toTypeOver(field: Field): Json {
  const value = placeholder(field);
  return value === '' ? `TODO: ${field.schema.title ?? field.name ?? ''}` : value;
}

import { draftNeeds, draftValue, placeholder } from '../create/value-draft.ts';
import { spanOfKey } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { type Field, fieldAt } from '../format/format.ts';
import { type Json, pointer, valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { insertMembers } from '../json/change.ts';
import { type Member, memberOf, nodeAt, type ObjectNode, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { misspelled } from '../text/misspelled.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'A required member is absent',
  reason: `The next agent then guesses what the member would have said: which commit, which files, what is allowed.

The fix takes the value from git or the clock where the member's meaning allows, and otherwise adds a placeholder to type
over. What git said is true only at that moment, and a placeholder says nothing yet, so the fix never runs unattended. Where
a member of nearly that name stands in its place, that one is marked, and the fix renames it.`,
  wording: 'ignored',
  *check(handoff) {
    const meantIn = misspelled(handoff);
    const all = missing(handoff);
    const byObject = new Map<string, Missing[]>();
    for (const one of all) {
      if (meantIn(one.path).has(one.name)) continue;
      byObject.set(pointer(one.path), [...(byObject.get(pointer(one.path)) ?? []), one]);
    }
    for (const { path, name } of all) {
      const meant = meantIn(path).get(name);
      if (meant !== undefined) {
        yield misnamed(path, name, meant);
        continue;
      }
      yield {
        span: firstKey(handoff, path),
        message: `The required member ${shown(name)} is missing.`,
        path: [...path, name],
        fixes: () => fixes(handoff, path, name, byObject.get(pointer(path)) ?? []),
      };
    }
  },
  fixNeeds: (handoff) => draftNeeds(missing(handoff).flatMap(({ field }) => field ?? [])),
};

interface Missing {
  readonly path: Path;
  readonly name: string;
  readonly field: Field | undefined;
}

/** In the schema's order. */
function missing({ issues, format, value }: Handoff): readonly Missing[] {
  return issues.flatMap(({ path, params }) => {
    const name = params['missingProperty'];
    if (typeof name !== 'string' || valueAt(value, [...path, name]) !== undefined) return [];
    return [{ path, name, field: fieldAt(format, [...path, name]) }];
  });
}

function misnamed(path: Path, name: string, { key, parent }: Member): Finding {
  const twins = parent.members.filter((twin) => !twin.key.damaged && twin.key.value === key.value);
  const rename = ({ key: { start, end } }: Member) => ({ start, end, text: JSON.stringify(name) });
  return {
    span: { start: key.start, end: key.end },
    message: `The required member ${shown(name)} is missing; here it is called ${shown(key.value)}.`,
    path: [...path, name],
    fixes: () => [
      {
        title: `Rename ${shown(key.value)} to ${shown(name)}`,
        preferred: true,
        edit: () => edit(...twins.map(rename)),
      },
    ],
  };
}

/** A squiggle under one brace is nearly invisible, so the first name is marked where there is one. */
function firstKey({ document }: Handoff, path: Path) {
  const object = nodeAt(document.syntax.root, path);
  const first = object?.kind === 'object' ? object.members[0] : undefined;
  return first === undefined ? spanOfKey(document, path) : { start: first.key.start, end: first.key.end };
}

function fixes(handoff: Handoff, path: Path, name: string, all: readonly Missing[]): readonly Fix[] {
  const one = add(handoff, path, [name], `Add ${shown(name)}`, true);
  if (all.length < 2) return [one];
  return [
    one,
    add(
      handoff,
      path,
      all.map((other) => other.name),
      `Add all ${all.length} missing members`,
      false,
    ),
  ];
}

function add(handoff: Handoff, path: Path, names: readonly string[], title: string, preferred: boolean): Fix {
  return {
    title,
    preferred,
    edit() {
      const { document, format, facts } = handoff;
      const object = nodeAt(document.syntax.root, path);
      if (object?.kind !== 'object') return edit();
      const order = [...(fieldAt(format, path)?.members.keys() ?? [])];
      const groups = new Map<Member | undefined, { name: string; value: Json }[]>();
      for (const name of names) {
        const field = fieldAt(format, [...path, name]);
        const value = field && (draftValue(field, { format, facts, document }) ?? placeholder(field));
        const after = predecessor(object, name, order);
        groups.set(after, [...(groups.get(after) ?? []), { name, value: value ?? null }]);
      }
      return edit(...Array.from(groups, ([after, members]) => insertMembers(document.text, object, members, after)));
    },
  };
}

/** The member behind which a new one stands as the schema orders them; unknown names go to the end. */
function predecessor(object: ObjectNode, name: string, order: readonly string[]): Member | undefined {
  const at = order.indexOf(name);
  if (at < 0) return object.members.at(-1);
  for (const before of order.slice(0, at).reverse()) {
    const member = memberOf(object, before);
    if (member !== undefined) return member;
  }
  return undefined;
}

import type { Replacement } from './edit.ts';
import type { Json } from './format/schema.ts';
import type { Handoff } from './handoff.ts';
import { insertMember, removeMember, replaceMember } from './json/change.ts';
import { type Member, memberOf, type Node } from './json/node.ts';
import { freeName } from './paths/path.ts';

/*
 * A format can have an object for whatever it has no member for. What must go from its place is kept there whole.
 */

/** Name of the object; undefined where the format has none, or where something else stands in its place. */
export function extrasName({ format, document }: Handoff): string | undefined {
  const name = [...format.root.members].find(([, { meaning }]) => meaning.extras === true)?.[0];
  const { root } = document.syntax;
  if (name === undefined || root?.kind !== 'object') return undefined;
  const member = memberOf(root, name);
  return member === undefined || (member.value?.kind === 'object' && member.value.closed) ? name : undefined;
}

/** Moves a member of the document into the object, its value as it is spelled. Undefined where that cannot be. */
export function moveToExtras(handoff: Handoff, member: Member): readonly Replacement[] | undefined {
  const { text } = handoff.document;
  const extras = extrasName(handoff);
  if (extras === undefined || member.value === undefined) return undefined;
  const raw = text.slice(member.value.start, member.value.end);
  const object = memberOf(member.parent, extras)?.value;
  if (object?.kind !== 'object') {
    const put = replaceMember(text, member, extras, { [member.key.value]: STAND_IN });
    return put.map((part) => ({ ...part, text: spelled(part.text, raw) }));
  }
  const put = insertMember(text, object, nameIn(object, member.key.value), STAND_IN);
  return [...removeMember(text, member), { ...put, text: spelled(put.text, raw) }];
}

/** Adds a value to the object, which is made where the document has none. Undefined where that cannot be. */
export function addToExtras(handoff: Handoff, name: string, value: Json): Replacement | undefined {
  const { text, syntax } = handoff.document;
  const extras = extrasName(handoff);
  if (extras === undefined || syntax.root?.kind !== 'object') return undefined;
  const object = memberOf(syntax.root, extras)?.value;
  if (object?.kind === 'object') return insertMember(text, object, nameIn(object, name), value);
  return insertMember(text, syntax.root, extras, { [name]: value });
}

/** Stands for a value while its surroundings are written; no text of a document is spelled so. */
const STAND_IN = '\u0000 as it is spelled \u0000';

function spelled(text: string, raw: string): string {
  return text.replace(JSON.stringify(STAND_IN), () => raw);
}

function nameIn(object: Node, name: string): string {
  return object.kind === 'object'
    ? freeName(
        name,
        object.members.map(({ key }) => key.value),
      )
    : name;
}

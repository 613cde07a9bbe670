import { fieldAt } from '../format/format.ts';
import { pointer } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { type Member, nodeAt, type Path } from '../json/node.ts';
import { nearest } from './words.ts';

/**
 * Members that most likely are a required one under a wrong name: for the path of an object, by the name that is missing.
 * A typing error in a required name is one mistake, although the schema sees two: one member missing, one unknown.
 */
export function misspelled(handoff: Handoff): (path: Path) => ReadonlyMap<string, Member> {
  const missing = missingNames(handoff);
  const known = new Map<string, ReadonlyMap<string, Member>>();
  return (path) => {
    const place = pointer(path);
    const found = known.get(place) ?? misspelledIn(handoff, path, missing.get(place) ?? []);
    known.set(place, found);
    return found;
  };
}

/** By the pointer of the object that lacks them. */
function missingNames({ issues }: Handoff): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { path, params } of issues) {
    const name = params['missingProperty'];
    if (typeof name !== 'string') continue;
    const at = names.get(pointer(path)) ?? [];
    at.push(name);
    names.set(pointer(path), at);
  }
  return names;
}

function misspelledIn(
  { format, document }: Handoff,
  path: Path,
  missing: readonly string[],
): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  const object = missing.length === 0 ? undefined : nodeAt(document.syntax.root, path);
  if (object?.kind !== 'object') return found;
  const known = fieldAt(format, path)?.members;
  for (const member of object.members) {
    const name = member.key.value;
    if (member.key.damaged || known?.has(name) || missing.includes(name)) continue;
    const meant = nearest(
      name,
      missing.filter((name) => !found.has(name)),
    );
    if (meant !== undefined) found.set(meant, member);
  }
  return found;
}

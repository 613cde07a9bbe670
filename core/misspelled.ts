import { fieldAt } from './format.ts';
import type { Handoff } from './handoff.ts';
import { type Member, nodeAt, type Path } from './json/node.ts';
import { pointer } from './schema.ts';
import { nearest } from './words.ts';

/**
 * Members of an object that most likely are a required one under a wrong name, by the name that is missing. A typing
 * error in a required name is one mistake, although the schema sees two: one member missing and one it does not know.
 */
export function misspelled({ issues, format, document }: Handoff, path: Path): ReadonlyMap<string, Member> {
  const found = new Map<string, Member>();
  const object = nodeAt(document.syntax.root, path);
  if (object?.kind !== 'object') return found;
  const missing = issues.flatMap((issue) =>
    issue.keyword === 'required' && pointer(issue.path) === pointer(path)
      ? [String(issue.params['missingProperty'])]
      : [],
  );
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

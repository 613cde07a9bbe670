import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { removeItem } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { type ListedPath, listedPaths } from '../paths/listed-path.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['paths'],
  summary: 'The same path allowed and forbidden',
  reason: `Forbidden wins, so the path may not be touched although the handoff allows it: an agent that reads one list only goes
wrong. A forbidden path inside an allowed folder, or the other way round, is no conflict: that is how exceptions are written.

Each of the two may be the wrong one, so a fix removes it from either list, neither is preferred, and none runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const inBoth = bothOf(listedPaths(handoff, 'allowed'), listedPaths(handoff, 'forbidden'));
    if (!inBoth) return;
    const allowed = byPath(listedPaths(handoff, 'allowed'));
    const forbidden = byPath(listedPaths(handoff, 'forbidden'));
    for (const [path, here] of allowed) {
      const there = forbidden.get(path);
      const [inAllowed] = here;
      const [inForbidden] = there ?? [];
      if (there === undefined || inAllowed === undefined || inForbidden === undefined) continue;
      for (const entry of here) yield finding(handoff, entry, inForbidden, [entry, inForbidden]);
      for (const entry of there) yield finding(handoff, entry, inAllowed, [inAllowed, entry]);
    }
  },
};

/** Whether a path is in both lists, which is rare. */
function bothOf(allowed: readonly ListedPath[], forbidden: readonly ListedPath[]): boolean {
  if (allowed.length === 0 || forbidden.length === 0) return false;
  const paths = new Set(forbidden.map(({ comparable }) => comparable));
  return allowed.some(({ comparable }) => comparable !== undefined && paths.has(comparable));
}

function byPath(entries: readonly ListedPath[]): ReadonlyMap<string, readonly ListedPath[]> {
  const groups = new Map<string, ListedPath[]>();
  for (const entry of entries) {
    const path = entry.comparable;
    if (path === undefined) continue;
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [entry]);
    else group.push(entry);
  }
  return groups;
}

function finding(handoff: Handoff, entry: ListedPath, other: ListedPath, either: readonly ListedPath[]) {
  const { document } = handoff;
  return {
    span: spanOfValue(document, entry.path),
    path: entry.path,
    message: `${shown(entry.value)} must be allowed or forbidden; it is in ${shown(entry.list.name)} and in ${shown(other.list.name)}.`,
    related: [{ span: spanOfValue(document, other.path), message: `It is in ${shown(other.list.name)} here.` }],
    fixes: () => either.map((listed) => remove(handoff, listed)),
  };
}

function remove({ document }: Handoff, { path, value, list }: ListedPath): Fix {
  return {
    title: `Remove ${shown(value)} from ${shown(list.name)}`,
    edit() {
      const item = nodeAt(document.syntax.root, path);
      return item === undefined ? edit() : edit(...removeItem(document.text, item));
    },
  };
}

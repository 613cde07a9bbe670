import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { changesOf, wholeLists, workRange } from '../evidence/claims.ts';
import { compareList } from '../evidence/compared-list.ts';
import { refreshFix, refreshNeeds } from '../evidence/refresh.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { removeItem } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import type { ListedPath } from '../paths/listed-path.ts';
import { ownFiles } from '../paths/own-files.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['paths'],
  evidence: 'git',
  summary: 'A listed path that did not change',
  reason: `The change was taken back, was never committed, or is on another branch: the next agent looks for work that is not there.
Git compares the trees of base and head, so what was changed and changed back does not differ. Files of handoffs themselves
may be listed.

One fix removes the entry, another takes git's whole list. Where the change only waits to be committed, neither is right, so
none runs unattended.`,
  wording: 'ignored',
  needs(handoff) {
    const range = workRange(handoff);
    if (range === undefined || wholeLists(handoff, 'changed').length === 0) return {};
    return { ranges: [range] };
  },
  *check(handoff) {
    for (const { entry, actual } of unchanged(handoff)) {
      yield {
        span: spanOfValue(handoff.document, entry.path),
        path: entry.path,
        message: `${shown(entry.value)} must differ between base and head; git sees no change of it.`,
        fixes: () => [remove(handoff, entry), takeAll(handoff, entry, actual), ...refreshFix(handoff)],
      };
    }
  },
  fixNeeds: refreshNeeds,
};

/** The entries, each with what git lists instead. */
function unchanged(handoff: Handoff): readonly { readonly entry: ListedPath; readonly actual: readonly string[] }[] {
  const changes = changesOf(handoff);
  if (changes === undefined) return [];
  const isOwn = ownFiles(handoff);
  return wholeLists(handoff, 'changed').flatMap((list) => {
    const compared = compareList(list, changes, isOwn);
    return compared.unchanged.map((entry) => ({ entry, actual: compared.actual }));
  });
}

function remove({ document }: Handoff, { path, value }: ListedPath): Fix {
  return {
    title: `Remove ${shown(value)}`,
    edit() {
      const item = nodeAt(document.syntax.root, path);
      return item === undefined ? edit() : edit(...removeItem(document.text, item));
    },
  };
}

function takeAll({ document }: Handoff, { list }: ListedPath, actual: readonly string[]): Fix {
  return writeFix(document, list.path, actual, { title: `Take git's list for ${shown(list.name)}` });
}

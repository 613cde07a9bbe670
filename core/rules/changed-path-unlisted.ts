import { spanOfKey, spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { changesOf, wholeLists, workRange } from '../evidence/claims.ts';
import { type ComparedList, compareList } from '../evidence/compared-list.ts';
import { refreshFix, refreshNeeds } from '../evidence/refresh.ts';
import type { Finding, Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { appendItems } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { ownFiles } from '../paths/own-files.ts';
import type { HandoffRule } from '../rule.ts';
import { namely, placeName, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['paths'],
  evidence: 'git',
  summary: 'A change that git sees and the handoff does not list',
  reason: `The next agent, and whoever reviews, looks at the files that are listed. One that is left out is never looked at, and may
even be forbidden. Git compares the trees of base and head: both sides of a rename count, and so do changes of type or mode.
Files of handoffs themselves are not the work and may be left out.

The list is marked once, however many paths are missing, and an entry where it reads nearly as one of them. The fixes list
what is missing, or write the path as git has it. They come from git, so none runs unattended.`,
  wording: 'ignored',
  needs(handoff) {
    const range = workRange(handoff);
    if (range === undefined || wholeLists(handoff, 'changed').length === 0) return {};
    return { ranges: [range] };
  },
  *check(handoff) {
    for (const list of compared(handoff)) {
      if (list.unlisted.length > 0) yield unlisted(handoff, list);
      for (const pair of list.misspelt) yield misspelt(handoff, pair);
    }
  },
  fixNeeds: refreshNeeds,
};

/** Empty where git has not said what changed. */
function compared(handoff: Handoff): readonly ComparedList[] {
  const changes = changesOf(handoff);
  if (changes === undefined) return [];
  const isOwn = ownFiles(handoff);
  return wholeLists(handoff, 'changed').map((list) => compareList(list, changes, isOwn));
}

function unlisted(handoff: Handoff, { list, unlisted: missing }: ComparedList): Finding {
  const is = missing.length === 1 ? 'is' : 'are';
  return {
    span: spanOfKey(handoff.document, list.path),
    path: list.path,
    message: `${placeName(list.path)} must list all that differs between base and head; ${namely(missing)} ${is} missing.`,
    fixes: () => [add(handoff, list.path, missing), ...refreshFix(handoff)],
  };
}

function misspelt(handoff: Handoff, { entry, path }: ComparedList['misspelt'][number]): Finding {
  return {
    span: spanOfValue(handoff.document, entry.path),
    path: entry.path,
    message: `${shown(entry.value)} does not differ between base and head; ${shown(path)} does and is not listed.`,
    fixes: () => [writeFix(handoff.document, entry.path, path), ...refreshFix(handoff)],
  };
}

function add({ document }: Handoff, list: Finding['path'], paths: readonly string[]): Fix {
  const [only] = paths;
  return {
    title: paths.length === 1 && only !== undefined ? `List ${shown(only)}` : `List all ${paths.length}`,
    preferred: true,
    edit() {
      const array = nodeAt(document.syntax.root, list);
      return array?.kind === 'array' ? edit(appendItems(document.text, array, paths)) : edit();
    },
  };
}

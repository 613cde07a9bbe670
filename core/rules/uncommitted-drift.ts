import { spanOfKey } from '../document.ts';
import { claimsOf, commitOf, isCheckedOut, isFullEnough, wholeLists } from '../evidence/claims.ts';
import { type ComparedList, compareList } from '../evidence/compared-list.ts';
import type { Handoff } from '../handoff.ts';
import { ownFiles } from '../paths/own-files.ts';
import type { HandoffRule } from '../rule.ts';
import { instantOf } from '../text/time.ts';
import { namely, placeName, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['paths'],
  evidence: 'git',
  summary: 'Uncommitted files that are others than the working tree has',
  reason: `Work that is not committed is only in this folder, so whoever resumes compares the list with \`git status\`: a file that is
listed and not changed was lost or taken back, and one that is changed and not listed is somebody else's or was forgotten.
The list is judged only while the commit that it was written on is still checked out; without one in the document, while
no later one is.

The fix takes git's list. It may be the working tree that is wrong, so it never runs unattended.`,
  wording: 'ignored',
  needs(handoff) {
    if (wholeLists(handoff, 'uncommitted').length === 0) return {};
    const { head } = claimsOf(handoff);
    return {
      git: ['head', 'uncommitted'],
      commits: head !== undefined && isFullEnough(head.value) ? [head.value] : [],
    };
  },
  follows(handoff) {
    const now = handoff.facts.git?.head;
    if (now === undefined || claimsOf(handoff).head !== undefined) return {};
    return wholeLists(handoff, 'uncommitted').length === 0 ? {} : { commits: [now] };
  },
  *check(handoff) {
    const uncommitted = handoff.facts.git?.uncommitted;
    if (uncommitted === undefined || !isUnmoved(handoff)) return;
    const isOwn = ownFiles(handoff);
    for (const list of wholeLists(handoff, 'uncommitted')) {
      const compared = compareList(list, uncommitted, isOwn);
      const found = difference(compared);
      if (found === '') continue;
      yield {
        span: spanOfKey(handoff.document, list.path),
        path: list.path,
        message: `${placeName(list.path)} must list what is not committed; ${found}.`,
        fixes: () => [
          writeFix(handoff.document, list.path, compared.actual, { title: `Take git's list for ${shown(list.name)}` }),
        ],
      };
    }
  },
};

/** Whether what is checked out is what the list was written on. */
function isUnmoved(handoff: Handoff): boolean {
  const { head, created } = claimsOf(handoff);
  if (head !== undefined) return isCheckedOut(handoff) === true;
  const now = handoff.facts.git?.head;
  const commit = now === undefined ? undefined : commitOf({ path: [], value: now }, handoff.facts);
  const [written, committed] = [created?.value, commit?.date].map((time) => time && instantOf(time));
  return typeof written === 'number' && typeof committed === 'number' && committed <= written;
}

function difference({ unlisted, unchanged, misspelt }: ComparedList): string {
  const missing = [...unlisted, ...misspelt.map(({ path }) => path)];
  const extra = [...unchanged, ...misspelt.map(({ entry }) => entry)].map(({ value }) => value);
  const parts = [
    missing.length === 0 ? '' : `${namely(missing)} ${missing.length === 1 ? 'is' : 'are'} not listed`,
    extra.length === 0 ? '' : `${namely(extra)} ${extra.length === 1 ? 'has' : 'have'} no change`,
  ];
  return parts.filter((part) => part !== '').join(', and ');
}

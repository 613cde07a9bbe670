import { spanOfValue } from '../document.ts';
import { type CommitClaim, claimsOf, isFullEnough } from '../evidence/claims.ts';
import { commitFixes, commitFixNeeds } from '../evidence/commit-fixes.ts';
import { unite } from '../evidence/facts.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { count, placeName, shortId, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['commit'],
  summary: 'Something else than a commit id where one belongs',
  reason: `A commit id has 7 to 64 hex digits: fewer are soon ambiguous, SHA-1 has 40 and SHA-256 has 64. The name of a branch or a
tag points elsewhere tomorrow, zeros are how git writes "no commit", and prose cannot be looked up.

The fixes ask git: for the commit that the name points to, for an id inside of the text, else for where the branch stands or
where the work left the main branch. None runs unattended, since what a name points to has changed since.`,
  wording: 'ignored',
  *check(handoff) {
    for (const claim of claims(handoff)) {
      const { path, value } = claim;
      yield {
        span: spanOfValue(handoff.document, path),
        path,
        message: `${placeName(path)} must be a commit id of 7 to 64 hex digits; it is ${found(value)}.`,
        fixes: () => fixes(handoff, claim),
      };
    }
  },
  fixNeeds: (handoff) =>
    unite(
      claims(handoff).map((claim) => {
        const needs = commitFixNeeds(handoff, claim);
        const name = claim.value.trim();
        return { ...needs, commits: idsIn(name), branches: [...(needs.branches ?? []), shortName(name)] };
      }),
    ),
};

/** Of a finished part of the work people write in words that it has no commit yet, which another rule judges. */
function claims(handoff: Handoff): readonly CommitClaim[] {
  return claimsOf(handoff).commits.filter(({ value, role }) => role !== 'done' && !isFullEnough(value));
}

function found(value: string): string {
  if (/^0+$/.test(value)) return `${count(value.length, 'zero')}, which stand for no commit`;
  return /^[0-9a-f]+$/i.test(value) ? `${shown(value)}, which has ${value.length}` : shown(value);
}

/** The one id inside of a text; also a short one that is all of the text. */
function idsIn(text: string): readonly string[] {
  const [id, ...others] = text.match(/(?<![\p{L}\p{N}_])[0-9a-f]{7,64}(?![\p{L}\p{N}_])/giu) ?? [];
  if (id !== undefined) return others.length === 0 && isFullEnough(id) ? [id] : [];
  return /^[0-9a-f]{4,6}$/i.test(text) && !/^0+$/.test(text) ? [text] : [];
}

function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|remotes)\//, '');
}

function fixes(handoff: Handoff, claim: CommitClaim): readonly Fix[] {
  const { git } = handoff.facts;
  const name = claim.value.trim();
  const write = (id: string, what: string) =>
    writeFix(handoff.document, claim.path, id, { title: `Write "${shortId(id)}…", ${what}` });
  for (const id of idsIn(name)) {
    const fact = git?.commits.get(id.toLowerCase());
    if (fact?.kind === 'commit') return [write(fact.commit.id, 'the commit that it names')];
  }
  const tip = git?.tips.get(shortName(name));
  if (tip?.kind === 'branch') return [write(tip.tip.commit, `where ${shown(shortName(name))} stands`)];
  if (name === 'HEAD' && git?.head !== undefined) return [write(git.head, 'the commit that is checked out')];
  return commitFixes(handoff, claim);
}

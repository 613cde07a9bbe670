import { spanOfValue } from '../document.ts';
import { changesOf, claimsOf, isCheckedOut, rangeFact, workRange } from '../evidence/claims.ts';
import type { Finding } from '../finding.ts';
import type { Claimed, Handoff } from '../handoff.ts';
import { type ListedPath, listedPaths } from '../paths/listed-path.ts';
import { withFolders } from '../paths/path.ts';
import type { HandoffRule } from '../rule.ts';
import { targetOf } from '../show/links.ts';
import { count, nearest, shown } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['paths'],
  summary: 'A path that neither git nor the disk has',
  reason: `A limit on a path that does not exist limits nothing: a forbidden file that is misspelt can be changed, and an allowed
folder that is misspelt allows nothing. A path counts as there where the disk, the index or the commit that is checked out
has it, or where the handoff's own changes removed it. A handoff about another commit than the one that is checked out is
not judged. A file to look at that is not there, or a line past its end, sends the next agent nowhere. An allowed path may be yet to be made, so without a similar name it is only a hint.

The fix writes the nearest path that git has. Only a person can tell that it was meant, so it never runs unattended.`,
  wording: 'ignored',
  needs(handoff, canAskGit) {
    // Without git, all that can be said is that a file lacks a line.
    const targets = (canAskGit ? candidates(handoff) : withLine(handoff)).map(({ target }) => target);
    if (targets.length === 0) return {};
    const { head } = claimsOf(handoff);
    const work = workRange(handoff);
    return {
      files: targets,
      tracked: targets,
      ...(head === undefined ? {} : { commits: [head.value] }),
      ...(work === undefined ? {} : { ranges: [work] }),
    };
  },
  // A path that git has in another Unicode form is there, and a near one may be meant.
  follows: (handoff) => (missing(handoff).length === 0 ? {} : { git: ['head', 'paths'] }),
  *check(handoff) {
    yield* pastTheEnd(handoff);
    const found = missing(handoff);
    if (found.length === 0) return;
    const names = withFolders(handoff.facts.git?.paths ?? []);
    for (const { entry, target } of found) {
      if (!names.has(target.normalize('NFC'))) yield finding(handoff, entry, names);
    }
  },
};

interface Candidate {
  readonly entry: ListedPath;
  /** As facts are asked for it. */
  readonly target: string;
}

/** Changed paths are compared with what git lists, which tells more than whether they are there. */
function candidates(handoff: Claimed): readonly Candidate[] {
  return targetsOf(listedPaths(handoff, 'allowed', 'forbidden', 'relevant'));
}

/** Those that point to a line. */
function withLine(handoff: Claimed): readonly Candidate[] {
  return targetsOf(listedPaths(handoff, 'relevant').filter(({ line }) => line !== undefined));
}

function targetsOf(entries: readonly ListedPath[]): readonly Candidate[] {
  return entries.flatMap((entry) => {
    const target = targetOf(entry.value, 'prefix');
    return target === undefined || target === '' ? [] : [{ entry, target }];
  });
}

function missing(handoff: Handoff): readonly Candidate[] {
  const { files, git } = handoff.facts;
  if (git === undefined || (claimsOf(handoff).head !== undefined && isCheckedOut(handoff) !== true)) return [];
  if (workRange(handoff) !== undefined && changesOf(handoff) === undefined && !isOutOfOrder(handoff)) return [];
  const changed = withFolders(changesOf(handoff) ?? []);
  return candidates(handoff).filter(
    ({ target }) =>
      files.get(target)?.kind === 'absent' &&
      git.tracked.get(target) === false &&
      !changed.has(target.normalize('NFC')),
  );
}

/** Base and head are known and not in order, so nothing is known of changes between them. */
function isOutOfOrder(handoff: Handoff): boolean {
  return rangeFact(workRange(handoff), handoff.facts)?.ancestor === false;
}

function finding(
  { document }: Handoff,
  { path, value, prefix, suffix, list }: ListedPath,
  names: ReadonlySet<string>,
): Finding {
  const slash = value.endsWith('/') ? '/' : '';
  const near = nearest(value.replace(/\/+$/, ''), names);
  const message = `${shown(value)} must be a path of this repository; neither git nor the disk has it.`;
  return {
    span: spanOfValue(document, path),
    path,
    message,
    ...(list.kind === 'allowed' && near === undefined ? { severity: 'hint' } : {}),
    ...(near === undefined ? {} : { fixes: () => [writeFix(document, path, `${prefix}${near}${slash}${suffix}`)] }),
  };
}

/** Entries that point to a line which their file does not have, as far as its text is known. */
function* pastTheEnd(handoff: Handoff): Iterable<Finding> {
  if (claimsOf(handoff).head !== undefined && isCheckedOut(handoff) !== true) return;
  for (const { entry, target } of withLine(handoff)) {
    const fact = handoff.facts.files.get(target);
    if (entry.line === undefined || fact?.kind !== 'file' || fact.text === undefined) continue;
    const lines = fact.text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length;
    if (entry.line >= 1 && entry.line <= lines) continue;
    yield {
      span: spanOfValue(handoff.document, entry.path),
      path: entry.path,
      message: `${shown(entry.value)} must be pointed to at one of its lines; it has ${count(lines, 'line')}, and ${entry.line} is none of them.`,
    };
  }
}

import { grouped } from '../format/field-words.ts';
import type { Meaning } from '../format/meaning.ts';
import { normal } from '../paths/path.ts';
import { flawOf, type PathRole } from '../paths/portable-path.ts';
import { targetOf } from '../show/links.ts';
import { code, escaped } from '../show/markdown.ts';
import { instantOf, inUtc, relative } from '../text/time.ts';
import { shortRef } from '../text/words.ts';
import type { Commit, Facts, FileFact } from './facts.ts';

/*
 * What git and the disk say about a value, as Markdown. Unknown is said as unknown, and why; nothing that was not looked
 * at is called absent.
 */

/** Whether a text can be asked for as a commit: 4 to 64 hex digits. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{4,64}$/i.test(text);
}

export function commitWords(id: string, facts: Facts): readonly string[] {
  if (!isCommitId(id)) return ['Not a commit id: one is written in 7 to 64 hex digits.'];
  const fact = facts.git?.commits.get(id.toLowerCase());
  switch (fact?.kind) {
    case undefined:
      return [unknown('what this commit is', facts)];
    case 'absent':
      return [
        facts.git?.shallow === true
          ? 'Not in the part of the history that is here: the repository is a shallow clone.'
          : 'No commit of this repository has this id.',
      ];
    case 'other':
      return [`Not a commit but a ${escaped(fact.type)}.`];
    case 'ambiguous':
      return [
        `${grouped(fact.ids.length)} commits begin so:\n\n${fact.ids.map((full) => `- ${code(full)}`).join('\n')}`,
      ];
    case 'commit': {
      const { id: full } = fact.commit;
      const about = roles(full, facts);
      return [
        ...commitLines(fact.commit, facts.now),
        full === id.toLowerCase() ? '' : `In full: ${code(full)}`,
        about.length === 0 ? '' : `${about.join('; ')}.`,
      ];
    }
  }
}

export function branchWords(name: string, facts: Facts): readonly string[] {
  const { branch, branches } = facts.git ?? {};
  if (branch !== undefined && name === branch) return ['Checked out now.'];
  if (branches === undefined) return [unknown('whether this branch is there', facts)];
  return [branches.includes(name) ? 'A branch of this repository.' : 'No branch of this repository is called so.'];
}

/** `list` is the kind of the list that the path stands in, undefined for the path of a side file. */
export function pathWords(path: string, role: PathRole, list: Meaning['paths'], facts: Facts): readonly string[] {
  const target = targetOf(path, role);
  if (target === undefined) {
    return [`Not looked at. ${escaped(flawOf(path, role)?.message ?? 'It lies in git’s own folder.')}`];
  }
  const frame = `Relative to ${root(facts)}.`;
  return [found(facts.files.get(target), facts), listed(target, list, facts), frame];
}

function found(fact: FileFact | undefined, facts: Facts): string {
  switch (fact?.kind) {
    case undefined:
      return unknown('whether it is there', facts);
    case 'file':
      return `A file of ${size(fact.size)}.`;
    case 'folder':
      return 'A folder.';
    case 'absent':
      return 'Not on disk.';
    case 'outside':
      return fact.reason === 'git' ? 'Inside git’s own folder: not looked at.' : 'Leads outside: not looked at.';
    case 'unknown':
      return `Unknown whether it is there: ${escaped(fact.reason)}.`;
  }
}

/** Whether git lists the path as the list around it says. */
function listed(path: string, list: Meaning['paths'], { git }: Facts): string {
  const paths = list === 'changed' ? git?.changed : list === 'uncommitted' ? git?.uncommitted : undefined;
  if (paths === undefined) return '';
  const known = paths.some((other) => normal(other) === normal(path));
  if (list === 'uncommitted') return known ? 'Has changes that are not committed.' : 'Has no uncommitted changes.';
  return known ? 'Differs between base and head.' : 'Does not differ between base and head.';
}

function roles(id: string, { git }: Facts): readonly string[] {
  const found: string[] = [];
  if (id === git?.head) found.push(git.branch === undefined ? 'Checked out now' : `Head of ${code(git.branch)}`);
  if (git?.base !== undefined && id === git.base.commit) {
    found.push(`Where the work left ${code(shortRef(git.base.ref))}`);
  }
  return found;
}

/** Subject, then author and age. */
export function commitLines({ subject, author, date }: Commit, now: string): readonly string[] {
  return [`**${escaped(subject)}**`, `${escaped(author)} · ${dated(date, now)}`];
}

function dated(date: string, now: string): string {
  const instant = instantOf(date);
  const current = instantOf(now);
  if (instant === undefined || current === undefined) return escaped(date);
  return `${relative(instant, current)} (${inUtc(instant)})`;
}

function unknown(what: string, { unchecked, git }: Facts): string {
  const why = unchecked ?? (git === undefined ? 'git was not asked' : 'it was not asked for');
  return `Unknown ${what}: ${escaped(why)}.`;
}

function root({ place }: Facts): string {
  if (place?.root === 'configuration') return `the folder of ${code('.agent-handoff.json')}`;
  return place?.root === 'folder' ? 'the working folder' : 'the repository’s top level';
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}

import type { NewFile } from '../edit.ts';
import type { Verdict } from '../format/verdict.ts';
import { baseName, folderOf } from '../paths/path.ts';
import { utf8Length } from '../text/words.ts';

/**
 * What git and the disk say about the things a document names, gathered by the caller in one batch before any rule
 * runs. Unknown is not absent: a rule concludes nothing from a fact that could not be had.
 */
export interface Facts {
  /** The time of the check, RFC 3339 in UTC. */
  readonly now: string;
  /** Where the document stands; undefined where it is not on a disk that may be looked at. */
  readonly place?: Place;
  /** By the path that was asked for. A path that was never asked for has no entry. */
  readonly files: ReadonlyMap<string, FileFact>;
  /** Names in a folder, by the folder's path that was asked for ('' is the root); undefined where it is no folder. */
  readonly folders: ReadonlyMap<string, readonly string[] | undefined>;
  /** Undefined where git was not asked or could not answer; `unchecked` then says why. */
  readonly git?: GitFacts;
  /** Why evidence could not be had, for a person: one sentence without a full stop. */
  readonly unchecked?: string;
  /** What the schema says of the document, where its format is one that the project brings. */
  readonly verdict?: Verdict;
}

/** All paths in a document and in facts are relative to one root, with `/`: the repository's top level, else a folder. */
export interface Place {
  /** Path of the document relative to the root; undefined where it stands outside the root. */
  readonly path?: string;
  readonly root: 'repository' | 'configuration' | 'folder';
  /** Whether names that differ only in case name the same file there; undefined where it is not known. */
  readonly foldsCase?: boolean;
}

export type FileFact =
  | {
      readonly kind: 'file';
      /** In bytes. */
      readonly size: number;
      /** Undefined where the file is too large to be read along (over 1 MiB) or is not UTF-8. */
      readonly text?: string;
    }
  | { readonly kind: 'folder' }
  | { readonly kind: 'absent' }
  /** It leads out of the root, by its text or by a link, or into `.git`: it was not touched. */
  | { readonly kind: 'outside'; readonly reason: 'text' | 'link' | 'git' }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface GitFacts {
  /** Short name of the checked-out branch; undefined on a detached head. */
  readonly branch?: string;
  /** Full id of the checked-out commit; undefined on an unborn branch. */
  readonly head?: string;
  /** What work is measured against; undefined where no base could be determined. */
  readonly base?: Base;
  /** Paths that differ between the merge base and the head, both sides of a rename; undefined where not computed. */
  readonly changed?: readonly string[];
  /** Paths that differ between the head and the working tree, untracked ones included; undefined where not computed. */
  readonly uncommitted?: readonly string[];
  /** Names git gave that are not UTF-8 and so cannot stand in JSON, made printable. */
  readonly unprintable?: readonly string[];
  readonly shallow: boolean;
  /** By the id as written in the document, lower-cased. An id that was not asked for has no entry. */
  readonly commits: ReadonlyMap<string, CommitFact>;
  /** By the branch's name as written. A name that git could not be asked about has no entry. */
  readonly tips: ReadonlyMap<string, BranchFact>;
  /** By `rangeKey`. Every range that was asked for has an entry, whatever its ends are. */
  readonly ranges: ReadonlyMap<string, RangeFact>;
  /**
   * By the path as asked for: whether the index or the tree of the checked-out commit has it, as a file or as a folder
   * of files. No entry where git could not say, or where the path leaves the root.
   */
  readonly tracked: ReadonlyMap<string, boolean>;
  /** Short names of local and remote branches, most recently committed first; undefined where not asked. */
  readonly branches?: readonly string[];
  /** Latest commits of the head, newest first; undefined where not asked. */
  readonly recent?: readonly Commit[];
  /** Tracked paths, at most 10,000; undefined where not asked. */
  readonly paths?: readonly string[];
}

export interface Base {
  /** The full ref the base was taken from, for example `refs/remotes/origin/main`. */
  readonly ref: string;
  /** Full id of the merge base of that ref and the head; undefined for unrelated or cut-off histories. */
  readonly commit?: string;
}

export interface Commit {
  /** Full id. */
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  /** Committer date, RFC 3339 with the committer's offset. */
  readonly date: string;
}

export type CommitFact =
  | { readonly kind: 'commit'; readonly commit: Commit }
  /** Several commits share the abbreviation: their full ids. */
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'absent' }
  /** An object that is no commit, for example `tree`. */
  | { readonly kind: 'other'; readonly type: string };

/** A ref and the commit it stands at. */
export interface Tip {
  /** Full name, for example `refs/heads/main`. */
  readonly ref: string;
  /** Full id. */
  readonly commit: string;
}

export type BranchFact =
  | {
      readonly kind: 'branch';
      /** The local branch of that name, else a remote's, `origin` and `upstream` first, then by name. */
      readonly tip: Tip;
      /** The others of that name, in the same order: a fetched branch may be further than the local one. */
      readonly others: readonly Tip[];
    }
  | { readonly kind: 'absent' };

/** Two commits to compare. An end is a commit id as written, 7 to 64 hex digits, or `branch:` and a name as written. */
export interface Range {
  readonly from: string;
  readonly to: string;
  /** Whether the paths that differ are wanted, which costs more than the rest. */
  readonly changed?: boolean;
}

/** How two commits relate. A part is undefined where git could not tell; `unknown` then says why. */
export interface RangeFact {
  /** Full ids of the ends; undefined where an end is not exactly one commit here. */
  readonly from?: string;
  readonly to?: string;
  /** Whether `from` is `to` or an ancestor of it. */
  readonly ancestor?: boolean;
  /** The same where `to` is any of the refs that carry the branch's name; `ancestor` where `to` is an id. */
  readonly reachable?: boolean;
  /** How many commits `to` has that `from` lacks. */
  readonly ahead?: number;
  /** How many commits `from` has that `to` lacks. */
  readonly behind?: number;
  /** Full ids of the best common ancestors, sorted: none for unrelated histories, several after crossing merges. */
  readonly mergeBases?: readonly string[];
  /**
   * Paths that differ between the trees of `from` and `to`, not from the merge base: both sides of a rename, changes of
   * type and mode, submodules. Undefined where not asked.
   */
  readonly changed?: readonly string[];
  /** How many more differ whose names are not UTF-8; there where `changed` is. */
  readonly unprintable?: number;
  /** Why a part is missing, for a person: one sentence without a full stop. */
  readonly unknown?: string;
}

/** What a rule or a feature wants to know of git and the disk. All paths relative to the root, with `/`. */
export interface Needs {
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
  /** Commit ids as written, 4 to 64 hex digits; anything else is not asked for. */
  readonly commits?: readonly string[];
  /** Names of branches as written, whatever they are. */
  readonly branches?: readonly string[];
  readonly ranges?: readonly Range[];
  /** Paths to be looked for in the index and the checked-out commit. */
  readonly tracked?: readonly string[];
  /** Parts of `GitFacts` beyond branch, head and base. */
  readonly git?: readonly ('head' | 'changed' | 'uncommitted' | 'branches' | 'recent' | 'paths')[];
}

/**
 * The key of a range in `GitFacts.ranges`: its ends with two dots between them, ids in lower case. No name of a branch
 * has two dots, so ranges that git can answer never share a key.
 */
export function rangeKey({ from, to }: Range): string {
  return `${endKey(from)}..${endKey(to)}`;
}

/** Everything that any of them wants, each thing once. */
export function unite(needs: Iterable<Needs>): Needs {
  const some: Needs[] = [];
  for (const need of needs) if (!needsNothing(need)) some.push(need);
  return some.length === 0 ? NOTHING : united(some);
}

const NOTHING: Needs = {};

function united(needs: readonly Needs[]): Needs {
  return {
    files: together(needs, ({ files }) => files),
    folders: together(needs, ({ folders }) => folders),
    commits: together(needs, ({ commits }) => commits),
    branches: together(needs, ({ branches }) => branches),
    ranges: rangesOf(needs),
    tracked: together(needs, ({ tracked }) => tracked),
    git: together(needs, ({ git }) => git),
  };
}

/** Each thing once. Mostly nobody wants anything, or a single one does. */
function together<T>(needs: readonly Needs[], of: (need: Needs) => readonly T[] | undefined): readonly T[] {
  let first: readonly T[] = [];
  let all: Set<T> | undefined;
  for (const need of needs) {
    const some = of(need);
    if (some === undefined || some.length === 0) continue;
    if (first.length === 0) {
      first = some;
      continue;
    }
    all ??= new Set(first);
    for (const one of some) all.add(one);
  }
  if (all === undefined && first.length > 1) all = new Set(first);
  return all === undefined ? first : [...all];
}

/** Of two questions about one range, the one that wants the paths too. */
function rangesOf(needs: readonly Needs[]): readonly Range[] {
  const ranges = new Map<string, Range>();
  for (const need of needs) {
    for (const range of need.ranges ?? []) {
      const key = rangeKey(range);
      if (range.changed === true || !ranges.has(key)) ranges.set(key, range);
    }
  }
  return ranges.size === 0 ? [] : [...ranges.values()];
}

/** Whether git could not be asked, and it is said why: asking again would change nothing. */
export function isGitOut({ git, unchecked }: Facts): boolean {
  return git === undefined && unchecked !== undefined;
}

/** What the disk alone can tell of it. */
export function ofDisk({ files = [], folders = [] }: Needs): Needs {
  return { files, folders };
}

/** Whether nothing is wanted, so that nobody need be asked. */
export function needsNothing(needs: Needs): boolean {
  return !isSome(needs.files) && !isSome(needs.folders) && !needsGit(needs);
}

/** Whether git is wanted, so that a process must start. */
export function needsGit({ commits, branches, ranges, tracked, git }: Needs): boolean {
  return isSome(commits) || isSome(branches) || isSome(ranges) || isSome(tracked) || isSome(git);
}

function isSome(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

/** Facts where nothing but the time is known. */
export function noFacts(now: string, unchecked?: string): Facts {
  return { now, files: new Map(), folders: new Map(), ...(unchecked === undefined ? {} : { unchecked }) };
}

/** The same facts after new files were made: they are there, and their names are taken in every folder that is known. */
export function withFiles(facts: Facts, created: readonly NewFile[]): Facts {
  if (created.length === 0) return facts;
  const files = new Map(facts.files);
  const folders = new Map(facts.folders);
  for (const { path, text } of created) {
    files.set(path, { kind: 'file', size: utf8Length(text), text });
    for (let inner = path; inner !== ''; inner = folderOf(inner)) {
      const folder = folderOf(inner);
      const names = folders.get(folder);
      const name = baseName(inner);
      if (folders.has(folder) && !names?.includes(name)) folders.set(folder, [...(names ?? []), name]);
    }
  }
  return { ...facts, files, folders };
}

/** Branches are told apart by case, ids are not. */
function endKey(end: string): string {
  return end.startsWith('branch:') ? end : end.toLowerCase();
}

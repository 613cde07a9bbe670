import { aspects } from '../aspect.ts';
import type { Meaning } from '../format/meaning.ts';
import { pointer } from '../format/schema.ts';
import type { Claimed, Handoff } from '../handoff.ts';
import { isWithin, type Path } from '../json/node.ts';
import { type FilledList, pathLists } from '../paths/listed-path.ts';
import { sideFiles } from '../paths/side-file.ts';
import { shortRef } from '../text/words.ts';
import type { Commit, Facts, Range, RangeFact } from './facts.ts';
import { rangeKey } from './facts.ts';

declare module '../document.ts' {
  interface Kept {
    claims?: Claims;
  }
}

/** A text of a document that git can be asked about. */
export interface Claim {
  readonly path: Path;
  /** As written, never blank. */
  readonly value: string;
}

export interface CommitClaim extends Claim {
  readonly role: NonNullable<Meaning['commit']>;
}

/** What a document claims about git. What its schema refuses is no claim: the schema's finding says what is wrong. */
export interface Claims {
  readonly commits: readonly CommitClaim[];
  readonly head?: CommitClaim;
  readonly base?: CommitClaim;
  readonly branch?: Claim;
  /** When the document says it was written. */
  readonly created?: Claim;
}

export function claimsOf(handoff: Claimed): Claims {
  const { kept } = handoff.document;
  kept.claims ??= readClaims(handoff);
  return kept.claims;
}

const CLAIMS = aspects('commit', 'branch', 'clock');

function readClaims({ fields, issues }: Claimed): Claims {
  const refused = issues.length === 0 ? undefined : new Set(issues.map(({ path }) => pointer(path)));
  const commits: CommitClaim[] = [];
  let branch: Claim | undefined;
  let created: Claim | undefined;
  for (const { path, value, field } of fields) {
    if ((field.aspects & CLAIMS) === 0 || typeof value !== 'string') continue;
    if (value.trim() === '' || refused?.has(pointer(path))) continue;
    const { commit: role, branch: isBranch, clock } = field.meaning;
    if (role !== undefined) commits.push({ path, value, role });
    if (isBranch) branch ??= { path, value };
    if (clock === 'created') created ??= { path, value };
  }
  const head = commits.find(({ role }) => role === 'head');
  const base = commits.find(({ role }) => role === 'base');
  return {
    commits,
    ...(head && { head }),
    ...(base && { base }),
    ...(branch && { branch }),
    ...(created && { created }),
  };
}

/** Whether a text can be the id of a commit: 7 to 64 hex digits, not all of them 0, which is how git writes "none". */
export function isFullEnough(id: string): boolean {
  const { length } = id;
  if (length < 7 || length > 64) return false;
  let isZero = true;
  for (let at = 0; at < length; at++) {
    const unit = id.charCodeAt(at);
    const isDigit = unit >= 0x30 && unit <= 0x39;
    // Upper and lower case differ in one bit.
    if (!isDigit && !((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66)) return false;
    isZero &&= unit === 0x30;
  }
  return !isZero;
}

/** Whether a text can be a branch's short name. */
export function isShortName(name: string): boolean {
  return name !== 'HEAD' && !name.startsWith('refs/');
}

/** The commit that a claim names, where git has exactly one. */
export function commitOf(claim: Claim | undefined, { git }: Facts): Commit | undefined {
  const fact = claim === undefined ? undefined : git?.commits.get(claim.value.toLowerCase());
  return fact?.kind === 'commit' ? fact.commit : undefined;
}

/** From the head to the tip of the branch that the document names. */
export function branchRange(handoff: Claimed): Range | undefined {
  const { head, branch } = claimsOf(handoff);
  if (head === undefined || branch === undefined) return undefined;
  if (!isFullEnough(head.value) || !isShortName(branch.value)) return undefined;
  return { from: head.value, to: `branch:${branch.value}` };
}

/**
 * From the head to each branch of a remote that has the branch's name beside the one that `branchRange` leads to: it may
 * have been pushed to from elsewhere. Known once git has said where the branches stand.
 */
export function remoteRanges(handoff: Handoff): readonly Range[] {
  const range = branchRange(handoff);
  const { branch } = claimsOf(handoff);
  const fact = handoff.facts.git?.tips.get(branch?.value ?? '');
  if (range === undefined || fact?.kind !== 'branch') return [];
  const others = fact.others.filter(({ ref, commit }) => ref.startsWith('refs/remotes/') && commit !== fact.tip.commit);
  return others.map(({ ref }) => ({ from: range.from, to: `branch:${shortRef(ref)}` }));
}

/** From base to head, with the paths that differ: what the list of changed paths is about. */
export function workRange(handoff: Claimed): Range | undefined {
  const { head, base } = claimsOf(handoff);
  if (head === undefined || base === undefined) return undefined;
  if (!isFullEnough(head.value) || !isFullEnough(base.value)) return undefined;
  return { from: base.value, to: head.value, changed: true };
}

export function rangeFact(range: Range | undefined, { git }: Facts): RangeFact | undefined {
  return range === undefined ? undefined : git?.ranges.get(rangeKey(range));
}

/** What git sees changed between base and head; undefined where that is not known, or base and head are not in order. */
export function changesOf(handoff: Handoff): readonly string[] | undefined {
  const fact = rangeFact(workRange(handoff), handoff.facts);
  return fact?.ancestor === true ? fact.changed : undefined;
}

/** The lists of a kind that are what their schema asks for, so that one can say what is not in them. */
export function wholeLists(handoff: Claimed, kind: NonNullable<Meaning['paths']>): readonly FilledList[] {
  return pathLists(handoff, kind).filter(({ path, torn }) => {
    const refused = handoff.issues.some((issue) => isWithin(issue.path, path));
    return !torn && !refused;
  });
}

/** Whether the commit that a document hands over is the one that is checked out; undefined where nobody can say. */
export function isCheckedOut(handoff: Handoff): boolean | undefined {
  const { head } = claimsOf(handoff);
  const { git } = handoff.facts;
  const commit = commitOf(head, handoff.facts);
  return commit === undefined || git?.head === undefined ? undefined : commit.id === git.head;
}

/** Whether a format has members that git can be asked about. */
export function asksGit({ format }: Pick<Claimed, 'format'>): boolean {
  return format.root.ordered.some(
    ({ meaning }) => meaning.commit || meaning.branch || meaning.paths === 'changed' || meaning.paths === 'uncommitted',
  );
}

/** Something that a document claims and nobody could check. */
export interface Unchecked {
  /** One sentence without a full stop. */
  readonly reason: string;
  /** Where the document claims it; undefined for what it says about git as a whole. */
  readonly path: Path | undefined;
}

/** The first thing that could not be checked. Undefined where all is known, or where nobody has asked yet. */
export function uncheckedClaim(handoff: Handoff): Unchecked | undefined {
  const { facts } = handoff;
  if (asksGit(handoff)) {
    const reason = facts.git === undefined ? facts.unchecked : missingAnswer(handoff);
    if (reason !== undefined) return { reason, path: undefined };
  }
  for (const { reading, path } of sideFiles(handoff)) {
    const fact = facts.files.get(reading ?? '');
    if (fact?.kind === 'unknown') return { reason: fact.reason, path };
  }
  return undefined;
}

function missingAnswer(handoff: Handoff): string | undefined {
  const { facts } = handoff;
  const { commits, branch } = claimsOf(handoff);
  const ids = commits.filter(({ value }) => isFullEnough(value));
  const isKnown = (claim: Claim) => facts.git?.commits.has(claim.value.toLowerCase());
  const hasBranch = branch === undefined || facts.git?.tips.has(branch.value);
  if (facts.unchecked !== undefined && !(ids.every(isKnown) && hasBranch)) return facts.unchecked;
  for (const range of [workRange(handoff), branchRange(handoff), ...remoteRanges(handoff)]) {
    const fact = rangeFact(range, facts);
    // Where an end is no commit here, that is another finding's business.
    if (fact?.from !== undefined && fact.to !== undefined && fact.unknown !== undefined) return fact.unknown;
  }
  return undefined;
}

import { withoutFraction } from '../create/value-draft.ts';
import { type Edit, edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Json } from '../format/schema.ts';
import { accepts, type Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { pathLists } from '../paths/listed-path.ts';
import { ownFiles } from '../paths/own-files.ts';
import { instantOf } from '../text/time.ts';
import { count, placeName, shortId, shortRef, shown } from '../text/words.ts';
import { branchRange, claimsOf, commitOf, isFullEnough, isShortName, rangeFact, remoteRanges } from './claims.ts';
import { compareList } from './compared-list.ts';
import type { Needs, Range, RangeFact } from './facts.ts';
import { onCheckedOut, type Refused, refused, type Target, targetOf } from './refresh-target.ts';

/** A handoff brought up to date from git. */
export type Refresh =
  | {
      readonly kind: 'refreshed';
      readonly edit: Edit;
      /** What changes, a sentence for each member, in the document's order. */
      readonly summary: readonly string[];
    }
  /** All that git can tell is as the document says. */
  | { readonly kind: 'current' }
  | Refused;

/**
 * What refreshing wants to know. It grows with what is known: asked again with the answers, it names what they make
 * necessary, until nothing new is.
 */
export function refreshNeeds(handoff: Handoff): Needs {
  const { base, branch } = claimsOf(handoff);
  const target = targetOf(handoff);
  const range = branchRange(handoff);
  const uncommitted = pathLists(handoff, 'uncommitted').length > 0;
  const own = range === undefined ? [] : [range, ...remoteRanges(handoff)];
  const onTarget = target.kind === 'target' ? rangesOnto(handoff, target) : [];
  return {
    git: uncommitted ? ['head', 'uncommitted'] : ['head'],
    commits: [
      ...claimsOf(handoff).commits.flatMap(({ value }) => (isFullEnough(value) ? [value] : [])),
      ...(target.kind === 'target' ? [target.head] : []),
    ],
    branches: branch === undefined || !isShortName(branch.value) ? [] : [branch.value],
    ranges: [...own, ...onTarget, ...(base === undefined ? [] : onCheckedOut(handoff))],
  };
}

/**
 * Head, base, branch, changed and uncommitted paths as git has them, and the time, in one edit: only what differs. The base
 * stays as long as it is an ancestor of the head and the branch was not put onto a later one. Refuses where git could not tell all of it.
 */
export function refresh(handoff: Handoff): Refresh {
  const { document, facts } = handoff;
  if (document.problems.length > 0) return refused('the handoff is not valid JSON yet: repair that first');
  if (facts.git === undefined) return refused(facts.unchecked ?? 'git was not asked');
  const target = targetOf(handoff);
  if (target.kind === 'refused') return target;
  const work = workOf(handoff, target);
  if (work.kind === 'refused') return work;
  const changes = [...commitChanges(handoff, target, work), ...listChanges(handoff, target, work)];
  const all = [...changes, ...timeChange(handoff, target, changes.length > 0)];
  if (all.length === 0) return { kind: 'current' };
  const replacements = all.flatMap(({ path, value }) => {
    const node = nodeAt(document.syntax.root, path);
    return node === undefined ? [] : [{ ...replaceValue(document.text, node, value), path }];
  });
  const order = (path: Path) => nodeAt(document.syntax.root, path)?.start ?? 0;
  return {
    kind: 'refreshed',
    edit: edit(...replacements.map(({ start, end, text }) => ({ start, end, text }))),
    summary: all.toSorted((a, b) => order(a.path) - order(b.path)).map(({ words }) => words),
  };
}

/** Refreshing as a fix of a finding that it makes go away; none where it would be refused. */
export function refreshFix(handoff: Handoff): readonly Fix[] {
  const result = refresh(handoff);
  return result.kind === 'refreshed' ? [{ title: 'Refresh from git', edit: () => result.edit }] : [];
}

interface Change {
  readonly path: Path;
  readonly value: Json;
  readonly words: string;
}

interface Work {
  readonly kind: 'work';
  /** Full id, where another base than the document's must be taken. */
  readonly newBase: string | undefined;
  readonly changed: readonly string[];
}

function rangesOnto(handoff: Handoff, { end }: Target): readonly Range[] {
  const { base } = claimsOf(handoff);
  const known = base !== undefined && isFullEnough(base.value) ? [base.value] : [];
  const fork = forkRange(handoff, end);
  const found = forkOf(handoff, end);
  const forks = found === undefined ? [] : [found];
  return [
    ...[...known, ...forks].map((from) => ({ from, to: end, changed: true })),
    ...(fork === undefined ? [] : [fork]),
    ...known.flatMap((from) => forks.map((to) => ({ from, to }))),
  ];
}

/** From the base that is configured or found to the target. */
function forkRange({ facts }: Handoff, end: string): Range | undefined {
  const ref = facts.git?.base?.ref;
  return ref === undefined || !/^refs\/(?:heads|remotes)\//.test(ref)
    ? undefined
    : { from: `branch:${shortRef(ref)}`, to: end };
}

/** Where the target left the base that git was configured or found to have. */
function forkOf(handoff: Handoff, end: string): string | undefined {
  const { base, branch, head } = handoff.facts.git ?? {};
  const bases = rangeFact(forkRange(handoff, end), handoff.facts)?.mergeBases;
  if (bases?.length === 1) return bases[0];
  return end === `branch:${branch}` || end === head ? base?.commit : undefined;
}

function workOf(handoff: Handoff, target: Target): Work | Refused {
  const { facts } = handoff;
  const { base } = claimsOf(handoff);
  // Where the work began matters only to those that say it, or what has changed since.
  if (base === undefined && pathLists(handoff, 'changed').length === 0) {
    return { kind: 'work', newBase: undefined, changed: [] };
  }
  const range = (from: string): RangeFact | undefined => rangeFact({ from, to: target.end }, facts);
  const kept = base === undefined || !isFullEnough(base.value) ? undefined : range(base.value);
  if (kept?.from !== undefined && kept.ancestor === undefined)
    return refused(kept.unknown ?? 'git was not asked about the base');
  const fork = forkOf(handoff, target.end);
  const isLater = base !== undefined && fork !== undefined && wasMoved(handoff, target, base.value, fork);
  if (kept?.ancestor === true && kept.changed !== undefined && !isLater)
    return { kind: 'work', newBase: undefined, changed: kept.changed };
  const main = shortRef(facts.git?.base?.ref ?? 'the main branch');
  if (fork === target.head) return refused(`all of the work is on ${main}, so git cannot tell where it began`);
  const fact = fork === undefined ? undefined : range(fork);
  if (fork === undefined || fact?.changed === undefined) {
    return refused(fact?.unknown ?? facts.unchecked ?? `git cannot tell where the work left ${main}`);
  }
  return { kind: 'work', newBase: fork, changed: fact.changed };
}

/**
 * Whether the branch was put onto a later base, or took one in, since the document was written: measured from the old one,
 * other people's files would look changed.
 */
function wasMoved(handoff: Handoff, { head: now }: Target, base: string, fork: string): boolean {
  if (commitOf(claimsOf(handoff).head, handoff.facts)?.id === now || fork === now) return false;
  const fact = rangeFact({ from: base, to: fork }, handoff.facts);
  return fact?.ancestor === true && fact.from !== fork;
}

function* commitChanges(handoff: Handoff, target: Target, { newBase }: Work): Iterable<Change> {
  const { facts } = handoff;
  const { head, base } = claimsOf(handoff);
  const branch = fieldPath(handoff, 'branch');
  const written = (path: Path) => handoff.fields.find((field) => field.path === path)?.value;
  if (branch !== undefined && written(branch) !== target.branch) {
    yield change(branch, target.branch, `${placeName(branch)} becomes ${shown(target.branch)}`);
  }
  const paths = [
    { path: fieldPath(handoff, 'base'), claim: base, id: newBase },
    { path: fieldPath(handoff, 'head'), claim: head, id: target.head },
  ];
  for (const { path, claim, id } of paths) {
    if (
      path === undefined ||
      id === undefined ||
      commitOf(claim, facts)?.id === id ||
      claim?.value.toLowerCase() === id
    )
      continue;
    const range = branchRange(handoff);
    const fact = claim === head ? rangeFact(range && { ...range, to: target.end }, facts) : undefined;
    const further = fact?.ancestor === true ? `, ${count(fact.ahead ?? 0, 'commit')} further` : '';
    yield change(path, id, `${placeName(path)} becomes ${shortId(id)}${further}`);
  }
}

/** Where the document has a member of that meaning, whatever stands in it. */
function fieldPath({ fields }: Handoff, meaning: 'branch' | 'base' | 'head'): Path | undefined {
  return fields.find(({ field }) => (meaning === 'branch' ? field.meaning.branch : field.meaning.commit === meaning))
    ?.path;
}

function* listChanges(handoff: Handoff, target: Target, { changed }: Work): Iterable<Change> {
  const { git } = handoff.facts;
  const isOwn = ownFiles(handoff);
  for (const list of pathLists(handoff)) {
    const isHere = git?.head === target.head;
    const actual =
      list.kind === 'changed' ? changed : list.kind === 'uncommitted' && isHere ? git?.uncommitted : undefined;
    if (actual === undefined) continue;
    const compared = compareList(list, actual, isOwn);
    const added = compared.unlisted.length + compared.misspelt.length;
    const removed = compared.unchanged.length + compared.misspelt.length;
    if (added + removed === 0) continue;
    const parts = [
      ...(added > 0 ? [`${count(added, 'path')} added`] : []),
      ...(removed > 0 ? [`${count(removed, 'path')} removed`] : []),
    ];
    yield change(list.path, compared.actual, `${placeName(list.path)}: ${parts.join(', ')}`);
  }
}

/** The time goes along with any other change, and alone where it lies before the head's. */
function timeChange(handoff: Handoff, target: Target, changes: boolean): readonly Change[] {
  const created = handoff.fields.find(({ field }) => field.meaning.clock === 'created');
  if (created === undefined || typeof created.value !== 'string') return [];
  const { facts } = handoff;
  const head = facts.git?.commits.get(target.head);
  const [written, committed] = [
    instantOf(created.value),
    head?.kind === 'commit' ? instantOf(head.commit.date) : undefined,
  ];
  const isBefore = written !== undefined && committed !== undefined && written < committed;
  const short = withoutFraction(facts.now);
  const now = accepts(handoff, created.path, short) ? short : facts.now;
  if (!(changes || isBefore) || created.value === now) return [];
  return [change(created.path, now, `${placeName(created.path)} becomes ${now}`)];
}

function change(path: Path, value: Json, words: string): Change {
  return { path, value, words };
}

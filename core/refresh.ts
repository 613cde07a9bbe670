import {
  branchRange,
  claimsOf,
  commitOf,
  isFullEnough,
  isShortName,
  rangeFact,
  remoteRanges,
  uncheckedClaim,
} from './claims.ts';
import { compareList } from './compared-list.ts';
import { type Edit, edit } from './edit.ts';
import type { Needs, Range, RangeFact, Tip } from './facts.ts';
import type { Fix } from './finding.ts';
import { accepts, type Handoff } from './handoff.ts';
import { replaceValue } from './json/change.ts';
import { nodeAt, type Path } from './json/node.ts';
import { pathLists } from './listed-path.ts';
import { ownFiles } from './own-files.ts';
import type { Json } from './schema.ts';
import { taskOf } from './side-file.ts';
import { instantOf } from './time.ts';
import { namesIn, withoutFraction } from './value-draft.ts';
import { count, placeName, shortId, shortRef, shown } from './words.ts';

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
  /** A sentence for a person, without a full stop. */
  | { readonly kind: 'refused'; readonly reason: string };

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
 * stays as long as it is an ancestor of the head. Refuses where git could not tell all of it.
 */
export function refresh(handoff: Handoff): Refresh {
  const { document, facts } = handoff;
  if (document.syntax.problems.length > 0) return refused('the handoff is not valid JSON yet: repair that first');
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

interface Target {
  readonly kind: 'target';
  /** Short name of the branch. */
  readonly branch: string;
  /** Full id of its tip. */
  readonly head: string;
  /** The same as an end of ranges. */
  readonly end: string;
}

type Refused = Extract<Refresh, { kind: 'refused' }>;

/** Where the work stands now: the branch that the document names; the one checked out where that is plainly meant. */
function targetOf(handoff: Handoff): Target | Refused {
  const { git } = handoff.facts;
  const { branch } = claimsOf(handoff);
  const fact = branch === undefined ? undefined : git?.tips.get(branch.value);
  if (branch !== undefined && fact?.kind === 'branch') {
    const tip = furthest(handoff, fact.tip);
    return { kind: 'target', branch: branch.value, head: tip.commit, end: `branch:${shortRef(tip.ref)}` };
  }
  const name = branch === undefined ? 'the handoff names no branch' : `the repository has no branch ${branch.value}`;
  if (branch !== undefined && isShortName(branch.value) && fact === undefined)
    return refused(uncheckedClaim(handoff)?.reason ?? 'git was not asked about the branch');
  if (git?.branch === undefined || git.head === undefined) return refused(`${name}, and none is checked out`);
  if (!isMeant(handoff, git.branch)) return refused(`${name}: check out the branch that the work is on`);
  return { kind: 'target', branch: git.branch, head: git.head, end: git.head };
}

/** The branch that the head lies behind; of several the one that it lies furthest behind. */
function furthest(handoff: Handoff, local: Tip): Tip {
  const { tips } = handoff.facts.git ?? {};
  let best = { tip: local, ahead: rangeFact(branchRange(handoff), handoff.facts)?.ahead ?? 0 };
  for (const range of remoteRanges(handoff)) {
    const fact = rangeFact(range, handoff.facts);
    const tip = tipOf(tips, range.to.slice('branch:'.length), claimsOf(handoff).branch?.value ?? '');
    if (tip !== undefined && fact?.ancestor === true && (fact.ahead ?? 0) > best.ahead) {
      best = { tip, ahead: fact.ahead ?? 0 };
    }
  }
  return best.tip;
}

function tipOf(tips: NonNullable<Handoff['facts']['git']>['tips'] | undefined, short: string, branch: string) {
  const fact = tips?.get(branch);
  return fact?.kind === 'branch' ? fact.others.find(({ ref }) => shortRef(ref) === short) : undefined;
}

/** Whether the branch that is checked out is called after the document's task, or goes on from its head. */
function isMeant(handoff: Handoff, checkedOut: string): boolean {
  const task = taskOf(handoff);
  if (task !== undefined && namesIn(handoff.format, checkedOut).task === task) return true;
  return onCheckedOut(handoff).some((range) => rangeFact(range, handoff.facts)?.ancestor === true);
}

/** From the document's head to what is checked out, where the document's branch leads nowhere. */
function onCheckedOut(handoff: Handoff): readonly Range[] {
  const { head, branch } = claimsOf(handoff);
  const { git } = handoff.facts;
  const known = branch !== undefined && git?.tips.get(branch.value)?.kind === 'branch';
  if (known || head === undefined || git?.head === undefined || !isFullEnough(head.value)) return [];
  return [{ from: head.value, to: git.head }];
}

interface Work {
  readonly kind: 'work';
  /** Full id, where another base than the document's must be taken. */
  readonly newBase: string | undefined;
  readonly changed: readonly string[];
}

function rangesOnto(handoff: Handoff, { end }: Target): readonly Range[] {
  const { base } = claimsOf(handoff);
  const kept: Range[] =
    base !== undefined && isFullEnough(base.value) ? [{ from: base.value, to: end, changed: true }] : [];
  const fork = forkRange(handoff, end);
  const found = forkOf(handoff, end);
  return [
    ...kept,
    ...(fork === undefined ? [] : [fork]),
    ...(found === undefined ? [] : [{ from: found, to: end, changed: true }]),
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

function workOf(handoff: Handoff, { end }: Target): Work | Refused {
  const { base } = claimsOf(handoff);
  const range = (from: string): RangeFact | undefined => rangeFact({ from, to: end, changed: true }, handoff.facts);
  const kept = base === undefined || !isFullEnough(base.value) ? undefined : range(base.value);
  if (kept?.ancestor === true && kept.changed !== undefined)
    return { kind: 'work', newBase: undefined, changed: kept.changed };
  if (kept?.from !== undefined && kept.ancestor === undefined)
    return refused(kept.unknown ?? 'git was not asked about the base');
  const fork = forkOf(handoff, end);
  const fact = fork === undefined ? undefined : range(fork);
  if (fork === undefined || fact?.changed === undefined) {
    return refused(fact?.unknown ?? handoff.facts.unchecked ?? 'git does not know where the work left the main branch');
  }
  return { kind: 'work', newBase: fork, changed: fact.changed };
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
    const ahead = claim === head ? rangeFact(range && { ...range, to: target.end }, facts)?.ahead : undefined;
    const further = ahead === undefined || ahead === 0 ? '' : `, ${count(ahead, 'commit')} further`;
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

function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}

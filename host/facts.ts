import type { Facts, Needs, Place } from '../core/evidence/facts.ts';
import { needsGit, noFacts, unite } from '../core/evidence/facts.ts';
import { foldsCase } from './case.ts';
import { askGit, type GitEvidence } from './evidence.ts';
import type { EvidenceCache } from './evidence-cache.ts';
import { inspectFile, listFolder } from './files.ts';
import type { Git } from './git.ts';
import type { Repository } from './repository.ts';
import { type Locator, placeOf, type Surroundings } from './surroundings.ts';

export interface GatherOptions {
  readonly git: Git;
  /** The time of the check, RFC 3339 in UTC. */
  readonly now: string;
  /** `git.base` of the configuration. */
  readonly base?: string | undefined;
  /** Where answers are kept for the next time; without it, git is asked every time. */
  readonly cache?: EvidenceCache | undefined;
  /** How often the caller has seen the work tree change, see `EvidenceOptions`. */
  readonly workTree?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A document, by its absolute path, and what is to be known for it. */
export interface Request {
  readonly document: string;
  readonly needs: Needs;
}

/** Whether disks tell names apart by case, by the root; undefined where that is not known. */
export type Cases = Map<string, boolean | undefined>;

export interface GatherAllOptions extends Omit<GatherOptions, 'base'> {
  readonly locator: Locator;
  /** Kept by the caller where it asks for one part of its documents after the other. */
  readonly cases?: Cases;
  /** `git.base` of the configuration that holds in these surroundings. */
  readonly baseOf?: (surroundings: Surroundings) => string | undefined | Promise<string | undefined>;
}

/**
 * What git and the disk say, everything in one batch; `document` only settles `place`. Never throws and never guesses:
 * what could not be had is left out, and `unchecked` gives the first reason. Git is asked only if something of git is
 * needed.
 */
export async function gather(
  surroundings: Surroundings,
  document: string | undefined,
  needs: Needs,
  options: GatherOptions,
): Promise<Facts> {
  const { root, repository } = surroundings;
  if (root === undefined) return noFacts(options.now, surroundings.unchecked);
  const [files, folders, git] = await Promise.all([
    lookUp(needs.files ?? [], (path) => inspectFile(root, path)),
    lookUp(needs.folders ?? [], (path) => listFolder(root, path)),
    repository !== undefined && needsGit(needs) ? evidenceOf(repository, needs, options) : nothingAsked,
  ]);
  const unchecked = surroundings.unchecked ?? git.reasons[0];
  const place = await placeIn(surroundings, document);
  return {
    now: options.now,
    ...(place === undefined ? {} : { place }),
    files,
    folders,
    ...(git.facts === undefined ? {} : { git: git.facts }),
    ...(unchecked === undefined ? {} : { unchecked }),
  };
}

/**
 * The same for many documents, by their paths. Documents with one root share one batch, so the number of processes
 * grows with the number of repositories, not of documents; each document's facts hold all that its root was asked.
 */
export async function gatherAll(
  requests: readonly Request[],
  options: GatherAllOptions,
): Promise<ReadonlyMap<string, Facts>> {
  const { cases = new Map() } = options;
  const groups = new Map<string, { readonly surroundings: Surroundings; readonly requests: Request[] }>();
  for (const request of requests) {
    const surroundings = await options.locator.locate(request.document);
    const key = surroundings.root ?? '';
    const group = groups.get(key) ?? { surroundings, requests: [] };
    group.requests.push(request);
    groups.set(key, group);
  }
  const all = new Map<string, Facts>();
  for (const group of groups.values()) {
    const { surroundings } = group;
    const needs = unite(group.requests.map((request) => request.needs));
    const base = await options.baseOf?.(surroundings);
    const shared = await gather(surroundings, undefined, needs, { ...options, base });
    for (const { document } of group.requests) {
      const place = await placeIn(surroundings, document, cases);
      all.set(document, place === undefined ? shared : { ...shared, place });
    }
  }
  return all;
}

/**
 * Where a document stands, and whether its disk tells names apart by case. Where nothing may be looked at, nothing is. One disk
 * holds what lies under one root, so of many documents with the same `cases` it is looked at once.
 */
export async function placeIn(
  surroundings: Surroundings,
  document: string | undefined,
  cases: Cases = new Map(),
): Promise<Place | undefined> {
  const place = placeOf(surroundings, document);
  const { root } = surroundings;
  if (place === undefined || root === undefined || document === undefined) return place;
  if (!cases.has(root)) cases.set(root, await foldsCase(document));
  const folds = cases.get(root);
  return folds === undefined ? place : { ...place, foldsCase: folds };
}

const filesAtOnce = 32;

const nothingAsked: GitEvidence = { reasons: [] };

async function evidenceOf(repository: Repository, needs: Needs, options: GatherOptions): Promise<GitEvidence> {
  const memory = await options.cache?.memoryOf(repository);
  return askGit(repository, needs, { ...options, memory });
}

/** Asks for each path once, a few at a time: systems limit how many files are open. */
async function lookUp<T>(
  paths: readonly string[],
  question: (path: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const answers = new Map<string, T>();
  const queue = [...new Set(paths)];
  const worker = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) answers.set(next, await question(next));
  };
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, queue.length) }, worker));
  return answers;
}

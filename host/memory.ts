import type { Base, BranchFact, Commit, CommitFact, RangeFact } from '../core/evidence/facts.ts';
import type { Paths } from './changes.ts';
import type { Found, Unknown } from './found.ts';
import { found } from './found.ts';
import type { Head, Tip } from './refs.ts';

/** What git has answered while a repository stayed as it is. Answers alone are kept, never that there was none. */
export interface Memory {
  readonly head: Map<string, Answer<Head>>;
  /** By `git.base` of the configuration. */
  readonly baseTip: Map<string, Answer<Tip | undefined>>;
  readonly base: Map<string, Answer<Base>>;
  /** By what names the list, for example two commits. */
  readonly paths: Map<string, Answer<Paths>>;
  /** By the count of changes to the work tree. */
  readonly uncommitted: Map<string, Answer<Paths>>;
  readonly recent: Map<string, Answer<readonly Commit[]>>;
  readonly commits: Map<string, CommitFact>;
  readonly tips: Map<string, BranchFact>;
  readonly ranges: Map<string, RangeFact>;
  readonly tracked: Map<string, boolean>;
}

type Answer<T> = Exclude<Found<T>, Unknown>;

export function createMemory(): Memory {
  return {
    head: new Map(),
    baseTip: new Map(),
    base: new Map(),
    paths: new Map(),
    uncommitted: new Map(),
    recent: new Map(),
    commits: new Map(),
    tips: new Map(),
    ranges: new Map(),
    tracked: new Map(),
  };
}

/** What is kept under a key, else the answer to the question, which is kept if there is one. */
export async function remember<T>(
  kept: Map<string, Answer<T>>,
  key: string,
  question: () => Promise<Found<T>>,
): Promise<Found<T>> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const answer = await question();
  if (answer.kind === 'found') keep(kept, [[key, answer]]);
  return answer;
}

/** The same for many keys: only those that nothing is kept for are asked about, all together. */
export async function rememberEach<T>(
  kept: Map<string, T>,
  keys: Iterable<string>,
  question: (missing: readonly string[]) => Promise<Found<ReadonlyMap<string, T>>>,
): Promise<Found<ReadonlyMap<string, T>>> {
  const answers = new Map<string, T>();
  const missing: string[] = [];
  for (const key of new Set(keys)) {
    const known = kept.get(key);
    if (known === undefined) missing.push(key);
    else answers.set(key, known);
  }
  if (missing.length === 0) return found(answers);
  const answer = await question(missing);
  if (answer.kind === 'unknown') return answer;
  keep(kept, answer.value);
  return found(new Map([...answers, ...answer.value]));
}

/** A map that has grown too large is begun anew. */
export function keep<T>(kept: Map<string, T>, entries: Iterable<readonly [string, T]>): void {
  if (kept.size > keptLimit) kept.clear();
  for (const [key, value] of entries) kept.set(key, value);
}

const keptLimit = 20_000;

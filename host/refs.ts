import type { Base } from '../core/evidence/facts.ts';
import type { Found } from './found.ts';
import { ask, complaint, decoded, found, printable, unknown } from './found.ts';
import type { Git } from './git.ts';
import { describeProblem, runGit } from './git.ts';

/** What is checked out. */
export interface Head {
  /** Short name; undefined on a detached head, or where the name is not UTF-8 (it is then in `unprintable`). */
  readonly branch?: string;
  /** Full id; undefined on an unborn branch. */
  readonly id?: string;
  readonly shallow: boolean;
  readonly unprintable?: string;
}

/** A ref and the commit it stands at. */
export interface Tip {
  /** Full name. */
  readonly ref: string;
  /** Full id. */
  readonly id: string;
}

/** Asks git, whatever way it stores refs: two processes. */
export async function readHead(git: Git, folder: string, signal?: AbortSignal): Promise<Found<Head>> {
  const verify = ['rev-parse', '--is-shallow-repository', '--verify', '-q', 'HEAD^{commit}'];
  const [name, commit] = await Promise.all([
    runGit(git, { folder, signal, arguments: ['symbolic-ref', '-q', 'HEAD'] }),
    runGit(git, { folder, signal, arguments: verify }),
  ]);
  if (name.kind !== 'answer') return unknown(describeProblem(name));
  if (commit.kind !== 'answer') return unknown(describeProblem(commit));
  // Code 1 with nothing said: the head is detached, or the branch is unborn. Everything else is trouble.
  if (name.code > 1) return unknown(complaint({ folder, arguments: ['symbolic-ref'] }, name.code, name.said));
  if (commit.code > 1) return unknown(complaint({ folder, arguments: verify }, commit.code, commit.said));
  const [shallow, id] = commit.output.toString('latin1').split('\n');
  const branch = name.code === 0 ? shortName(name.output.subarray(0, -1)) : {};
  return found({ ...branch, ...(commit.code === 0 && id ? { id } : {}), shallow: shallow === 'true' });
}

function shortName(ref: Buffer): { readonly branch?: string; readonly unprintable?: string } {
  const prefix = 'refs/heads/';
  if (!ref.toString('latin1').startsWith(prefix)) return {};
  const branch = decoded(ref.subarray(prefix.length));
  return branch === undefined ? { unprintable: printable(ref) } : { branch };
}

/**
 * The ref that work is measured against: the configured one, else the default branch of `origin`, else its `main` or
 * `master`; where there is no such remote, the same of `upstream`, then of the only other remote. Nothing is fetched
 * and no local branch is guessed: undefined where none of these exist. One process.
 */
export async function findBase(
  git: Git,
  folder: string,
  configured: string | undefined,
  signal?: AbortSignal,
): Promise<Found<Tip | undefined>> {
  const format = '--format=%(refname)%00%(symref)%00%(objectname)%00%(objecttype)%00%(*objectname)%00%(*objecttype)';
  const patterns = configured === undefined ? remotePatterns : spellings(configured);
  if (patterns.length === 0) return unknown(noSuchBase(configured ?? ''));
  const answer = await ask(git, { folder, signal, arguments: ['for-each-ref', format, ...patterns] });
  if (answer.kind === 'unknown') return answer;
  const tips = answer.value.toString('utf8').split('\n').flatMap(tipOf);
  if (configured === undefined) return found(defaultTip(tips));
  // A pattern also matches what lies below it, so names are compared here.
  const tip = patterns.map((ref) => tips.find((entry) => entry.asked === ref)).find((entry) => entry !== undefined);
  return tip === undefined ? unknown(noSuchBase(configured)) : found({ ref: tip.ref, id: tip.id });
}

const remotePatterns = ['refs/remotes/*/HEAD', 'refs/remotes/*/main', 'refs/remotes/*/master'];

function noSuchBase(configured: string): string {
  return `the configured base ${configured} is no branch or tag of this repository`;
}

/** The full names that a configured base may mean. What no ref can be called is not handed to git. */
function spellings(configured: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refs hold none, and git must not see them
  if (configured === '' || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/$/.test(configured)) return [];
  if (configured.startsWith('refs/')) return [configured];
  return [`refs/remotes/${configured}`, `refs/heads/${configured}`, `refs/tags/${configured}`];
}

function tipOf(line: string): readonly (Tip & { readonly asked: string })[] {
  const [asked, target, id, type, peeledId, peeledType] = line.split('\0');
  if (asked === undefined || id === undefined) return [];
  const ref = target === undefined || target === '' ? asked : target;
  if (type === 'commit') return [{ asked, ref, id }];
  return peeledType === 'commit' && peeledId !== undefined ? [{ asked, ref, id: peeledId }] : [];
}

function defaultTip(tips: readonly (Tip & { readonly asked: string })[]): Tip | undefined {
  const remotes = new Set(tips.map((tip) => tip.asked.split('/')[2] ?? ''));
  const others = [...remotes].filter((name) => name !== 'origin' && name !== 'upstream');
  for (const remote of ['origin', 'upstream', ...(others.length === 1 ? others : [])]) {
    for (const name of ['HEAD', 'main', 'master']) {
      const tip = tips.find((entry) => entry.asked === `refs/remotes/${remote}/${name}`);
      if (tip !== undefined) return { ref: tip.ref, id: tip.id };
    }
  }
  return undefined;
}

/**
 * The base with its merge base; `commit` is undefined where the histories have nothing in common, or where a shallow
 * clone cut off what they have. It is never guessed. One process.
 */
export async function mergeBase(
  git: Git,
  folder: string,
  tip: Tip,
  head: string,
  signal?: AbortSignal,
): Promise<Found<Base>> {
  const call = { folder, signal, arguments: ['merge-base', tip.id, head] };
  const result = await runGit(git, call);
  if (result.kind !== 'answer') return unknown(describeProblem(result));
  if (result.code > 1) return unknown(complaint(call, result.code, result.said));
  const commit = result.output.toString('latin1').trim();
  return found({ ref: tip.ref, ...(result.code === 0 && commit !== '' ? { commit } : {}) });
}

import type { BranchFact, Tip } from '../core/evidence/facts.ts';
import type { Found } from './found.ts';
import { askInPieces, cutAt, decoded, found } from './found.ts';
import type { Git } from './git.ts';

/**
 * Where branches stand, by their names as written: `x` is the local branch, else what a remote has under that name, and
 * `origin/x` is the remote's. Names are compared with those that git lists and never handed to it, so a name may be
 * anything; `HEAD` and full names of refs are no branch's name. A remote's HEAD is another name for one of its branches
 * and not a branch. One process for any number of names.
 */
export async function lookUpBranches(
  git: Git,
  folder: string,
  names: Iterable<string>,
  signal?: AbortSignal,
): Promise<Found<ReadonlyMap<string, BranchFact>>> {
  const tips = new Map<string, Tip[]>();
  for (const name of names) tips.set(name, []);
  if (tips.size === 0) return found(new Map());
  const take = cutAt(0x0a, (line) => {
    const [ref, commit, target] = decoded(line)?.split('\0') ?? [];
    if (ref === undefined || commit === undefined) return undefined;
    const isLocal = ref.startsWith('refs/heads/');
    const name = ref.slice(isLocal ? 'refs/heads/'.length : 'refs/remotes/'.length);
    if (!isLocal && target !== '') return undefined;
    tips.get(name)?.push({ ref, commit });
    const onRemote = name.slice(name.indexOf('/') + 1);
    if (!isLocal && onRemote !== name) tips.get(onRemote)?.push({ ref, commit });
    return undefined;
  });
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const answer = await askInPieces(git, {
    folder,
    signal,
    take,
    arguments: ['for-each-ref', format, 'refs/heads/', 'refs/remotes/'],
  });
  return answer.kind === 'unknown' ? answer : found(new Map([...tips].map(([name, list]) => [name, factOf(list)])));
}

function factOf(tips: readonly Tip[]): BranchFact {
  const [tip, ...others] = tips.toSorted((a, b) => rank(a) - rank(b) || (a.ref < b.ref ? -1 : 1));
  return tip === undefined ? { kind: 'absent' } : { kind: 'branch', tip, others };
}

const order = [/^refs\/heads\//, /^refs\/remotes\/origin\//, /^refs\/remotes\/upstream\//];

function rank({ ref }: Tip): number {
  const place = order.findIndex((pattern) => pattern.test(ref));
  return place < 0 ? order.length : place;
}

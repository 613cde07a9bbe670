import type { Commit } from '../core/evidence/facts.ts';
import { namesOf, type Paths } from './changes.ts';
import type { Found } from './found.ts';
import { ask, complaint, decoded, found, printable, records, unknown } from './found.ts';
import type { Git } from './git.ts';
import { describeProblem, runGit } from './git.ts';

/** Tracked paths in the index, also those that a sparse checkout leaves out of the disk; at most `limit`. */
export async function trackedPaths(
  git: Git,
  folder: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Found<Paths>> {
  const call = { folder, signal, records: limit, arguments: ['ls-files', '-z', '--cached', '--deduplicate'] };
  const result = await runGit(git, call);
  if (result.kind !== 'answer') return unknown(describeProblem(result));
  if (result.code !== 0) return unknown(complaint(call, result.code, result.said));
  return found(namesOf(records(result.output).slice(0, limit)));
}

/** Local branches (`x`) and remote ones (`origin/x`) as `paths`, most recently committed first; at most `limit`. */
export async function branchNames(
  git: Git,
  folder: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Found<Paths>> {
  const answer = await ask(git, {
    folder,
    signal,
    arguments: [
      'for-each-ref',
      '--sort=refname',
      '--sort=-committerdate',
      // A remote's HEAD is another name for one of its branches.
      '--format=%(if)%(symref)%(then)%(else)%(refname)%(end)',
      'refs/heads/',
      'refs/remotes/',
    ],
  });
  if (answer.kind === 'unknown') return answer;
  const names = new Set<string>();
  const unprintable: string[] = [];
  for (const line of linesOf(answer.value)) {
    const ref = decoded(line);
    if (ref === undefined) unprintable.push(printable(line));
    else if (ref !== '' && names.size < limit) names.add(ref.replace(/^refs\/(heads|remotes)\//, ''));
  }
  return found({ paths: [...names], unprintable });
}

/** The latest commits that can be reached from a commit given by full id, newest first. */
export async function recentCommits(
  git: Git,
  folder: string,
  head: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Found<readonly Commit[]>> {
  const call = { folder, signal, arguments: ['log', ...commitFormat, `--max-count=${limit}`, head, '--'] };
  const answer = await ask(git, call);
  return answer.kind === 'unknown' ? answer : found(commitsOf(answer.value));
}

/** Who, when and what of commits given by full id, each of which must be a commit here. One process for all of them. */
export async function describeCommits(
  git: Git,
  folder: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Found<ReadonlyMap<string, Commit>>> {
  if (ids.length === 0) return found(new Map());
  const input = ids.map((id) => `${id}\n`).join('');
  const call = { folder, signal, input, arguments: ['log', ...commitFormat, '--no-walk=unsorted', '--stdin'] };
  const answer = await ask(git, call);
  if (answer.kind === 'unknown') return answer;
  return found(new Map(commitsOf(answer.value).map((commit) => [commit.id, commit])));
}

/** No signature is checked, which would start a program; no setting of the user changes the shape. */
const commitFormat = [
  '-z',
  '--no-show-signature',
  '--no-patch',
  '--no-color',
  '--no-decorate',
  '--no-notes',
  '--encoding=UTF-8',
  '--format=tformat:%H%n%an%n%cI%n%s',
];

function commitsOf(output: Buffer): readonly Commit[] {
  return records(output).flatMap((record) => {
    const [id, author, date, ...subject] = record.toString('utf8').split('\n');
    if (id === undefined || author === undefined || date === undefined) return [];
    return [{ id, author, date, subject: subject.join(' ') }];
  });
}

function linesOf(output: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < output.length; ) {
    const end = output.indexOf(0x0a, from);
    lines.push(output.subarray(from, end < 0 ? undefined : end));
    from = end < 0 ? output.length : end + 1;
  }
  return lines;
}

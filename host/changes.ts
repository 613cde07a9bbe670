import type { Found } from './found.ts';
import { ask, decoded, found, printable, records } from './found.ts';
import type { Git } from './git.ts';

/** Paths relative to the top level, with `/`, exactly as git spells them. */
export interface Paths {
  readonly paths: readonly string[];
  /** Names that are not UTF-8, made printable: no JSON can hold them. */
  readonly unprintable: readonly string[];
}

/**
 * Paths that differ between two commits, given by full id: both sides of a rename, type changes and submodules
 * included, whatever the user's diff settings are. One process. The same question for many pairs at once is
 * `diff-tree --stdin` with these same options.
 */
export async function changedBetween(
  git: Git,
  folder: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Found<Paths>> {
  const answer = await ask(git, {
    folder,
    signal,
    arguments: ['diff-tree', '-r', '-z', '--name-only', ...plainDiff, '--end-of-options', from, to, '--'],
  });
  return answer.kind === 'unknown' ? answer : found(namesOf(records(answer.value)));
}

const plainDiff = [
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--no-color',
  '--ignore-submodules=none',
];

/**
 * Paths that differ between the head and the working tree, untracked ones included and ignored ones not. Content is
 * compared without the filter programs that the repository itself configures: reading must not run what it brought.
 * A submodule counts where another commit is checked out in it; inside it nothing is looked at. Two processes.
 */
export async function uncommittedPaths(git: Git, folder: string, signal?: AbortSignal): Promise<Found<Paths>> {
  const settings = await withoutFilters(git, folder, signal);
  if (settings.kind === 'unknown') return settings;
  const answer = await ask(git, {
    folder,
    signal,
    settings: settings.value,
    arguments: [
      'status',
      '--porcelain=v2',
      '-z',
      '--untracked-files=all',
      '--ignored=no',
      '--no-renames',
      '--ignore-submodules=dirty',
    ],
  });
  return answer.kind === 'unknown' ? answer : found(namesOf(records(answer.value).flatMap(statusPath)));
}

/** Fields before the path, by the kind of the entry. */
const fieldsBefore: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

function statusPath(entry: Buffer): readonly Buffer[] {
  const fields = fieldsBefore[String.fromCharCode(entry[0] ?? 0)];
  if (fields === undefined) return [];
  let start = 0;
  for (let field = 0; field < fields; field += 1) {
    const space = entry.indexOf(0x20, start);
    if (space < 0) return [];
    start = space + 1;
  }
  // A repository that lies untracked in the work tree is named with a slash at its end.
  return [entry.subarray(start, entry.at(-1) === 0x2f ? -1 : undefined)];
}

/** Settings that switch off each filter of the repository's own configuration; the user's own stay, as for Git LFS. */
async function withoutFilters(
  git: Git,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Found<readonly (readonly [string, string])[]>> {
  const listed = await ask(git, { folder, signal, arguments: ['config', '--list', '-z', '--show-scope'] });
  if (listed.kind === 'unknown') return listed;
  const names = new Set<string>();
  const fields = records(listed.value);
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const scope = fields[index]?.toString('latin1');
    const key = fields[index + 1]?.toString('utf8').split('\n', 1)[0] ?? '';
    const name = /^filter\.(.*)\.(?:clean|smudge|process|required)$/s.exec(key)?.[1];
    if (name !== undefined && (scope === 'local' || scope === 'worktree')) names.add(name);
  }
  return found(
    [...names].flatMap((name) => filterOff.map(([key, value]) => [`filter.${name}.${key}`, value] as const)),
  );
}

const filterOff = [
  ['clean', ''],
  ['smudge', ''],
  ['process', ''],
  ['required', 'false'],
] as const;

/** Each name once, in git's order. */
export function namesOf(names: Iterable<Buffer>): Paths {
  const paths = new Set<string>();
  const unprintable = new Set<string>();
  for (const name of names) {
    const text = decoded(name);
    if (text === undefined) unprintable.add(printable(name));
    else paths.add(text);
  }
  return { paths: [...paths], unprintable: [...unprintable] };
}

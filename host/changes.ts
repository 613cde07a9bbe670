import type { Found } from './found.ts';
import { ask, askInPieces, cutAt, decoded, found, printable, records, unknown } from './found.ts';
import type { Git } from './git.ts';

/** Paths relative to the top level, with `/`, exactly as git spells them. */
export interface Paths {
  readonly paths: readonly string[];
  /** Names that are not UTF-8, made printable: no JSON can hold them. */
  readonly unprintable: readonly string[];
}

/** Two commits, by full id. */
export type Pair = readonly [from: string, to: string];

/**
 * Paths that differ between two commits, given by full id: both sides of a rename, type changes and submodules
 * included, whatever the user's diff settings are. One process.
 */
export async function changedBetween(
  git: Git,
  folder: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Found<Paths>> {
  const answer = await changedInEach(git, folder, [[from, to]], signal);
  return answer.kind === 'unknown' ? answer : (answer.value[0] ?? unknown(incomplete));
}

/** The same for any number of pairs, answered in their order by one process. */
export async function changedInEach(
  git: Git,
  folder: string,
  pairs: readonly Pair[],
  signal?: AbortSignal,
): Promise<Found<readonly Found<Paths>[]>> {
  const lists: { readonly paths: Set<string>; readonly unprintable: Set<string> }[] = [];
  const spelled = new Map<string, string>();
  let isPath = false;
  let count = 0;
  let whole = 0;
  // For each pair a header, then for each path two records, the first of which begins with a colon.
  const take = cutAt(0, (record) => {
    if (isPath) {
      isPath = false;
      count += 1;
      if (count <= listedLimit) note(record, lists.at(-1), spelled);
    } else if (record[0] === 0x3a) isPath = true;
    else {
      if (count <= listedLimit) whole = lists.length;
      lists.push({ paths: new Set(), unprintable: new Set() });
    }
    return undefined;
  });
  const answer = await askInPieces(git, {
    folder,
    signal,
    take,
    // The commit that comes first on a line is compared with the other as if that were its parent.
    input: pairs.map(([from, to]) => `${to} ${from}\n`).join(''),
    arguments: ['diff-tree', '--stdin', '--always', '-r', '-z', '--raw', ...plainDiff],
  });
  if (answer.kind === 'unknown') return answer;
  if (lists.length !== pairs.length) return unknown(incomplete);
  if (count <= listedLimit) whole = lists.length;
  return found(
    lists.map(({ paths, unprintable }, index) =>
      index < whole ? found({ paths: [...paths], unprintable: [...unprintable] }) : unknown(tooMany),
    ),
  );
}

/** How many paths are listed for all pairs of a batch together. */
const listedLimit = 2_000_000;
const tooMany = `more than ${listedLimit} paths differ between the commits that are named`;
const incomplete = 'git did not compare all the commits that are named';

/** Equal paths of different lists become one string. */
function note(
  name: Buffer,
  list: { readonly paths: Set<string>; readonly unprintable: Set<string> } | undefined,
  spelled: Map<string, string>,
): void {
  const text = decoded(name);
  if (text === undefined) {
    list?.unprintable.add(printable(name));
    return;
  }
  const path = spelled.get(text) ?? text;
  spelled.set(path, path);
  list?.paths.add(path);
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

import type { Found } from './found.ts';
import { askInPieces, cutAt, found } from './found.ts';
import type { Git } from './git.ts';

/**
 * Whether the index or the commit that is checked out, given by full id, has a file or a folder of that name; a folder
 * counts where a file in it is tracked. A path that leaves the root has no entry. Two processes for any number of
 * paths, whether or not they are on the disk.
 */
export async function lookUpTracked(
  git: Git,
  folder: string,
  paths: Iterable<string>,
  head: string | undefined,
  signal?: AbortSignal,
): Promise<Found<ReadonlyMap<string, boolean>>> {
  const bytes = new Map<string, string>();
  for (const path of paths) {
    const plain = plainPath(path);
    if (plain !== undefined) bytes.set(path, Buffer.from(plain, 'utf8').toString('latin1'));
  }
  if (bytes.size === 0) return found(new Map());
  const wanted = new Set(bytes.values());
  const seen = new Set<string>();
  const take = () =>
    cutAt(0, (record) => {
      const name = record.toString('latin1');
      if (wanted.has(name)) seen.add(name);
      for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
        const above = name.slice(0, slash);
        if (wanted.has(above)) seen.add(above);
      }
      return undefined;
    });
  const listed = ['ls-files', '-z', '--cached', '--deduplicate'];
  // What the commit has and the index has not; together with the index that is all of both.
  const removed = ['diff-index', '--cached', '-z', '--name-only', '--no-renames', '--diff-filter=D', head ?? '', '--'];
  const [index, commit] = await Promise.all([
    askInPieces(git, { folder, signal, take: take(), arguments: listed }),
    head === undefined ? found(false) : askInPieces(git, { folder, signal, take: take(), arguments: removed }),
  ]);
  if (index.kind === 'unknown') return index;
  if (commit.kind === 'unknown') return commit;
  // The root is always there.
  return found(new Map([...bytes].map(([path, name]) => [path, name === '' || seen.has(name)])));
}

/** Without empty and `.` segments; undefined where the path leaves the root or can be no path. */
function plainPath(path: string): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  return path.startsWith('/') || path.includes('\0') || segments.includes('..') ? undefined : segments.join('/');
}

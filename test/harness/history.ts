import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestRepository } from './repository.ts';

/** A history to be made in one step: for each commit, the places of its parents in the list. */
export type Shape = readonly (readonly number[])[];

/** What commits are like, each by its place in the list. */
interface Details {
  /** Seconds from the first commit; a minute each where it is not said. */
  readonly clock?: (place: number) => number;
  /** The file that it writes its place to; `f<place>.txt` where it is not said. */
  readonly file?: (place: number) => string;
}

/** Makes commits and gives their full ids. The branch `refs/heads/line` is left at the last one. */
export async function makeHistory(
  repository: TestRepository,
  shape: Shape,
  { clock = (place) => 60 * place, file = (place) => `f${place}.txt` }: Details = {},
): Promise<readonly string[]> {
  const commits = shape.map(([first, ...others], place) =>
    [
      'commit refs/heads/line',
      `mark :${place + 1}`,
      `committer C <c@example.com> ${1767225600 + clock(place)} +0000`,
      'data 1',
      `x${first === undefined ? '' : `\nfrom :${first + 1}`}`,
      ...others.map((parent) => `merge :${parent + 1}`),
      `M 100644 inline ${file(place)}`,
      `data ${String(place).length}`,
      `${place}\n\n`,
    ].join('\n'),
  );
  // Without it, a commit that names no parents would go on from the branch.
  const start = (place: number) => (shape[place]?.length === 0 ? 'reset refs/heads/line\n\n' : '');
  const input = commits.map((commit, place) => `${start(place)}${commit}`).join('');
  const marks = path.join(repository.folder, '.git', 'marks');
  await repository.feed(input, 'fast-import', '--quiet', '--force', `--export-marks=${marks}`);
  const ids: string[] = [];
  for (const line of (await readFile(marks, 'utf8')).split('\n')) {
    const [, mark, id] = /^:(\d+) (\w+)$/.exec(line) ?? [];
    if (id !== undefined) ids[Number(mark) - 1] = id;
  }
  return ids;
}

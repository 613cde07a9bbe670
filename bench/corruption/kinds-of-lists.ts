import type { Kind } from './kind.ts';
import { changedPaths, members } from './kind.ts';
import type { Random } from './random.ts';
import { FOLDER, type Truth } from './truth.ts';

/** Lists of paths, and paths. */
export const listKinds: readonly Kind[] = [
  list('a changed path left out', (paths, truth, random) => without(paths, random.pick(workPaths(paths, truth)))),
  list('a renamed file’s old name left out', (paths, { work }) => without(paths, work.renamed.from)),
  list('a deleted file left out', (paths, { work }) => without(paths, work.deleted)),
  list('a change of mode left out', (paths, { work }) => without(paths, work.modeOnly)),
  list('a change of type left out', (paths, { work }) => without(paths, work.typeChanged)),
  list('all changed paths left out', () => []),
  list('half of the changed paths left out', (paths) => paths.slice(0, Math.floor(paths.length / 2))),
  list('the changed paths of another task', (_, { history, work, members: { changed_paths: own } }, random) => {
    const other = random.pick(history.works.filter((one) => one !== work));
    return Array.isArray(own) ? own.map((path) => String(path).replace(/\d+/, String(other.task.slice(5)))) : [];
  }),
  list('a path that did not change', (paths, { work }, random) => [
    ...paths,
    random.pick([...work.head.tree.keys()].filter((path) => !paths.includes(path))),
  ]),
  list('a path that was changed and changed back', (paths) => [...paths, 'src/undone.ts']),
  list('a path that nobody has', (paths) => [...paths, 'src/imagined/helper.ts']),
  list('a path misspelt', (paths, truth, random) => {
    const wrong = random.pick(workPaths(paths, truth));
    return paths.map((path) => (path === wrong ? `${path.slice(0, -2)}${path.at(-1)}${path.at(-2)}` : path));
  }),
  list('a path in other case', (paths, truth, random) => {
    const wrong = random.pick(workPaths(paths, truth));
    return paths.map((path) => (path === wrong ? path.toUpperCase() : path));
  }),
  list('a folder for the files in it', (paths, { work }) => [
    ...paths.filter((path) => !path.startsWith(work.renamed.to.replace(/[^/]*$/, ''))),
    work.renamed.to.replace(/[^/]*$/, ''),
  ]),
  list('a rename with an arrow', (paths, { work: { renamed } }) => [
    ...paths.filter((path) => path !== renamed.from && path !== renamed.to),
    `${renamed.from} => ${renamed.to}`,
  ]),
  list('a path with a mark of git status', (paths, truth, random) => {
    const wrong = random.pick(workPaths(paths, truth));
    return paths.map((path) => (path === wrong ? `M ${path}` : path));
  }),
  path('a path twice', (one) => [one, one]),
  path('a path with backslashes', (one) => [one.replaceAll('/', '\\')]),
  path('an absolute path', (one) => [`/home/ada/repository/${one}`]),
  path('a path from a Windows disk', (one) => [`C:/work/${one}`]),
  path('a path that leads out of the repository', (one) => [`../repository/${one}`]),
  path('a path with ./', (one) => [`./${one}`]),
  path('a path with a blank at its end', (one) => [`${one} `]),
  path('an empty path', (one) => [one, '']),
  path('a number for a path', (one) => [one, 7]),
  members('paths', 'a changed path that is forbidden', (truth, random) => ({
    forbidden_paths: [random.pick(workPaths(changedPaths(truth), truth)).replace(/[^/]*$/, '')],
  })),
  members('paths', 'a file moved out of a forbidden folder', () => ({ forbidden_paths: ['secret/'] })),
  members('paths', 'a file moved out of a forbidden folder, its old name hidden', (truth) => ({
    forbidden_paths: ['secret/'],
    changed_paths: without(changedPaths(truth), truth.work.moved.from),
  })),
  members('paths', 'changed paths that are not allowed', () => ({ allowed_paths: ['src/'] })),
  members('paths', 'a path both allowed and forbidden', () => ({
    allowed_paths: [],
    forbidden_paths: ['infra', 'infra/'],
  })),
  members('paths', 'a pattern for a path', () => ({ forbidden_paths: ['infra/*.yml'] })),
  members('paths', 'a forbidden path misspelt', () => ({ forbidden_paths: ['infra/depoly.yml'] }), {
    checkedOut: true,
  }),
  members(
    'paths',
    'an allowed path misspelt',
    ({ members: { allowed_paths: paths } }) =>
      Array.isArray(paths) && paths.length > 0 ? { allowed_paths: [...paths, 'scr/'] } : { allowed_paths: ['scr/'] },
    { checkedOut: true },
  ),
];

function list(
  name: string,
  change: (paths: readonly string[], truth: Truth, random: Random) => readonly unknown[],
): Kind {
  return members('lists', name, (truth, random) => ({ changed_paths: change(changedPaths(truth), truth, random) }));
}

/** Puts other entries in the place of one of the changed paths. */
function path(name: string, change: (path: string) => readonly unknown[]): Kind {
  return members('paths', name, (truth, random) => {
    const paths = changedPaths(truth);
    const one = random.pick(workPaths(paths, truth));
    return { changed_paths: paths.flatMap((other) => (other === one ? change(other) : [other])) };
  });
}

/** Files of handoffs may be listed or not, so leaving one out is no mistake. */
function workPaths(paths: readonly string[], _: Truth): readonly string[] {
  return paths.filter((path) => !path.startsWith(`${FOLDER}/`));
}

function without(paths: readonly string[], gone: string): readonly string[] {
  return paths.filter((path) => path !== gone);
}

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Range, type RangeFact, rangeKey } from '../../core/evidence/facts.ts';
import { factsIn } from '../harness/facts.ts';
import { makeHistory } from '../harness/history.ts';
import { makeRepository, type TestRepository, temporaryFolder } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

async function compare(repository: TestRepository, from: string, to: string, changed = false): Promise<RangeFact> {
  const range: Range = { from, to, changed };
  const fact = (await factsIn(repository.folder, { ranges: [range] })).git?.ranges.get(rangeKey(range));
  if (fact === undefined) throw new Error('no fact');
  return fact;
}

/** `main` and `task`, which left it at `fork`; each has a commit of its own. */
async function forked(): Promise<{
  readonly repository: TestRepository;
  readonly fork: string;
  readonly main: string;
  readonly task: string;
}> {
  const repository = await makeRepository();
  const fork = await repository.commit({ 'a.txt': 'a\n', 'old.md': 'a page that moves\n' });
  await repository.branch('task');
  const task = await repository.commit({ 'task.txt': 't' });
  await repository.checkout('main');
  const main = await repository.commit({ 'main.txt': 'm' });
  return { repository, fork, main, task };
}

describe('how two commits relate', () => {
  test('a commit is its own ancestor, with nothing changed', async () => {
    const { repository, task } = await forked();
    expect(await compare(repository, task, task, true)).toEqual({
      from: task,
      to: task,
      ancestor: true,
      reachable: true,
      ahead: 0,
      behind: 0,
      mergeBases: [task],
      changed: [],
      unprintable: 0,
    });
  });

  test('ancestor, descendant and neither are told apart, and commits are counted on both sides (pitfall 83)', async () => {
    const { repository, fork, main, task } = await forked();
    expect(await compare(repository, fork, task)).toEqual({
      from: fork,
      to: task,
      ancestor: true,
      reachable: true,
      ahead: 1,
      behind: 0,
      mergeBases: [fork],
    });
    expect(await compare(repository, task, fork)).toEqual({
      from: task,
      to: fork,
      ancestor: false,
      reachable: false,
      ahead: 0,
      behind: 1,
      mergeBases: [fork],
    });
    expect(await compare(repository, main, task, true)).toEqual({
      from: main,
      to: task,
      ancestor: false,
      reachable: false,
      ahead: 1,
      behind: 1,
      mergeBases: [fork],
      changed: ['main.txt', 'task.txt'],
      unprintable: 0,
    });
  });

  test('an empty commit changes nothing and still counts', async () => {
    const { repository, task } = await forked();
    await repository.checkout('task');
    const empty = await repository.commit({});
    expect(await compare(repository, task, empty, true)).toMatchObject({ ahead: 1, changed: [] });
  });

  test('a commit that was rebased away is known and on no branch (pitfall 84)', async () => {
    const { repository, fork, main, task } = await forked();
    await repository.checkout('task');
    await repository.git('rebase', '--quiet', 'main');
    const rebased = await repository.git('rev-parse', 'task');
    expect(await compare(repository, task, 'branch:task')).toEqual({
      from: task,
      to: rebased,
      ancestor: false,
      reachable: false,
      ahead: 2,
      behind: 1,
      mergeBases: [fork],
    });
    expect(await compare(repository, main, 'branch:task')).toMatchObject({ ancestor: true, ahead: 1 });
  });

  test('a merge of main brings its commits along', async () => {
    const { repository, fork, main } = await forked();
    await repository.checkout('task');
    await repository.git('merge', '--quiet', '--no-edit', 'main');
    const head = await repository.git('rev-parse', 'HEAD');
    expect(await compare(repository, main, head, true)).toMatchObject({
      ancestor: true,
      ahead: 2,
      behind: 0,
      mergeBases: [main],
      changed: ['task.txt'],
    });
    expect(await compare(repository, fork, head, true)).toMatchObject({ ahead: 3, changed: ['main.txt', 'task.txt'] });
  });

  test('after crossing merges there are several merge bases', async () => {
    const repository = await makeRepository();
    const ids = await makeHistory(repository, [[], [0], [0], [1, 2], [2, 1], [3], [4]]);
    expect(await compare(repository, ids[5] ?? '', ids[6] ?? '')).toMatchObject({
      ancestor: false,
      ahead: 2,
      behind: 2,
      mergeBases: [ids[1], ids[2]].sort(),
    });
  });

  test('a base that is an ancestor of another base is none', async () => {
    const repository = await makeRepository();
    // 5 and 6 have 1 and 2 in common; 1 is an ancestor of 2.
    const ids = await makeHistory(repository, [[], [0], [1], [2], [2], [3, 1], [4, 1]]);
    expect(await compare(repository, ids[5] ?? '', ids[6] ?? '')).toMatchObject({ mergeBases: [ids[2]] });
  });

  test('unrelated histories have no merge base, and that is known (pitfall 81)', async () => {
    const repository = await makeRepository();
    const ids = await makeHistory(repository, [[], [0], [], [2], [3]]);
    expect(await compare(repository, ids[1] ?? '', ids[4] ?? '', true)).toEqual({
      from: ids[1],
      to: ids[4],
      ancestor: false,
      reachable: false,
      ahead: 3,
      behind: 2,
      mergeBases: [],
      changed: ['f0.txt', 'f1.txt', 'f2.txt', 'f3.txt', 'f4.txt'],
      unprintable: 0,
    });
  });

  test('clocks that run backwards change no answer', async () => {
    const repository = await makeRepository();
    const shape = [[], [0], [1], [2], [1], [4], [3, 4]];
    const ids = await makeHistory(repository, shape, { clock: (place) => 1000 - 60 * place });
    expect(await compare(repository, ids[5] ?? '', ids[6] ?? '')).toMatchObject({
      ancestor: false,
      ahead: 3,
      behind: 1,
      mergeBases: [ids[4]],
    });
    expect(await compare(repository, ids[0] ?? '', ids[6] ?? '')).toMatchObject({
      ancestor: true,
      ahead: 5,
      behind: 0,
    });
  });

  test('replaced objects and grafted parents, which no other clone has, change no answer', async () => {
    const { repository, fork, main, task } = await forked();
    await repository.git('replace', '--graft', task, main);
    await writeFile(path.join(repository.folder, '.git', 'info', 'grafts'), `${main} ${task}\n`);
    expect(await compare(repository, main, task)).toMatchObject({ ancestor: false, mergeBases: [fork] });
    expect(await compare(repository, task, main)).toMatchObject({ ancestor: false, mergeBases: [fork] });
  });
});

describe('the ends of a range', () => {
  test('ids may be short and in upper case, and have one key whatever their case (pitfall 101)', async () => {
    const { repository, fork, task } = await forked();
    const range = { from: fork.slice(0, 7).toUpperCase(), to: task.toUpperCase() };
    const facts = await factsIn(repository.folder, { ranges: [range] });
    expect([...(facts.git?.ranges.keys() ?? [])]).toEqual([`${fork.slice(0, 7)}..${task}`]);
    expect(facts.git?.ranges.get(rangeKey(range))).toMatchObject({ from: fork, to: task, ancestor: true });
  });

  test('what is no commit here is unknown, with the reason, and nothing is concluded (pitfalls 100, 101, 116)', async () => {
    const { repository, task } = await forked();
    await repository.git('update-ref', `refs/heads/${'a'.repeat(40)}`, task);
    const tree = await repository.git('rev-parse', 'HEAD^{tree}');
    const file = path.join(await temporaryFolder(), 'x');
    const reasons: Readonly<Record<string, string>> = {
      [tree]: `${tree} is the id of a tree`,
      ['a'.repeat(40)]: `the repository has no commit ${'a'.repeat(40)}`,
      ['0'.repeat(40)]: `the repository has no commit ${'0'.repeat(40)}`,
      [task.slice(0, 6)]: `${task.slice(0, 6)} is no commit id`,
      HEAD: 'HEAD is no commit id',
      '': ' is no commit id',
      [`--output=${file}`]: `--output=${file} is no commit id`,
      'branch:HEAD': 'the repository has no branch HEAD',
      'branch:refs/heads/task': 'the repository has no branch refs/heads/task',
      'branch:': 'the repository has no branch ',
      'branch:no such': 'the repository has no branch no such',
    };
    const found: Record<string, unknown> = {};
    for (const end of Object.keys(reasons)) {
      const { unknown, ...rest } = await compare(repository, end, task, true);
      expect(rest).toEqual({ to: task });
      found[end] = unknown;
    }
    expect(found).toEqual(reasons);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('one wrong end takes nothing from the other ranges', async () => {
    const { repository, fork, task } = await forked();
    const good = { from: fork, to: task, changed: true };
    const facts = await factsIn(repository.folder, {
      ranges: [{ from: 'b'.repeat(40), to: task }, good, { from: fork, to: 'branch:none' }],
    });
    expect(facts.git?.ranges.get(rangeKey(good))).toMatchObject({ ancestor: true, changed: ['task.txt'] });
    expect(facts.unchecked).toBe(undefined);
  });

  test('an abbreviation that several commits share is unknown', { timeout: 30_000 }, async () => {
    const repository = await makeRepository();
    const root = await repository.commit({ 'a.txt': 'a' });
    const tree = await repository.git('rev-parse', 'HEAD^{tree}');
    // Commits are tried on the spot until two begin alike: seven digits are met early among thirty thousand.
    let pair: readonly [string, string] | undefined;
    const seen = new Map<string, string>();
    for (let round = 0; pair === undefined; round += 1) {
      const commits = Array.from({ length: 10_000 }, (_, index) => {
        const mark = round * 10_000 + index + 1;
        return `commit refs/x/${mark % 7}\nmark :${mark}\ncommitter C <c@e.x> ${1767225600 + mark} +0000\ndata 1\nx\nM 040000 ${tree} \n\n`;
      });
      const marks = path.join(repository.folder, '.git', 'marks');
      await repository.feed(commits.join(''), 'fast-import', '--quiet', '--force', `--export-marks=${marks}`);
      for (const line of (await readFile(marks, 'latin1')).split('\n')) {
        const id = line.split(' ')[1] ?? '';
        const other = seen.get(id.slice(0, 7));
        if (id !== '' && other !== undefined && other !== id) pair ??= [other, id];
        seen.set(id.slice(0, 7), id);
      }
    }
    const short = pair[0].slice(0, 7);
    const { unknown, ...rest } = await compare(repository, short, root);
    expect([unknown, rest]).toEqual([`${short} is the beginning of several commit ids`, { to: root }]);
  });

  test('a repository with SHA-256 is compared alike (pitfall 101)', async () => {
    const repository = await makeRepository(undefined, '--object-format=sha256');
    const base = await repository.commit({ 'a.txt': 'a' });
    const head = await repository.commit({ 'b.txt': 'b' });
    expect(await compare(repository, base, head.slice(0, 12), true)).toMatchObject({
      from: base,
      to: head,
      ancestor: true,
      ahead: 1,
      changed: ['b.txt'],
    });
  });
});

describe('what changed between two commits', () => {
  test('both sides of a rename, deletions and odd names are listed (pitfalls 86, 88, 108)', async () => {
    const { repository, main } = await forked();
    await repository.git('config', 'diff.renames', 'copies');
    await repository.git('mv', 'old.md', 'Old.md');
    const head = await repository.commit({ 'a.txt': null, ':odd': 'x', ['b'.repeat(40)]: 'x', 'é\n한.txt': 'x' });
    expect((await compare(repository, main, head, true)).changed).toEqual([
      ':odd',
      'Old.md',
      'a.txt',
      'b'.repeat(40),
      'old.md',
      'é\n한.txt',
    ]);
  });

  onPosix('a file that became a link and one that became executable are listed', async () => {
    const { repository, main } = await forked();
    await repository.git('update-index', '--chmod=+x', 'old.md');
    const blob = await repository.git('rev-parse', 'HEAD:a.txt');
    await repository.git('update-index', '--cacheinfo', `120000,${blob},a.txt`);
    await repository.git('commit', '--quiet', '-m', 'Change types');
    expect((await compare(repository, main, 'branch:main', true)).changed).toEqual(['a.txt', 'old.md']);
  });

  test('a submodule that moves on is one path (pitfall 102)', async () => {
    const { repository } = await forked();
    const inner = await makeRepository();
    await inner.commit({ 'x.txt': 'x' });
    const sub = await repository.submodule('sub', inner);
    const before = await repository.git('rev-parse', 'HEAD');
    await sub.commit({ 'x.txt': 'y' });
    await repository.git('add', 'sub');
    await repository.git('commit', '--quiet', '-m', 'Move on');
    await repository.git('config', 'diff.ignoreSubmodules', 'all');
    expect((await compare(repository, before, 'branch:main', true)).changed).toEqual(['sub']);
  });

  onPosix('names that are not UTF-8 are counted and never listed wrongly (pitfall 107)', async () => {
    const { repository, main } = await forked();
    const name = Buffer.concat([Buffer.from(`${repository.folder}/caf`), Buffer.from([0xe9])]);
    await writeFile(name, 'x');
    const head = await repository.commit({ 'b.txt': 'b' });
    expect(await compare(repository, main, head, true)).toMatchObject({ changed: ['b.txt'], unprintable: 1 });
  });

  test('thirty thousand paths are all listed (pitfall 94)', { timeout: 30_000 }, async () => {
    const repository = await makeRepository();
    const name = (index: number) => `d${index % 100}/${'n'.repeat(80)}${String(index).padStart(5, '0')}`;
    const files = Array.from({ length: 30_000 }, (_, index) => `M 100644 inline ${name(index)}\ndata 1\nx\n`).join('');
    const commit = (text: string) =>
      `commit refs/heads/main\ncommitter C <c@e.x> 1767225600 +0000\ndata 1\nx\n${text}\n`;
    await repository.feed(`${commit('')}${commit(files)}`, 'fast-import', '--quiet');
    const first = await repository.git('rev-parse', 'main~1');
    const { changed } = await compare(repository, first, 'branch:main', true);
    expect(changed).toHaveLength(30_000);
    expect(changed).toContain(name(29_999));
  });

  test('a range is compared with and without its paths, as asked', async () => {
    const { repository, fork, task } = await forked();
    expect(await compare(repository, fork, task)).not.toHaveProperty('changed');
    const facts = await factsIn(repository.folder, {
      ranges: [
        { from: fork, to: task },
        { from: fork, to: task, changed: true },
        { from: fork, to: task },
      ],
    });
    expect(facts.git?.ranges.get(`${fork}..${task}`)).toMatchObject({ changed: ['task.txt'], unprintable: 0 });
  });
});

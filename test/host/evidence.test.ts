import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gather } from '../../host/facts.ts';
import { allOfGit, countingGit, factsIn, locate, testTime } from '../harness/facts.ts';
import { makeRepository, type TestRepository, temporaryFolder, testGit, writeFiles } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

const nothingAsked = { commits: new Map(), tips: new Map(), ranges: new Map(), tracked: new Map() };

/** A repository with `origin/main`, on the branch `task/task-1-dev4` that starts there. */
async function onTask(): Promise<{
  readonly repository: TestRepository;
  readonly base: string;
  readonly remote: TestRepository;
}> {
  const repository = await makeRepository();
  const base = await repository.commit({ 'src/a.ts': 'a\n', 'docs/old.md': 'a page that moves\n' }, 'Start');
  const remote = await repository.remote();
  await repository.branch('task/task-1-dev4');
  return { repository, base, remote };
}

describe('what is checked out', () => {
  test('branch, head, base and merge base are told, and which ref was the base (pitfalls 80, 83)', async () => {
    const { repository, base } = await onTask();
    const head = await repository.commit({ 'src/b.ts': 'b\n' });
    const { git, unchecked } = await factsIn(repository.folder, { git: ['head'] });
    expect(git).toEqual({
      branch: 'task/task-1-dev4',
      head,
      base: { ref: 'refs/remotes/origin/main', commit: base },
      shallow: false,
      ...nothingAsked,
    });
    expect(unchecked).toBe(undefined);
  });

  test('a detached head has an id and no branch, never a branch called HEAD (pitfall 76)', async () => {
    const { repository, base } = await onTask();
    await repository.detach();
    const { git } = await factsIn(repository.folder, { git: ['head'] });
    expect(git).toMatchObject({ head: base });
    expect(git).not.toHaveProperty('branch');
  });

  test('an unborn branch has a name and no commit (pitfall 77)', async () => {
    const fresh = await makeRepository();
    expect(await factsIn(fresh.folder, { git: ['head', 'recent', 'paths'] })).toMatchObject({
      git: { branch: 'main', shallow: false, recent: [], paths: [] },
    });
    const { repository } = await onTask();
    await repository.git('checkout', '--quiet', '--orphan', 'x');
    const { git, unchecked } = await factsIn(repository.folder, { git: ['changed'] });
    expect(git).toEqual({ branch: 'x', base: { ref: 'refs/remotes/origin/main' }, shallow: false, ...nothingAsked });
    expect(unchecked).toBe('the branch has no commit yet');
  });

  test('the branch of a repository with reftable refs is told (pitfall 78)', async (context) => {
    const probe = await makeRepository(undefined, '--ref-format=reftable').catch(() => undefined);
    if (probe === undefined) return context.skip('this git knows no reftable');
    await probe.commit({ 'a.txt': 'a' });
    await probe.branch('real');
    expect((await factsIn(probe.folder, { git: ['head'] })).git?.branch).toBe('real');
  });

  test('branches called like an option, a file or a commit are themselves (pitfalls 84, 100, 116)', async () => {
    const { repository, base } = await onTask();
    for (const name of ['--output=pwn.txt', 'docs', base, '$(id>pwn.txt)']) {
      await repository.git('update-ref', `refs/heads/${name}`, 'HEAD');
      await repository.git('symbolic-ref', 'HEAD', `refs/heads/${name}`);
      const facts = await factsIn(repository.folder, allOfGit);
      expect(facts.git).toMatchObject({ branch: name, head: base, changed: [], uncommitted: [] });
      expect(facts.git?.branches).toContain(name);
    }
    await expect(stat(path.join(repository.folder, 'pwn.txt'))).rejects.toThrow('ENOENT');
  });
});

describe('the base', () => {
  const baseOf = async (repository: TestRepository, base?: string) => {
    const facts = await factsIn(repository.folder, { git: ['changed'] }, base === undefined ? {} : { base });
    return [facts.git?.base?.ref, facts.unchecked];
  };
  const nothing =
    'the repository has no origin/main, origin/master or other default branch to compare with: set git.base';

  test('no remote: nothing is guessed, and what to do is said (pitfall 80)', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'a.txt': 'a' });
    expect(await baseOf(repository)).toEqual([undefined, nothing]);
    expect((await factsIn(repository.folder, { git: ['head'] })).unchecked).toBe(undefined);
  });

  test('origin/HEAD comes before origin/main, main before master, origin before upstream (pitfall 80)', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'a.txt': 'a' });
    const steps = [
      ['refs/remotes/fork/main', 'refs/remotes/fork/main'],
      ['refs/remotes/upstream/master', 'refs/remotes/upstream/master'],
      ['refs/remotes/origin/master', 'refs/remotes/origin/master'],
      ['refs/remotes/origin/main', 'refs/remotes/origin/main'],
      ['refs/remotes/origin/trunk', 'refs/remotes/origin/main'],
    ] as const;
    for (const [ref, base] of steps) {
      await repository.git('update-ref', ref, 'HEAD');
      expect(await baseOf(repository)).toEqual([base, undefined]);
    }
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    expect(await baseOf(repository)).toEqual(['refs/remotes/origin/trunk', undefined]);
    await repository.git('update-ref', '-d', 'refs/remotes/origin/trunk');
    expect(await baseOf(repository)).toEqual(['refs/remotes/origin/main', undefined]);
  });

  test('of two unknown remotes neither is taken (pitfall 80)', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'a.txt': 'a' });
    await repository.git('update-ref', 'refs/remotes/one/main', 'HEAD');
    await repository.git('update-ref', 'refs/remotes/two/main', 'HEAD');
    expect(await baseOf(repository)).toEqual([undefined, nothing]);
  });

  test('the configured base wins, by short or full name, and a wrong one is never replaced by a guess (pitfall 80)', async () => {
    const { repository } = await onTask();
    await repository.git('update-ref', 'refs/remotes/origin/release/1.0', 'HEAD');
    await repository.git('tag', '-a', '-m', 'v1', 'v1');
    expect(await baseOf(repository, 'origin/release/1.0')).toEqual(['refs/remotes/origin/release/1.0', undefined]);
    expect(await baseOf(repository, 'refs/heads/main')).toEqual(['refs/heads/main', undefined]);
    expect(await baseOf(repository, 'main')).toEqual(['refs/heads/main', undefined]);
    expect(await baseOf(repository, 'v1')).toEqual(['refs/tags/v1', undefined]);
    for (const wrong of ['origin/release', 'origin/*', 'HEAD~1', '', 'a b', 'a\0b', '-x', '@{-1}', '../heads/main']) {
      expect(await baseOf(repository, wrong)).toEqual([
        undefined,
        `the configured base ${wrong} is no branch or tag of this repository`,
      ]);
    }
  });

  test('a configured base that looks like an option writes no file (pitfall 116)', async () => {
    const { repository } = await onTask();
    const outside = path.join(await temporaryFolder(), 'x');
    await baseOf(repository, `--output=${outside}`);
    await expect(stat(outside)).rejects.toThrow('ENOENT');
  });

  test('a local main that is far behind is not what is compared with (pitfall 84)', async () => {
    const { repository, base } = await onTask();
    await repository.git(
      'update-ref',
      'refs/heads/main',
      await repository.git('commit-tree', '-m', 'Old', 'HEAD^{tree}'),
    );
    expect((await factsIn(repository.folder, { git: ['head'] })).git?.base).toEqual({
      ref: 'refs/remotes/origin/main',
      commit: base,
    });
  });
});

describe('changed paths', () => {
  test('they are counted from the merge base: what others did to main is not in them (pitfall 83)', async () => {
    const { repository, base } = await onTask();
    await repository.checkout('main');
    await repository.commit({ 'adv.txt': 'from others' });
    await repository.git('push', '--quiet', 'origin', 'main');
    await repository.checkout('task/task-1-dev4');
    await repository.commit({ 'src/b.ts': 'b\n' });
    const { git } = await factsIn(repository.folder, { git: ['changed'] });
    expect(git?.changed).toEqual(['src/b.ts']);
    expect(git?.base).toEqual({ ref: 'refs/remotes/origin/main', commit: base });
  });

  test('both sides of a rename, deletions, a change of case and odd names are listed (pitfalls 86, 108, 115)', async () => {
    const { repository } = await onTask();
    await repository.git('mv', 'docs/old.md', 'docs/Old.md');
    await repository.commit({ 'src/a.ts': null, 'R  x': 'x', 'app/[id]/"p".tsx': 'p', 'é\n한.txt': 'x' });
    const { git } = await factsIn(repository.folder, { git: ['changed'] });
    expect(git?.changed).toEqual(['R  x', 'app/[id]/"p".tsx', 'docs/Old.md', 'docs/old.md', 'src/a.ts', 'é\n한.txt']);
  });

  onPosix('a file that became a link and one that became executable are listed', async () => {
    const { repository } = await onTask();
    await repository.git('update-index', '--chmod=+x', 'docs/old.md');
    await repository.git(
      'update-index',
      '--cacheinfo',
      `120000,${await repository.git('rev-parse', 'HEAD:src/a.ts')},src/a.ts`,
    );
    await repository.git('commit', '--quiet', '-m', 'Change types');
    expect((await factsIn(repository.folder, { git: ['changed'] })).git?.changed).toEqual(['docs/old.md', 'src/a.ts']);
  });

  test('they are the same whatever the user’s diff settings are, and from any folder (pitfalls 88, 89)', async () => {
    const { repository } = await onTask();
    await repository.git('mv', 'docs/old.md', 'docs/new.md');
    await repository.commit({ 'src/b.ts': 'b\n' });
    const settings = [
      'diff.renames=copies',
      'diff.relative=true',
      'diff.noprefix=true',
      'diff.mnemonicPrefix=true',
      'color.ui=always',
      'log.showSignature=true',
      'core.quotePath=true',
      'status.relativePaths=true',
      'status.renames=copies',
      'status.showUntrackedFiles=no',
      'diff.ignoreSubmodules=all',
      'log.decorate=full',
      'diff.orderFile=/dev/null',
      'core.abbrev=4',
      'log.follow=true',
      'status.branch=true',
      'log.date=relative',
      'format.pretty=oneline',
    ];
    for (const setting of settings) {
      const [name = '', value = ''] = setting.split('=');
      await repository.git('config', name, value);
    }
    await repository.write({ 'src/new.ts': 'n' });
    const { git } = await factsIn(path.join(repository.folder, 'src'), allOfGit);
    expect(git?.changed).toEqual(['docs/new.md', 'docs/old.md', 'src/b.ts']);
    expect(git?.uncommitted).toEqual(['src/new.ts']);
    expect(git?.recent?.map((commit) => commit.subject)).toEqual(['Change files', 'Start']);
  });

  test('a submodule is one path, and its inside is not invented (pitfall 102)', async () => {
    const { repository } = await onTask();
    const inner = await makeRepository();
    await inner.commit({ 'x.txt': 'x' });
    const sub = await repository.submodule('sub', inner);
    await repository.git('config', 'submodule.sub.ignore', 'all');
    await sub.write({ 'x.txt': 'changed', 'y.txt': 'new' });
    const facts = await factsIn(repository.folder, { git: ['changed', 'uncommitted'] });
    expect(facts.git?.changed).toEqual(['.gitmodules', 'sub']);
    expect(facts.git?.uncommitted).toEqual([]);
    await sub.commit({ 'y.txt': 'committed' });
    expect((await factsIn(repository.folder, { git: ['uncommitted'] })).git?.uncommitted).toEqual(['sub']);
  });

  onPosix('a name that is not UTF-8 is told apart, never listed wrongly (pitfall 107)', async () => {
    const { repository } = await onTask();
    await writeFile(
      Buffer.concat([Buffer.from(`${repository.folder}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]),
      'x',
    );
    expect((await factsIn(repository.folder, { git: ['uncommitted'] })).git).toMatchObject({
      uncommitted: [],
      unprintable: ['caf\\xe9.txt'],
    });
    await repository.commit({ 'b.txt': 'b' });
    const { git } = await factsIn(repository.folder, { git: ['changed'] });
    expect(git?.changed).toEqual(['b.txt']);
    expect(git?.unprintable).toEqual(['caf\\xe9.txt']);
  });

  test('line ends that git would change on the next commit are not in the committed difference (pitfall 103)', async () => {
    const { repository } = await onTask();
    await repository.commit({ 'f.txt': 'a\r\n' });
    await repository.git('push', '--quiet', 'origin', 'HEAD:main');
    await repository.write({ '.gitattributes': '*.txt text\n' });
    await repository.git('add', '.gitattributes');
    await repository.git('commit', '--quiet', '-m', 'Normalise');
    await repository.write({ 'f.txt': 'a\r\n' });
    const { git } = await factsIn(repository.folder, { git: ['changed', 'uncommitted'] });
    expect(git).toMatchObject({ changed: ['.gitattributes'], uncommitted: ['f.txt'] });
  });

  test('30,000 names of 100 characters are all there (pitfall 94)', { timeout: 60_000 }, async () => {
    const { repository } = await onTask();
    const blob = await repository.git('rev-parse', 'HEAD:src/a.ts');
    const names = Array.from(
      { length: 30_000 },
      (_, index) => `many/${String(index).padStart(5, '0')}-${'n'.repeat(89)}`,
    );
    await repository.feed(names.map((name) => `100644 ${blob}\t${name}\n`).join(''), 'update-index', '--index-info');
    await repository.git('commit', '--quiet', '-m', 'Add many');
    const { git } = await factsIn(repository.folder, { git: ['changed', 'paths', 'uncommitted'] });
    expect(names[0]).toHaveLength(100);
    expect(git?.changed).toHaveLength(30_000);
    expect(git?.changed?.[0]).toBe(names[0]);
    expect(git?.changed?.at(-1)).toBe(names.at(-1));
    expect(git?.uncommitted).toHaveLength(30_000);
    expect(git?.paths).toHaveLength(10_000);
    expect(git?.paths?.at(-1)).toBe(names[9_998]);
  });
});

describe('histories with nothing in common', () => {
  test('a shallow clone without the merge base is said to be shallow, and no list is made up (pitfall 81)', async () => {
    const { repository, remote } = await onTask();
    await repository.commit({ 'src/b.ts': 'b\n' });
    await repository.git('push', '--quiet', 'origin', 'task/task-1-dev4');
    const clone = await remote.clone('--depth=1', '--branch=task/task-1-dev4');
    await clone.git('fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
    const { git, unchecked } = await factsIn(clone.folder, { git: ['changed'] });
    expect(git).toMatchObject({ shallow: true, base: { ref: 'refs/remotes/origin/main' } });
    expect(git).not.toHaveProperty('changed');
    expect(git?.base).not.toHaveProperty('commit');
    expect(unchecked).toBe(
      'the clone is shallow and holds no commit that the head and origin/main have in common: run git fetch --deepen=100',
    );
  });

  test('an unrelated history is said to be, too (pitfall 81)', async () => {
    const { repository } = await onTask();
    await repository.git('checkout', '--quiet', '--orphan', 'other');
    await repository.commit({ 'x.txt': 'x' });
    const { git, unchecked } = await factsIn(repository.folder, { git: ['changed'] });
    expect(git).not.toHaveProperty('changed');
    expect(unchecked).toBe('the head and origin/main have no commit in common');
  });

  test('a clone of a single branch has no base and does not fail (pitfall 82)', async () => {
    const { repository, remote } = await onTask();
    await repository.git('push', '--quiet', 'origin', 'task/task-1-dev4');
    const clone = await remote.clone('--depth=1', '--branch=task/task-1-dev4');
    const { git, unchecked } = await factsIn(clone.folder, { git: ['changed'] });
    expect(git).toMatchObject({ branch: 'task/task-1-dev4', shallow: true });
    expect(git).not.toHaveProperty('base');
    expect(unchecked).toContain('set git.base');
  });
});

describe('the working tree', () => {
  test('staged, changed, deleted, renamed, conflicting and untracked files are listed, ignored ones are not (pitfall 86)', async () => {
    const { repository } = await onTask();
    await repository.commit({ '.gitignore': '*.log\n', 'R x.txt': 'r', 'c.txt': 'base\n', 'gone.txt': 'g' });
    await repository.branch('side');
    await repository.commit({ 'c.txt': 'theirs\n' });
    await repository.checkout('task/task-1-dev4');
    await repository.commit({ 'c.txt': 'ours\n' });
    await expect(repository.git('merge', '--quiet', 'side')).rejects.toThrow('git merge');
    await repository.git('mv', 'docs/old.md', 'docs/m2.md');
    await repository.write({ 'R x.txt': 'changed', 'gone.txt': null, 'new/deep/a b.txt': 'n', 'x.log': 'ignored' });
    const { git } = await factsIn(repository.folder, { git: ['uncommitted'] });
    expect([...(git?.uncommitted ?? [])].sort()).toEqual([
      'R x.txt',
      'c.txt',
      'docs/m2.md',
      'docs/old.md',
      'gone.txt',
      'new/deep/a b.txt',
    ]);
  });

  test('a repository that lies untracked in the work tree is one path', async () => {
    const { repository } = await onTask();
    const inner = await makeRepository(path.join(repository.folder, 'nested'));
    await inner.commit({ 'x.txt': 'x' });
    expect((await factsIn(repository.folder, { git: ['uncommitted'] })).git?.uncommitted).toEqual(['nested']);
  });

  test('a lock left by another git is neither an obstacle nor touched (pitfall 95)', async () => {
    const { repository } = await onTask();
    const lock = path.join(repository.folder, '.git', 'index.lock');
    await repository.write({ 'src/n.ts': 'n' });
    await writeFile(lock, 'held');
    expect((await factsIn(repository.folder, { git: ['uncommitted'] })).git?.uncommitted).toEqual(['src/n.ts']);
    expect(await readFile(lock, 'utf8')).toBe('held');
  });

  test('reading never writes the index, even where times have changed and git would refresh it (pitfall 95)', async () => {
    const { repository } = await onTask();
    const index = path.join(repository.folder, '.git', 'index');
    await utimes(path.join(repository.folder, 'src', 'a.ts'), 1, 1);
    const before = await readFile(index);
    expect((await factsIn(repository.folder, { git: ['uncommitted'] })).git?.uncommitted).toEqual([]);
    expect((await readFile(index)).equals(before)).toBe(true);
  });

  test('what a sparse checkout leaves out is tracked, and not deleted (pitfall 104)', async () => {
    const { repository } = await onTask();
    await repository.git('sparse-checkout', 'set', '--no-cone', '/src/');
    const facts = await factsIn(repository.folder, { files: ['docs/old.md'], git: ['uncommitted', 'paths'] });
    expect(facts.files.get('docs/old.md')).toEqual({ kind: 'absent' });
    expect(facts.git).toMatchObject({ uncommitted: [], paths: ['docs/old.md', 'src/a.ts'] });
  });
});

describe('lists', () => {
  test('branches come latest first, local and remote, without a remote’s HEAD', async () => {
    const { repository } = await onTask();
    await repository.commit({ 'b.txt': 'b' });
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    expect((await factsIn(repository.folder, { git: ['branches'] })).git?.branches).toEqual([
      'task/task-1-dev4',
      'main',
      'origin/main',
    ]);
  });

  test('the latest commits come newest first, with subject, author and committer date, 50 at most', async () => {
    const { repository } = await onTask();
    const head = await repository.commit({ 'b.txt': 'b' }, 'Subject — 제목\n\nBody');
    const { git } = await factsIn(repository.folder, { git: ['recent'] });
    expect(git?.recent?.[0]).toEqual({
      id: head,
      subject: 'Subject — 제목',
      author: 'Ada Author',
      date: '2026-01-01T00:01:00+00:00',
    });
    expect(git?.recent).toHaveLength(2);
    for (let count = 0; count < 49; count += 1)
      await repository.git('commit', '--quiet', '--allow-empty', '-m', 'More');
    expect((await factsIn(repository.folder, { git: ['recent'] })).git?.recent).toHaveLength(50);
  });
});

describe('one batch', () => {
  onPosix('only what is needed of git is asked', async () => {
    const { repository } = await onTask();
    const { git, calls } = await countingGit();
    await factsIn(repository.folder, { files: ['src/a.ts'], folders: [''] }, { git });
    expect([...(await calls())].sort()).toEqual(['--version', 'rev-parse']);
  });

  test('a check that was cancelled has no facts of git, and says so', async () => {
    const { repository } = await onTask();
    const git = await testGit();
    const document = path.join(repository.folder, 'h.json');
    const options = { git, now: testTime, signal: AbortSignal.abort() };
    const facts = await gather(await locate(document), document, allOfGit, options);
    expect(facts).toMatchObject({ unchecked: 'the check was cancelled' });
    expect(facts).not.toHaveProperty('git');
  });

  test('a damaged repository is said to be, and nothing throws', async () => {
    const { repository } = await onTask();
    await writeFiles(repository.folder, { '.git/HEAD': 'ref: refs/heads/../../x\n' });
    const facts = await factsIn(repository.folder, allOfGit);
    expect(facts).not.toHaveProperty('git');
    expect(facts.unchecked).toMatch(/^git says: /);
  });
});

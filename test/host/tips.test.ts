import { stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BranchFact } from '../../core/evidence/facts.ts';
import { countingGit, factsIn } from '../harness/facts.ts';
import { makeRepository, type TestRepository, temporaryFolder } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

async function tipsOf(repository: TestRepository, ...names: readonly string[]): Promise<Record<string, BranchFact>> {
  return Object.fromEntries((await factsIn(repository.folder, { branches: names })).git?.tips ?? []);
}

describe('branches by their names as written', () => {
  test('the local one comes first, then origin, upstream and the others; all are told', async () => {
    const repository = await makeRepository();
    const [a, b, c] = [await repository.commit({}), await repository.commit({}), await repository.commit({})];
    await repository.git('update-ref', 'refs/heads/x', a);
    for (const remote of ['alpha', 'upstream', 'origin']) {
      await repository.git('update-ref', `refs/remotes/${remote}/x`, b);
      await repository.git('update-ref', `refs/remotes/${remote}/feature/y`, c);
    }
    const remotes = ['origin', 'upstream', 'alpha'];
    expect(await tipsOf(repository, 'x', 'feature/y', 'upstream/x', 'y')).toEqual({
      x: {
        kind: 'branch',
        tip: { ref: 'refs/heads/x', commit: a },
        others: remotes.map((remote) => ({ ref: `refs/remotes/${remote}/x`, commit: b })),
      },
      'feature/y': {
        kind: 'branch',
        tip: { ref: 'refs/remotes/origin/feature/y', commit: c },
        others: ['upstream', 'alpha'].map((remote) => ({ ref: `refs/remotes/${remote}/feature/y`, commit: c })),
      },
      'upstream/x': { kind: 'branch', tip: { ref: 'refs/remotes/upstream/x', commit: b }, others: [] },
      y: { kind: 'absent' },
    });
  });

  test('a head that only the fetched branch has is reachable, though the local branch lacks it (pitfall 84)', async () => {
    const repository = await makeRepository();
    const old = await repository.commit({});
    const pushed = await repository.commit({});
    await repository.git('update-ref', 'refs/remotes/origin/x', pushed);
    await repository.git('update-ref', 'refs/heads/x', old);
    const facts = await factsIn(repository.folder, { ranges: [{ from: pushed, to: 'branch:x' }] });
    expect(facts.git?.ranges.get(`${pushed}..branch:x`)).toMatchObject({ to: old, ancestor: false, reachable: true });
  });

  test('HEAD, full names, options and what no branch can be called are absent, and write no file (pitfalls 76, 116)', async () => {
    const repository = await makeRepository();
    await repository.commit({});
    await repository.git('tag', 'v1');
    await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    const file = path.join(await temporaryFolder(), 'x');
    const names = ['HEAD', 'origin/HEAD', 'refs/heads/main', 'v1', '', ' ', 'a b', '-x', `--output=${file}`, 'main~0'];
    const odd = ['ma*n', 'main^{commit}', '@', '@{-1}', 'main\n', 'main\0', '../heads/main', 'Main', '__proto__'];
    expect(await tipsOf(repository, ...names, ...odd)).toEqual(
      Object.fromEntries([...names, ...odd].map((name) => [name, { kind: 'absent' }])),
    );
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('branches called like an option, a file, a commit or HEAD are themselves (pitfalls 100, 116)', async () => {
    const repository = await makeRepository();
    const id = await repository.commit({ docs: 'a file' });
    const names = ['--output=pwn.txt', 'docs', id, id.slice(0, 8), 'HEAD', '$(id>pwn.txt)', '한글', 'refs/heads/x'];
    for (const name of names) await repository.git('update-ref', `refs/heads/${name}`, id);
    expect(await tipsOf(repository, ...names)).toEqual(
      Object.fromEntries(
        names.map((name) => [name, { kind: 'branch', tip: { ref: `refs/heads/${name}`, commit: id }, others: [] }]),
      ),
    );
  });

  test('packed and loose refs are the same', async () => {
    const repository = await makeRepository();
    const first = await repository.commit({});
    await repository.git('branch', 'old');
    await repository.git('pack-refs', '--all');
    const second = await repository.commit({});
    expect(await tipsOf(repository, 'old', 'main')).toMatchObject({
      old: { tip: { commit: first } },
      main: { tip: { commit: second } },
    });
  });

  onPosix('a thousand names are one process', async () => {
    const repository = await makeRepository();
    const { git, calls } = await countingGit();
    await factsIn(repository.folder, { branches: Array.from({ length: 1000 }, (_, index) => `b${index}`) }, { git });
    // One of the two is the base's.
    expect((await calls()).filter((call) => call === 'for-each-ref')).toHaveLength(2);
  });
});

describe('tracked paths', () => {
  test('files and folders of the index or the head are found, also off the disk (pitfalls 96, 104)', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'src/a.ts': 'a', 'docs/b/c.md': 'c', 'gone.txt': 'g', 'a[b]*.txt': 'x' });
    await repository.git('sparse-checkout', 'set', '--no-cone', '/src/');
    await repository.git('rm', '--quiet', '--cached', '--sparse', 'gone.txt');
    await repository.write({ 'staged/new.txt': 'n', 'untracked.txt': 'u' });
    await repository.git('add', '--sparse', 'staged');
    const yes = ['src/a.ts', 'src', 'src/', './docs//b', 'docs/b/c.md', 'gone.txt', 'staged', 'staged/new.txt'];
    const no = [
      'untracked.txt',
      'doc',
      'docs/b/c',
      'src/a.ts/x',
      'SRC',
      'a[b]?.txt',
      'a*',
      'a\nb',
      '--output=x',
      ':/src',
    ];
    const facts = await factsIn(repository.folder, {
      tracked: [...yes, ...no, '', '.', 'a[b]*.txt', '../x', '/src', 'src/../src', 'a\0b'],
    });
    expect(Object.fromEntries(facts.git?.tracked ?? [])).toEqual({
      ...Object.fromEntries([...yes, '', '.', 'a[b]*.txt'].map((name) => [name, true])),
      ...Object.fromEntries(no.map((name) => [name, false])),
    });
  });

  test('a submodule and a repository without a commit are no obstacle (pitfalls 77, 102)', async () => {
    const fresh = await makeRepository();
    await fresh.write({ 'a.txt': 'a' });
    await fresh.git('add', 'a.txt');
    const tracked = (await factsIn(fresh.folder, { tracked: ['a.txt', 'b.txt'] })).git?.tracked;
    expect(Object.fromEntries(tracked ?? [])).toEqual({ 'a.txt': true, 'b.txt': false });
    const inner = await makeRepository();
    await inner.commit({ 'x.txt': 'x' });
    await fresh.submodule('sub', inner);
    expect((await factsIn(fresh.folder, { tracked: ['sub', 'sub/x.txt'] })).git?.tracked).toEqual(
      new Map([
        ['sub', true],
        ['sub/x.txt', false],
      ]),
    );
  });
});

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Facts, Needs } from '../../core/evidence/facts.ts';
import { createEvidenceCache } from '../../host/evidence-cache.ts';
import { gather } from '../../host/facts.ts';
import type { Repository } from '../../host/repository.ts';
import { readState } from '../../host/state.ts';
import { countingGit, locate, testTime } from '../harness/facts.ts';
import { makeRepository, type TestRepository } from '../harness/repository.ts';

const onPosix = describe.skipIf(process.platform === 'win32');

/** A checker that keeps what git answered, and tells which commands each check has started. */
async function checker(repository: TestRepository) {
  const { git, calls } = await countingGit();
  const document = path.join(repository.folder, 'h.json');
  const surroundings = await locate(document);
  if (surroundings.repository === undefined) throw new Error('no repository');
  const cache = createEvidenceCache();
  let before = 0;
  return {
    cache,
    place: surroundings.repository,
    /** Waits until the last change is old enough to be told from the next one. */
    settled: (place: Repository) => vi.waitFor(async () => expect((await readState(place)).settled).toBe(true), 10_000),
    async check(needs: Needs, more: { workTree?: number; base?: string } = {}): Promise<[Facts, readonly string[]]> {
      const facts = await gather(surroundings, document, needs, { git, now: testTime, cache, ...more });
      const all = await calls();
      const started = all.slice(before).sort();
      before = all.length;
      return [facts, started];
    },
  };
}

async function withHistory() {
  const repository = await makeRepository();
  const first = await repository.commit({ 'a.txt': 'a' });
  const second = await repository.commit({ 'b.txt': 'b' });
  await repository.git('update-ref', 'refs/remotes/origin/main', first);
  const needs: Needs = {
    commits: [first, 'abcdef12'],
    branches: ['main', 'none'],
    ranges: [{ from: first, to: 'branch:main', changed: true }],
    tracked: ['a.txt', 'x.txt'],
    git: ['head', 'changed', 'branches', 'recent', 'paths'],
  };
  return { repository, first, second, needs };
}

onPosix('answers that are kept', () => {
  test('checking again starts no process and finds the same', async () => {
    const { repository, needs } = await withHistory();
    const { check, settled, place } = await checker(repository);
    await settled(place);
    const [before, started] = await check(needs);
    expect(started).toContain('rev-list');
    expect(await check(needs)).toEqual([before, []]);
    expect(await check({ ...needs, commits: [], ranges: [] })).toMatchObject([{ git: { head: before.git?.head } }, []]);
  });

  test('a new id asks about that id alone', async () => {
    const { repository, second, needs } = await withHistory();
    const { check, settled, place } = await checker(repository);
    await settled(place);
    await check(needs);
    const [facts, started] = await check({ ...needs, commits: [...(needs.commits ?? []), second] });
    expect(started).toEqual(['cat-file', 'log']);
    expect(facts.git?.commits.get(second)?.kind).toBe('commit');
  });

  test('a repository without a base is not asked for one again, and each configured base is its own', async () => {
    const repository = await makeRepository();
    const id = await repository.commit({});
    const { check, settled, place } = await checker(repository);
    await settled(place);
    await check({ git: ['head'] });
    expect((await check({ git: ['head'] }))[1]).toEqual([]);
    expect((await check({ git: ['head'] }, { base: 'main' }))[0].git?.base?.commit).toBe(id);
    expect((await check({ git: ['head'] }, { base: '' }))[0].unchecked).toContain('is no branch or tag');
  });

  const changes: Readonly<Record<string, (repository: TestRepository) => Promise<unknown>>> = {
    'a commit': (repository) => repository.commit({ 'c.txt': 'c' }),
    'a branch that moves': (repository) => repository.git('update-ref', 'refs/heads/main', 'HEAD~1'),
    'a branch in a new folder': (repository) => repository.git('update-ref', 'refs/heads/a/b/c', 'HEAD'),
    'packing refs': (repository) => repository.git('pack-refs', '--all', '--prune'),
    'a detached head': (repository) => repository.git('checkout', '--quiet', '--detach'),
    'another branch': (repository) => repository.git('symbolic-ref', 'HEAD', 'refs/heads/other'),
    staging: async (repository) => {
      await repository.write({ 'staged.txt': 's' });
      await repository.git('add', 'staged.txt');
    },
    'a commit that no ref has': (repository) => repository.git('commit-tree', '-m', 'Loose', 'HEAD^{tree}'),
    'a setting': (repository) => repository.git('config', 'x.y', 'z'),
  };
  test.each(Object.keys(changes))('%s makes git be asked anew', async (change) => {
    const { repository, needs } = await withHistory();
    const { check, settled, place } = await checker(repository);
    await settled(place);
    await check(needs);
    await changes[change]?.(repository);
    expect((await check(needs))[1]).toContain('symbolic-ref');
    // Answers count again as soon as another change would be noticed.
    await settled(place);
    await check(needs);
    expect((await check(needs))[1]).toEqual([]);
  });

  test('a commit that comes into being is no longer absent', async () => {
    const { repository } = await withHistory();
    const { check, settled, place } = await checker(repository);
    const body = `tree ${await repository.git('rev-parse', 'HEAD^{tree}')}\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\n\nx\n`;
    const id = await repository.feed(body, 'hash-object', '-t', 'commit', '--stdin');
    await settled(place);
    expect((await check({ commits: [id] }))[0].git?.commits.get(id)).toEqual({ kind: 'absent' });
    await repository.feed(body, 'hash-object', '-t', 'commit', '-w', '--stdin');
    expect((await check({ commits: [id] }))[0].git?.commits.get(id)?.kind).toBe('commit');
  });

  test('the working tree is asked about each time, or whenever the caller has seen it change', async () => {
    const { repository } = await withHistory();
    const { check, settled, place } = await checker(repository);
    await settled(place);
    const uncommitted = async (workTree?: number) => {
      const [facts, started] = await check({ git: ['uncommitted'] }, workTree === undefined ? {} : { workTree });
      return [facts.git?.uncommitted, started.includes('status')];
    };
    expect(await uncommitted()).toEqual([[], true]);
    await repository.write({ 'n.txt': 'n' });
    expect(await uncommitted()).toEqual([['n.txt'], true]);
    expect(await uncommitted(1)).toEqual([['n.txt'], true]);
    expect(await uncommitted(1)).toEqual([['n.txt'], false]);
    await repository.write({ 'o.txt': 'o' });
    expect(await uncommitted(2)).toEqual([['n.txt', 'o.txt'], true]);
  });

  test('a check that failed or was cancelled leaves nothing behind', async () => {
    const { repository, needs } = await withHistory();
    const { check, settled, place, cache } = await checker(repository);
    await settled(place);
    const document = path.join(repository.folder, 'h.json');
    const { git } = await countingGit();
    const options = { git: { ...git, program: '/nowhere/git' }, now: testTime, cache };
    const failed = await gather(await locate(document), document, needs, options);
    expect(failed.unchecked).toContain('git is not installed');
    const cancelled = { ...options, git, signal: AbortSignal.abort() };
    expect((await gather(await locate(document), document, needs, cancelled)).unchecked).toContain('cancelled');
    expect((await check(needs))[0].git?.ranges.size).toBe(1);
    expect((await check(needs))[0].unchecked).toBe(undefined);
  });

  test('only so many repositories are remembered', async () => {
    const [one, two] = [await withHistory(), await withHistory()];
    const cache = createEvidenceCache(1);
    const places = await Promise.all(
      [one, two].map(async ({ repository }) => (await locate(path.join(repository.folder, 'h.json'))).repository),
    );
    const memoryOf = async (place: Repository | undefined) => {
      if (place === undefined) throw new Error('no repository');
      await vi.waitFor(async () => expect((await readState(place)).settled).toBe(true), 10_000);
      return cache.memoryOf(place);
    };
    const first = await memoryOf(places[0]);
    expect(await memoryOf(places[0])).toBe(first);
    await memoryOf(places[1]);
    expect(await memoryOf(places[0])).not.toBe(first);
  });
});

test('a change right before the look is not relied on', async () => {
  const { repository } = await withHistory();
  const { repository: place } = await locate(path.join(repository.folder, 'h.json'));
  if (place === undefined) throw new Error('no repository');
  await writeFile(path.join(repository.folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  expect((await readState(place)).settled).toBe(false);
});

import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readState } from '../../host/state.ts';
import { watchRepository } from '../../host/watch.ts';
import { locate } from '../harness/facts.ts';
import { makeRepository, type TestRepository } from '../harness/repository.ts';

/** Watches a repository until the test is over. */
async function watched(repository: TestRepository) {
  const { repository: place } = await locate(path.join(repository.folder, 'h.json'));
  if (place === undefined) throw new Error('no repository');
  let seen = '';
  const changed = vi.fn(async () => {
    seen = (await readState(place)).key;
  });
  const watch = watchRepository(place, changed);
  onTestFinished(() => watch.close());
  await watch.ready;
  return {
    watch,
    changed,
    /** Waits until a call has come that finds the repository as the step has left it. */
    async noticed(step: () => Promise<unknown>) {
      await step();
      const { key } = await readState(place);
      await vi.waitFor(() => expect(seen === key).toBe(true), 10_000);
    },
  };
}

describe('what a terminal does to a repository is noticed', { timeout: 60_000 }, () => {
  test('commits, branches in new folders, packed refs, checkouts and staging', async () => {
    const repository = await makeRepository();
    const { noticed } = await watched(repository);
    await noticed(() => repository.commit({ 'a.txt': 'a' }));
    await noticed(() => repository.commit({ 'a.txt': 'b' }));
    await noticed(() => repository.git('update-ref', 'refs/heads/task/deep/x', 'HEAD'));
    await noticed(() => repository.git('update-ref', 'refs/heads/task/deep/x', 'HEAD~1'));
    await noticed(() => repository.git('pack-refs', '--all', '--prune'));
    await noticed(() => repository.git('update-ref', 'refs/heads/task/deep/x', 'HEAD'));
    await noticed(() => repository.git('checkout', '--quiet', 'task/deep/x'));
    await repository.write({ 'n.txt': 'n' });
    await noticed(() => repository.git('add', 'n.txt'));
    await noticed(() => repository.git('branch', '--quiet', '-D', 'main'));
  });

  test('in a linked work tree, its own head and the refs of all (pitfall 79)', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'a.txt': 'a' });
    const linked = await repository.worktree('linked');
    const { noticed } = await watched(linked);
    await noticed(() => linked.commit({ 'b.txt': 'b' }));
    await noticed(() => linked.detach());
    await noticed(() => repository.commit({ 'c.txt': 'c' }));
  });

  test('with reftable refs (pitfall 78)', async (context) => {
    const repository = await makeRepository(undefined, '--ref-format=reftable').catch(() => undefined);
    if (repository === undefined) return context.skip('this git knows no reftable');
    await repository.commit({ 'a.txt': 'a' });
    const { noticed } = await watched(repository);
    await noticed(() => repository.git('update-ref', 'refs/heads/x', 'HEAD'));
  });

  test('many changes at once are few calls, and the work tree alone is none', async () => {
    const repository = await makeRepository();
    const id = await repository.commit({ 'a.txt': 'a' });
    const { noticed, changed } = await watched(repository);
    const updates = Array.from({ length: 300 }, (_, index) => `update refs/heads/b${index} ${id}\n`).join('');
    await noticed(() => repository.feed(updates, 'update-ref', '--stdin'));
    await repository.write({ 'a.txt': 'b', 'b.txt': 'b' });
    await noticed(() => repository.commit({}));
    expect(changed.mock.calls.length).toBeLessThan(10);
  });

  test('nothing is called once it is closed', async () => {
    const repository = await makeRepository();
    const { watch, changed } = await watched(repository);
    const other = await watched(repository);
    watch.close();
    await other.noticed(() => repository.commit({ 'a.txt': 'a' }));
    expect(changed).not.toHaveBeenCalled();
  });
});

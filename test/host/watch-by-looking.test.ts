import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchRepository } from '../../host/watch.ts';
import { locate } from '../harness/facts.ts';
import { makeRepository } from '../harness/repository.ts';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  watch: () => {
    throw new Error('ENOSPC: System limit for number of file watchers reached');
  },
}));

test('where the system watches nothing more, changes are noticed all the same', { timeout: 60_000 }, async () => {
  const repository = await makeRepository();
  const { repository: place } = await locate(path.join(repository.folder, 'h.json'));
  if (place === undefined) throw new Error('no repository');
  const changed = vi.fn();
  const watch = watchRepository(place, changed);
  onTestFinished(() => watch.close());
  await watch.ready;
  await repository.commit({ 'a.txt': 'a' });
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1), 20_000);
});

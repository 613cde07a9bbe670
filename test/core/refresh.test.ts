import { describe, expect, test } from 'vitest';
import { applyTo } from '../../core/edit.ts';
import { type Refresh, refresh, refreshNeeds } from '../../core/evidence/refresh.ts';
import { handoffIn } from '../harness/evidence.ts';
import { handoff as written } from '../harness/handoffs.ts';
import { makeRepository, type TestRepository } from '../harness/repository.ts';

const file = 'memory/handoffs/task-1.json';
const branch = 'task/task-1-dev4';

/** A main branch that a remote has, and a branch with one commit. */
async function begun(): Promise<{ repository: TestRepository; base: string; head: string }> {
  const repository = await makeRepository();
  const base = await repository.commit({ 'src/a.ts': 'a', 'src/b.ts': 'b' }, 'Begin');
  await repository.remote();
  await repository.branch(branch);
  const head = await repository.commit({ 'src/a.ts': 'A' }, 'Change a');
  return { repository, base, head };
}

async function refreshed(repository: TestRepository, text: string): Promise<{ result: Refresh; text: string }> {
  const result = refresh(await handoffIn(repository, file, text, refreshNeeds));
  return { result, text: result.kind === 'refreshed' ? applyTo(text, result.edit.replace) : text };
}

const members = (base: string, head: string, more: object = {}) =>
  written({ base_sha: base, head_sha: head, changed_paths: ['src/a.ts'], ...more });

describe('refreshing from git', () => {
  test('takes head, changed paths and time anew in one edit, says what changes, and leaves the rest byte for byte', async () => {
    const { repository, base, head } = await begun();
    const next = await repository.commit({ 'src/c.ts': 'c', 'src/b.ts': null }, 'Go on');
    const before = members(base, head);
    const { result, text } = await refreshed(repository, before);
    expect(result).toMatchObject({
      kind: 'refreshed',
      summary: [
        `"head_sha" becomes ${next.slice(0, 8)}, 1 commit further`,
        '"changed_paths": 2 paths added',
        '"created_at" becomes 2026-06-01T00:00:00Z',
      ],
    });
    expect(text).toBe(
      before
        .replace(head, next)
        .replace('    "src/a.ts"\n', '    "src/a.ts",\n    "src/b.ts",\n    "src/c.ts"\n')
        .replace('2026-05-05T12:34:56Z', '2026-06-01T00:00:00Z'),
    );
    expect((await refreshed(repository, text)).result).toEqual({ kind: 'current' });
  });

  test('changes nothing where all is as git has it, whatever commits of handoffs came on top', async () => {
    const { repository, base, head } = await begun();
    expect((await refreshed(repository, members(base, head))).result).toEqual({ kind: 'current' });
  });

  test('keeps a base that is still an ancestor, and short ids that name the same commits', async () => {
    const { repository, base, head } = await begun();
    const text = members(base.slice(0, 9), head.slice(0, 9));
    expect((await refreshed(repository, text)).result).toEqual({ kind: 'current' });
  });

  test('takes another base where the branch was rebased, so that nobody else’s files are listed (pitfall 83)', async () => {
    const { repository, base, head } = await begun();
    await repository.checkout('main');
    const later = await repository.commit({ 'docs/d.md': 'd' }, 'Go on with main');
    await repository.git('push', '--quiet', 'origin', 'main');
    await repository.git('branch', '--quiet', '--force', branch, later);
    await repository.checkout(branch);
    const anew = await repository.commit({ 'src/a.ts': 'A' }, 'Change a');
    const { result, text } = await refreshed(repository, members(base, head));
    expect(result).toMatchObject({
      kind: 'refreshed',
      summary: [
        `"base_sha" becomes ${later.slice(0, 8)}`,
        `"head_sha" becomes ${anew.slice(0, 8)}`,
        '"created_at" becomes 2026-06-01T00:00:00Z',
      ],
    });
    expect(JSON.parse(text)).toMatchObject({ base_sha: later, head_sha: anew, changed_paths: ['src/a.ts'] });
    // A base that the branch does not have any more is replaced as well.
    const lost = await refreshed(repository, members(head, head));
    expect(JSON.parse(lost.text)).toMatchObject({ base_sha: later, head_sha: anew, changed_paths: ['src/a.ts'] });
  });

  test('goes by the branch that the handoff names, not by the one that is checked out', async () => {
    const { repository, base, head } = await begun();
    await repository.checkout('main');
    await repository.commit({ 'src/z.ts': 'z' });
    expect((await refreshed(repository, members(base, head))).result).toEqual({ kind: 'current' });
  });

  test('takes the branch that is checked out where the named one is gone and the work goes on there', async () => {
    const { repository, base, head } = await begun();
    const { result, text } = await refreshed(repository, members(base, head, { current_branch: 'task/task-1-dev9' }));
    expect(result).toMatchObject({
      summary: [`"current_branch" becomes "${branch}"`, '"created_at" becomes 2026-06-01T00:00:00Z'],
    });
    expect(JSON.parse(text)).toMatchObject({ current_branch: branch, head_sha: head });
  });

  test('refuses to take another task’s branch', async () => {
    const { repository, base } = await begun();
    const gone = { task_id: 'task-2', current_branch: 'task/task-2-dev4', head_sha: 'ab'.repeat(20) };
    expect((await refreshed(repository, members(base, '', gone))).result).toEqual({
      kind: 'refused',
      reason: 'the repository has no branch task/task-2-dev4: check out the branch that the work is on',
    });
  });

  test('refuses where git could not be asked, and where the text is no JSON', async () => {
    const { repository, base, head } = await begun();
    const bare = await handoffIn(repository, file, members(base, head), () => ({}));
    expect(refresh({ ...bare, facts: { ...bare.facts, unchecked: 'the folder is not trusted' } })).toEqual({
      kind: 'refused',
      reason: 'the folder is not trusted',
    });
    const { result } = await refreshed(
      repository,
      members(base, head).replace('"changed_paths": [', '"changed_paths": [,'),
    );
    expect(result).toEqual({ kind: 'refused', reason: 'the handoff is not valid JSON yet: repair that first' });
  });

  test('refuses in a shallow clone that cannot tell what changed (pitfall 81)', async () => {
    const { repository, base, head } = await begun();
    await repository.commit({ 'src/c.ts': 'c' }, 'Go on');
    const shallow = await repository.clone('--depth=1', '--branch', branch);
    const { result } = await refreshed(shallow, members(base, head));
    expect(result).toEqual({
      kind: 'refused',
      reason: `all of the work is on origin/${branch}, so git cannot tell where it began`,
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { CommitFact } from '../../core/evidence/facts.ts';
import { lookUpCommits } from '../../host/commits.ts';
import { countingGit, factsIn } from '../harness/facts.ts';
import { makeRepository, type TestRepository, testGit } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

async function ask(repository: TestRepository, ...ids: readonly string[]): Promise<Record<string, CommitFact>> {
  const facts = await factsIn(repository.folder, { commits: ids });
  return Object.fromEntries(facts.git?.commits ?? []);
}

async function withCommit(): Promise<{
  readonly repository: TestRepository;
  readonly id: string;
  readonly fact: CommitFact;
}> {
  const repository = await makeRepository();
  const id = await repository.commit({ 'a.txt': 'a' }, 'Start');
  const commit = { id, subject: 'Start', author: 'Ada Author', date: '2026-01-01T00:00:00+00:00' };
  return { repository, id, fact: { kind: 'commit', commit } };
}

describe('commit ids', () => {
  test('full and abbreviated ids in either case are found; unknown and zero ids are absent (pitfall 101)', async () => {
    const { repository, id, fact } = await withCommit();
    const short = id.slice(0, 7);
    const zeros = '0'.repeat(40);
    expect(await ask(repository, id, short.toUpperCase(), id.slice(0, 4), 'abcdef0123', zeros)).toEqual({
      [id]: fact,
      [short]: fact,
      [id.slice(0, 4)]: fact,
      abcdef0123: { kind: 'absent' },
      [zeros]: { kind: 'absent' },
    });
  });

  test('what is no id never reaches git and has no entry (pitfalls 101, 116)', async () => {
    const { repository } = await withCommit();
    const wrong = ['HEAD', 'main', '', 'abc', 'abcd\nHEAD', '--batch', 'abcg', 'a'.repeat(65), 'HEAD^{commit}'];
    expect(await ask(repository, ...wrong)).toEqual({});
  });

  test('a branch or tag that looks like an id is not what the id means (pitfall 100)', async () => {
    const { repository, id, fact } = await withCommit();
    const other = await repository.commit({ 'b.txt': 'b' });
    await repository.git('update-ref', `refs/heads/${id.slice(0, 8)}`, other);
    await repository.git('update-ref', `refs/heads/${id}`, other);
    await repository.git('update-ref', 'refs/tags/deadbeef', other);
    expect(await ask(repository, id.slice(0, 8), id, 'deadbeef')).toEqual({
      [id.slice(0, 8)]: fact,
      [id]: fact,
      deadbeef: { kind: 'absent' },
    });
  });

  test('an object that is no commit is named by its type', async () => {
    const { repository } = await withCommit();
    await repository.git('tag', '-a', '-m', 'v1', 'v1');
    const tree = await repository.git('rev-parse', 'HEAD^{tree}');
    const blob = await repository.git('rev-parse', 'HEAD:a.txt');
    const tag = await repository.git('rev-parse', 'v1');
    expect(await ask(repository, tree, blob.slice(0, 10), tag)).toEqual({
      [tree]: { kind: 'other', type: 'tree' },
      [blob.slice(0, 10)]: { kind: 'other', type: 'blob' },
      [tag]: { kind: 'other', type: 'tag' },
    });
  });

  test('an abbreviation that several commits share lists their full ids, sorted', { timeout: 30_000 }, async () => {
    const { repository } = await withCommit();
    const seen = new Map<string, string>();
    let pair: readonly [string, string] | undefined;
    const tree = await repository.git('rev-parse', 'HEAD^{tree}');
    for (let count = 0; pair === undefined; count += 200) {
      const commits = Array.from({ length: 200 }, (_, index) => {
        return `commit refs/heads/n${count + index}\ncommitter C <c@example.com> ${1767225600 + count + index} +0000\ndata 1\nx\nM 040000 ${tree} \n\n`;
      });
      await repository.feed(commits.join(''), 'fast-import', '--quiet');
      for (const line of (await repository.git('rev-list', '--all')).split('\n')) {
        const earlier = seen.get(line.slice(0, 4));
        if (earlier !== undefined && earlier !== line) pair ??= [earlier, line];
        seen.set(line.slice(0, 4), line);
      }
    }
    const sharing = (await repository.git('rev-list', '--all'))
      .split('\n')
      .filter((line) => line.startsWith(pair[0].slice(0, 4)));
    const answer = await ask(repository, pair[0].slice(0, 4), pair[1]);
    expect(answer[pair[0].slice(0, 4)]).toEqual({ kind: 'ambiguous', ids: sharing.sort() });
    expect(answer[pair[1]]?.kind).toBe('commit');
  });

  test('ids of repositories with SHA-256 are 64 digits long (pitfall 101)', async () => {
    const repository = await makeRepository(undefined, '--object-format=sha256');
    const id = await repository.commit({ 'a.txt': 'a' });
    expect(id).toHaveLength(64);
    expect(await ask(repository, id, id.slice(0, 40), id.slice(0, 9))).toMatchObject({
      [id]: { kind: 'commit', commit: { id } },
      [id.slice(0, 40)]: { kind: 'commit', commit: { id } },
      [id.slice(0, 9)]: { kind: 'commit', commit: { id } },
    });
  });

  test('a message in another encoding is read as it was meant', async () => {
    const repository = await makeRepository();
    await repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
    await repository.git('config', 'i18n.logOutputEncoding', 'ISO-8859-1');
    const tree = await repository.git('write-tree');
    const raw = Buffer.from(
      `tree ${tree}\nauthor A <a> 0 +0000\ncommitter A <a> 0 +0000\nencoding ISO-8859-1\n\ncaf\xe9\n`,
      'latin1',
    );
    await repository.write({ raw });
    const id = await repository.git('hash-object', '-t', 'commit', '-w', 'raw');
    expect(await ask(repository, id)).toMatchObject({ [id]: { kind: 'commit', commit: { subject: 'café' } } });
  });

  onPosix('a thousand ids are two processes', async () => {
    const { repository, id } = await withCommit();
    const { git, calls } = await countingGit();
    const ids = Array.from({ length: 1000 }, (_, index) => `f${index.toString(16).padStart(39, '0')}`);
    const answer = await lookUpCommits(git, repository.folder, [...ids, id]);
    expect(answer.kind === 'found' && answer.value.size).toBe(1001);
    expect(await calls()).toEqual(['cat-file', 'log']);
  });

  test('where git cannot be asked, no id is called absent', async () => {
    const { repository, id } = await withCommit();
    const answer = await lookUpCommits({ ...(await testGit()), program: undefined }, repository.folder, [id]);
    expect(answer).toEqual({
      kind: 'unknown',
      reason: 'git is not installed, or its path is not where the settings say',
    });
  });
});

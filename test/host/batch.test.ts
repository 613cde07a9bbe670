import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gatherAll, type Request } from '../../host/facts.ts';
import { createLocator } from '../../host/surroundings.ts';
import { countingGit, testTime } from '../harness/facts.ts';
import { makeRepository, temporaryFolder, testGit, writeFiles } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

describe('facts for many documents', () => {
  onPosix('a thousand documents in two hundred folders are as many processes as one', async () => {
    const { folder } = await makeRepository();
    const requests: readonly Request[] = Array.from({ length: 1000 }, (_, index) => ({
      document: path.join(folder, `d${index % 200}`, `h${index}.json`),
      needs: { files: [`d${index}/x.txt`], commits: [index.toString(16).padStart(40, 'a')], git: ['changed'] },
    }));
    const processes = async (some: readonly Request[]) => {
      const { git, calls } = await countingGit();
      const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [folder] });
      const facts = await gatherAll(some, { git, locator, now: testTime });
      return { facts, calls: [...(await calls())].sort() };
    };
    const one = await processes(requests.slice(0, 1));
    const all = await processes(requests);
    expect(all.calls).toEqual(one.calls);
    expect(one.calls).toEqual(['--version', 'cat-file', 'for-each-ref', 'rev-parse', 'rev-parse', 'symbolic-ref']);
    const last = all.facts.get(path.join(folder, 'd199', 'h999.json'));
    expect(last?.place).toEqual({ root: 'repository', path: 'd199/h999.json' });
    expect(last?.files.get('d999/x.txt')).toEqual({ kind: 'absent' });
    expect(last?.git?.branch).toBe('main');
  });

  test('each repository answers for its own documents, with its own base (pitfall 97)', async () => {
    const git = await testGit();
    const one = await makeRepository();
    const first = await one.commit({ 'a.txt': 'one' });
    const two = await makeRepository();
    const second = await two.commit({ 'a.txt': 'two!' });
    const outside = await temporaryFolder();
    await writeFiles(outside, { 'a.txt': 'outside' });
    const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [one.folder, two.folder] });
    const documents = [one.folder, two.folder, outside].map((folder) => path.join(folder, 'h.json'));
    const facts = await gatherAll(
      documents.map((document) => ({ document, needs: { files: ['a.txt'], git: ['head'] } })),
      {
        git,
        locator,
        now: testTime,
        baseOf: async ({ root }) => (root === two.folder ? 'main' : undefined),
      },
    );
    const [a, b, c] = documents.map((document) => facts.get(document));
    expect(a?.git).toMatchObject({ branch: 'main', head: first, shallow: false });
    expect(b?.git).toMatchObject({ head: second, base: { ref: 'refs/heads/main', commit: second } });
    expect(c).toEqual({
      now: testTime,
      place: { root: 'folder', path: 'h.json' },
      files: new Map([['a.txt', { kind: 'file', size: 7, text: 'outside' }]]),
      folders: new Map(),
      unchecked: 'the folder is in no git repository',
    });
  });
});

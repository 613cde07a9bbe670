import { link, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { foldsCase } from '../../host/case.ts';
import { gather } from '../../host/facts.ts';
import { locate, testTime } from '../harness/facts.ts';
import { makeRepository, temporaryFolder, testGit } from '../harness/repository.ts';

test('one file under both names is a disk that folds case, two files are one that does not (pitfall 113)', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'a.json'), '');
  await link(path.join(folder, 'a.json'), path.join(folder, 'A.JSON')).catch(() => {});
  expect(await foldsCase(path.join(folder, 'a.json'))).toBe(true);
  expect(await foldsCase(path.join(folder, 'A.JSON'))).toBe(true);
});

test('what is not there, and a name without letters, tells nothing', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, '1'), '');
  expect(await foldsCase(path.join(folder, '1'))).toBeUndefined();
  expect(await foldsCase(path.join(folder, 'none.json'))).toBeUndefined();
});

test.runIf(process.platform === 'linux')('facts say what the disk of the document does with case', async () => {
  const { folder } = await makeRepository();
  const document = path.join(folder, 'task-1.json');
  await writeFile(document, '{}');
  const facts = await gather(await locate(document), document, {}, { git: await testGit(), now: testTime });
  expect(facts.place).toEqual({ root: 'repository', path: 'task-1.json', foldsCase: false });
});

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { write } from '../../host/write.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const disk = vi.hoisted(() => ({ hasLinks: true, full: (_file: string): string | undefined => undefined }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const failure = (code: string) => Object.assign(new Error(code), { code });
  return {
    ...real,
    link: async (from: string, to: string) => {
      if (!disk.hasLinks) throw failure('EPERM');
      return real.link(from, to);
    },
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const code = disk.full(String(args[0]));
      if (code !== undefined) handle.writeFile = () => Promise.reject(failure(code));
      return handle;
    },
  };
});

afterEach(() => {
  disk.hasLinks = true;
  disk.full = () => undefined;
});

test('on a disk without hard links a new handoff is written all the same, and an existing one is kept', async () => {
  disk.hasLinks = false;
  const root = await temporaryFolder();
  const document = { path: path.join(root, 'h.json'), text: '{}', existing: 'none' } as const;
  expect(await write({ root, create: [], document })).toEqual({ kind: 'written', paths: [document.path] });
  expect(await write({ root, create: [], document: { ...document, text: 'other' } })).toEqual({
    kind: 'refused',
    message: `${document.path} exists already and is left as it is: choose another name`,
  });
  expect(await readdir(root)).toEqual(['h.json']);
  expect(await readFile(document.path, 'utf8')).toBe('{}');
});

test.each([
  ['ENOSPC', 'the disk is full. Free some space and try again'],
  ['EROFS', 'the disk is read-only. Choose a folder on another disk'],
  ['EACCES', 'permission is denied. Check the permissions of its folder'],
  ['EIO', 'EIO'],
])('%s while the handoff is written: nothing of it stays, and the old one is whole', async (code, advice) => {
  disk.full = (file) => (file.includes('.tmp') ? code : undefined);
  const root = await temporaryFolder();
  await writeFiles(root, { 'h.json': 'old' });
  const document = { path: path.join(root, 'h.json'), text: 'new', existing: { text: 'old' } };
  expect(await write({ root, create: [{ path: 'a/b/x.txt', text: 'x' }], document })).toEqual({
    kind: 'refused',
    message: `${document.path} cannot be written: ${advice}`,
  });
  expect(await readdir(root)).toEqual(['h.json']);
  expect(await readFile(document.path, 'utf8')).toBe('old');
});

test('a disk that is full while a side file is written keeps neither that file nor its folders', async () => {
  disk.full = (file) => (file.endsWith('two.txt') ? 'ENOSPC' : undefined);
  const root = await temporaryFolder();
  const create = [
    { path: 'memory/one.txt', text: '1' },
    { path: 'memory/deep/two.txt', text: '2' },
  ];
  expect(await write({ root, create })).toEqual({
    kind: 'refused',
    message: 'memory/deep/two.txt cannot be written: the disk is full. Free some space and try again',
  });
  expect(await readdir(root)).toEqual([]);
});

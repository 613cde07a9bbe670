import {
  chmod,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { write } from '../../host/write.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

/** Every file below a folder with its content, by path with `/`; folders end in `/`. */
async function contents(folder: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join('/');
    found[entry.isDirectory() ? `${name}/` : name] = entry.isFile() ? await readFile(file, 'utf8') : '';
  }
  return found;
}

describe('a new handoff', () => {
  test('its side files and it are created, folders too, byte by byte', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'memory', 'handoffs', 'task-1.json');
    const written = await write({
      root,
      create: [{ path: 'memory/handoffs/task-1-pending.txt', text: 'é\r\n\u2028😀\0' }],
      document: { path: document, text: '\ufeff{}', existing: 'none' },
    });
    expect(written).toEqual({
      kind: 'written',
      paths: [path.join(root, 'memory', 'handoffs', 'task-1-pending.txt'), document],
    });
    expect(await contents(root)).toEqual({
      'memory/': '',
      'memory/handoffs/': '',
      'memory/handoffs/task-1-pending.txt': 'é\r\n\u2028😀\0',
      'memory/handoffs/task-1.json': '\ufeff{}',
    });
  });

  test('an existing handoff is never overwritten unasked, and the side files go again (pitfall 66)', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'task-1.json': 'mine' });
    const document = path.join(root, 'task-1.json');
    expect(
      await write({
        root,
        create: [{ path: 'memory/task-1-pending.txt', text: 'p' }],
        document: { path: document, text: '{}', existing: 'none' },
      }),
    ).toEqual({ kind: 'refused', message: `${document} exists already and is left as it is: choose another name` });
    expect(await contents(root)).toEqual({ 'task-1.json': 'mine' });
  });

  test('of many that want the same name at once exactly one gets it, whole', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'h.json');
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
    const written = await Promise.all(
      texts.map((text) => write({ root, create: [], document: { path: document, text, existing: 'none' } })),
    );
    const winners = texts.filter((_, index) => written[index]?.kind === 'written');
    expect(winners).toHaveLength(1);
    expect(await contents(root)).toEqual({ 'h.json': winners[0] });
  });

  test('an existing side file keeps its text, and what was created before it goes again (pitfall 66)', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'h.json': 'old', 'task-1-failures.txt': 'other' });
    expect(
      await write({
        root,
        create: [
          { path: 'a/b/task-1-pending.txt', text: 'p' },
          { path: 'task-1-failures.txt', text: 'f' },
        ],
        document: { path: path.join(root, 'h.json'), text: 'new', existing: 'any' },
      }),
    ).toEqual({
      kind: 'refused',
      message: 'task-1-failures.txt exists already and is left as it is: choose another name',
    });
    expect(await contents(root)).toEqual({ 'h.json': 'old', 'task-1-failures.txt': 'other' });
  });

  test('two side files of one name are refused, and nothing stays (pitfall 68)', async () => {
    const root = await temporaryFolder();
    const written = await write({
      root,
      create: [
        { path: 'x.txt', text: 'one' },
        { path: './x.txt', text: 'two' },
      ],
    });
    expect(written).toEqual({
      kind: 'refused',
      message: './x.txt exists already and is left as it is: choose another name',
    });
    expect(await contents(root)).toEqual({});
  });

  test.each(['../x.txt', '/tmp/x.txt', 'C:\\x.txt', '.git/hooks/pre-commit', '.GIT/x', 'a\0b', 'nul'])(
    'a side file at %j is refused (pitfalls 110, 111, 113)',
    async (name) => {
      const root = await temporaryFolder();
      expect(await write({ root, create: [{ path: name, text: 'x' }] })).toEqual({
        kind: 'refused',
        message: `${name} must lie inside ${root} and outside of .git: choose another path`,
      });
      expect(await contents(root)).toEqual({});
    },
  );

  onPosix('a link does not lead a side file out, a dangling one neither (pitfall 110)', async () => {
    const base = await temporaryFolder();
    await mkdir(path.join(base, 'ws'));
    await mkdir(path.join(base, 'out'));
    await symlink('../out', path.join(base, 'ws', 'memory'));
    await symlink('../out/new.txt', path.join(base, 'ws', 'dangling.txt'));
    await symlink('nothing', path.join(base, 'ws', 'loose.txt'));
    const root = path.join(base, 'ws');
    for (const name of ['memory/x.txt', 'memory/deep/x.txt', 'dangling.txt']) {
      expect((await write({ root, create: [{ path: name, text: 'x' }] })).kind).toBe('refused');
    }
    expect(await contents(path.join(base, 'out'))).toEqual({});
  });

  test('a text with a lone surrogate is refused: UTF-8 cannot hold it', async () => {
    const root = await temporaryFolder();
    expect(await write({ root, create: [{ path: 'x.txt', text: 'a\ud800b' }] })).toEqual({
      kind: 'refused',
      message: 'x.txt cannot be written: its text has a lone surrogate, which no UTF-8 file can hold',
    });
    expect(await contents(root)).toEqual({});
  });

  test('a folder that cannot be made is named with what to do', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { memory: 'a file' });
    const document = path.join(root, 'memory', 'handoffs', 'h.json');
    expect(await write({ root, create: [], document: { path: document, text: '{}', existing: 'none' } })).toEqual({
      kind: 'refused',
      message: `${document} cannot be written: a part of its path is a file, and must be a folder`,
    });
    expect(await write({ root, create: [{ path: `${'x'.repeat(300)}.txt`, text: '' }] })).toMatchObject({
      kind: 'refused',
    });
    expect(await contents(root)).toEqual({ memory: 'a file' });
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'a folder without permission is named, and the side file elsewhere goes again',
    async () => {
      const root = await temporaryFolder();
      await mkdir(path.join(root, 'locked'), { mode: 0o555 });
      const document = path.join(root, 'locked', 'h.json');
      const create = [{ path: 'x.txt', text: 'x' }];
      expect(await write({ root, create, document: { path: document, text: '{}', existing: 'none' } })).toEqual({
        kind: 'refused',
        message: `${document} cannot be written: permission is denied. Check the permissions of its folder`,
      });
      expect(await contents(root)).toEqual({ 'locked/': '' });
    },
  );
});

describe('a handoff that is there', () => {
  onPosix('it is replaced in one step and keeps its mode; a reader of the old file reads on', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'h.json');
    await writeFile(document, 'old');
    await chmod(document, 0o640);
    const before = await stat(document);
    const written = await write({
      root,
      create: [],
      document: { path: document, text: 'new', existing: { text: 'old' } },
    });
    expect(written).toEqual({ kind: 'written', paths: [document] });
    const after = await stat(document);
    expect(after.mode & 0o777).toBe(0o640);
    expect(after.ino).not.toBe(before.ino);
    expect(await contents(root)).toEqual({ 'h.json': 'new' });
  });

  test('one that has changed since it was read is left as it is, and the side files go again (pitfall 63)', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'h.json');
    await writeFile(document, 'newer');
    expect(
      await write({
        root,
        create: [{ path: 'x.txt', text: 'x' }],
        document: { path: document, text: 'new', existing: { text: 'old' } },
      }),
    ).toEqual({ kind: 'refused', message: `${document} has changed since it was read: try again` });
    expect(await contents(root)).toEqual({ 'h.json': 'newer' });
  });

  test('one that has gone since it was read is not brought back', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'h.json');
    const written = await write({ root, create: [], document: { path: document, text: 'n', existing: { text: 'o' } } });
    expect(written).toEqual({ kind: 'refused', message: `${document} does not exist` });
    expect(await contents(root)).toEqual({});
  });

  test('where anything may be there, nothing may be there too', async () => {
    const root = await temporaryFolder();
    const document = path.join(root, 'a', 'h.json');
    expect((await write({ root, create: [], document: { path: document, text: '1', existing: 'any' } })).kind).toBe(
      'written',
    );
    expect((await write({ root, create: [], document: { path: document, text: '2', existing: 'any' } })).kind).toBe(
      'written',
    );
    expect(await contents(root)).toEqual({ 'a/': '', 'a/h.json': '2' });
  });

  onPosix('a link stays a link, and what it points to gets the text', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'real/h.json': 'old' });
    const document = path.join(root, 'h.json');
    await symlink('real/h.json', document);
    expect(
      (await write({ root, create: [], document: { path: document, text: 'new', existing: { text: 'old' } } })).kind,
    ).toBe('written');
    expect(await readlink(document)).toBe('real/h.json');
    expect(await readFile(path.join(root, 'real', 'h.json'), 'utf8')).toBe('new');
  });

  test('a folder in its place is left as it is', async () => {
    const root = await temporaryFolder();
    await mkdir(path.join(root, 'h.json'));
    const document = { path: path.join(root, 'h.json'), text: '{}', existing: 'any' } as const;
    expect((await write({ root, create: [], document })).kind).toBe('refused');
    expect(await contents(root)).toEqual({ 'h.json/': '' });
  });
});

describe('another name', () => {
  test('the new text stands under the new name, and the old name is gone', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'a.json': 'old' });
    const document = { path: path.join(root, 'a.json'), text: 'new', existing: { text: 'old' }, rename: 'b.json' };
    expect(await write({ root, create: [], document })).toEqual({
      kind: 'written',
      paths: [path.join(root, 'b.json')],
    });
    expect(await contents(root)).toEqual({ 'b.json': 'new' });
  });

  test('a name that is taken is refused, and so is one that is no plain name', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'a.json': 'old', 'b.json': 'other' });
    const from = path.join(root, 'a.json');
    const refused = async (rename: string) =>
      write({ root, create: [], document: { path: from, text: 'new', existing: 'any', rename } });
    expect(await refused('b.json')).toEqual({
      kind: 'refused',
      message: `${path.join(root, 'b.json')} exists already and is left as it is: choose another name`,
    });
    for (const name of ['', '.', '..', '../c.json', 'x\\y', 'x/y']) {
      expect(await refused(name)).toEqual({
        kind: 'refused',
        message: `${from} must get a plain file name, and "${name}" is none`,
      });
    }
    expect(await contents(root)).toEqual({ 'a.json': 'old', 'b.json': 'other' });
  });

  onPosix('a change of case alone works where disks tell cases apart', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'Task-1.json': 'old' });
    const document = {
      path: path.join(root, 'Task-1.json'),
      text: 'new',
      existing: 'any',
      rename: 'task-1.json',
    } as const;
    expect((await write({ root, create: [], document })).kind).toBe('written');
    expect(await contents(root)).toEqual({ 'task-1.json': 'new' });
  });

  onPosix('two names for one file that differ in case alone are one file, as on disks that ignore case', async () => {
    const root = await temporaryFolder();
    const old = path.join(root, 'Task-1.json');
    await writeFile(old, 'old');
    await link(old, path.join(root, 'task-1.json'));
    const document = { path: old, text: 'new', existing: 'any', rename: 'task-1.json' } as const;
    expect((await write({ root, create: [], document })).kind).toBe('written');
    expect(await contents(root)).toEqual({ 'task-1.json': 'new' });
    await unlink(path.join(root, 'task-1.json'));
    await expect(lstat(old)).rejects.toThrow('ENOENT');
  });
});

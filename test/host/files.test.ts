import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectFile, listFolder, locateInside } from '../../host/files.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');
const byText = { kind: 'outside', reason: 'text' };
const byLink = { kind: 'outside', reason: 'link' };
const inGit = { kind: 'outside', reason: 'git' };

describe('a path whose text leads out', () => {
  test.each([
    '../../etc/passwd',
    'memory/../../x',
    '/etc/passwd',
    'memory/handoffs/..',
    'a/../b',
    '',
    'file:///etc/passwd',
    '~/x',
    '~',
    'a\0b',
    'https://h/x',
  ])('%j is not touched (pitfall 110)', async (asked) => {
    expect(await inspectFile(await temporaryFolder(), asked)).toEqual(byText);
  });

  test.each([
    '..\\..\\x',
    'C:\\x',
    'C:x',
    'c:/x',
    '\\x',
    '\\\\srv\\share\\x',
    '//srv/share',
    '\\\\?\\C:\\x',
    'CON',
    'a/nul.txt',
    'Com1',
    'LPT¹.log',
    'a.txt:stream',
    'a./b',
    'a ',
    'a\nb',
  ])('%j is not touched on any system (pitfall 111)', async (asked) => {
    expect(await inspectFile(await temporaryFolder(), asked)).toEqual(byText);
  });

  test.each(['console', 'a..b', '...x', 'nul-1', 'com10', 'a b', '~x', 'é', 'app/[id]/p.tsx'])(
    '%j is an ordinary name',
    async (asked) => {
      expect(await inspectFile(await temporaryFolder(), asked)).toEqual({ kind: 'absent' });
    },
  );

  test.each(['.git', '.git/config', 'a/.git/x', '.GIT/hooks/pre-commit', '.Git', 'GIT~1/x', '.g\u200cit/x', './/.git'])(
    '%j lies in .git (pitfall 113)',
    async (asked) => {
      const folder = await temporaryFolder();
      await writeFiles(folder, { '.git/config': 'secret' });
      expect(await inspectFile(folder, asked)).toEqual(inGit);
    },
  );

  test('.gitignore and .github are not .git', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { '.gitignore': 'x', '.github/a.yml': 'y' });
    expect(await inspectFile(folder, '.gitignore')).toEqual({ kind: 'file', size: 1, text: 'x' });
    expect(await inspectFile(folder, '.github/a.yml')).toEqual({ kind: 'file', size: 1, text: 'y' });
  });
});

describe('a path that a link leads out', () => {
  onPosix(
    'to a file, through a folder, to nothing, or to a sibling whose name begins alike (pitfall 109)',
    async () => {
      const base = await temporaryFolder();
      const root = path.join(base, 'ws');
      await writeFiles(base, { 'ws/a.txt': 'a', 'ws-old/secret.txt': 's', 'ws/real/b.txt': 'b' });
      await symlink(path.join(base, 'ws-old', 'secret.txt'), path.join(root, 'file'));
      await symlink('../ws-old', path.join(root, 'folder'));
      await symlink('../ws-old/nothing', path.join(root, 'dangling'));
      await symlink('real', path.join(root, 'inner'));
      await symlink('nothing', path.join(root, 'loose'));
      expect(await inspectFile(root, 'file')).toEqual(byLink);
      expect(await inspectFile(root, 'folder')).toEqual(byLink);
      expect(await inspectFile(root, 'folder/secret.txt')).toEqual(byLink);
      expect(await inspectFile(root, 'folder/new/x.txt')).toEqual(byLink);
      expect(await inspectFile(root, 'dangling')).toEqual(byLink);
      expect(await inspectFile(root, 'loose')).toEqual({ kind: 'absent' });
      expect(await inspectFile(root, 'inner/b.txt')).toEqual({ kind: 'file', size: 1, text: 'b' });
      expect(await listFolder(root, 'folder')).toBe(undefined);
    },
  );

  onPosix('a link into .git is not followed (pitfall 113)', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { '.git/config': 'secret' });
    await symlink('.git/config', path.join(root, 'x'));
    await symlink('.git', path.join(root, 'y'));
    expect(await inspectFile(root, 'x')).toEqual(inGit);
    expect(await inspectFile(root, 'y/config')).toEqual(inGit);
  });

  onPosix('links in a circle are no answer, and no end of waiting (pitfall 127)', async () => {
    const root = await temporaryFolder();
    await symlink('b', path.join(root, 'a'));
    await symlink('a', path.join(root, 'b'));
    expect(await inspectFile(root, 'a')).toEqual({ kind: 'unknown', reason: 'its links lead in a circle' });
  });

  onPosix('a root that is reached by a link is a root like any other (pitfall 96)', async () => {
    const base = await temporaryFolder();
    await writeFiles(base, { 'real/a.txt': 'a' });
    await symlink('real', path.join(base, 'link'));
    const root = path.join(base, 'link');
    expect(await inspectFile(root, 'a.txt')).toEqual({ kind: 'file', size: 1, text: 'a' });
    expect(await locateInside(root, 'a.txt')).toEqual({
      kind: 'inside',
      absolute: path.join(root, 'a.txt'),
      real: path.join(base, 'real', 'a.txt'),
      exists: true,
    });
  });
});

describe('what is there', () => {
  test('files with their text, folders, and what is absent', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'a.txt': 'é\r\n', 'd/b.txt': '', 'bom.txt': '\ufeffx' });
    expect(await inspectFile(root, 'a.txt')).toEqual({ kind: 'file', size: 4, text: 'é\r\n' });
    expect(await inspectFile(root, './d//b.txt')).toEqual({ kind: 'file', size: 0, text: '' });
    expect(await inspectFile(root, 'bom.txt')).toEqual({ kind: 'file', size: 4, text: '\ufeffx' });
    expect(await inspectFile(root, 'd')).toEqual({ kind: 'folder' });
    expect(await inspectFile(root, 'd/')).toEqual({ kind: 'folder' });
    expect(await inspectFile(root, 'a.txt/')).toEqual({ kind: 'absent' });
    expect(await inspectFile(root, 'a.txt/x')).toEqual({ kind: 'absent' });
    expect(await inspectFile(root, 'no/such/file')).toEqual({ kind: 'absent' });
  });

  test('a file that is not UTF-8 or over 1 MiB has a size and no text (pitfall 128)', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, {
      latin: Uint8Array.of(0x63, 0xe9),
      surrogate: Uint8Array.of(0xed, 0xa0, 0x80),
      limit: 'x'.repeat(1_048_576),
      over: 'x'.repeat(1_048_577),
    });
    expect(await inspectFile(root, 'latin')).toEqual({ kind: 'file', size: 2 });
    expect(await inspectFile(root, 'surrogate')).toEqual({ kind: 'file', size: 3 });
    expect(await inspectFile(root, 'limit')).toEqual({ kind: 'file', size: 1_048_576, text: 'x'.repeat(1_048_576) });
    expect(await inspectFile(root, 'over')).toEqual({ kind: 'file', size: 1_048_577 });
  });

  onPosix('a pipe or a device is not opened (pitfall 127)', async () => {
    const root = await temporaryFolder();
    execFileSync('mkfifo', [path.join(root, 'pipe.json')]);
    expect(await inspectFile(root, 'pipe.json')).toEqual({ kind: 'unknown', reason: 'it is no regular file' });
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('what may not be read is unknown', async () => {
    const root = await temporaryFolder();
    await writeFiles(root, { 'a.txt': 'a' });
    await chmod(path.join(root, 'a.txt'), 0);
    expect(await inspectFile(root, 'a.txt')).toEqual({
      kind: 'unknown',
      reason: 'it may not be read: permission denied',
    });
  });

  test('a name too long for the disk is unknown, and so is everything under a root that is gone', async () => {
    const root = await temporaryFolder();
    expect(await inspectFile(root, 'x'.repeat(5000))).toEqual({
      kind: 'unknown',
      reason: 'its name is too long for this disk',
    });
    expect(await inspectFile(path.join(root, 'gone'), 'a')).toEqual({
      kind: 'unknown',
      reason: 'the folder it is looked for in does not exist',
    });
  });

  test('the names in a folder are listed in order; what is no folder has no list', async () => {
    const root = await temporaryFolder();
    await mkdir(path.join(root, 'b'));
    await writeFile(path.join(root, 'a.txt'), '');
    expect(await listFolder(root, '')).toEqual(['a.txt', 'b']);
    expect(await listFolder(root, 'b')).toEqual([]);
    expect(await listFolder(root, 'a.txt')).toBe(undefined);
    expect(await listFolder(root, 'none')).toBe(undefined);
    expect(await listFolder(root, '..')).toBe(undefined);
  });
});

import { describe, expect, test } from 'vitest';
import { comparable, flawOf, isInGitFolder } from '../../core/paths/portable-path.ts';

describe('what leads elsewhere or nowhere is an error (pitfalls 110, 111)', () => {
  test.each([
    '',
    ' ',
    '\t',
    '.',
    './',
    '..',
    '../../etc/passwd',
    'memory/../../x',
    'memory/..',
    '/etc/passwd',
    '/',
    'file:///etc/passwd',
    'https://example.org/x',
    '~',
    '~/x',
    '~root/x',
    'a\u0000b',
    'a\nb',
    'a\ud800b',
    '..\\..\\x',
    'C:\\x',
    'C:x',
    'C:/x',
    'c:',
    '\\x',
    '\\\\srv\\share\\x',
    '//srv/share',
    '\\\\?\\C:\\x',
    'CON',
    'src/con.txt',
    'nul.tar.gz',
    'COM¹',
    'aux .c',
    'a.txt:stream',
    'src./a',
    'src /a',
    'a.',
    'src/<a>',
    'a|b',
    'src/**',
    '*.ts',
    'what?',
    'src\\a.ts',
    ' ../x',
    `a/${'b'.repeat(4096)}`,
  ])('%j', (path) => {
    expect(flawOf(path)?.severity).toBe('error');
  });
});

describe('what git can list is fine, glob characters and all (pitfall 115)', () => {
  test.each([
    'src',
    'src/',
    'src/a.ts',
    '.github/workflows/ci.yml',
    'app/[id]/p.tsx',
    'app/(auth)/{x}.ts',
    '..a/b',
    'a..b',
    '...x',
    '대한/민국',
    'e\u0301.txt',
    '👨‍👩‍👧/a',
    '~$doc',
    'a~',
    'console.ts',
    'com10',
    'aux1',
    '-rf',
    '--output=x',
    'a b',
    'x;touch y',
    '$(x)',
    '%23.json',
  ])('%j', (path) => {
    expect(flawOf(path)).toBeUndefined();
  });
});

describe('what only needs another spelling has one where it is certain', () => {
  test.each([
    ['./src', 'src', 'warning', true],
    ['./src/', 'src/', 'warning', true],
    ['src//a', 'src/a', 'warning', true],
    ['src/./a', 'src/a', 'warning', true],
    ['src///', 'src/', 'warning', true],
    ['src/.', 'src/', 'warning', true],
    ['././/a', 'a', 'warning', true],
    [' src/a', 'src/a', 'warning', undefined],
    ['src/a\n', 'src/a', 'warning', undefined],
    [' ./a', 'a', 'warning', undefined],
    ['a/../b', 'b', 'warning', undefined],
    ['a/b/..', 'a/', 'warning', undefined],
    ['src\\a.ts', 'src/a.ts', 'error', undefined],
    ['.\\src\\a.ts', 'src/a.ts', 'error', undefined],
    ['src/**', 'src/', 'error', undefined],
    ['src/*', 'src/', 'error', undefined],
    ['src/**/*', 'src/', 'error', undefined],
    ['/etc', undefined, 'error', undefined],
    ['src/*.ts', undefined, 'error', undefined],
    ['src\\con', undefined, 'error', undefined],
    ['..\\x', undefined, 'error', undefined],
  ])('%j is %j', (path, portable, severity, safe) => {
    expect(flawOf(path)).toMatchObject({ severity, ...(safe && { safe }) });
    expect(flawOf(path)?.portable).toBe(portable);
    expect(flawOf(path)?.safe).toBe(safe);
  });
});

test.each(['memory/handoffs/', 'memory/handoffs/..', 'memory/handoffs/.', '.'])('%j is no file', (path) => {
  expect(flawOf(path, 'file')?.severity).toBe('error');
});

test('a file with a slash at its end has the spelling without', () => {
  expect(flawOf('a/b.txt/', 'file')?.portable).toBe('a/b.txt');
});

test.each([
  ['src/', 'src'],
  ['./src//', 'src'],
  ['\u1112\u1161\u11ab/', '한'],
  ['src\\lib', 'src/lib'],
  ['../x', undefined],
])('%j compares as %j', (path, expected) => {
  expect(comparable(path)).toBe(expected);
});

test.each(['.git', '.GIT/hooks/pre-commit', 'a/.Git/config', '.git./x', 'git~1/x', '.g\u200cit/x', '.git\\x'])(
  "%j lies in git's folder (pitfall 113)",
  (path) => {
    expect(isInGitFolder(path)).toBe(true);
  },
);

test.each(['.github/x', '.gitignore', 'git/x', 'a.git/x'])("%j does not lie in git's folder", (path) => {
  expect(isInGitFolder(path)).toBe(false);
});

import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalUri, fileUri, isCanonical } from '../../core/paths/file-uri.ts';

const parts = fc.constantFrom(
  ...[
    'a',
    'B',
    '/',
    '/',
    '.',
    '..',
    '%20',
    '%41',
    '%2e',
    '%2F',
    '?',
    '#',
    ' ',
    'é',
    '😀',
    '"',
    '<',
    '`',
    '{',
    '\\',
    '\n',
  ],
  ...['%', '%zz', '%ff', '\u0001', '\u007f', "'", ':', '@', '&', '+', '$', ',', ';', '!', '*', '(', '-', '_'],
);

/** What Node makes of a URI and back; undefined where it names no path. */
function roundTrip(uri: string): string | undefined {
  try {
    return pathToFileURL(fileURLToPath(uri, { windows: false }), { windows: false }).href;
  } catch {
    return undefined;
  }
}

test('a URI is canonical where a round trip through its path gives the same one', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
      const uri = `file:///${some.join('')}`;
      expect(isCanonical(uri)).toBe(roundTrip(uri) === uri);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['file:///a b', 'file:///a%20b', true],
  ['file:///a/../b/./c', 'file:///b/c', true],
  ['file:///%7e/%C3%BC', 'file:///~/%C3%BC', true],
  ['file:///a?b', 'file:///a%3Fb', false],
  ['file:///a//b/', 'file:///a/b/', true],
])('%s is another spelling of %s', (uri, canonical, certain) => {
  expect(canonicalUri(uri)).toEqual({ uri: canonical, certain });
});

test.each(['file:///a%2Fb', 'file:///%ff', 'https://x/y', 'a'])('%s names no path', (uri) => {
  expect(canonicalUri(uri)).toBeUndefined();
});

test.each([
  ['/home/ana b/ü%.json', 'file:///home/ana%20b/%C3%BC%25.json'],
  ['C:\\a b\\c.json', 'file:///C:/a%20b/c.json'],
])('the path %s is the URI %s', (path, uri) => {
  expect(fileUri(path)).toBe(uri);
});

test.each(['a/b', '', '~/a', '//server/share', '\\\\server\\share'])(
  '%s is no path that a URI can be made of',
  (path) => {
    expect(fileUri(path)).toBeUndefined();
  },
);

test('what Node versions encode differently is canonical either way', () => {
  expect(['file:///a~[b]^|', 'file:///a%7E%5Bb%5D%5E%7C'].map(isCanonical)).toEqual([true, true]);
});

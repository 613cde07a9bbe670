import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listFiles, PackageManager } from '@vscode/vsce';
import { beforeAll, describe, expect, test } from 'vitest';

const top = new URL('../../', import.meta.url);
const manifest: { contributes: unknown; icon: string } = JSON.parse(readFileSync(new URL('package.json', top), 'utf8'));

/** Files that the manifest names, as the package spells them. */
const named = [manifest.icon, ...pathsIn(manifest.contributes)].map((path) => path.replace('./', '')).sort();

let packed: string[] = [];
beforeAll(async () => {
  packed = await listFiles({ cwd: fileURLToPath(top), packageManager: PackageManager.None });
});

test('the manifest names these files for what it contributes without code', () => {
  expect(named).toEqual(
    expect.arrayContaining([
      'images/file-dark.svg',
      'images/file-light.svg',
      'images/icon.png',
      'snippets/aos.code-snippets',
      'snippets/gsd.code-snippets',
      'snippets/swl.code-snippets',
      'snippets/task.code-snippets',
      'snippets/yarramate.code-snippets',
      'syntaxes/agent-handoff.tmLanguage.json',
      'syntaxes/language-configuration.json',
    ]),
  );
});

test.each(named)('%s, which the manifest names, is in the package', (path) => {
  expect(packed).toContain(path);
});

test.each(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'docs/rules/json-syntax.md'])(
  '%s is in the package',
  (path) => {
    expect(packed).toContain(path);
  },
);

test('nothing else is in the package but built code with its licences, schemas and the pages of the rules', () => {
  // The README that is packed is the one without pictures.
  const expected = [...named, 'package.json', 'README.md', 'dist/README.md', 'CHANGELOG.md', 'LICENSE'];
  const others = packed.filter((path) => !expected.includes(path));
  const built =
    /^dist\/.+\.m?js$|^dist\/(?:engine|extension)\.cjs$|^dist\/package\.json$|^dist\/third-party-notices\.txt$/;
  const read = /^schemas\/[^/]+\.json$|^docs\/rules\/[^/]+\.md$/;
  expect(others.filter((path) => !built.test(path) && !read.test(path))).toEqual([]);
});

describe('the icon', () => {
  test('is a PNG of 256 by 256 pixels', () => {
    const png = readFileSync(new URL(manifest.icon, top));
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256]);
  });
});

/** Every string below a value that is a path inside the extension. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(pathsIn);
}

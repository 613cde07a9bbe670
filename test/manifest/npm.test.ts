import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../../', import.meta.url));

test('the npm package holds the terminal program and the server, and not the extension', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: top,
    shell: process.platform === 'win32',
  });
  const packed: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(stdout);
  const paths = packed.flatMap(({ files }) => files.map(({ path }) => path));
  expect(paths).toEqual(
    expect.arrayContaining([
      'package.json',
      'README.md',
      'LICENSE',
      'docs/rules/json-syntax.md',
      'schemas/configuration.json',
    ]),
  );
  const expected =
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/((cli|server)\.js|schema-worker\.mjs|engine\.cjs|package\.json)|dist\/third-party-notices\.txt|docs\/rules\/[\w-]+\.md|schemas\/[\w.]+\.json)$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
});

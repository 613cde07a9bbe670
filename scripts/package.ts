import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listFiles, PackageManager } from '@vscode/vsce';
import { kilobytes } from './build/sizes.ts';
import { pack } from './pack.ts';

/* Builds, and packs the extension as agent-handoff-<version>.vsix. Everything it needs is bundled: no node_modules. */

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
await promisify(execFile)(process.execPath, [join(top, 'scripts/build.ts')]);
const { name, version } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
const file = join(top, `${name}-${version}.vsix`);
await pack(top, file);
for (const path of await listFiles({ cwd: top, packageManager: PackageManager.None })) {
  console.log(`${kilobytes((await stat(join(top, path))).size)}  ${path}`);
}
console.log(`${kilobytes((await stat(file)).size)}  ${name}-${version}.vsix`);

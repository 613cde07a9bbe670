import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

/** Where the README of the package is put, relative to the folder. */
const packedReadme = 'dist/README.md';

/**
 * Packs the built extension in a folder as a VSIX, without `node_modules`: what ships is bundled. Asks nothing, and
 * leaves the README's links as they are, since no public address of the repository is known. For the same reason its
 * pictures are left out: they are larger than all the rest, and nobody could fetch them.
 */
export async function pack(folder: string, vsix: string): Promise<void> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, packedReadme), readme.replace(/^!\[[^\]]*\]\(docs\/images\/[^)]*\)\n\n?/gm, ''));
  await createVSIX({
    cwd: folder,
    packagePath: vsix,
    readmePath: packedReadme,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
    rewriteRelativeLinks: false,
  });
}

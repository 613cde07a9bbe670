import { createVSIX } from '@vscode/vsce';

/**
 * Packs the built extension in a folder as a VSIX, without `node_modules`: what ships is bundled. Asks nothing, and
 * leaves the README's links as they are, since no public address of the repository is known.
 */
export async function pack(folder: string, vsix: string): Promise<void> {
  await createVSIX({
    cwd: folder,
    packagePath: vsix,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
    rewriteRelativeLinks: false,
  });
}

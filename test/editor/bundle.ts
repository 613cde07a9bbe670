import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Suites that run inside the extension host, and what each needs. */
export const hostSuites = [
  { name: 'trusted', trusted: true, workspace: 'sample' },
  { name: 'restricted', trusted: false, workspace: 'sample' },
  { name: 'elsewhere', trusted: true, workspace: 'other' },
  { name: 'same', trusted: true, workspace: 'fixtures' },
] as const;

export type HostSuite = (typeof hostSuites)[number];

/** Bundles the suites into a temporary folder as `NAME.js`, in the module format that VS Code loads tests in. */
export async function bundleHostSuites(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-suites-'));
  await build({
    entryPoints: hostSuites.map(({ name }) => join(import.meta.dirname, 'host', `${name}.ts`)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return folder;
}

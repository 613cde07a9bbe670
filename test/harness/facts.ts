import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Facts, Needs } from '../../core/evidence/facts.ts';
import { gather } from '../../host/facts.ts';
import type { Git } from '../../host/git.ts';
import { createLocator, type Surroundings } from '../../host/surroundings.ts';
import { temporaryFolder, testGit, writeScript } from './repository.ts';

export const testTime = '2026-02-01T00:00:00Z';

export const allOfGit: Needs = { git: ['head', 'changed', 'uncommitted', 'branches', 'recent', 'paths'] };

/** Where a document stands, asked without a cache. */
export async function locate(
  document: string,
  git?: Git,
  workspaceFolders: readonly string[] = [],
): Promise<Surroundings> {
  return createLocator({ git: git ?? (await testGit()), useGit: true, trusted: true, workspaceFolders }).locate(
    document,
  );
}

/** Facts for a document called `handoff.json` in a folder. */
export async function factsIn(
  folder: string,
  needs: Needs,
  options: { base?: string; git?: Git } = {},
): Promise<Facts> {
  const git = options.git ?? (await testGit());
  const document = path.join(folder, 'handoff.json');
  return gather(await locate(document, git), document, needs, { git, now: testTime, base: options.base });
}

/** A git that writes down how it was called. For systems with a shell. */
export async function countingGit(): Promise<{ readonly git: Git; calls(): Promise<readonly string[]> }> {
  const folder = await temporaryFolder();
  const real = await testGit();
  const log = path.join(folder, 'log');
  const program = await writeScript(
    path.join(folder, 'git'),
    `printf '%s\\n' "$6" >> '${log}'\nexec '${real.program}' "$@"`,
  );
  return {
    git: { ...real, program },
    calls: async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
  };
}

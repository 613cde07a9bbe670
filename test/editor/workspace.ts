import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSample } from '../../scripts/sample.ts';
import { writeFixtures } from './fixtures.ts';

export interface Workspace {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * A new temporary folder called `importer`: the sample repository, one that holds ordinary JSON alone, or one with the
 * documents of all fixtures and what the terminal program says of them.
 */
export async function makeWorkspace(kind: 'sample' | 'other' | 'fixtures'): Promise<Workspace> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-workspace-')));
  const folder = join(parent, 'importer');
  await mkdir(folder);
  if (kind === 'sample') makeSample(folder);
  else if (kind === 'fixtures') await writeFixtures(folder);
  else await writeFile(join(folder, 'handoff.json'), '{ "task_id": }\n');
  return { folder, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

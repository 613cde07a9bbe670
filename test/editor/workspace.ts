import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSample } from '../../scripts/sample.ts';

/** A new temporary folder: the sample repository, or one that holds ordinary JSON alone. */
export async function makeWorkspace(kind: 'sample' | 'other'): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-workspace-')));
  if (kind === 'sample') makeSample(folder);
  else await writeFile(join(folder, 'handoff.json'), '{ "task_id": }\n');
  return folder;
}

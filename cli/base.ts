import { shown } from '../core/text/words.ts';
import type { Bench } from './bench.ts';

/**
 * Says where the base that a call names is none: without it less would be checked than was asked for, in silence. Asks in
 * each repository once; where git cannot answer at all, that is said elsewhere.
 */
export async function baseComplaints(base: string, files: readonly string[], bench: Bench): Promise<readonly string[]> {
  const byRoot = new Map<string, string>();
  for (const file of files) {
    const { repository } = await bench.locate(file);
    if (repository !== undefined) byRoot.set(repository.topLevel, file);
  }
  const complaints: string[] = [];
  for (const [root, document] of byRoot) {
    const all = await bench.gather([{ document, needs: { git: ['head'] } }], undefined);
    const git = all.get(document)?.git;
    if (git?.head !== undefined && git.base === undefined) {
      complaints.push(`--base ${shown(base)} is no branch or tag of ${root}.`);
    }
  }
  return complaints;
}

import { createMemory, type Memory } from './memory.ts';
import type { Repository } from './repository.ts';
import { readState } from './state.ts';

/** What git has answered, for each repository, as long as the repository stays as it is. */
export interface EvidenceCache {
  /** What is known of a repository in the state it is in now: nothing, if it has changed since it was last asked. */
  memoryOf(repository: Repository): Promise<Memory>;
  /** Forgets everything. */
  forget(): void;
}

/**
 * Looks at the repository on disk before each use, and starts no process for it. `limit` is how many repositories are
 * remembered; the one that was used longest ago goes first.
 */
export function createEvidenceCache(limit = 16): EvidenceCache {
  const entries = new Map<string, { readonly key: string; readonly memory: Memory }>();
  return {
    async memoryOf(repository) {
      const name = `${repository.topLevel}\0${repository.gitDirectory}`;
      const { key, settled } = await readState(repository);
      const known = entries.get(name);
      entries.delete(name);
      const entry = known?.key === key ? known : { key, memory: createMemory() };
      // What is asked now may have changed once more without a trace: it serves this time alone.
      if (!settled) return entry.memory;
      entries.set(name, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) break;
        entries.delete(oldest);
      }
      return entry.memory;
    },
    forget: () => entries.clear(),
  };
}

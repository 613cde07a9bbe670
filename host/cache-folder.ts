import path from 'node:path';

/**
 * Absolute path of the user's folder for what this project keeps; undefined for a user who has none. A relative one, of which
 * an empty `HOME` or a careless `XDG_CACHE_HOME` makes one, would lie in the working folder: whoever fills a repository would
 * have code run by whoever checks it.
 */
export async function cacheFolder(): Promise<string | undefined> {
  try {
    // Fails while it is loaded where the system knows of no home, as for a user id of a container.
    const { default: envPaths } = await import('env-paths');
    const { cache } = envPaths('agent-handoff', { suffix: '' });
    return path.isAbsolute(cache) ? cache : undefined;
  } catch {
    return undefined;
  }
}

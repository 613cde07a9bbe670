import type { GitFacts } from './facts.ts';
import type { Format } from './format.ts';
import type { Handoff } from './handoff.ts';
import { folderOf } from './path.ts';
import { sideFiles } from './side-file.ts';

/**
 * Tells whether a path belongs to handoffs and not to the work that they hand over: what lies in a folder where the format
 * keeps them, the document itself, its side files. Such files are committed along with the work, before or after it.
 */
export function ownFiles(handoff: Handoff): (path: string) => boolean {
  const { folder } = handoff.format.traits;
  const uri = decoded(handoff.document.uri);
  const side = new Set(sideFiles(handoff).map(({ reading }) => reading));
  return (path) =>
    side.has(path) || uri.endsWith(`/${path}`) || (folder !== undefined && `/${path}`.includes(`/${folder}/`));
}

/** What is not committed, without handoffs: they are not the work. */
export function uncommittedWork({ traits }: Format, { uncommitted }: Pick<GitFacts, 'uncommitted'>): readonly string[] {
  return uncommitted?.filter((path) => traits.folder === undefined || folderOf(path) !== traits.folder) ?? [];
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

import type { GitFacts } from '../evidence/facts.ts';
import type { Format } from '../format/format.ts';
import type { Handoff } from '../handoff.ts';
import { folderOf } from './path.ts';
import { sideFiles } from './side-file.ts';

/**
 * Tells whether a path belongs to handoffs and not to the work that they hand over: what lies in a folder where the format
 * keeps them, the document itself, its side files. Such files are committed along with the work, before or after it. It is
 * the same function for later versions of a document, as long as nothing of that changes.
 */
export function ownFiles(handoff: Handoff): (path: string) => boolean {
  const { folder } = handoff.format.traits;
  const uri = decoded(handoff.document.uri);
  const side = sideFiles(handoff).map(({ reading }) => reading);
  const key = JSON.stringify([folder, uri, side]);
  if (latest?.key !== key) latest = { key, isOwn: isOwnOf(folder, uri, new Set(side)) };
  return latest.isOwn;
}

let latest: { readonly key: string; readonly isOwn: (path: string) => boolean } | undefined;

function isOwnOf(folder: string | undefined, uri: string, side: ReadonlySet<string | undefined>) {
  return (path: string) =>
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

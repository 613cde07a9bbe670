import { createDocument, type DocumentOptions, type HandoffDocument, soundDocument } from './document.ts';
import { movedLarge } from './json/large.ts';
import { samePath } from './json/node.ts';
import { retyped, type TextAt } from './json/retype.ts';
import { both, type Revision } from './text/revision.ts';
import type { Text } from './text/spliced.ts';
import type { Since } from './wording.ts';

declare module './document.ts' {
  interface Kept {
    /** The text in it that was typed in last. */
    typed?: TextAt;
  }
}

/**
 * A later version of a document: what has not changed since need not be worked out again. `revision` is all that has changed
 * in the text, where that is known.
 */
export function nextVersion(
  before: HandoffDocument,
  text: Text,
  options = before.options,
  revision?: Revision,
): HandoffDocument {
  const document =
    (revision && retypedVersion(before, text, options, revision)) ??
    createDocument(before.uri, text.toString(), options);
  const { lists, earlier } = before.kept;
  const kept = lists ?? earlier;
  if (kept !== undefined && options === before.options) document.kept.earlier = kept;
  return document;
}

/** Undefined where not a single text of a sound document has changed, or more than that. */
function retypedVersion(
  before: HandoffDocument,
  text: Text,
  options: DocumentOptions,
  revision: Revision,
): HandoffDocument | undefined {
  const { kept, value } = before;
  if (!before.isSound || value === undefined) return undefined;
  const found = retyped({ text: () => before.text, value }, text, revision, kept);
  if (found === undefined) return undefined;
  const document = soundDocument(before.uri, text, found.value, options);
  document.kept.typed = found.at;
  if (kept.free !== undefined) document.kept.freeBefore = kept.free;
  if (kept.large !== undefined) document.kept.large = movedLarge(kept.large, revision);
  const since = options === before.options ? sinceVersion(before, found.at, revision) : undefined;
  if (since !== undefined) document.kept.since = since;
  return document;
}

/** Versions that were not judged are passed over, so that they do not pile up. */
function sinceVersion({ kept }: HandoffDocument, { path }: TextAt, revision: Revision): Since | undefined {
  const open = kept.since ?? kept.reworded;
  if (open === undefined) return { path, revision, before: kept };
  return samePath(open.path, path) ? { path, revision: both(open.revision, revision), before: open.before } : undefined;
}

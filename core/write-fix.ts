import { type HandoffDocument, nodeOf } from './document.ts';
import { edit } from './edit.ts';
import type { Fix } from './finding.ts';
import type { Json } from './format/schema.ts';
import { replaceValue } from './json/change.ts';
import type { Path } from './json/node.ts';
import { shown } from './text/words.ts';

/** A fix that puts another value in the place of one; `title` says so where it is not plain from the value. No tree is made before it is applied. */
export function writeFix(
  document: HandoffDocument,
  path: Path,
  value: Json,
  {
    title = `Write ${shown(value)}`,
    preferred = false,
  }: { readonly title?: string; readonly preferred?: boolean } = {},
): Fix {
  return {
    title,
    preferred,
    edit() {
      const node = nodeOf(document, path);
      return node === undefined ? edit() : edit(replaceValue(document.text, node, value));
    },
  };
}

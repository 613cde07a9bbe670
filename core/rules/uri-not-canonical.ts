import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { canonicalUri, isCanonical } from '../paths/file-uri.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['uri'],
  summary: 'A file URI that is not in canonical form',
  reason: `Programs compare file URIs as text, and turn them into a path and back to see whether they are the same. One with a blank,
a \`..\` or a letter that need not be encoded names the file for a person and another one, or none, for a program.

The fix writes the canonical form, which names the same file, so it also runs unattended. A \`?\` or \`#\` ends the path of a
URI; to take it for a part of the name is a guess, offered but never made unasked. Where the bytes are no UTF-8 or a slash is
encoded, the URI names no path, and only the author knows which one was meant.`,
  wording: 'ignored',
  *check(handoff) {
    const { fields, document } = handoff;
    for (const { field, path, value } of fields) {
      if (field.meaning.uri !== 'file' || typeof value !== 'string') continue;
      if (!value.startsWith('file:///') || isCanonical(value)) continue;
      const canonical = canonicalUri(value);
      const is = canonical === undefined ? 'names no path' : `is another spelling of ${shown(canonical.uri)}`;
      yield {
        span: spanOfValue(document, path),
        message: `${placeName(path)} must be a file URI in canonical form; ${shown(value)} ${is}.`,
        path,
        fixes: () => (canonical === undefined ? [] : [write(handoff, path, canonical.uri, canonical.certain)]),
      };
    }
  },
};

function write({ document }: Handoff, path: Path, uri: string, safe: boolean): Fix {
  const node = nodeAt(document.syntax.root, path);
  const change = () => (node === undefined ? edit() : edit(replaceValue(document.text, node, uri)));
  return { title: `Write ${uri}`, preferred: true, safe, edit: change };
}

import { type HandoffDocument, spanOfValue } from '../document.ts';
import { edit, type Replacement } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { type Format, versionOf } from '../format/format.ts';
import { child } from '../format/schema.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { fileUri } from '../paths/file-uri.ts';
import type { DocumentRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  concerns: ['unrecognised'],
  summary: 'A version of the format that is not known',
  reason: `Another version may require other members and mean other things by the same names. Checked against this one, a good
handoff would look wrong and a wrong one good, so nothing else in it is checked.

Where an earlier version differs only in its name and in how it writes a path, the fix makes the document one of the known
version. It claims that the document follows that version, so it never runs unattended. Otherwise there is no fix: naming the
known version would be such a claim and nothing more.`,
  *check(document) {
    const { format, versionKnown } = document.recognition;
    const version = format && versionOf(format);
    if (format === undefined || version === undefined || versionKnown) return;
    const found = child(document.value, version.name) ?? null;
    yield {
      span: spanOfValue(document, [version.name]),
      message: `${placeName([version.name])} must be ${shown(version.value)}, the version that is known; it is ${shown(found)}, so nothing else was checked.`,
      path: [version.name],
      fixes: () => migrate(document, format, version.name),
    };
  },
};

/** From a version that differs in its name and in plain paths where this one has file URIs. */
function migrate({ text, syntax, value }: HandoffDocument, format: Format, name: string): readonly Fix[] {
  const field = format.root.members.get(name);
  const before = typeof field?.meaning.version === 'object' ? field.meaning.version.before : [];
  const current = field?.schema.const;
  const node = nodeAt(syntax.root, [name]);
  if (current === undefined || node === undefined || !before.some((version) => version === child(value, name)))
    return [];
  const title = `Migrate to ${shown(current)}`;
  const uris: Replacement[] = [];
  for (const [member, { meaning }] of format.root.members) {
    const path = child(value, member);
    const at = nodeAt(syntax.root, [member]);
    if (meaning.uri !== 'file' || typeof path !== 'string' || path.startsWith('file:') || at === undefined) continue;
    const uri = fileUri(path);
    if (uri === undefined) return [{ title, disabled: `${member} is no absolute path`, edit: () => edit() }];
    uris.push(replaceValue(text, at, uri));
  }
  return [{ title, preferred: true, edit: () => edit(replaceValue(text, node, current), ...uris) }];
}

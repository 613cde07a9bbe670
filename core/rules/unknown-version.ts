import { spanOfValue } from '../document.ts';
import { versionOf } from '../format.ts';
import type { DocumentRule } from '../rule.ts';
import { child } from '../schema.ts';
import { placeName, shown } from '../words.ts';

export const rule: DocumentRule = {
  subject: 'document',
  severity: 'error',
  summary: 'A version of the format that is not known',
  reason: `Another version may require other members and mean other things by the same names. Checked against this one, a good
handoff would look wrong and a wrong one good, so nothing else in it is checked.

There is no fix: naming the known version would only claim that the document follows it.`,
  *check(document) {
    const { format, versionKnown } = document.recognition;
    const version = format && versionOf(format);
    if (version === undefined || versionKnown) return;
    const found = child(document.value, version.name) ?? null;
    yield {
      span: spanOfValue(document, [version.name]),
      message: `${placeName([version.name])} must be ${shown(version.value)}, the version that is known; it is ${shown(found)}, so nothing else was checked.`,
      path: [version.name],
    };
  },
};

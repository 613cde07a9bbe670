import { spanOfKey } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { valueAt } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { removeMembers } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { proseAt, proseFields } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { oneOf, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'Members that exclude each other stand side by side',
  reason: `Whoever reads the handoff takes one of the two and never sees the other: half of the pending work is forgotten, or an old
text is taken for the current one.

Either may be the right one, so both fixes are offered and neither is preferred or runs unattended. Keeping the file removes
the text beside it, and is not offered where the file is known not to hold any text.`,
  wording: 'ignored',
  *check(handoff) {
    for (const { path, names } of excluded(handoff)) yield* names.map((name) => finding(handoff, path, name, names));
  },
  fixNeeds: (handoff) => ({ files: excluded(handoff).flatMap(({ path, names }) => filesOf(handoff, path, names)) }),
};

interface Excluded {
  /** Of the object that has them all. */
  readonly path: Path;
  readonly names: readonly string[];
}

/** From `{ "not": { "required": [a, b] } }`, which is how schemas say it. */
function excluded({ issues }: Handoff): readonly Excluded[] {
  return issues.flatMap(({ keyword, schema, path }) => {
    const names = keyword === 'not' ? schema.not?.required : undefined;
    return names === undefined || names.length < 2 ? [] : [{ path, names }];
  });
}

function finding(handoff: Handoff, path: Path, name: string, names: readonly string[]): Finding {
  const others = names.filter((other) => other !== name);
  return {
    span: spanOfKey(handoff.document, [...path, name]),
    message: `${shown(name)} must not stand beside ${oneOf(others.map(shown), 'and')}.`,
    path: [...path, name],
    related: others.map((other) => ({
      span: spanOfKey(handoff.document, [...path, other]),
      message: `${shown(other)} stands here.`,
    })),
    fixes: () => names.map((kept) => keep(handoff, path, kept, names)),
  };
}

function keep(handoff: Handoff, path: Path, kept: string, names: readonly string[]): Fix {
  const { document, value } = handoff;
  const gone = names.filter((name) => name !== kept);
  const title = `Keep ${shown(kept)} and remove ${oneOf(gone.map(shown), 'and')}`;
  const object = nodeAt(document.syntax.root, path);
  if (object?.kind !== 'object') return { title, edit: () => edit() };
  const members = object.members.filter(({ key }) => !key.damaged && gone.includes(key.value));
  const fix = { title, edit: () => edit(...removeMembers(document.text, members)) };
  const losesText = gone.some((name) => proseAt(handoff, [...path, name])?.prose.sideFile === kept);
  if (!losesText || gone.every((name) => valueAt(value, [...path, name]) === '')) return fix;
  const file = valueAt(value, [...path, kept]);
  const fact = typeof file === 'string' ? handoff.facts.files.get(file) : undefined;
  if (fact?.kind === 'absent') return { ...fix, disabled: 'the file does not exist, so the text would be lost' };
  if (fact?.kind === 'file' && fact.size === 0)
    return { ...fix, disabled: 'the file is empty, so the text would be lost' };
  return fix;
}

function filesOf(handoff: Handoff, path: Path, names: readonly string[]): readonly string[] {
  return proseFields(handoff).flatMap(({ prose }) => {
    const file = names.includes(prose.sideFile) ? valueAt(handoff.value, [...path, prose.sideFile]) : undefined;
    return typeof file === 'string' ? [file] : [];
  });
}

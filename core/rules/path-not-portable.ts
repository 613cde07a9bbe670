import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { gitNames, namesNeeds } from '../evidence/git-names.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { removeItem, replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { type PathsKind, pathLists } from '../paths/listed-path.ts';
import { flawOf, type PathFlaw } from '../paths/portable-path.ts';
import { sideFiles } from '../paths/side-file.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['paths', 'side-file'],
  summary: 'A path that not every system reads alike',
  reason: `A handoff travels between machines, so a path in it must mean the same file on each of them: relative to the
repository's top level, with \`/\`, without \`..\` that leads out, and with names that Windows can hold too. An absolute path
or a home folder exists on one machine alone, and a pattern such as \`src/**\` is taken literally and covers nothing.
\`./\`, doubled \`/\`, \`..\` inside the repository and blanks around a path are warnings: most readers get along with them.

The fix writes the portable spelling where it is certain; for \`./\` and doubled \`/\` it also runs unattended. A backslash can
be part of a name on Linux, so in a list of paths the fix is on offer only once git has said that it knows no such name. An
absolute path has no fix: what it was relative to is not known. An empty entry of a list can be removed; some readers take it
for everything, others for nothing.`,
  wording: 'ignored',
  *check(handoff) {
    for (const found of flawed(handoff)) {
      const { path, flaw } = found;
      yield {
        span: spanOfValue(handoff.document, path),
        message: flaw.message,
        path,
        severity: flaw.severity,
        fixes: () => fixes(handoff, found),
      };
    }
  },
  fixNeeds: (handoff) =>
    namesNeeds(flawed(handoff).flatMap(({ kind, flaw }) => (kind && flaw.backslash ? [kind] : []))),
};

interface Flawed {
  readonly path: Path;
  readonly value: string;
  /** What stands before and behind the path. */
  readonly around: readonly [string, string];
  readonly flaw: PathFlaw;
  /** Undefined for a side file. */
  readonly kind: PathsKind | undefined;
}

function flawed(handoff: Handoff): readonly Flawed[] {
  const found: Flawed[] = [];
  for (const { entries, plain, kind } of pathLists(handoff)) {
    if (plain) continue;
    for (const { path, value, prefix, suffix } of entries) {
      const flaw = flawOf(value);
      if (flaw !== undefined) found.push({ path, value, around: [prefix, suffix], flaw, kind });
    }
  }
  for (const { path, file } of sideFiles(handoff)) {
    const flaw = flawOf(file, 'file');
    if (flaw !== undefined && !flaw.leaves) found.push({ path, value: file, around: ['', ''], flaw, kind: undefined });
  }
  return found;
}

function fixes(handoff: Handoff, { path, value, around: [prefix, suffix], flaw, kind }: Flawed): readonly Fix[] {
  const { safe = false } = flaw;
  const portable = flaw.portable === undefined ? undefined : prefix + flaw.portable + suffix;
  if (value.trim() === '' && kind !== undefined) return [remove(handoff, path)];
  if (portable === undefined) return [];
  if (flaw.backslash && kind !== undefined && gitNames(handoff.facts)(kind, value) !== false) return [];
  return [
    {
      title: `Write ${shown(portable)}`,
      preferred: true,
      safe,
      edit() {
        const { text, syntax } = handoff.document;
        const node = nodeAt(syntax.root, path);
        return node === undefined ? edit() : edit(replaceValue(text, node, portable));
      },
    },
  ];
}

/** An entry of blanks says nothing, so nothing is lost with it. */
function remove({ document }: Handoff, path: Path): Fix {
  return {
    title: 'Remove the entry',
    preferred: true,
    edit() {
      const item = nodeAt(document.syntax.root, path);
      return item === undefined ? edit() : edit(...removeItem(document.text, item));
    },
  };
}

import { spanOfValue } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { type ListedPath, listedPaths } from '../paths/listed-path.ts';
import { scopeOf } from '../paths/path-scope.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['paths'],
  summary: 'A changed path that is forbidden',
  reason: `Somebody forbade the path for a reason, and the next agent would build on a change that will be refused. Forbidden wins
over allowed. Paths are compared by whole segments, so \`src\` and \`src/\` mean the same and never \`src-old\`; \`*\` and \`[id]\`
stand for themselves; Unicode forms make no difference. Where the disk takes \`Src\` and \`src\` for one file, a path that
differs only in case is forbidden too; where it does not, that is a hint.

No repair is safe: either the change must be taken back in git, or whoever forbade the path has to allow it.`,
  wording: 'ignored',
  *check(handoff) {
    const forbidden = scopeOf(handoff, 'forbidden');
    if (!forbidden.any) return;
    const { foldsCase } = handoff.facts.place ?? {};
    for (const changed of listedPaths(handoff, 'changed')) {
      const path = changed.comparable;
      if (path === undefined) continue;
      const exact = forbidden.covering(path);
      if (exact !== undefined) {
        yield finding(handoff, changed, exact, `${shown(changed.value)} must not be changed; ${why(path, exact)}.`);
        continue;
      }
      const byCase = foldsCase === undefined ? undefined : forbidden.coveringFolded(path);
      if (byCase === undefined) continue;
      const differs = `it differs from the forbidden ${shown(byCase.value)} only in case`;
      yield foldsCase
        ? finding(handoff, changed, byCase, `${shown(changed.value)} must not be changed; ${differs}.`)
        : {
            ...finding(
              handoff,
              changed,
              byCase,
              `${shown(changed.value)} is forbidden on macOS and Windows: ${differs}.`,
            ),
            severity: 'hint',
          };
    }
  },
};

function why(path: string, forbidden: ListedPath): string {
  return forbidden.comparable === path ? 'it is forbidden' : `it is under the forbidden ${shown(forbidden.value)}`;
}

function finding({ document }: Handoff, changed: ListedPath, forbidden: ListedPath, message: string): Finding {
  const related = {
    span: spanOfValue(document, forbidden.path),
    message: `${shown(forbidden.value)} is forbidden here.`,
  };
  return { span: spanOfValue(document, changed.path), path: changed.path, message, related: [related] };
}

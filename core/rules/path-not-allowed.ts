import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import type { Handoff } from '../handoff.ts';
import { appendItems } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { type ListedPath, listedPaths, type PathList, pathLists } from '../paths/listed-path.ts';
import { ownFiles } from '../paths/own-files.ts';
import { folderOf } from '../paths/path.ts';
import { scopeOf } from '../paths/path-scope.ts';
import { readingOf } from '../paths/portable-path.ts';
import type { HandoffRule } from '../rule.ts';
import { namely, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['paths'],
  summary: 'A changed path outside the allowed ones',
  reason: `The bot has left what it was asked to do, or the list of allowed paths is wrong; in both cases the next agent is misled
about what it may touch. An empty list records no limit. Paths are compared by whole segments, so \`src\` and \`src/\` mean the
same and never cover \`src-old\`; \`*\` and \`[id]\` stand for themselves; case counts. Files of
handoffs themselves are not the work, so they need not be allowed.

The fix adds the path's folder to the allowed ones. It widens what somebody has set, so it is never preferred and never runs
unattended. The other repair, taking the change back, belongs to git.`,
  wording: 'ignored',
  *check(handoff) {
    const allowed = scopeOf(handoff, 'allowed');
    if (!allowed.any || !allowed.readable) return;
    const forbidden = scopeOf(handoff, 'forbidden');
    let named: string | undefined;
    let isOwn: ReturnType<typeof ownFiles> | undefined;
    for (const changed of listedPaths(handoff, 'changed')) {
      const path = changed.comparable;
      if (path === undefined || allowed.covering(path) || forbidden.covering(path)) continue;
      isOwn ??= ownFiles(handoff);
      if (isOwn(path)) continue;
      named ??= allowedPaths(handoff);
      yield {
        span: spanOfValue(handoff.document, changed.path),
        path: changed.path,
        message: `${shown(changed.value)} must lie under an allowed path; allowed ${named}.`,
        fixes: () => fixes(handoff, changed),
      };
    }
  },
};

function allowedPaths(handoff: Handoff): string {
  const paths = [...new Set(listedPaths(handoff, 'allowed').map(({ value }) => value))];
  return `${paths.length === 1 ? 'is' : 'are'} ${namely(paths)}`;
}

function fixes(handoff: Handoff, changed: ListedPath): readonly Fix[] {
  const reading = readingOf(changed.value);
  const lists = pathLists(handoff, 'allowed');
  if (reading === undefined) return [];
  const folder = folderOf(reading);
  const path = folder === '' ? reading : `${folder}/`;
  return lists.map((list) => allow(handoff, list, path));
}

function allow({ document }: Handoff, list: PathList, path: string): Fix {
  return {
    title: `Add ${shown(path)} to ${shown(list.name)}`,
    edit() {
      const array = nodeAt(document.syntax.root, list.path);
      return array?.kind === 'array' ? edit(appendItems(document.text, array, [path])) : edit();
    },
  };
}

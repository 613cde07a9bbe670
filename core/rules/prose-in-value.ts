import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { isFullEnough } from '../evidence/claims.ts';
import type { Fix } from '../finding.ts';
import { entries, type Handoff } from '../handoff.ts';
import { removeItem, replaceValue } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import { isProse, pathEntry } from '../paths/listed-path.ts';
import type { HandoffRule } from '../rule.ts';
import { placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['uncommitted', 'done'],
  summary: 'Words where a path or a commit belongs',
  reason: `Whoever resumes compares the listed files with \`git status\` and looks the commits up. A path with a mark or a remark beside
it names no file, and a sentence names no commit, so the comparison goes wrong without a word.

Where a path stands among the words, the fix keeps the path alone; an entry that is nothing but words can be removed, as can
what is around a single commit id. Each takes words away, so none runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    for (const found of [...inPaths(handoff), ...inCommits(handoff)]) {
      yield {
        span: spanOfValue(handoff.document, found.path),
        path: found.path,
        message: `${placeName(found.path)} must be ${found.must}; it is ${shown(found.value)}.`,
        fixes: () => fixes(handoff, found),
      };
    }
  },
};

interface Prose {
  readonly path: Path;
  readonly value: string;
  readonly must: string;
  /** What is left without the words; undefined where nothing is. */
  readonly alone: string | undefined;
}

function inPaths({ fields }: Handoff): readonly Prose[] {
  return fields
    .filter(({ field }) => field.meaning.paths === 'uncommitted')
    .flatMap((at) => {
      return entries(at).flatMap(({ path, value }): readonly Prose[] => {
        if (value.trim() === '') return [];
        if (isProse(value)) return [{ path, value, must: 'a path', alone: undefined }];
        const { value: alone, prefix, suffix } = pathEntry(value, 'uncommitted');
        return prefix === '' && suffix === '' ? [] : [{ path, value, must: 'a path alone', alone }];
      });
    });
}

function inCommits({ fields, document }: Handoff): readonly Prose[] {
  return fields
    .filter(({ field }) => field.meaning.commit === 'done')
    .flatMap(({ path, value }) => {
      if (typeof value !== 'string' || isFullEnough(value)) return [];
      if (nodeAt(document.syntax.root, path)?.kind !== 'string') return [];
      const ids = value.match(/(?<![\w-])[0-9a-f]{7,64}(?![\w-])/gi) ?? [];
      return [{ path, value, must: 'the id of one commit', alone: ids.length === 1 ? ids[0] : undefined }];
    });
}

function fixes({ document }: Handoff, { path, alone }: Prose): readonly Fix[] {
  const node = nodeAt(document.syntax.root, path);
  if (node === undefined) return [];
  if (alone !== undefined) {
    const write = () => edit(replaceValue(document.text, node, alone));
    return [{ title: `Write ${shown(alone)}`, preferred: true, edit: write }];
  }
  if (typeof path.at(-1) !== 'number') return [];
  return [{ title: 'Remove the entry', edit: () => edit(...removeItem(document.text, node)) }];
}

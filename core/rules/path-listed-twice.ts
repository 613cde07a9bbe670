import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import { gitNames, namesNeeds } from '../evidence/git-names.ts';
import type { Finding, Fix } from '../finding.ts';
import type { Claimed, Handoff } from '../handoff.ts';
import { removeItem } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { type ListedPath, pathLists } from '../paths/listed-path.ts';
import { folded } from '../paths/path.ts';
import { readingOf } from '../paths/portable-path.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['paths'],
  summary: 'The same path again in one list',
  reason: `A path that is listed twice was often meant to be another one, and whoever counts the entries counts wrongly.
A slash at the end makes no difference. Two spellings that only differ in their Unicode form (NFC and NFD) look the same and
can still be two files: they are reported once git has said that it does not have both. Changed paths that differ
only in case are one file on macOS and Windows and two on Linux, so that is a hint without a fix.

The fix removes the repetition. It is safe, so it also runs unattended. Of two Unicode forms the one that git has stays.`,
  wording: 'ignored',
  needs(handoff) {
    const forms = repetitions(handoff).filter(({ differs }) => differs === 'form');
    return namesNeeds(forms.map(({ again }) => again.list.kind));
  },
  *check(handoff) {
    const has = gitNames(handoff.facts);
    for (const repetition of repetitions(handoff)) {
      const finding = judge(handoff, repetition, has);
      if (finding !== undefined) yield finding;
    }
  },
};

interface Repetition {
  readonly first: ListedPath;
  readonly again: ListedPath;
  /** What the two differ in. */
  readonly differs: 'nothing' | 'form' | 'case';
}

function repetitions(handoff: Claimed): readonly Repetition[] {
  const lists = pathLists(handoff);
  if (lists.every(({ plain }) => plain)) return [];
  return lists.flatMap(({ entries, plain }) => {
    if (plain) return [];
    const seen = new Map<string, ListedPath>();
    const byForm = new Map<string, ListedPath>();
    const byCase = new Map<string, ListedPath>();
    const found: Repetition[] = [];
    for (const entry of entries) {
      const reading = (readingOf(entry.value) ?? entry.value) + (entry.line === undefined ? '' : entry.suffix);
      const keys = [reading, reading.normalize('NFC'), folded(reading)] as const;
      const [same, form, byCaseOnly] = [seen.get(keys[0]), byForm.get(keys[1]), byCase.get(keys[2])];
      if (same !== undefined) found.push({ first: same, again: entry, differs: 'nothing' });
      else if (form !== undefined) found.push({ first: form, again: entry, differs: 'form' });
      else if (byCaseOnly !== undefined && isRecord(entry.list))
        found.push({ first: byCaseOnly, again: entry, differs: 'case' });
      if (same === undefined) seen.set(keys[0], entry);
      if (form === undefined) byForm.set(keys[1], entry);
      if (byCaseOnly === undefined) byCase.set(keys[2], entry);
    }
    return found;
  });
}

type GitNames = ReturnType<typeof gitNames>;

function judge(handoff: Handoff, { first, again, differs }: Repetition, has: GitNames): Finding | undefined {
  const { document } = handoff;
  const names = `${shown(first.value)} in ${shown(again.list.name)}`;
  const finding = {
    span: spanOfValue(document, again.path),
    path: again.path,
    related: [{ span: spanOfValue(document, first.path), message: `${shown(first.value)} is listed here already.` }],
  };
  if (differs === 'case') {
    const message = `${shown(again.value)} differs only in case from ${names}; on macOS and Windows it is the same file.`;
    return { ...finding, severity: 'hint', message };
  }
  const kept = differs === 'form' ? keptForm(has, first, again) : first;
  if (kept === undefined) return undefined;
  const message =
    differs === 'form'
      ? `${shown(again.value)} is ${names} in another Unicode form (NFC, NFD); git has only one of them.`
      : `${shown(again.value)} must be listed once; it is the same path as ${names}.`;
  return {
    ...finding,
    message,
    unnecessary: kept === first,
    fixes: () => [remove(handoff, kept === first ? again : first)],
  };
}

/** A list of what git said, where another case is worth a word; in a list of limits it is how one means both. */
function isRecord({ kind }: ListedPath['list']): boolean {
  return kind === 'changed' || kind === 'uncommitted';
}

/** Which of two forms stays: the one git has. Undefined where git was not asked, could not say all, or has both. */
function keptForm(has: GitNames, first: ListedPath, again: ListedPath): ListedPath | undefined {
  const [hasFirst, hasAgain] = [first, again].map(({ value, list }) => has(list.kind, readingOf(value) ?? value));
  if (hasFirst === undefined || hasAgain === undefined || (hasFirst && hasAgain)) return undefined;
  return hasAgain ? again : first;
}

function remove({ document }: Handoff, { path, value }: ListedPath): Fix {
  return {
    title: `Remove the repeated ${shown(value)}`,
    preferred: true,
    safe: true,
    edit() {
      const item = nodeAt(document.syntax.root, path);
      return item === undefined ? edit() : edit(...removeItem(document.text, item));
    },
  };
}

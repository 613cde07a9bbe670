import { aspects } from '../aspect.ts';
import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { child } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { replaceValue } from '../json/change.ts';
import { nodeAt } from '../json/node.ts';
import { baseName, fileNamePart, folderOf, freeName } from '../paths/path.ts';
import { aroundTask, isCalledAfter, isUsualFolder, taskOfName } from '../paths/task-file.ts';
import type { HandoffRule } from '../rule.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['task'],
  summary: 'A handoff whose file is not called after its task',
  reason: `Handoffs are found by the name of their task. Under another name the next agent finds none, or one of another task.
What cannot stand in a file's name is written as "-" there. A copy with a number, such as \`task-1-2.json\`, is fine: that is
what a new handoff is called while the plain name is taken.

The file or the id may be the wrong one, so a fix renames the file, another changes the id, neither is preferred, and none
runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const found = differing(handoff);
    if (found === undefined) return;
    const { member, task, name, expected } = found;
    yield {
      span: spanOfValue(handoff.document, [member]),
      path: [member],
      message: `The file of task ${shown(task)} must be called ${shown(expected)}; it is called ${shown(name)}.`,
      fixes: () => [...rename(handoff, found), ...changeId(handoff, found)],
    };
  },
  fixNeeds: ({ facts }) => ({ folders: [folderOf(facts.place?.path ?? '')] }),
};

interface Differing {
  /** The member that holds the id. */
  readonly member: string;
  readonly task: string;
  /** Of the file. */
  readonly name: string;
  readonly expected: string;
  /** What stands before and behind the task in a file's name. */
  readonly around: readonly [string, string];
}

const TASK = aspects('task');

/** Undefined where the names agree, the format has no rule for them, or the document does not stand where it has one. */
function differing({ format, value, facts: { place } }: Handoff): Differing | undefined {
  const around = aroundTask(format);
  if (around === undefined || place?.path === undefined) return undefined;
  if (!isUsualFolder(folderOf(place.path), format)) return undefined;
  const member = format.root.ordered.find(
    ({ aspects, meaning }) => (aspects & TASK) !== 0 && meaning.task === 'id',
  )?.name;
  if (member === undefined) return undefined;
  const task = child(value, member);
  if (typeof task !== 'string') return undefined;
  const name = baseName(place.path);
  if (isCalledAfter(name, task, around)) return undefined;
  const part = fileNamePart(task);
  if (part === '') return undefined;
  return { member, task, name, expected: `${around[0]}${part}${around[1]}`, around };
}

function rename({ facts }: Handoff, { name, expected }: Differing): readonly Fix[] {
  const names = facts.folders.get(folderOf(facts.place?.path ?? ''));
  if (names === undefined) return [];
  const free = freeName(
    expected,
    names.filter((taken) => taken !== name),
  );
  return [
    { title: `Rename the file to ${shown(free)}`, edit: () => ({ create: [], replace: [], rename: { name: free } }) },
  ];
}

function changeId({ document }: Handoff, { member, name, around }: Differing): readonly Fix[] {
  const task = taskOfName(name, around);
  const node = nodeAt(document.syntax.root, [member]);
  if (node === undefined || task === undefined) return [];
  return [{ title: `Change the id to ${shown(task)}`, edit: () => edit(replaceValue(document.text, node, task)) }];
}

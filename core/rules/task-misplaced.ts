import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Finding, Fix } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import type { Meaning } from '../format/meaning.ts';
import { child, type Json } from '../format/schema.ts';
import type { FieldValue, Handoff } from '../handoff.ts';
import { appendSpelled, removeItem } from '../json/change.ts';
import { nodeAt, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { reasonOf } from '../text/prose.ts';
import { shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['tasks'],
  summary: 'A part of the work in the wrong list',
  reason: `Whoever resumes works off the list of what is left. A task that is done and still stands there is done again, one that is
begun is begun anew, and one that is open among those that are done is never done. A number that two tasks share, or a pause
with nothing left, means that one of them was forgotten.

The fix moves the task to the end of the list that its own status names, as it is spelled. Its status may be what is wrong,
so it never runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const all = tasks(handoff);
    yield* misplaced(handoff, all);
    yield* repeated(handoff, all);
    yield* nothingLeft(handoff, all);
  },
};

type List = NonNullable<Meaning['tasks']>;

interface Task {
  readonly path: Path;
  readonly list: List;
  /** Name of the list. */
  readonly listName: string;
  readonly id: Json | undefined;
  readonly state:
    | { readonly name: string; readonly value: string; readonly kind: 'done' | 'begun' | 'open' }
    | undefined;
  readonly hasProgress: boolean;
}

function tasks({ fields, format }: Handoff): readonly Task[] {
  return fields.flatMap(({ field, path, value }) => {
    const list = field.meaning.tasks;
    if (list === undefined || !Array.isArray(value)) return [];
    return value.map((entry: Json, index) => {
      const at = [...path, index];
      const members = [...(fieldAt(format, at)?.members ?? [])];
      const named = (part: Meaning['part']) => members.find(([, { meaning }]) => meaning.part === part)?.[0] ?? '';
      const progress = child(entry, named('progress'));
      const listName = field.name ?? '';
      const hasProgress = progress !== undefined && progress !== null && progress !== '';
      return { path: at, list, listName, id: child(entry, named('id')), state: stateOf(entry, members), hasProgress };
    });
  });
}

function stateOf(entry: Json, members: readonly (readonly [string, FieldValue['field']])[]): Task['state'] {
  for (const [name, { meaning }] of members) {
    const value = child(entry, name);
    const kinds = meaning.state;
    if (kinds === undefined || typeof value !== 'string') continue;
    const key = value.trim().toLowerCase();
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (kind !== undefined) return { name, value, kind };
  }
  return undefined;
}

function* misplaced(handoff: Handoff, all: readonly Task[]): Iterable<Finding> {
  for (const { list, listName, state, path, hasProgress } of all) {
    if (state === undefined) continue;
    const belongs: List = state.kind === 'open' && !hasProgress ? 'left' : 'done';
    const other = listOf(handoff, belongs);
    if (belongs === list || other === undefined) continue;
    yield {
      span: spanOfValue(handoff.document, [...path, state.name]),
      path,
      message: `A task whose ${shown(state.name)} is ${shown(state.value)} belongs to ${shown(other)}; it stands in ${shown(listName)}.`,
      fixes: () => move(handoff, path, other),
    };
  }
}

function listOf({ format }: Handoff, list: List): string | undefined {
  return [...format.root.members].find(([, { meaning }]) => meaning.tasks === list)?.[0];
}

function move({ document }: Handoff, path: Path, to: string): readonly Fix[] {
  const { text, syntax, problems } = document;
  const task = nodeAt(syntax.root, path);
  const list = nodeAt(syntax.root, [to]);
  if (task === undefined || list?.kind !== 'array' || !list.closed || problems.length > 0) return [];
  const raw = text.slice(task.start, task.end);
  return [
    {
      title: `Move it to ${shown(to)}`,
      preferred: true,
      edit: () => edit(...removeItem(text, task), appendSpelled(text, list, raw)),
    },
  ];
}

function* repeated({ document }: Handoff, all: readonly Task[]): Iterable<Finding> {
  const first = new Map<string, Task>();
  for (const task of all) {
    if (typeof task.id !== 'string' && typeof task.id !== 'number') continue;
    const known = first.get(String(task.id));
    if (known === undefined) {
      first.set(String(task.id), task);
      continue;
    }
    yield {
      span: spanOfValue(document, task.path),
      path: task.path,
      message: `Task ${shown(task.id)} must be listed once; it stands in ${shown(known.listName)} already.`,
      related: [{ span: spanOfValue(document, known.path), message: `Task ${shown(task.id)} stands here.` }],
    };
  }
}

function* nothingLeft(handoff: Handoff, all: readonly Task[]): Iterable<Finding> {
  const reason = reasonOf(handoff);
  const left = listOf(handoff, 'left');
  if (reason?.kind !== 'interrupted' || left === undefined || all.length === 0) return;
  if (!Array.isArray(child(handoff.value, left)) || handoff.document.problems.length > 0) return;
  if (all.some(({ list, state, hasProgress }) => list === 'left' || hasProgress || (state && state.kind !== 'done')))
    return;
  yield {
    span: spanOfValue(handoff.document, [reason.name]),
    path: [reason.name],
    message: `${shown(reason.name)} is ${shown(reason.value)}, so something must be left to do; ${shown(left)} is empty and nothing is in progress.`,
  };
}

import type { Format } from '../format/format.ts';
import type { FormatTraits } from '../format/meaning.ts';
import { fileNamePart } from './path.ts';

/*
 * How a format calls a handoff's file after its task.
 */

/** What stands before and behind the task in a file's name; undefined where the format has no rule for it. */
export function aroundTask({ traits }: Format): readonly [string, string] | undefined {
  if (!known.has(traits)) known.set(traits, readName(traits));
  return known.get(traits);
}

/** A format's traits are the same for all of its documents. */
const known = new WeakMap<FormatTraits, readonly [string, string] | undefined>();

function readName({ name = '' }: FormatTraits): readonly [string, string] | undefined {
  const [before, behind] = name.split('{task}');
  return before === undefined || behind === undefined ? undefined : [before, behind];
}

/** Whether handoffs in a folder, given by its path, are found by their names. */
export function isUsualFolder(folder: string, { traits: { folder: usual } }: Format): boolean {
  return usual !== undefined && (folder === usual || folder.endsWith(`/${usual}`));
}

/** Whether a file's name is that of a task, alone or with a number from 2 on; Unicode's forms are one. */
export function isCalledAfter(name: string, task: string, [before, behind]: readonly [string, string]): boolean {
  if (task !== '' && name === before + task + behind) return true;
  const called = name.normalize('NFC');
  return [fileNamePart(task), task].some((stem) => {
    const plain = `${before}${stem}`.normalize('NFC');
    if (stem === '' || !called.startsWith(plain) || !called.endsWith(behind)) return false;
    const between = called.slice(plain.length, called.length - behind.length);
    return called.length >= plain.length + behind.length && /^(?:|-(?:[2-9]|[1-9]\d+))$/.test(between);
  });
}

/** The task that a file's name tells, taken literally; undefined where it tells none. */
export function taskOfName(name: string, [before, behind]: readonly [string, string]): string | undefined {
  const task = name.slice(before.length, name.length - behind.length);
  return task.trim() !== '' && name === `${before}${task}${behind}` ? task : undefined;
}

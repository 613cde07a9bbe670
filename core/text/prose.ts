import { aspects } from '../aspect.ts';
import type { Field } from '../format/format.ts';
import type { Meaning, Prose } from '../format/meaning.ts';
import { child, isObject, type Json } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';

/** A member that carries text for the next agent, inline or as the name of a file. */
export interface ProseMember {
  readonly name: string;
  readonly value: string;
  /** The value names a file, so what it says is not known here. */
  readonly isFile: boolean;
}

/** Members of the format that carry text about something, whether the document has them or not, in the schema's order. */
export function proseNames({ format: { root } }: Pick<Handoff, 'format'>, about: Prose['about']): readonly string[] {
  let names = known.get(root);
  if (names === undefined) {
    const all = [...root.members];
    const namesOf = (about: Prose['about']) =>
      all.flatMap(([name, { meaning }]) => (meaning.prose?.about === about ? [name] : []));
    names = { pending: namesOf('pending'), failures: namesOf('failures') };
    known.set(root, names);
  }
  return names[about];
}

/** A format's names are the same for all of its documents. */
const known = new WeakMap<Field, Readonly<Record<Prose['about'], readonly string[]>>>();

/** The texts about something that a document has, or names a file for. */
export function proseMembers({ format, value }: Handoff, about: Prose['about']): readonly ProseMember[] {
  const found: ProseMember[] = [];
  for (const name of proseNames({ format }, about)) {
    const sideFile = format.root.members.get(name)?.meaning.prose?.sideFile;
    const text = child(value, name);
    if (typeof text === 'string') found.push({ name, value: text, isFile: false });
    const file = sideFile === undefined ? undefined : child(value, sideFile);
    if (typeof file === 'string' && sideFile !== undefined) found.push({ name: sideFile, value: file, isFile: true });
  }
  return found;
}

/** Whether a member of any kind stands where a text about something belongs. */
export function hasProse({ value, format }: Handoff, about: Prose['about']): boolean {
  return proseNames({ format }, about).some((name) => {
    const sideFile = format.root.members.get(name)?.meaning.prose?.sideFile;
    const names = sideFile === undefined ? [name] : [name, sideFile];
    return names.some((member) => child(value, member) !== undefined);
  });
}

/** Whether a text only says that there is nothing to say. */
export function saysNothing(text: string): boolean {
  return NOTHING.test(text.trim());
}

const NOTHING =
  /^(?:|[-–—./]+|\(?(?:none|nothing|nothing (?:left|pending|to do)|no|nil|null|n\/?a|not applicable|done|all done|없음|없다|없습니다|해당 ?없음)\)?[.!]?)$/i;

/** The member that says why the work changes hands, and what kind of reason it gives. */
export interface Reason {
  readonly name: string;
  readonly value: string;
  readonly kind: NonNullable<Meaning['reason']>[string];
}

const REASON = aspects('reason');

/** Undefined where the document gives no reason, or none that the format knows. */
export function reasonOf({
  format,
  value,
}: {
  readonly format: Handoff['format'];
  readonly value: Json;
}): Reason | undefined {
  if (!isObject(value)) return undefined;
  for (const { name = '', meaning, aspects } of format.root.ordered) {
    if ((aspects & REASON) === 0 || meaning.reason === undefined) continue;
    const reason = child(value, name);
    if (typeof reason !== 'string' || !Object.hasOwn(meaning.reason, reason)) continue;
    const kind = meaning.reason[reason];
    if (kind !== undefined) return { name, value: reason, kind };
  }
  return undefined;
}

import { createDocument } from '../document.ts';
import { type Field, type Format, shapesOfFormat } from '../format/format.ts';
import type { Meaning } from '../format/meaning.ts';
import { child, isObject, type Json } from '../format/schema.ts';
import { shown, typeName } from '../text/words.ts';
import type { Answers, CreateSource, Members, Previous } from './create-source.ts';

/*
 * Handoffs that follow one another. The next one counts up what is counted, takes over what belongs to the chain, and says
 * what the step before it gave.
 */

/** Whether handoffs of a format follow one another, so that a new one may follow an earlier one. */
export function isChained(format: Format): boolean {
  return shapesOfFormat(format).some(({ root }) =>
    [...root.members.values()].some(({ meaning }) => meaning.transfers === true || meaning.step === 'current'),
  );
}

/** An earlier handoff, from its text; else why nothing can follow it, for a person. `formats` are all that are known. */
export function readPrevious(
  format: Format,
  formats: readonly Format[],
  { name, path, text }: { readonly name: string; readonly path?: string; readonly text: string },
): { readonly previous: Previous } | { readonly message: string } {
  const { syntax, value, recognition } = createDocument(path ?? name, text, { formats, placed: [format.id] });
  if (syntax.problems.length > 0 || !isObject(value))
    return { message: `${name} is no valid JSON object: repair it first.` };
  if (recognition.format?.id !== format.id) {
    const is =
      recognition.format === undefined ? 'no handoff that is known' : `of the format ${recognition.format.title}`;
    return { message: `${name} must be of the format ${format.title} for another one to follow it; it is ${is}.` };
  }
  return { previous: { name, value, ...(path !== undefined && { path }) } };
}

/** Why nothing may follow the earlier handoff; undefined where the next one may. */
export function chainEnd({ format, previous }: CreateSource): string | undefined {
  if (previous === undefined) return undefined;
  for (const [name, { meaning, schema }] of format.root.members) {
    if (meaning.transfers !== true && meaning.step !== 'current') continue;
    const before = child(previous.value, name);
    if (before === undefined && meaning.step === 'current') continue;
    if (typeof before !== 'number' || !Number.isInteger(before)) {
      const is =
        before === undefined
          ? 'it is missing'
          : `it is ${typeof before === 'object' ? typeName(before) : shown(before)}`;
      return `${shown(name)} in ${previous.name} must be a whole number, so that the next one can count on; ${is}.`;
    }
    const end = meaning.transfers ? loop(name, before, schema.maximum, previous) : lastStep(format, before, previous);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** An answer that says anew what is counted on from the earlier handoff, for a person; undefined where there is none. */
export function countedAnew({ format, previous }: CreateSource, answers: Answers): string | undefined {
  for (const [name, { meaning }] of format.root.members) {
    const before = child(previous?.value, name);
    const isCounted = meaning.transfers === true || meaning.step === 'current';
    if (!isCounted || !isWhole(before) || !Object.hasOwn(answers, name)) continue;
    return `${shown(name)} counts on from ${previous?.name}, where it is ${before}: leave it out.`;
  }
  return undefined;
}

/** The value of a member that follows from the earlier handoff or from members before it; undefined where none does. */
export function chainValue(field: Field, source: CreateSource, answers: Answers, soFar: Members): Json | undefined {
  const { name = '', meaning } = field;
  const { format, previous } = source;
  const before = child(previous?.value, name);
  if (meaning.transfers) return isWhole(before) ? before + 1 : previous === undefined ? 1 : undefined;
  if (meaning.step === 'current') return isWhole(before) ? before + 1 : undefined;
  if (meaning.step === 'isLast') {
    const [current, total] = [stepOf(format, soFar, 'current'), stepOf(format, soFar, 'total')];
    return current === undefined || total === undefined ? undefined : current === total;
  }
  if (meaning.step === 'results') return results(field, source, child(answers, name));
  return meaning.carried ? before : undefined;
}

/** The step that the earlier handoff was for, whose result the next one names; undefined where it was for none. */
export function stepBefore({ format, previous }: CreateSource): number | undefined {
  return previous && stepOf(format, previous.value, 'current');
}

/** The member in an entry of results that says which step it is of. */
export function numberIn({ item }: Field): string | undefined {
  return [...(item?.members ?? [])].find(([, { meaning }]) => meaning.step === 'number')?.[0];
}

function loop(name: string, before: number, most: number | undefined, previous: Previous): string | undefined {
  if (most === undefined || before < most) return undefined;
  return `${shown(name)} in ${previous.name} is ${before}, and past ${most} the work is taken to go in a circle. Nothing is passed on: report the loop to whoever gave the task.`;
}

function lastStep(format: Format, before: number, previous: Previous): string | undefined {
  const total = stepOf(format, previous.value, 'total');
  if (total === undefined || before < total) return undefined;
  return `${previous.name} is for step ${before} of ${total}, so no step follows it.`;
}

function stepOf({ root }: Format, value: Members, step: NonNullable<Meaning['step']>): number | undefined {
  const name = [...root.members].find(([, { meaning }]) => meaning.step === step)?.[0];
  const number = name === undefined ? undefined : child(value, name);
  return isWhole(number) ? number : undefined;
}

/** The earlier results, and what was answered about the step before; an answer that names no step is about that one. */
function results(field: Field, source: CreateSource, answer: Json | undefined): Json | undefined {
  const earlier = child(source.previous?.value, field.name ?? '');
  const number = numberIn(field);
  const step = stepBefore(source);
  const told = (Array.isArray(answer) ? answer : []).map((entry: Json) =>
    isObject(entry) && number !== undefined && step !== undefined && !Object.hasOwn(entry, number)
      ? { [number]: step, ...entry }
      : entry,
  );
  const all = [...(Array.isArray(earlier) ? earlier : []), ...told];
  return all.length === 0 ? undefined : all;
}

function isWhole(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}

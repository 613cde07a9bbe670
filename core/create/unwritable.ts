import type { Json } from '../format/schema.ts';
import type { Path } from '../json/node.ts';
import { MAX_DEPTH } from '../json/syntax.ts';

/**
 * Why a file would not hold a value as it was typed, for a person; undefined where it would. Numbers are IEEE 754 doubles, and
 * one that would be rounded is refused. `path` is where the value belongs.
 */
export function unwritable(path: Path, answer: Json): string | undefined {
  if (isDeeper(answer, MAX_DEPTH - path.length))
    return `${path.join('.')} must not be nested more than ${MAX_DEPTH} levels deep.`;
  if (numbersIn(answer).every((number) => Number.isFinite(number) && isKept(number))) return undefined;
  return `${path.join('.')} holds a number that is too large to be kept as it is: write it as a text, or one up to ${Number.MAX_SAFE_INTEGER}.`;
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels <= 0 || Object.values(value).some((inner: Json) => isDeeper(inner, levels - 1));
}

/** Past 21 digits a number is written with an exponent, and who types one so does not count on each digit. */
function isKept(number: number): boolean {
  return !Number.isInteger(number) || Number.isSafeInteger(number) || Math.abs(number) >= 1e21;
}

function numbersIn(value: Json): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner: Json) => numbersIn(inner));
}

import type { DocumentOptions } from './document.ts';
import { type Format, versionOf } from './format.ts';
import { isObject, type Json } from './schema.ts';

/** Which format a document is. */
export interface Recognition {
  readonly format: Format | undefined;
  /** Whether the version it names is one that the format's schema describes. */
  readonly versionKnown: boolean;
  /** What a document of no format can be made: the formats of its place, or all where it stands in none's. */
  readonly candidates: readonly Format[];
  /** The format in whose usual place the file stands, whatever it holds; the first where several share the place. */
  readonly placed: Format | undefined;
}

/**
 * Content decides: the version's constant, and the required members that no other format requires. Place decides only
 * where the content does not tell: nothing there yet, no object, or a single familiar member.
 */
export function recognise(value: Json | undefined, { formats, placed, chosen }: DocumentOptions): Recognition {
  const format =
    formats.find(({ id }) => id === chosen) ?? byContent(value, formats) ?? byPlace(value, formats, placed);
  const here = formats.filter(({ id }) => placed.includes(id));
  return {
    format,
    versionKnown: format === undefined || knowsVersion(format, value),
    candidates: here.length > 0 ? here : formats,
    placed: here[0],
  };
}

/** Members that make a document of a format recognisable anywhere. Two can be chance; three are not. */
const ENOUGH = 3;

function byContent(value: Json | undefined, formats: readonly Format[]): Format | undefined {
  if (!isObject(value)) return undefined;
  const scores = formats.map((format) => ({ format, score: score(value, format, formats) }));
  const best = Math.max(0, ...scores.map(({ score }) => score));
  const winners = scores.filter(({ score }) => score === best);
  return best >= ENOUGH && winners.length === 1 ? winners[0]?.format : undefined;
}

function score(value: { readonly [name: string]: Json }, format: Format, formats: readonly Format[]): number {
  const others = formats.filter((other) => other !== format);
  const own = (format.schema.required ?? []).filter(
    (name) => Object.hasOwn(value, name) && !others.some(({ schema }) => schema.required?.includes(name)),
  );
  return own.length;
}

function byPlace(value: Json | undefined, formats: readonly Format[], placed: readonly string[]): Format | undefined {
  const here = formats.filter(({ id }) => placed.includes(id));
  if (!isObject(value) || Object.keys(value).length === 0) return here[0];
  return here.find(({ root }) => Object.keys(value).some((name) => root.members.has(name)));
}

function knowsVersion(format: Format, value: Json | undefined): boolean {
  const version = versionOf(format);
  if (version === undefined || !isObject(value) || !Object.hasOwn(value, version.name)) return true;
  const found = value[version.name];
  return typeof found !== typeof version.value || found === version.value;
}

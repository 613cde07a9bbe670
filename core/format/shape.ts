/*
 * A schema can leave a choice of shapes (`oneOf`). A value is judged by the one it is meant to be, so that a slip in it is
 * one mistake and not a list of complaints about every shape. Validators and fields choose alike, by what stands here.
 */

/** One of the shapes that a schema lets a value have, as far as the choice depends on it. */
export interface Shape {
  /** JSON types it allows; none where it allows any. `integer` counts as `number`. */
  readonly types: readonly string[];
  /** Members that only hold one of some texts, numbers or literals: they tell shapes apart. */
  readonly tags: Readonly<Record<string, readonly Tag[]>>;
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** The values that it lists, where it is a choice of values. */
  readonly values?: readonly Tag[];
}

export type Tag = string | number | boolean | null;

/**
 * Indexes of the shapes that a value may have: all but those that it certainly has not. Where it can have none, the one
 * that it is meant to have, so that something can be said of it; nothing where that cannot be told.
 */
export function likelyShapes(value: unknown, shapes: readonly Shape[]): readonly number[] {
  const likely: number[] = [];
  for (const [index, shape] of shapes.entries()) if (mayBe(value, shape)) likely.push(index);
  if (likely.length > 0) return likely;
  const meant = meantShape(value, shapes);
  return meant < 0 ? [] : [meant];
}

function mayBe(value: unknown, { types, tags, values }: Shape): boolean {
  if (values !== undefined && !values.some((listed) => listed === value)) return false;
  if (types.length > 0 && !types.includes(jsonType(value))) return false;
  if (!isObject(value)) return true;
  for (const name in tags) {
    if (Object.hasOwn(value, name) && !tags[name]?.some((tag) => tag === value[name])) return false;
  }
  return true;
}

/**
 * Index of the shape that a wrong value is meant to have: of those that its tags allow the one that names most of its
 * members, then the one of which least is missing. -1 where that leaves several. `among` are indexes; all without it.
 */
export function meantShape(value: unknown, shapes: readonly Shape[], among?: readonly number[]): number {
  if (among?.length === 1) return among[0] ?? -1;
  if (!isObject(value)) return ofType(value, shapes);
  const meant = allowed(value, shapes).filter(({ index }) => among?.includes(index) ?? true);
  return only(meant.map(({ shape, index }) => [index, named(value, shape), -missing(value, shape)] as const));
}

/**
 * Index of the shape that a value asks for, also where it is valid in another: of those that its tags allow the one whose
 * tags are narrowest, then as `meantShape` does. The first where that leaves several.
 */
export function askedShape(value: unknown, shapes: readonly Shape[]): number {
  if (!isObject(value)) return Math.max(0, ofType(value, shapes));
  const ranked = allowed(value, shapes).map(
    ({ shape, index }) => [index, -width(value, shape), named(value, shape), -missing(value, shape)] as const,
  );
  return best(ranked)[0] ?? 0;
}

/** All that a validator has told, in the first of the lists where there is one: a copy for each entry of a long list takes too long. */
export function withErrors<T>(errors: T[] | null, more: readonly T[]): T[] {
  if (errors === null) return [...more];
  for (const error of more) errors.push(error);
  return errors;
}

/** What all values of a tag are, over all shapes; only of members that every shape tags. */
export function tagsOf(shapes: readonly Shape[]): Readonly<Record<string, readonly Tag[]>> {
  const [first, ...others] = shapes;
  const common = Object.keys(first?.tags ?? {}).filter((name) => others.every(({ tags }) => Object.hasOwn(tags, name)));
  return Object.fromEntries(common.map((name) => [name, [...new Set(shapes.flatMap(({ tags }) => tags[name] ?? []))]]));
}

/** All values of shapes that are choices of values; none where one is not. */
export function valuesOf(shapes: readonly Shape[]): readonly Tag[] {
  return shapes.every(({ values }) => values !== undefined)
    ? [...new Set(shapes.flatMap(({ values = [] }) => values))]
    : [];
}

/** Members that every shape requires. */
export function requiredByAll([first, ...others]: readonly Shape[]): readonly string[] {
  return (first?.required ?? []).filter((name) => others.every(({ required }) => required.includes(name)));
}

/** A tag speaks against a shape only where another one lists the value: else it is the tag that is wrong. */
function allowed(value: Members, shapes: readonly Shape[]) {
  const objects = shapes
    .map((shape, index) => ({ shape, index }))
    .filter(({ shape: { types } }) => types.length === 0 || types.includes('object'));
  const listed = (name: string) => shapes.some(({ tags }) => tags[name]?.some((tag) => tag === value[name]));
  const fitting = objects.filter(({ shape: { tags } }) =>
    Object.entries(tags).every(
      ([name, values]) => !Object.hasOwn(value, name) || !listed(name) || values.some((tag) => tag === value[name]),
    ),
  );
  return fitting.length > 0 ? fitting : objects;
}

type Members = Readonly<Record<string, unknown>>;

/** Index of a shape and what speaks for it, the weightiest first. */
type Ranked = readonly [number, ...number[]];

function only(ranked: readonly Ranked[]): number {
  const [first, second] = best(ranked);
  return first !== undefined && second === undefined ? first : -1;
}

/** The indexes of those that nothing else outranks. */
function best(ranked: readonly Ranked[]): readonly number[] {
  let top: Ranked[] = [];
  for (const one of ranked) {
    const order = top[0] === undefined ? 1 : compare(one, top[0]);
    if (order > 0) top = [one];
    else if (order === 0) top.push(one);
  }
  return top.map(([index]) => index);
}

function compare(a: Ranked, b: Ranked): number {
  for (let i = 1; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** How many values the tags that fit leave open: the more, the less they say. */
function width(value: Members, { tags }: Shape): number {
  const fitting = Object.entries(tags).filter(([name, values]) => values.some((tag) => tag === value[name]));
  return fitting.reduce((least, [, values]) => Math.min(least, values.length), 1000);
}

function named(value: Members, { names }: Shape): number {
  return names.filter((name) => Object.hasOwn(value, name)).length;
}

function missing(value: Members, { required }: Shape): number {
  return required.filter((name) => !Object.hasOwn(value, name)).length;
}

/** Where no shape allows the type, all of them say so alike if they allow the same ones. */
function ofType(value: unknown, shapes: readonly Shape[]): number {
  const index = shapes.findIndex(({ types }) => types.includes(jsonType(value)));
  if (index >= 0) return index;
  const same = shapes.every(({ types }) => types.length > 0 && types.join() === shapes[0]?.types.join());
  return same ? 0 : -1;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

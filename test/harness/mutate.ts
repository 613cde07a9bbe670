/*
 * Documents near a valid one: the same with a few members changed, moved, lost or invented. Random, and the same for the
 * same seed.
 */

export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

export type Random = () => number;

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A copy of one of the documents with up to four changes; parts of the others and the given values turn up in it. */
export function mutated(documents: readonly Value[], values: readonly Value[], random: Random): Value {
  let document = structuredClone(pick(documents, random) ?? null);
  for (let changes = Math.floor(random() * 5); changes > 0; changes--) {
    const spots = spotsIn(document);
    const spot = pick(spots, random);
    const other = () => structuredClone(pick(pick(documents.map(spotsIn), random) ?? [], random)?.value ?? null);
    if (spot === undefined || (spot.holder === undefined && random() < 0.9)) continue;
    const next = change(spot, random, () => (random() < 0.5 ? (pick(values, random) ?? null) : other()));
    if (spot.holder === undefined) document = next ?? document;
  }
  return document;
}

interface Spot {
  readonly value: Value;
  /** What it stands in, and where; undefined for the document. */
  readonly holder: Value[] | { [name: string]: Value } | undefined;
  readonly key: string | number;
}

function spotsIn(document: Value): readonly Spot[] {
  const spots: Spot[] = [{ value: document, holder: undefined, key: '' }];
  for (const { value } of spots) {
    if (Array.isArray(value)) spots.push(...value.map((inner, key) => ({ value: inner, holder: value, key })));
    else if (isObject(value)) {
      spots.push(...Object.entries(value).map(([key, inner]) => ({ value: inner, holder: value, key })));
    }
  }
  return spots;
}

/** Changes what stands at a spot in place; the document itself is given back instead. */
function change({ value, holder, key }: Spot, random: Random, another: () => Value): Value | undefined {
  const roll = random();
  if (Array.isArray(holder) && typeof key === 'number') {
    if (roll < 0.2) holder.splice(key, 1);
    else if (roll < 0.3) holder.push(structuredClone(value));
    else holder[key] = roll < 0.6 ? another() : near(value, random);
  } else if (holder !== undefined && !Array.isArray(holder)) {
    if (roll < 0.25) delete holder[key];
    else if (roll < 0.35) put(holder, `${key}${random() < 0.5 ? 's' : ''}`, value);
    else if (roll < 0.4) put(holder, pick(['extra', 'constructor', '__proto__', 'toString', ''], random) ?? '', 1);
    else put(holder, String(key), roll < 0.65 ? another() : near(value, random));
  } else return roll < 0.5 ? another() : near(value, random);
  return undefined;
}

function put(holder: { [name: string]: Value }, name: string, value: Value): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function near(value: Value, random: Random): Value {
  if (typeof value === 'number') return pick([value + 1, value - 1, -value, value + 0.5, 0, 10, 11, 1e21], random) ?? 0;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return nearText(value, random);
  if (Array.isArray(value)) return pick<Value>([[], [...value, ...value], value.slice(1), {}], random) ?? [];
  return value === null ? '' : (pick<Value>([{}, [], null], random) ?? null);
}

function nearText(text: string, random: Random): Value {
  const at = Math.floor(random() * (text.length + 1));
  const changed = [
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}${pick(['\n', ' ', '-', '/', '0', 'é', '😀', 'X'], random)}${text.slice(at)}`,
    text.toUpperCase(),
    `${text}\n`,
    '',
    ' ',
    text.repeat(2),
    '😀'.repeat(pick([127, 128, 400, 401, 500, 501, 4000, 4001], random) ?? 1),
  ];
  return pick<Value>([...changed, Number(text) || 1], random) ?? '';
}

function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}

function isObject(value: Value): value is { [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

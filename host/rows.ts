/** A set of small numbers. Never changed once made. */
export interface Row {
  readonly size: number;
  /** The numbers of a small set, in ascending order; none where there are words. */
  readonly members: readonly number[];
  /** A bit for each number below the width, 32 in a word; undefined for a small set. */
  readonly words?: Uint32Array;
}

/**
 * Makes sets of numbers below a width. A set takes as much room as it has numbers, and no more than a bit for each
 * number below the width.
 */
export interface Rows {
  readonly empty: Row;
  single(bit: number): Row;
  /** All numbers of both; `a` itself where it has all those of `b`. */
  union(a: Row, b: Row): Row;
  /** The same object for equal sets, so that `===` compares them. */
  one(row: Row): Row;
}

export function has({ members, words }: Row, bit: number): boolean {
  if (words !== undefined) return (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle] ?? 0) < bit) low = middle + 1;
    else high = middle;
  }
  return members[low] === bit;
}

export function createRows(width: number): Rows {
  const length = Math.ceil(width / 32);
  const known = new Map<string, Row>();
  return {
    empty: { size: 0, members: [] },
    single: (bit) => ({ size: 1, members: [bit] }),
    union(a, b) {
      if (a === b || b.size === 0) return a;
      if (a.size === 0) return b;
      if (b.words !== undefined) return withWords(a, b.words);
      const added = b.members.filter((bit) => !has(a, bit));
      if (added.length === 0) return a;
      const size = a.size + added.length;
      if (size <= length) return { size, members: [...a.members, ...added].sort((one, other) => one - other) };
      const words = wordsOf(a, length);
      for (const bit of added) words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      return { size, members: [], words };
    },
    one(row) {
      // No words begin like this for members.
      const { members, words } = row;
      const key = words === undefined ? members.join() : `:${Buffer.from(words.buffer).toString('latin1')}`;
      const same = known.get(key) ?? row;
      known.set(key, same);
      return same;
    },
  };
}

function withWords(a: Row, others: Uint32Array): Row {
  const words = wordsOf(a, others.length);
  let size = 0;
  others.forEach((other, index) => {
    const word = (words[index] ?? 0) | other;
    words[index] = word;
    size += bitsIn(word);
  });
  return size === a.size ? a : { size, members: [], words };
}

/** A copy of the bits of a set. */
function wordsOf({ members, words }: Row, length: number): Uint32Array {
  if (words !== undefined) return words.slice();
  const made = new Uint32Array(length);
  for (const bit of members) made[bit >>> 5] = (made[bit >>> 5] ?? 0) | (1 << (bit & 31));
  return made;
}

/** How many bits of a word are set, counted in pairs, fours and bytes at once. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

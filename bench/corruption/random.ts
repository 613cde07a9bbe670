/** Numbers that look random and are the same for the same seed, on every machine. */
export interface Random {
  /** A whole number from 0 up to, not including, a limit. */
  below(limit: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Whether something happens that happens one time in `n`. */
  oneIn(n: number): boolean;
  /** So many lower-case hex digits. */
  hex(digits: number): string;
}

/** Mulberry32: small, and good enough to scatter test data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    pick(list) {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('Nothing to pick from.');
      return one;
    },
    oneIn: (n) => below(n) === 0,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  };
}

/** A set of small numbers. Never changed once made. */
export type Row = Uint32Array;

/** Makes sets of numbers below a width. Equal sets are one object, so `===` compares them. */
export interface Rows {
  readonly empty: Row;
  readonly full: Row;
  single(bit: number): Row;
  union(a: Row, b: Row): Row;
}

export function has(row: Row | undefined, bit: number): boolean {
  return (((row?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

export function createRows(width: number): Rows {
  const length = Math.ceil(width / 32);
  const made = new Map<string, Row>();
  const once = (row: Row) => {
    const key = Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString('latin1');
    const known = made.get(key);
    if (known !== undefined) return known;
    made.set(key, row);
    return row;
  };
  const filled = (holds: (bit: number) => boolean) => {
    const row = new Uint32Array(length);
    for (let bit = 0; bit < width; bit += 1) if (holds(bit)) row[bit >>> 5] = (row[bit >>> 5] ?? 0) | (1 << (bit & 31));
    return once(row);
  };
  const empty = filled(() => false);
  return {
    empty,
    full: filled(() => true),
    single: (only) => filled((bit) => bit === only),
    union(a, b) {
      if (a === b || b === empty) return a;
      if (a === empty) return b;
      return once(a.map((word, index) => word | (b[index] ?? 0)));
    },
  };
}

/** A size and what was measured at it. */
export interface Point {
  readonly size: number;
  readonly value: number;
}

/** The power of the size that the value grows with: the slope of the line of least squares through both logarithms. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (pick: (one: { x: number; y: number }) => number) =>
    logs.reduce((sum, one) => sum + pick(one), 0) / logs.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const sum = (of: (one: { x: number; y: number }) => number) => logs.reduce((all, one) => all + of(one), 0);
  return sum(({ x, y }) => (x - meanX) * (y - meanY)) / sum(({ x }) => (x - meanX) ** 2);
}

/**
 * The same of what a program takes beyond what it takes for the smallest input: a start that costs the same for all would
 * make any growth look smaller than it is. Of all sizes or of the three largest, whichever is more: what is slow while it
 * is new would make the first part steep and hide how it ends. Sizes at which that is less than a quarter of the start
 * tell too little, and only the two largest are kept nevertheless. Undefined where even the largest takes less than that:
 * then it hardly grows. NaN where something was not measured. Points are in the order of their sizes.
 */
export function exponentBeyond(start: number, points: readonly Point[]): number | undefined {
  const beyond = points.map(({ size, value }) => ({ size, value: value - start }));
  const counts = ({ value }: Point) => value > start / 4;
  if (beyond.length === 0 || beyond.some(({ value }) => Number.isNaN(value))) return Number.NaN;
  if (!beyond.slice(-1).some(counts)) return undefined;
  const kept = beyond.filter((point, index) => counts(point) || (index === beyond.length - 2 && point.value > 0));
  return Math.max(exponentOf(kept), exponentOf(kept.slice(-3)));
}

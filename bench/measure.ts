/**
 * Runs all in turn as often as `rounds` says, every second time in the opposite order: what slows the machine down for a
 * while slows all of them down. Each is told whether its run counts: the first one does not, unless `cold` says that it is
 * too long to be thrown away.
 */
export async function inTurn(
  rounds: number,
  runs: readonly ((counts: boolean) => Promise<void>)[],
  { cold = false }: { readonly cold?: boolean } = {},
): Promise<void> {
  if (!cold) for (const run of runs) await run(false);
  for (let round = 0; round < rounds; round++) {
    for (const run of round % 2 === 0 ? runs : [...runs].reverse()) await run(true);
  }
}

/** The middle of the values; of an even number of them the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [upper, lower] = [sorted[Math.floor(half)] ?? Number.NaN, sorted[Math.ceil(half) - 1] ?? Number.NaN];
  return (upper + lower) / 2;
}

/** How one median relates to another. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours) / median(theirs);
}

/** Rounded against us: a ratio that must be small is never shown smaller than it is. */
export function roundedUp(value: number, digits = 2): string {
  const scale = 10 ** digits;
  return (Math.ceil(value * scale - 1e-9) / scale).toFixed(digits);
}

/** The id behind the highest that begins with a prefix and goes on with a number: `T-8` behind `T-3` and `T-7`. */
export function nextNumbered(prefix: string, ids: Iterable<string>): string {
  let highest = 0n;
  for (const id of ids) {
    const digits = id.startsWith(prefix) ? /^\d{1,30}/.exec(id.slice(prefix.length))?.[0] : undefined;
    if (digits !== undefined && BigInt(digits) > highest) highest = BigInt(digits);
  }
  return `${prefix}${highest + 1n}`;
}

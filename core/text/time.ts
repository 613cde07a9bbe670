import { readTimestamp } from './timestamp.ts';
import { count } from './words.ts';

const MINUTE = 60_000;

/** Years after which the calendar repeats itself, and their milliseconds. */
const CYCLE = 400;
const CYCLE_LENGTH = 146_097 * 24 * 60 * MINUTE;

/**
 * The instant of an RFC 3339 time, in milliseconds since 1970 UTC; undefined where the text is none. A leap second, which
 * `Date` cannot read, is the instant that follows it.
 */
export function instantOf(text: string): number | undefined {
  const { time } = readTimestamp(text);
  if (time === undefined) return undefined;
  const { year, month, day, hour, minute, second, fraction, offset } = time;
  const milliseconds = fraction === '' ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000);
  // `Date.UTC` takes the years before 100 for those of the last century; 400 years are always as many days.
  const instant = Date.UTC(year + CYCLE, month - 1, day, hour, minute, second, milliseconds);
  return instant - CYCLE_LENGTH - offset * MINUTE;
}

/** An instant as seen from another: `3 days ago`, `in 2 hours`, `just now`. Whole units, rounded down. */
export function relative(instant: number, now: number): string {
  const distance = Math.abs(now - instant);
  const [unit, length] = UNITS.find(([, length]) => distance >= length) ?? [];
  if (unit === undefined || length === undefined) return 'just now';
  const words = count(Math.floor(distance / length), unit);
  return instant < now ? `${words} ago` : `in ${words}`;
}

/** An instant in UTC for a person: `2026-05-05 12:34 UTC`. */
export function inUtc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];

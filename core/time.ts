import { count } from './words.ts';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MINUTE = 60_000;

/**
 * The instant of an RFC 3339 time, in milliseconds since 1970 UTC; undefined where the text is none. A leap second, which
 * `Date` cannot read, is the instant that follows it.
 */
export function instantOf(time: string): number | undefined {
  const parts = RFC_3339.exec(time);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const offset = parts[8] === undefined ? 0 : (Number(parts[9]) * 60 + Number(parts[10])) * (parts[8] === '-' ? -1 : 1);
  if (hour > 23 || minute > 59 || second > 60 || Number(parts[9] ?? 0) > 23 || Number(parts[10] ?? 0) > 59)
    return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, Math.trunc(Number(parts[7] ?? 0) * 1000));
  return date.getTime() - offset * MINUTE;
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

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/*
 * RFC 3339 times, judged strictly: validators differ on blanks for `T`, offsets without a colon and leap seconds, and a
 * time that only some readers understand tells the next agent nothing. No `Date` is involved, which knows no leap second.
 */

/** A time as RFC 3339 writes it, taken apart. */
export interface Timestamp {
  readonly year: number;
  /** 1-based. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** 60 only in a leap second. */
  readonly second: number;
  /** Digits behind the point, as written; empty without a point. */
  readonly fraction: string;
  /** Minutes east of UTC. */
  readonly offset: number;
  /** Whether UTC is written `Z` (or `z`), not as an offset. */
  readonly zulu: boolean;
}

/** A time, or what is wrong with the text: half a sentence that goes on "it …". */
export type Reading =
  | { readonly time: Timestamp; readonly wrong?: never }
  | { readonly wrong: string; readonly time?: never };

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:(Z)|([+-])(\d{2}):(\d{2}))$/i;

/** Reads a text as RFC 3339 `date-time`: nothing before or behind it, and every part in its range. */
export function readTimestamp(text: string): Reading {
  let reading = latest.get(text);
  if (reading === undefined) {
    if (latest.size >= MOST_KEPT) latest.clear();
    reading = readingOf(text);
    latest.set(text, reading);
  }
  return reading;
}

/** One rule after the other asks about the same few times. */
const latest = new Map<string, Reading>();
const MOST_KEPT = 100;

function readingOf(text: string): Reading {
  const match = SHAPE.exec(text);
  if (match === null || match[0] !== text) return { wrong: wrongShape(text) };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [hours, minutes] = [Number(match[10] ?? 0), Number(match[11] ?? 0)];
  if (month < 1 || month > 12) return { wrong: `names month ${match[2]}` };
  if (day < 1 || day > daysIn(year, month)) return { wrong: `names a day that ${match[1]}-${match[2]} does not have` };
  if (hour > 23) return { wrong: `names hour ${match[4]}` };
  if (minute > 59) return { wrong: `names minute ${match[5]}` };
  if (hours > 23 || minutes > 59) return { wrong: `has an offset of ${match[10]}:${match[11]}` };
  const offset = (match[9] === '-' ? -1 : 1) * (hours * 60 + minutes) || 0;
  const time: Timestamp = {
    ...{ year, month, day, hour, minute, second, offset },
    fraction: match[7] ?? '',
    zulu: match[8] !== undefined,
  };
  if (second > 60) return { wrong: `names second ${match[6]}` };
  if (second === 60 && !isLeapSecond(time)) {
    return { wrong: 'names second 60, which exists only at 23:59:60 UTC on 30 June or 31 December' };
  }
  return { time };
}

/**
 * The same instant in UTC, with the fraction as written. Undefined where the year would leave 0000 to 9999, which is all
 * that RFC 3339 can write.
 */
export function inUtc(time: Timestamp): string | undefined {
  const { year, month, day, hour, minute, second, fraction } = shifted(time);
  if (year < 0 || year > 9999) return undefined;
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  return `${date}T${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** What a text that is not RFC 3339 most likely says. */
export interface Guess {
  /** In UTC. */
  readonly text: string;
  /** The text names one instant, and the guess is that instant. Otherwise UTC is only assumed. */
  readonly certain: boolean;
}

/**
 * Common spellings that are not RFC 3339: a blank for `T`, blanks around it, a comma for the point, an offset without
 * colon or minutes, `UTC` for `Z`, no seconds, no offset at all.
 */
export function guessTimestamp(text: string): Guess | undefined {
  if (text.length > LONGEST) return undefined;
  const match =
    /^\s*(\d{4}-\d{2}-\d{2})(?:[Tt]|\s+)(\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))?\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)?\s*$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const [, date, time, seconds = ':00', fraction, zulu, hours, minutes = '00'] = match;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const { time: read } = readTimestamp(`${date}T${time}${seconds}${fraction ? `.${fraction}` : ''}${offset}`);
  const utc = read && inUtc(read);
  return utc === undefined ? undefined : { text: utc, certain: zulu !== undefined || hours !== undefined };
}

/** Past this many UTF-16 units a text is no time, and patterns with optional blanks would be slow on it. */
const LONGEST = 100;

function wrongShape(text: string): string {
  if (text.length > LONGEST) return 'is written otherwise';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'has no time of day and no offset';
  if (/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?$/.test(text))
    return 'has no offset, so the instant is unknown';
  if (/^\d{4}-\d{2}-\d{2}\s+\d{2}:/.test(text)) return 'has a blank where T belongs';
  if (/[+-]\d{2}(?:\d{2})?$/.test(text) && /[Tt]\d{2}:\d{2}:\d{2}/.test(text))
    return 'has an offset without colon and minutes';
  return 'is written otherwise';
}

function isLeapSecond(time: Timestamp): boolean {
  const { month, day, hour, minute } = shifted(time);
  return hour === 23 && minute === 59 && ((month === 6 && day === 30) || (month === 12 && day === 31));
}

/** The clock in UTC. Years may leave the range. */
function shifted(time: Timestamp): Timestamp {
  const total = time.hour * 60 + time.minute - time.offset;
  const minutes = ((total % 1440) + 1440) % 1440;
  let { year, month } = time;
  let day = time.day + Math.floor(total / 1440);
  if (day < 1) {
    month--;
    if (month < 1) [year, month] = [year - 1, 12];
    day = daysIn(year, month);
  } else if (day > daysIn(year, month)) {
    day = 1;
    month++;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return { ...time, year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60, offset: 0, zulu: true };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function pad(n: number, width = 2): string {
  return String(n).padStart(width, '0');
}

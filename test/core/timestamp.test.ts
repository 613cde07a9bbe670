import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessTimestamp, inUtc, readTimestamp } from '../../core/text/timestamp.ts';

describe('what is RFC 3339 (pitfalls 26, 28, 29)', () => {
  test.each([
    '2026-05-05T12:34:56Z',
    '2026-05-05T12:34:56.123456789Z',
    '2026-05-05T12:34:56+09:00',
    '2026-05-05T12:34:56-00:00',
    '2026-05-05t12:34:56z',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2015-06-30T23:59:60.5Z',
    '2017-01-01T00:59:60+01:00',
    '2016-12-31T15:59:60-08:00',
  ])('%j is', (text) => {
    expect(readTimestamp(text).wrong).toBeUndefined();
  });

  test.each([
    ['2026-05-05T12:34:56', 'has no offset, so the instant is unknown'],
    ['2026-05-05', 'has no time of day and no offset'],
    ['020-12-23T18:25:43Z', 'is written otherwise'],
    ['2026-05-05 12:34:56Z', 'has a blank where T belongs'],
    ['2026-05-05\n12:34:56Z', 'has a blank where T belongs'],
    ['2026-05-05T12:34:56+09', 'has an offset without colon and minutes'],
    ['2026-05-05T12:34:56+0900', 'has an offset without colon and minutes'],
    ['2026-02-30T12:34:56Z', 'names a day that 2026-02 does not have'],
    ['1900-02-29T12:34:56Z', 'names a day that 1900-02 does not have'],
    ['2026-13-01T12:34:56Z', 'names month 13'],
    ['2026-05-05T24:00:00Z', 'names hour 24'],
    ['2026-05-05T12:60:00Z', 'names minute 60'],
    ['2026-05-05T12:34:61Z', 'names second 61'],
    ['2026-05-05T12:34:56+24:00', 'has an offset of 24:00'],
    ['2026-05-05T12:34:56+09:60', 'has an offset of 09:60'],
    ['1998-12-31T23:59:60+01:00', 'names second 60, which exists only at 23:59:60 UTC on 30 June or 31 December'],
    ['2016-12-31T00:00:60Z', 'names second 60, which exists only at 23:59:60 UTC on 30 June or 31 December'],
    ['2024-06-01T12:34:56ZAS', 'is written otherwise'],
    ['2026-05-05T12:34:56Z\n', 'is written otherwise'],
    ['২০২৬-05-05T12:34:56Z', 'is written otherwise'],
    ['', 'is written otherwise'],
  ])('%j is not: it %s', (text, wrong) => {
    expect(readTimestamp(text)).toEqual({ wrong });
  });
});

describe('the same instant in UTC', () => {
  test.each([
    ['2026-05-05T21:34:56.120+09:00', '2026-05-05T12:34:56.120Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ['2024-02-28T23:30:00-01:00', '2024-02-29T00:30:00Z'],
    ['2023-02-28T23:30:00-01:00', '2023-03-01T00:30:00Z'],
    ['2025-12-31T23:30:00-05:30', '2026-01-01T05:00:00Z'],
    ['2017-01-01T00:59:60+01:00', '2016-12-31T23:59:60Z'],
    ['2026-05-05T12:34:56-00:00', '2026-05-05T12:34:56Z'],
    ['0001-01-01T00:00:00+00:01', '0000-12-31T23:59:00Z'],
  ])('%s is %s', (text, utc) => {
    expect(utcOf(text)).toBe(utc);
  });

  test('cannot be written before the year 0 or after 9999', () => {
    expect(utcOf('0000-01-01T00:00:00+00:01')).toBeUndefined();
    expect(utcOf('9999-12-31T23:59:59-00:01')).toBeUndefined();
  });

  test('is the instant that the platform knows', () => {
    const minute = fc.integer({ min: -1439, max: 1439 });
    const date = fc.date({ min: new Date('0100-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, minute, (instant, offset) => {
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const sign = offset < 0 ? '-' : '+';
        const text = `${local}${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        expect(utcOf(text)).toBe(instant.toISOString());
      }),
    );
  });
});

describe('what a spelling that is not RFC 3339 says', () => {
  test.each([
    ['2026-05-05 12:34:56Z', '2026-05-05T12:34:56Z', true],
    ['2026-05-05T21:34:56+0900', '2026-05-05T12:34:56Z', true],
    ['2026-05-05T21:34:56.50+09', '2026-05-05T12:34:56.50Z', true],
    ['2026-05-05 12:34:56 UTC', '2026-05-05T12:34:56Z', true],
    ['2026-05-05T12:34:56,789Z', '2026-05-05T12:34:56.789Z', true],
    ['2026-05-05T12:34Z', '2026-05-05T12:34:00Z', true],
    ['2026-05-05T12:34:56Z\n', '2026-05-05T12:34:56Z', true],
    ['2026-05-05T12:34:56', '2026-05-05T12:34:56Z', false],
    ['2026-05-05 12:34:56.789', '2026-05-05T12:34:56.789Z', false],
  ])('%j says %s (certain: %s)', (text, guess, certain) => {
    expect(guessTimestamp(text)).toEqual({ text: guess, certain });
  });

  test.each(['2026-05-05', '2026-02-30 12:34:56Z', '2026-05-05T24:00:00Z', 'yesterday', '05/05/2026 12:34', ''])(
    '%j says no instant',
    (text) => {
      expect(guessTimestamp(text)).toBeUndefined();
    },
  );

  test('is always RFC 3339 in UTC', () => {
    const digits = fc.stringMatching(
      /^\d{4}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d)?(\.\d{1,3})?(Z|[+-][0-2]\d(:?[0-6]\d)?)?$/,
    );
    fc.assert(
      fc.property(digits, (text) => {
        const guess = guessTimestamp(text);
        if (guess !== undefined) expect(readTimestamp(guess.text).time).toMatchObject({ offset: 0, zulu: true });
      }),
    );
  });
});

function utcOf(text: string): string | undefined {
  const { time } = readTimestamp(text);
  return time && inUtc(time);
}

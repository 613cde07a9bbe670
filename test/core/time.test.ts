import { describe, expect, test } from 'vitest';
import { instantOf, inUtc, relative } from '../../core/text/time.ts';

describe('instantOf', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T18:30:00-05:30', 0],
    ['1970-01-01t00:00:00.0015z', 1],
    ['2016-12-31T23:59:60Z', 1_483_228_800_000],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000],
    ['0000-02-29T00:00:00Z', -62_162_121_600_000],
  ])('%s is an instant (pitfall 28)', (time, instant) => {
    expect(instantOf(time)).toBe(instant);
  });

  test.each([
    '2026-05-05T12:34:56',
    '2026-05-05',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:00+09',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01 00:00:00Z',
    '2024-06-01T12:34:56ZAS',
    '2026-05-05T12:34:56Z\n',
    '',
  ])('%j is none (pitfalls 26, 29)', (time) => {
    expect(instantOf(time)).toBeUndefined();
  });
});

const DAY = 86_400_000;

test.each([
  [0, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 minute ago'],
  [2 * 3_600_000, '2 hours ago'],
  [3 * DAY, '3 days ago'],
  [8 * DAY, '1 week ago'],
  [40 * DAY, '1 month ago'],
  [800 * DAY, '2 years ago'],
  [-2 * 3_600_000, 'in 2 hours'],
])('%d ms back is said as "%s"', (back, words) => {
  expect(relative(1_000 * DAY - back, 1_000 * DAY)).toBe(words);
});

test('an instant is shown in UTC to the minute', () => {
  expect(inUtc(1_709_164_859_999)).toBe('2024-02-29 00:00 UTC');
});

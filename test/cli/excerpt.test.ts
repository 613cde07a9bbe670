import { describe, expect, test } from 'vitest';
import { excerpt } from '../../cli/excerpt.ts';
import { linesOf } from '../../cli/position.ts';

/** The excerpt of the first place at which a part of a text stands. */
function marking(text: string, part: string, width = 60): readonly string[] {
  const start = text.indexOf(part);
  return excerpt(linesOf(text), { start, end: start + part.length }, width);
}

describe('an excerpt', () => {
  test('shows the line and marks the place', () => {
    expect(marking('{\n  "to": 1\n}', '1')).toEqual(['2 |   "to": 1', '  |         ^']);
  });

  test('marks wide characters in their full width, and what stands behind them where it is seen', () => {
    expect(marking('{"字字": "é😀"}', '"é😀"')).toEqual(['1 | {"字字": "é😀"}', `  | ${' '.repeat(9)}^^^^^`]);
  });

  test('counts a letter with its combining marks once', () => {
    expect(marking('{"e\u0301": 1}', '1')).toEqual(['1 | {"e\u0301": 1}', '  |       ^']);
  });

  test('makes visible what cannot be seen, and lets nothing steer the terminal', () => {
    expect(marking('{"\u202ea\u001b[2J": 1}', '1')).toEqual([
      '1 | {"\\u202ea\\u001b[2J": 1}',
      `  | ${' '.repeat(21)}^`,
    ]);
  });

  test('shows half a surrogate pair as its escape', () => {
    expect(marking('{"\ud83d": 1}', '1')).toEqual(['1 | {"\\ud83d": 1}', `  | ${' '.repeat(11)}^`]);
  });

  test('shows a tab as two blanks', () => {
    expect(marking('\t"a": 1', '1')).toEqual(['1 |   "a": 1', '  |        ^']);
  });

  test('cuts a long line around the place', () => {
    const text = `{"a":"${'x'.repeat(500)}","b":1,"c":"${'y'.repeat(500)}"}`;
    expect(marking(text, '"b"', 44)).toEqual(['1 | …xxxxxxxxxx","b":1,"c":"yyyyyyyyyyyyyyy…', '  |              ^^^']);
  });

  test('cuts a place that is too long itself', () => {
    expect(marking(`{"a":"${'x'.repeat(5000)}"}`, `"${'x'.repeat(5000)}"`, 44)).toEqual([
      '1 | {"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
      '  |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    ]);
  });

  test('never cuts a character in two', () => {
    const [line = ''] = marking(`"${'😀'.repeat(300)}" 1`, '1', 45);
    expect(line).toBe('1 | …😀😀😀😀😀" 1');
    expect(line.isWellFormed()).toBe(true);
  });

  test('marks an empty place with one mark, also at the end of the text', () => {
    expect(excerpt(linesOf('{"a":1'), { start: 6, end: 6 }, 60)).toEqual(['1 | {"a":1', '  |       ^']);
    expect(excerpt(linesOf(''), { start: 0, end: 0 }, 60)).toEqual(['1 |', '  | ^']);
  });

  test('marks the first line of a place that goes on', () => {
    expect(marking('{"a": [\n1\n]}', '[\n1\n]')).toEqual(['1 | {"a": [', '  |       ^']);
  });

  test('leaves out a byte-order mark (pitfall 4)', () => {
    expect(marking('\ufeff{"a":1}', '1')).toEqual(['1 | {"a":1}', '  |      ^']);
  });
});

import { describe, expect, test } from 'vitest';
import { lineSpan, linesOf, positionAt } from '../../cli/position.ts';

function at(text: string, offset: number): readonly [number, number] {
  const { line, column } = positionAt(linesOf(text), offset);
  return [line, column];
}

describe('a position', () => {
  test('counts UTF-16 units, from 1 (pitfall 1)', () => {
    expect(at('{"from":"😀","to":1}', 18)).toEqual([1, 19]);
  });

  test.each([
    ['\\n', '{\n"a":1,\n"b":2\n}', 12],
    ['\\r\\n', '{\r\n"a":1,\r\n"b":2\r\n}', 14],
    ['lone \\r', '{\r"a":1,\r"b":2\r}', 12],
    ['mixed ends', '{\r\n"a":1,\n"b":2\r}', 13],
  ])('is the same with %s (pitfall 3)', (_, text, offset) => {
    expect(text[offset]).toBe(':');
    expect(at(text, offset)).toEqual([3, 4]);
  });

  test('does not end a line at U+2028 (pitfall 5)', () => {
    expect(at('{"a":"x\u2028y"}', 8)).toEqual([1, 9]);
  });

  test('leaves a byte-order mark out of columns, not out of offsets (pitfall 4)', () => {
    expect(positionAt(linesOf('\ufeff{"to":1}'), 7)).toEqual({ line: 1, column: 7, offset: 7 });
    expect(at('\ufeff{}', 0)).toEqual([1, 1]);
  });

  test('past the end is the end, and an empty text has one (pitfall 6)', () => {
    expect(at('a\nb', 99)).toEqual([2, 2]);
    expect(at('', 0)).toEqual([1, 1]);
    expect(at('a\n', 2)).toEqual([2, 1]);
  });
});

test('a line is known without its end', () => {
  const lines = linesOf('ab\r\ncd\n');
  expect([1, 2, 3].map((line) => lineSpan(lines, line))).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 6 },
    { start: 7, end: 7 },
  ]);
});

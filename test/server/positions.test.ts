import { describe, expect, test } from 'vitest';
import { applyChanges, createPositions, smallestReplacement } from '../../server/positions.ts';
import { randomFrom } from '../harness/mutate.ts';

const emoji = '{"from":"😀","to":1}';

describe('columns of the value behind an emoji (pitfall 1)', () => {
  const at = { start: 18, end: 19 };
  test.each([
    ['utf-16', 18, 19],
    ['utf-32', 17, 18],
    ['utf-8', 20, 21],
  ] as const)('%s', (encoding, start, end) => {
    const positions = createPositions(emoji, encoding);
    const range = { start: { line: 0, character: start }, end: { line: 0, character: end } };
    expect(positions.rangeOf(at)).toEqual(range);
    expect(positions.spanOf(range)).toEqual(at);
  });
});

test.each([
  ['a family joined into one sign', '{"a":"👨\u200d👩\u200d👧","to":1}', 21, 18, 31],
  ['Hangul', '{"a":"한글","to":1}', 15, 15, 19],
  ['a decomposed letter', '{"a":"e\u0301","to":1}', 15, 15, 16],
] as const)('%s before a value is counted in each unit (pitfall 1)', (_, text, utf16, utf32, utf8) => {
  const offset = text.length - 2;
  expect(createPositions(text, 'utf-16').positionAt(offset)).toEqual({ line: 0, character: utf16 });
  expect(createPositions(text, 'utf-32').positionAt(offset)).toEqual({ line: 0, character: utf32 });
  expect(createPositions(text, 'utf-8').positionAt(offset)).toEqual({ line: 0, character: utf8 });
});

test('an escape is as long as it is written (pitfall 2)', () => {
  const text = '{"goal":"\\u2014","to":1}';
  expect(createPositions(text, 'utf-16').rangeOf({ start: 22, end: 23 })).toEqual({
    start: { line: 0, character: 22 },
    end: { line: 0, character: 23 },
  });
  expect(text.slice(22, 23)).toBe('1');
});

test.each(['\n', '\r\n', '\r'])('%j ends a line (pitfall 3)', (eol) => {
  const text = ['{', '"from":"a",', '"to":1', '}'].join(eol);
  const offset = text.lastIndexOf('1');
  for (const encoding of ['utf-16', 'utf-8', 'utf-32'] as const) {
    const positions = createPositions(text, encoding);
    expect(positions.positionAt(offset)).toEqual({ line: 2, character: 5 });
    expect(positions.offsetAt({ line: 2, character: 5 })).toBe(offset);
  }
});

test('line ends may be mixed (pitfall 3)', () => {
  expect(createPositions('{\r"a":1,\n"b":2,\r\n"to":1}', 'utf-8').positionAt(23)).toEqual({ line: 3, character: 6 });
});

test('a byte-order mark is a character of the first line (pitfall 4)', () => {
  const text = '\ufeff{"to":1}';
  expect(createPositions(text, 'utf-16').positionAt(7)).toEqual({ line: 0, character: 7 });
  expect(createPositions(text, 'utf-8').positionAt(7)).toEqual({ line: 0, character: 9 });
});

test('U+2028 and U+2029 end no line (pitfall 5)', () => {
  const text = '{"goal":"a\u2028b\u2029","to":1}';
  expect(createPositions(text, 'utf-16').positionAt(19)).toEqual({ line: 0, character: 19 });
  expect(createPositions(text, 'utf-8').positionAt(19)).toEqual({ line: 0, character: 23 });
});

test('a position outside of the text means its nearest end, one inside a character its start', () => {
  for (const encoding of ['utf-16', 'utf-8', 'utf-32'] as const) {
    const positions = createPositions('ab\r\nc', encoding);
    expect(positions.offsetAt({ line: 0, character: 99 })).toBe(2);
    expect(positions.offsetAt({ line: 9, character: 0 })).toBe(5);
    expect(positions.positionAt(99)).toEqual({ line: 1, character: 1 });
  }
  expect(createPositions('😀', 'utf-8').offsetAt({ line: 0, character: 3 })).toBe(0);
});

describe('changes of a document', () => {
  const insertAt = (character: number) => [
    { range: { start: { line: 0, character }, end: { line: 0, character } }, text: '!' },
  ];
  test.each([
    ['utf-16', 2],
    ['utf-8', 4],
    ['utf-32', 1],
  ] as const)('count in %s (pitfall 1)', (encoding, character) => {
    expect(applyChanges('😀a', encoding, insertAt(character)).text).toBe('😀!a');
  });

  test('build on one another, and a whole text replaces all', () => {
    const start = { line: 0, character: 0 };
    const first = { range: { start, end: start }, text: 'é\n' };
    const second = { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } }, text: 'z' };
    expect(applyChanges('a', 'utf-8', [first, second]).text).toBe('é\nz');
    expect(applyChanges('a', 'utf-8', [first, { text: 'new' }]).text).toBe('new');
  });

  test('may split a CRLF (pitfall 3)', () => {
    const range = { start: { line: 0, character: 1 }, end: { line: 1, character: 0 } };
    expect(applyChanges('a\r\nb', 'utf-16', [{ range, text: '\n' }]).text).toBe('a\nb');
  });
});

describe('the smallest replacement', () => {
  test.each([
    ['replaces what differs', 'abcd', 'axd', { start: 1, end: 3, text: 'x' }],
    ['inserts in a run of equal letters', 'aaa', 'aaaa', { start: 3, end: 3, text: 'a' }],
    ['cuts no pair in two at its start', 'x😀y', 'x😁y', { start: 1, end: 3, text: '😁' }],
    ['cuts no pair in two at its end', 'x\u{1f600}y', 'x\u{1fa00}y', { start: 1, end: 3, text: '\u{1fa00}' }],
    ['cuts no line end in two', 'a\r\nb', 'a\rb', { start: 1, end: 3, text: '\r' }],
    ['is none between equal texts', 'a', 'a', undefined],
  ])('%s', (_, before, after, replacement) => {
    expect(smallestReplacement(before, after)).toEqual(replacement);
  });
});

test('positions are the same whether a text was typed or told as a whole', () => {
  const random = randomFrom(5);
  const pieces = ['a', '\n', '\r', '\r\n', '😀', '', 'xyz', '\n\n', '\u2028'];
  const piece = () => pieces[Math.floor(random() * pieces.length)] ?? '';
  for (const encoding of ['utf-16', 'utf-8'] as const) {
    let text = 'a\nb\r\nc\rd\n\r\ne😀f\n';
    let positions = createPositions(text, encoding);
    for (let round = 0; round < 2000; round++) {
      const fresh = createPositions(text, encoding);
      const [a, b] = [random(), random() < 0.6 ? 0 : random() * 0.2].map((part) =>
        Math.floor(part * (text.length + 1)),
      );
      const start = fresh.positionAt(a ?? 0);
      const end = fresh.positionAt((a ?? 0) + (b ?? 0));
      const changed = applyChanges(text, encoding, [{ range: { start, end }, text: piece() }], positions);
      positions = changed.positions ?? createPositions(changed.text, encoding);
      const whole = changed.text.toString();
      text = whole.length > 200 ? whole.slice(100) : whole;
      if (text !== whole) positions = createPositions(text, encoding);
      const again = createPositions(text, encoding);
      for (let offset = 0; offset <= text.length; offset += 3) {
        const at = again.positionAt(offset);
        expect(positions.positionAt(offset), JSON.stringify(text)).toEqual(at);
        expect(positions.offsetAt(at)).toBe(again.offsetAt(at));
      }
    }
  }
});

test.each(['utf-8', 'utf-32'] as const)(
  'columns of a long line are counted in one part of the text (%s)',
  (encoding) => {
    const text = '😀é'.repeat(9000);
    let parts = 0;
    const partly = {
      length: text.length,
      slice(start?: number, end?: number) {
        parts++;
        return text.slice(start, end);
      },
      charCodeAt: (at: number) => text.charCodeAt(at),
      codePointAt(at: number) {
        parts++;
        return text.codePointAt(at);
      },
      toString: () => text,
    };
    const [some, whole] = [createPositions(partly, encoding), createPositions(text, encoding)];
    for (const offset of [0, 1, 3, 26_998, 26_999, 27_000]) {
      expect(some.positionAt(offset)).toEqual(whole.positionAt(offset));
      expect(some.offsetAt(whole.positionAt(offset))).toBe(whole.offsetAt(whole.positionAt(offset)));
    }
    expect(parts).toBeLessThan(20);
  },
);

test('what has changed is told as one revision, and not told where the whole text is new', () => {
  const insert = (character: number, text: string) => ({
    range: { start: { line: 0, character }, end: { line: 0, character: character + 1 } },
    text,
  });
  const { text, revision } = applyChanges('abcdef', 'utf-16', [insert(1, 'xyz'), insert(5, '')]);
  expect(text).toBe('axyzcef');
  expect(revision).toEqual({ start: 1, end: 4, length: 4 });
  expect(applyChanges('a', 'utf-16', [{ text: 'b' }, insert(0, 'c')]).revision).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument } from '../../core/document.ts';
import { formats } from '../../core/generated/formats.ts';
import { needsOf } from '../../core/needs.ts';
import { nextVersion } from '../../core/next-version.ts';
import { spliced, type Text } from '../../core/text/spliced.ts';
import { createPositions } from '../../server/positions.ts';
import { NOW } from '../harness/core.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { randomFrom } from '../harness/mutate.ts';

const options = { formats, placed: ['task'] };
const facts = { now: NOW, unchecked: 'nobody asked', files: new Map(), folders: new Map() };
const paths = Array.from({ length: 2000 }, (_, index) => `src/table-${index}.ts`);

/** A text of which nobody may ask for all. */
function partly(text: string): Text {
  return {
    length: text.length,
    slice: (from = 0, to = text.length) => {
      if (to - from > 200) throw new Error(`From ${from} to ${to} is not a part.`);
      return text.slice(from, to);
    },
    charCodeAt: (at) => text.charCodeAt(at),
    codePointAt: (at) => text.codePointAt(at),
    toString() {
      throw new Error('All of the text was asked for.');
    },
  };
}

test('a text of which parts were replaced is read as the string with them replaced', () => {
  const random = randomFrom(3);
  const upTo = (most: number) => Math.floor(random() * most);
  const pieces = ['', 'x', '\n', '😀', 'abc\r\n', 'y'.repeat(5000)];
  for (let round = 0; round < 40; round++) {
    let whole = Array.from({ length: 20_000 }, (_, index) => 'ab\n😀'.charAt(index % 5)).join('');
    let text: Text = whole;
    let caret = upTo(whole.length);
    for (let key = 0; key < 60; key++) {
      if (random() < 0.1) caret = upTo(whole.length + 1);
      const start = Math.max(0, Math.min(whole.length, caret + upTo(9) - 4));
      const end = Math.min(whole.length, start + upTo(random() < 0.1 ? 9000 : 4));
      const piece = pieces[upTo(random() < 0.1 ? 6 : 5)] ?? '';
      text = spliced(text, start, end, piece);
      whole = whole.slice(0, start) + piece + whole.slice(end);
      caret = start;
      expect(text.length).toBe(whole.length);
      const from = random() < 0.5 ? upTo(whole.length + 3) : Math.max(0, caret - upTo(20));
      const to = from - 2 + upTo(random() < 0.5 ? 40 : whole.length);
      if (to >= 0) expect(text.slice(from, to)).toBe(whole.slice(from, to));
      for (const at of [from, to, caret, caret + piece.length, whole.length - 1, whole.length]) {
        if (at < 0) continue;
        expect(text.charCodeAt(at)).toBe(whole.charCodeAt(at));
        expect(text.codePointAt(at)).toBe(whole.codePointAt(at));
      }
      if (random() < 0.05) expect(text.toString() === whole).toBe(true);
    }
    expect(text.toString() === whole).toBe(true);
    expect(text.slice() === whole).toBe(true);
  }
});

describe('A character typed into a text for people in a long document', () => {
  const text = handoff({ changed_paths: paths, known_failures: 'The nightly job.' });
  const at = text.indexOf('nightly');
  const typed = `${text.slice(0, at)}x${text.slice(at)}`;
  const revision = { start: at, end: at, length: 1 };

  test('is judged without the whole text being put together', () => {
    const first = createDocument(uri, text, options);
    needsOf(first, facts, defaultConfiguration);
    const before = check(first, facts, defaultConfiguration);
    // The first key in a text has to find out where that text is.
    const second = nextVersion(first, typed, options, revision);
    needsOf(second, facts, defaultConfiguration);
    check(second, facts, defaultConfiguration);
    const third = nextVersion(second, partly(text), options, { start: at, end: at + 1, length: 0 });
    needsOf(third, facts, defaultConfiguration);
    const after = check(third, facts, defaultConfiguration);
    expect(after.map(({ rule, span }) => [rule, span])).toEqual(before.map(({ rule, span }) => [rule, span]));
    expect(() => third.text).toThrow('All of the text was asked for.');
  });

  test('moves positions without it too', () => {
    const positions = createPositions(text, 'utf-16').revised(partly(typed), revision);
    const span = { start: typed.indexOf('"known_failures"'), end: typed.indexOf('job.') };
    expect(positions.rangeOf(span)).toEqual(createPositions(typed, 'utf-16').rangeOf(span));
    expect(positions.spanOf(positions.rangeOf(span))).toEqual(span);
  });
});

import { expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { formats } from '../../core/generated/formats.ts';
import { isFree } from '../../core/glance.ts';
import { nextVersion } from '../../core/next-version.ts';

const uri = 'file:///work/memory/handoffs/task-1.json';
const looksFor = (found: string[]) => (text: string) => {
  found.push(text);
  return text.includes('!');
};
const never = () => {
  throw new Error('Nothing but the text that has changed must be looked at.');
};

test('of a version in which one text has changed since there was nothing, that text alone is looked at', () => {
  const seen: string[] = [];
  const look = looksFor(seen);
  const first = createDocument(uri, '{"a": "one", "b": ["two"]}', { formats, placed: [] });
  expect(isFree(first, look, () => false)).toBe(true);
  const second = nextVersion(first, '{"a": "one", "b": ["tw\\u0021"]}', undefined, { start: 22, end: 23, length: 6 });
  expect(isFree(second, look, never)).toBe(false);
  const third = nextVersion(first, '{"a": "one", "b": ["twice"]}', undefined, { start: 22, end: 23, length: 3 });
  expect(isFree(third, look, never)).toBe(true);
  expect(isFree(third, look, never)).toBe(true);
  expect(seen).toEqual(['tw!', 'twice']);
});

test('of everything else the whole document is looked at', () => {
  const look = looksFor([]);
  const first = createDocument(uri, '{"a": "one!", "b": "two"}', { formats, placed: [] });
  expect(isFree(first, look, () => true)).toBe(false);
  const typed = nextVersion(first, '{"a": "one!", "b": "too"}', undefined, { start: 20, end: 21, length: 1 });
  // There was something in the version before.
  expect(isFree(typed, look, () => true)).toBe(false);
  const other = nextVersion(first, '{"a": "one", "b": 2}');
  expect(isFree(other, look, () => false)).toBe(true);
  // Somebody else looks for something else.
  const next = nextVersion(other, '{"a": "once", "b": 2}', undefined, { start: 10, end: 10, length: 1 });
  expect(isFree(next, looksFor([]), () => true)).toBe(false);
});

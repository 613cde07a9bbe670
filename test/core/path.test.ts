import { expect, test } from 'vitest';
import { fileNamePart, freeName } from '../../core/paths/path.ts';

test.each([
  ['task-2454.1', 'task-2454.1'],
  ['task/1', 'task-1'],
  ['../../etc', 'etc'],
  ['.hidden', 'hidden'],
  ['a:b\\c*?"<>|', 'a-b-c'],
  ['a\u0000b\nc', 'a-b-c'],
  ['cafe\u0301', 'caf\u00e9'],
  ['과제 1', '과제-1'],
  ['👨‍👩‍👧', ''],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['\ud800', ''],
  ['---', ''],
  ['x'.repeat(300), 'x'.repeat(200)],
  ['한'.repeat(300), '한'.repeat(66)],
  [`${'x'.repeat(199)}/y`, 'x'.repeat(199)],
])('%j is %j in a name of a file', (text, expected) => {
  expect(fileNamePart(text)).toBe(expected);
});

test.each([
  ['x.txt', [], 'x.txt'],
  ['x.txt', ['x.txt'], 'x-2.txt'],
  ['x.txt', ['X.TXT', 'x-2.TXT'], 'x-3.txt'],
  ['\u00e9', ['e\u0301'], '\u00e9-2'],
  ['.x', ['.x'], '.x-2'],
])('%j beside %j becomes %j (pitfall 66)', (name, taken, expected) => {
  expect(freeName(name, taken)).toBe(expected);
});

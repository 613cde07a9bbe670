import { expect, test } from 'vitest';
import { withFiles } from '../../core/evidence/facts.ts';
import { NOW } from '../harness/core.ts';

test('a new file is there with its size in bytes, and its name is taken in its folder', () => {
  const facts = { now: NOW, files: new Map(), folders: new Map([['memory/handoffs', ['task-1.json']]]) };
  const after = withFiles(facts, [{ path: 'memory/handoffs/a.txt', text: 'é한😀' }]);
  expect(after.files.get('memory/handoffs/a.txt')).toEqual({ kind: 'file', size: 9, text: 'é한😀' });
  expect(after.folders.get('memory/handoffs')).toEqual(['task-1.json', 'a.txt']);
  expect(facts.folders.get('memory/handoffs')).toEqual(['task-1.json']);
});

test('a folder whose names are unknown stays unknown', () => {
  const after = withFiles({ now: NOW, files: new Map(), folders: new Map() }, [{ path: 'a/b.txt', text: '' }]);
  expect([...after.folders]).toEqual([]);
});

test('a folder that was not there is there with the file', () => {
  const folders = new Map<string, readonly string[] | undefined>([
    ['', ['README.md']],
    ['a', undefined],
  ]);
  const after = withFiles({ now: NOW, files: new Map(), folders }, [{ path: 'a/b.txt', text: '' }]);
  expect([...after.folders]).toEqual([
    ['', ['README.md', 'a']],
    ['a', ['b.txt']],
  ]);
});

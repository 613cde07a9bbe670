import { describe, expect, test } from 'vitest';
import { formats } from '../../core/generated/formats.ts';
import { matchesGlob, placedIn } from '../../core/paths/glob.ts';

describe('a glob', () => {
  test.each([
    ['**/memory/handoffs/*.json', 'memory/handoffs/task-1.json'],
    ['**/memory/handoffs/*.json', 'work/x/memory/handoffs/task-1.json'],
    ['**/*.handoff.json', 'a.handoff.json'],
    ['**/**/x', 'a/b/c/x'],
    ['a/**', 'a/b/c'],
    ['a?c', 'abc'],
    ['[ab].json', 'b.json'],
    ['[!ab].json', 'c.json'],
    ['{a,b*}/x', 'bcd/x'],
    ['app/[id/x', 'app/[id/x'],
    ['{x', '{x'],
    ['a+(b).json', 'a+(b).json'],
    ['*', '.hidden'],
    ['*', 'line\nbreak'],
    ['?', '😀'],
    ['[z-a]', '[z-a]'],
  ])('%s matches %s', (glob, path) => {
    expect(matchesGlob(glob, path)).toBe(true);
  });

  test.each([
    ['**/memory/handoffs/*.json', 'memory/handoffs/old/task-1.json'],
    ['**/memory/handoffs/*.json', 'xmemory/handoffs/task-1.json'],
    ['*.json', 'a/b.json'],
    ['a.json', 'aXjson'],
    ['[!ab]', '/'],
    ['a?c', 'a/c'],
    ['A', 'a'],
  ])('%s does not match %s', (glob, path) => {
    expect(matchesGlob(glob, path)).toBe(false);
  });

  test('of many stars is answered at once', () => {
    expect(matchesGlob(`${'**/'.repeat(40)}${'**'.repeat(40)}x`, `${'a/'.repeat(2000)}y`)).toBe(false);
  });
});

test('a usual place is known by absolute paths of any system', () => {
  expect(placedIn(formats, '/r/memory/handoffs/a.json')).toEqual(['task']);
  expect(placedIn(formats, 'C:\\r\\memory\\handoffs\\a.json')).toEqual(['task']);
  expect(placedIn(formats, '/r/memory/a.json')).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formats } from '../../core/generated/formats.ts';
import { matchesGlob } from '../../core/paths/glob.ts';

const handoffs = [
  'memory/handoffs/a.json',
  'nested/in/memory/handoffs/b c.json',
  '.planning/HANDOFF.json',
  'nested/.planning/HANDOFF-2.json',
  'a.handoff.json',
  'nested/in/b c.handoff.json',
];

test("the hook is given the files of each format's usual place, and no others", async () => {
  const hooks = await readFile(new URL('../../.pre-commit-hooks.yaml', import.meta.url), 'utf8');
  const files = new RegExp(/^ {2}files: (.+)$/m.exec(hooks)?.[1] ?? '$^');
  expect(handoffs.filter((file) => !files.test(file))).toEqual([]);
  const others = [
    'memory/handoffs/old/a.json',
    'no-memory/handoffs/a.json',
    'memory/handoffs/a.txt',
    'no.planning/HANDOFF.json',
    'handoff.json',
    'package.json',
  ];
  expect(others.filter((file) => files.test(file))).toEqual([]);
});

test('every usual place of a format is among those that the hook is tried with', () => {
  const globs = formats.flatMap(({ traits }) => traits.files);
  expect(globs.filter((glob) => !handoffs.some((file) => matchesGlob(glob, file)))).toEqual([]);
});

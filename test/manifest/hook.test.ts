import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formats } from '../../core/generated/formats.ts';
import { matchesGlob } from '../../core/glob.ts';

test("the hook is given the files of each format's usual place, and no others", async () => {
  const hooks = await readFile(new URL('../../.pre-commit-hooks.yaml', import.meta.url), 'utf8');
  const files = new RegExp(/^ {2}files: (.+)$/m.exec(hooks)?.[1] ?? '$^');
  const usual = ['memory/handoffs/a b.json', '.planning/HANDOFF.json', '.planning/HANDOFF-2.json', 'x.handoff.json'];
  const wanted = usual.flatMap((file) => [file, `nested/in/${file}`]);
  // Each format's place is among them.
  const unnamed = formats.filter(
    ({ traits }) => !traits.files.some((glob) => usual.some((file) => matchesGlob(glob, file))),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
  expect(wanted.filter((file) => !files.test(file))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(0);
  const others = [
    'memory/handoffs/old/a.json',
    'no-memory/handoffs/a.json',
    'memory/handoffs/a.txt',
    'package.json',
    'handoff.json',
  ];
  expect(others.filter((file) => files.test(file))).toEqual([]);
});

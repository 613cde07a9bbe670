import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test("the hook is given the files of each format's usual place, and no others", async () => {
  const hooks = await readFile(new URL('../../.pre-commit-hooks.yaml', import.meta.url), 'utf8');
  const places: Readonly<Record<string, string>> = JSON.parse(
    await readFile(new URL('../formats/places.json', import.meta.url), 'utf8'),
  );
  const files = new RegExp(/^ {2}files: (.+)$/m.exec(hooks)?.[1] ?? '$^');
  const wanted = Object.keys(places).flatMap((place) => [`${place}a.json`, `nested/in/${place}b c.json`]);
  expect(wanted.filter((file) => !files.test(file))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(0);
  const others = ['memory/handoffs/old/a.json', 'no-memory/handoffs/a.json', 'memory/handoffs/a.txt', 'package.json'];
  expect(others.filter((file) => files.test(file))).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rules } from '../../core/generated/rules.ts';
import { docsOf } from '../../host/docs.ts';

test.each(rules)('the address of $id is that of a page about it', async ({ id }) => {
  expect(docsOf(id)).toMatch(/^file:\/\//);
  expect(await readFile(new URL(docsOf(id)), 'utf8')).toContain(`\n# ${id}\n`);
});

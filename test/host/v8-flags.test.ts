import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const flags = new URL('../../host/v8-flags.ts', import.meta.url).href;
const run = (call: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', `import { setFlag } from '${flags}'; ${call}`]);

test('a flag that the running V8 is not known to have is left alone, without a word', async () => {
  const { stderr } = await run("setFlag('--no-such-flag', [1, 2]); setFlag('--no-such-flag', [9999, 9999]);");
  expect(stderr).toBe('');
});

test('one that it is known to have is set', async () => {
  const { stderr } = await run("setFlag('--no-such-flag', [1, 9999]);");
  expect(stderr).toContain('--no-such-flag');
});

test('what the programs set is known to the running V8', async () => {
  const memory = new URL('../../server/memory.ts', import.meta.url).href;
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `import { keepSmall } from '${memory}'; keepSmall();`,
  ]);
  expect(stderr).toBe('');
});

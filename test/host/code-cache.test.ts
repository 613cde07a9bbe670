import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');
const loader = new URL('../../host/code-cache.ts', import.meta.url).href;

/** A script with a program in a folder of its own, run in a new process each time with a folder for caches. */
async function scriptWith(body: string) {
  const code = `(function (exports, require, module, __filename, __dirname) { ${body} })`;
  const folder = await temporaryFolder();
  const [file, cache] = [path.join(folder, 'engine.cjs'), path.join(folder, 'caches')];
  await writeFile(file, code);
  const call = `const { runProgram } = await import('${loader}'); console.log(await runProgram(${JSON.stringify(file)}, 'main'));`;
  const { NODE_DISABLE_COMPILE_CACHE: _, ...inherited } = process.env;
  const env = { ...inherited, XDG_CACHE_HOME: cache, HOME: folder, LOCALAPPDATA: cache };
  return {
    file,
    run: async (extra: Readonly<Record<string, string>> = {}, before = '') => {
      const options = { cwd: folder, env: { ...env, ...extra } };
      const code = `${before} ${call}`;
      return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], options)).stdout;
    },
    kept: async () => {
      const names = await readdir(folder, { recursive: true });
      return names.filter((name) => name.includes('agent-handoff') && name.includes('v8-code'));
    },
    path: (name: string) => path.join(folder, name),
  };
}

const greets = "exports.main = () => console.log('one', require('node:path').basename(__filename));";

describe('compiled code', () => {
  test('is kept by the first start and used by the second, which does the same', async () => {
    const { run, kept } = await scriptWith(greets);
    expect(await run()).toBe('one engine.cjs\nfalse\n');
    expect(await kept()).toHaveLength(1);
    expect(await run()).toBe('one engine.cjs\ntrue\n');
  });

  test('of other code of the same length is not used', async () => {
    const { run, file } = await scriptWith(greets);
    await run();
    await writeFile(file, (await readFile(file, 'utf8')).replace('one', 'two'));
    expect(await run()).toBe('two engine.cjs\nfalse\n');
    expect(await run()).toBe('two engine.cjs\ntrue\n');
  });

  test.each([
    ['cut short', (file: string) => truncate(file, 200)],
    ['empty', (file: string) => truncate(file, 0)],
    ['changed by one bit', flipBit],
  ])('that is %s is not used but made anew', async (_, damage) => {
    const { run, kept, path } = await scriptWith(greets);
    await run();
    const [name = ''] = await kept();
    await damage(path(name));
    expect(await run()).toBe('one engine.cjs\nfalse\n');
    expect(await run()).toBe('one engine.cjs\ntrue\n');
  });

  onPosix('that others may write is not used', async () => {
    const { run, kept, path } = await scriptWith(greets);
    await run();
    const [name = ''] = await kept();
    await chmod(path(name), 0o666);
    expect(await run()).toBe('one engine.cjs\nfalse\n');
  });

  test('is not kept where the user turned that off', async () => {
    const { run, kept } = await scriptWith(greets);
    expect(await run({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('one engine.cjs\nfalse\n');
    expect(await kept()).toEqual([]);
  });

  test('is not kept of a program that ends with code 2, which has done too little', async () => {
    const { run, kept } = await scriptWith('exports.main = () => { process.exitCode = 2; };');
    await expect(run()).rejects.toMatchObject({ code: 2, stdout: 'false\n' });
    expect(await kept()).toEqual([]);
  });

  test('is kept anew once a run has compiled much more', async () => {
    const functions = Array.from(
      { length: 2000 },
      (_, n) => `function f${n}(a) { return [a, ${n}].map((b) => b + ${n}); }`,
    );
    const calls = functions.map((_, n) => `f${n}(1);`);
    const { run, kept, path } = await scriptWith(
      `${functions.join('')} exports.main = () => { if (process.env.MORE) { ${calls.join('')} } };`,
    );
    await run();
    const [name = ''] = await kept();
    const before = await readFile(path(name));
    expect(await run({ MORE: '1' })).toBe('true\n');
    const after = await readFile(path(name));
    expect(after.length).toBeGreaterThan(before.length * 1.25);
    expect(await run({ MORE: '1' })).toBe('true\n');
    expect(await readFile(path(name))).toEqual(after);
  });
});

test('where nothing can be written, a program runs as ever', async () => {
  const { run, file } = await scriptWith(greets);
  // A file in the way of the folder.
  expect(await run({ XDG_CACHE_HOME: file, LOCALAPPDATA: file })).toBe('one engine.cjs\nfalse\n');
});

test.each([
  ['HOME is empty', { HOME: '', XDG_CACHE_HOME: '' }],
  ['the folder for caches is relative', { XDG_CACHE_HOME: 'caches', LOCALAPPDATA: 'caches' }],
])('nothing is kept in the working folder, which others may have filled, where %s', async (_, extra) => {
  const { run, kept } = await scriptWith(greets);
  expect(await run(extra)).toBe('one engine.cjs\nfalse\n');
  expect(await run(extra)).toBe('one engine.cjs\nfalse\n');
  expect(await kept()).toEqual([]);
});

onPosix('where the system knows of no home, a program runs as ever', async () => {
  const { run } = await scriptWith(greets);
  const homeless = "import os from 'node:os'; os.homedir = () => { throw new Error('no home'); };";
  expect(await run({}, homeless)).toBe('one engine.cjs\nfalse\n');
});

onPosix('a pipe where compiled code is kept is not waited for', async () => {
  const { run, kept, path } = await scriptWith(greets);
  await run();
  const [name = ''] = await kept();
  await unlink(path(name));
  await promisify(execFile)('mkfifo', [path(name)]);
  expect(await run()).toBe('one engine.cjs\nfalse\n');
});

onPosix('compiled code is not written through a link', async () => {
  const { run, kept, path } = await scriptWith(greets);
  await run();
  const [name = ''] = await kept();
  await unlink(path(name));
  await writeFile(path('precious'), 'mine');
  const links = `import fs from 'node:fs'; fs.symlinkSync(${JSON.stringify(path('precious'))}, ${JSON.stringify(path(name))} + '.' + process.pid);`;
  expect(await run({}, links)).toBe('one engine.cjs\nfalse\n');
  expect(await readFile(path('precious'), 'utf8')).toBe('mine');
  expect(await kept()).toEqual([]);
});

async function flipBit(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = bytes.length >>> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

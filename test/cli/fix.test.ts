import { execFile } from 'node:child_process';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createBench } from '../../cli/bench.ts';
import { fixSources, writeFixes } from '../../cli/fix.ts';
import { folderWith as anyFolder, handoff, runIn, terminalIn } from './program.ts';

/** A folder in which it is known that git is not asked. */
const folderWith: typeof anyFolder = (files) =>
  anyFolder({ '.agent-handoff.json': '{ "rules": { "evidence-unavailable": "off" } }', ...files });

const task = 'memory/handoffs/task-1.json';
const pending = 'memory/handoffs/task-1-pending.txt';
const long = 'x'.repeat(4001);

/** A handoff with one mistake that can be repaired safely. */
const abroad = handoff({ created_at: '2026-05-05T14:34:56+02:00' });

const fix = ['check', '--no-git', '--fix'];

async function fixed(text: string | Uint8Array, ...argv: readonly string[]) {
  const folder = await folderWith({ [task]: text });
  const result = await runIn(folder, [...fix, ...argv]);
  return { ...result, folder, text: await readFile(join(folder, task), 'utf8') };
}

describe('--fix', () => {
  test('repairs what is safe, and reports what remains', async () => {
    const both = abroad.replace('"task_id"', '"task": 1,\n  "task_id"');
    const { code, output, text } = await fixed(both, '--format', 'json');
    expect(text).toBe(handoff({ created_at: '2026-05-05T12:34:56Z' }).replace('"task_id"', '"task": 1,\n  "task_id"'));
    expect(code).toBe(0);
    const { files, summary } = JSON.parse(output);
    expect(files[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual(['unknown-field']);
    expect(summary).toMatchObject({ warnings: 1, fixable: 0 });
  });

  test('says how much was repaired and which files were made', async () => {
    const { code, output, folder, text } = await fixed(handoff({ pending_work: long }));
    expect([code, output]).toEqual([0, `Created ${pending}\n1 repair made.\n1 file: nothing found.\n`]);
    expect(text).toBe(handoff({ pending_work: pending }).replace('"pending_work"', '"pending_work_path"'));
    expect(await readFile(join(folder, pending), 'utf8')).toBe(long);
  });

  test('writes no file in which nothing is repaired (pitfall 129)', async () => {
    const folder = await folderWith({
      [task]: handoff(),
      'memory/handoffs/task-2.json': handoff({ handoff_reason: 'done' }),
    });
    const names = [task, 'memory/handoffs/task-2.json'].map((name) => join(folder, name));
    const states = () => Promise.all(names.map(async (name) => stat(name, { bigint: true })));
    const before = await states();
    await runIn(folder, fix);
    const after = await states();
    expect(after.map(({ ino, mtimeNs }) => [ino, mtimeNs])).toEqual(before.map(({ ino, mtimeNs }) => [ino, mtimeNs]));
  });

  test('changes nothing when it is run again (pitfall 129)', async () => {
    const { folder, text } = await fixed(handoff({ pending_work: long, created_at: '2026-05-05T14:34:56+02:00' }));
    const before = await stat(join(folder, task), { bigint: true });
    expect(await runIn(folder, fix)).toMatchObject({ code: 0, output: '1 file: nothing found.\n' });
    expect((await stat(join(folder, task), { bigint: true })).mtimeNs).toBe(before.mtimeNs);
    expect(await readFile(join(folder, task), 'utf8')).toBe(text);
  });

  test.each([
    ['tabs', (text: string) => text.replaceAll('  ', '\t')],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no final newline', (text: string) => text.trimEnd()],
    ['a byte-order mark', (text: string) => `\ufeff${text}`],
    ['one line', (text: string) => text.replaceAll(/\n */g, '')],
    [
      'numbers and escapes as they were written (pitfall 130)',
      (text: string) =>
        text.replace('"test_results": {}', '"test_results": {"n":3791411052119578828,"x":1E5,"e":"\\/\\u00e9"}'),
    ],
    ['the order of names like numbers (pitfall 130)', (text: string) => text.replace('{}', '{"b":1,"2":1,"1":1}')],
  ])('keeps %s, and touches the repaired member alone (pitfall 129)', async (_, make) => {
    const { text } = await fixed(make(abroad));
    expect(text).toBe(make(abroad).replace('2026-05-05T14:34:56+02:00', '2026-05-05T12:34:56Z'));
  });

  test('changes no string that looks like what it repairs (pitfall 131)', async () => {
    const text = handoff({ pending_work: '*.{ts,} // 27" display' }).replace(
      '"test_results": {}',
      '"test_results": {"a":1,}',
    );
    expect((await fixed(text)).text).toBe(text.replace('{"a":1,}', '{"a":1}'));
  });

  test('applies repairs that meet on one line one after the other (pitfall 132)', async () => {
    const text = JSON.stringify(JSON.parse(handoff({ pending_work: long, known_failures: long })));
    const result = await fixed(text.replace('"changed_paths":[]', '"changed_paths":["a","a","./a"]'));
    expect(result.text).toBe(
      text
        .replace('"changed_paths":[]', '"changed_paths":["a"]')
        .replace(`"pending_work":"${long}"`, `"pending_work_path":"${pending}"`)
        .replace(`"known_failures":"${long}"`, '"known_failures_path":"memory/handoffs/task-1-failures.txt"'),
    );
  });

  test.skipIf(process.platform === 'win32')('keeps the mode of a file, and a link to it', async () => {
    const folder = await folderWith({ 'real/x.json': abroad, [task]: handoff() });
    await chmod(join(folder, 'real/x.json'), 0o640);
    await symlink('real/x.json', join(folder, 'link.json'));
    expect(await runIn(folder, [...fix, 'link.json'])).toMatchObject({ code: 0 });
    expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true);
    expect((await stat(join(folder, 'real/x.json'))).mode & 0o777).toBe(0o640);
    expect(await readFile(join(folder, 'real/x.json'), 'utf8')).toContain('"2026-05-05T12:34:56Z"');
    expect(await readdir(join(folder, 'real'))).toEqual(['x.json']);
  });

  test('refuses bytes that are not UTF-8 and leaves them as they are (pitfall 128)', async () => {
    const bytes = Buffer.concat([Buffer.from(abroad.trimEnd().slice(0, -1)), Buffer.from(',"a":"\xe9"}', 'latin1')]);
    const { code, complaints, folder } = await fixed(bytes);
    expect(code).toBe(2);
    expect(complaints).toMatch(/task-1\.json must be UTF-8, and byte E9 in line 15 is not/);
    expect(await readFile(join(folder, task))).toEqual(bytes);
  });

  test('writes over no file that is there: a new one gets the next free name', async () => {
    const folder = await folderWith({ [task]: handoff({ pending_work: long }), [pending]: 'other' });
    await runIn(folder, fix);
    expect(await readFile(join(folder, pending), 'utf8')).toBe('other');
    expect(await readFile(join(folder, 'memory/handoffs/task-1-pending-2.txt'), 'utf8')).toBe(long);
  });

  test('gives the first file the first choice of a name, also where more is asked about it', async () => {
    const [first, second] = ['memory/handoffs/task-1-a.json', 'memory/handoffs/task-1-b.json'];
    const folder = await folderWith({
      [first]: handoff({ pending_work: long, known_failures: undefined, known_failures_path: 'docs/gone.txt' }),
      [second]: handoff({ pending_work: long }),
    });
    await runIn(folder, fix);
    const named = await Promise.all(
      [first, second].map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')).pending_work_path),
    );
    expect(named).toEqual([pending, 'memory/handoffs/task-1-pending-2.txt']);
  });

  test('gives two handoffs of one task files of their own', async () => {
    const copy = 'memory/handoffs/task-1-2.json';
    const folder = await folderWith({
      [task]: handoff({ pending_work: long }),
      [copy]: handoff({ pending_work: `${long}y` }),
    });
    expect(await runIn(folder, fix)).toMatchObject({ complaints: '' });
    const texts = await Promise.all(
      [copy, task].map(async (name) => {
        const { pending_work_path: path } = JSON.parse(await readFile(join(folder, name), 'utf8'));
        return readFile(join(folder, path), 'utf8');
      }),
    );
    expect(texts).toEqual([`${long}y`, long]);
  });

  test('leaves a handoff as it is, and says why, where its new file cannot be made', async () => {
    const folder = await folderWith({ ['sub/task-1.json']: handoff({ pending_work: long }) });
    const name = 'sub/task-1.json';
    const before = await readFile(join(folder, name), 'utf8');
    const bench = await createBench({ useGit: false }, terminalIn(folder));
    const source = { path: name, file: join(folder, name), text: before };
    const fixes = await fixSources([source], bench);
    // Another program is quicker.
    await writeFile(join(folder, 'sub/task-1-pending.txt'), 'other');
    expect(await writeFixes(fixes)).toEqual({
      sources: [source],
      created: [],
      complaints: ['sub/task-1-pending.txt exists already and is left as it is: choose another name.'],
    });
    expect(await readFile(join(folder, name), 'utf8')).toBe(before);
  });

  test('of standard input prints the repaired text alone, and what remains beside it (pitfall 134)', async () => {
    const folder = await folderWith({});
    const both = abroad.replace('"task_id"', '"task": 1,\n  "task_id"');
    const { code, output, complaints } = await runIn(folder, [...fix, '-'], { input: `\ufeff${both}` });
    expect(code).toBe(0);
    expect(output).toBe(`\ufeff${both.replace('2026-05-05T14:34:56+02:00', '2026-05-05T12:34:56Z')}`);
    expect(complaints).toMatch(/unknown-field/);
    expect(complaints).not.toMatch(/timestamp-not-utc/);
  });

  test('of standard input makes no file, so a text that would need one stays (pitfall 134)', async () => {
    const folder = await folderWith({ [task]: handoff() });
    const input = handoff({ pending_work: long });
    const { code, output } = await runIn(folder, [...fix, '-', '--stdin-filename', task], { input });
    expect([code, output]).toEqual([1, input]);
    expect(await readdir(join(folder, 'memory/handoffs'))).toEqual(['task-1.json']);
    expect(await readFile(join(folder, task), 'utf8')).toBe(handoff());
  });
});

describe('--fix-dry-run', () => {
  const dry = ['check', '--no-git', '--fix-dry-run'];

  test('prints a unified diff, changes nothing, and its code is about what would remain', async () => {
    const folder = await folderWith({ [task]: abroad });
    const { code, output, complaints } = await runIn(folder, dry);
    expect([code, complaints]).toEqual([0, '1 file: nothing found.\n']);
    expect(output).toBe(`--- a/${task}
+++ b/${task}
@@ -11,5 +11,5 @@
   "pending_work": "Write the tests.",
   "test_results": {},
   "handoff_reason": "interrupt",
-  "created_at": "2026-05-05T14:34:56+02:00"
+  "created_at": "2026-05-05T12:34:56Z"
 }
`);
    expect(await readFile(join(folder, task), 'utf8')).toBe(abroad);
  });

  test('prints nothing where nothing would change', async () => {
    const folder = await folderWith({ [task]: handoff() });
    expect(await runIn(folder, dry)).toMatchObject({ code: 0, output: '' });
  });

  test.each([
    ['LF', (text: string) => text],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte-order mark and no final newline', (text: string) => `\ufeff${text.trimEnd()}`],
  ])('of a file with %s is what git apply makes into the bytes of --fix', async (_, make) => {
    const text = make(handoff({ pending_work: `${long}\nend`, created_at: '2026-05-05T14:34:56+02:00' }));
    const name = 'memory/handoffs/a "b" ü.json';
    const [patched, fixedIn] = [await folderWith({ [name]: text }), await folderWith({ [name]: text })];
    const { output } = await runIn(patched, dry);
    await writeFile(join(patched, 'patch'), output);
    await promisify(execFile)('git', ['apply', '--whitespace=nowarn', 'patch'], { cwd: patched });
    await runIn(fixedIn, fix);
    for (const path of [name, pending]) {
      expect(await readFile(join(patched, path))).toEqual(await readFile(join(fixedIn, path)));
    }
  });

  test.each([
    [['--fix'], /give one of them/],
    [['--format', 'json'], /leave out --format json/],
  ])('together with %j is a wrong call', async (argv, complaint) => {
    const result = await runIn(await folderWith({ [task]: handoff() }), [...dry, ...argv]);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
  });
});

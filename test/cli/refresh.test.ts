import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository, type TestRepository } from '../harness/repository.ts';
import { folderWith, handoff, runIn } from './program.ts';

const task = 'memory/handoffs/task-1.json';
const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const run = ({ folder }: { folder: string }, ...argv: readonly string[]) => runIn(folder, argv, { environment });

/** A handoff that was right, and a commit that came after it. */
async function movedOn(): Promise<{ repository: TestRepository; before: string; after: string; next: string }> {
  const repository = await makeRepository();
  const base = await repository.commit({ 'a.ts': '1' });
  await repository.remote();
  await repository.branch('task/task-1-dev4');
  const head = await repository.commit({ 'a.ts': '2' });
  const before = `\ufeff${handoff({ base_sha: base, head_sha: head, changed_paths: ['a.ts'] }).replaceAll('\n', '\r\n')}`;
  await repository.write({ [task]: before });
  const next = await repository.commit({ 'b.ts': '1' });
  const after = before
    .replace(head, next)
    .replace('    "a.ts"\r\n', '    "a.ts",\r\n    "b.ts"\r\n')
    .replace('2026-05-05T12:34:56Z', '2026-06-01T00:00:00Z');
  return { repository, before, after, next };
}

describe('refresh', () => {
  test('takes head, changed paths and time from git, says what changes, and check finds it clean', async () => {
    const { repository, after, next } = await movedOn();
    await chmod(join(repository.folder, task), 0o640);
    expect(await run(repository, 'refresh', task)).toEqual({
      code: 0,
      output: `${task}: "head_sha" becomes ${next.slice(0, 8)}, 1 commit further
${task}: "changed_paths": 1 path added
${task}: "created_at" becomes 2026-06-01T00:00:00Z
`,
      complaints: '',
    });
    expect(await readFile(join(repository.folder, task), 'utf8')).toBe(after);
    expect((await stat(join(repository.folder, task))).mode & 0o777).toBe(0o640);
    const { output } = await run(repository, 'check', '--format', 'json');
    expect(JSON.parse(output).files[0].findings.map(({ rule }: { rule: string }) => rule)).toEqual(['byte-order-mark']);
  });

  test('does not write what is up to date', async () => {
    const { repository } = await movedOn();
    await run(repository, 'refresh', task);
    const state = () => stat(join(repository.folder, task), { bigint: true });
    const before = await state();
    expect(await run(repository, 'refresh', task)).toEqual({
      code: 0,
      output: `${task} is up to date\n`,
      complaints: '',
    });
    const after = await state();
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  test('--dry-run prints a diff and changes nothing', async () => {
    const { repository, before, next } = await movedOn();
    const { code, output } = await run(repository, 'refresh', '--dry-run', task);
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(`^--- a/${task}\n\\+\\+\\+ b/${task}\n@@ [\\s\\S]*\\+  "head_sha": "${next}",\r\n`),
    );
    expect(await readFile(join(repository.folder, task), 'utf8')).toBe(before);
  });

  test('says why a handoff is left as it is, and refreshes the others', async () => {
    const { repository, after } = await movedOn();
    const files = { 'broken.json': handoff().replace('{', '{,'), 'other.json': '{"a":1}' };
    await repository.write(files);
    const { code, complaints } = await run(repository, 'refresh', 'none.json', 'other.json', 'broken.json', task);
    expect(code).toBe(2);
    expect(complaints.split('\n')).toEqual([
      `agent-handoff: ${join(repository.folder, 'none.json')} does not exist.`,
      'agent-handoff: other.json is no handoff of a format and version that is known: check says more.',
      'agent-handoff: broken.json is left as it is: the handoff is not valid JSON yet: repair that first.',
      '',
    ]);
    expect(await readFile(join(repository.folder, task), 'utf8')).toBe(after);
    for (const [name, text] of Object.entries(files)) {
      expect(await readFile(join(repository.folder, name), 'utf8')).toBe(text);
    }
  });

  test('outside of a repository is refused', async () => {
    const folder = await folderWith({ [task]: handoff() });
    const { code, output, complaints } = await run({ folder }, 'refresh', task);
    expect([code, output]).toEqual([2, '']);
    expect(complaints).toMatch(
      /^agent-handoff: memory\/handoffs\/task-1\.json is left as it is: the folder is in no git repository\.\n$/,
    );
  });
});

describe('show', () => {
  test('prints the brief of a handoff as Markdown', async () => {
    const { repository } = await movedOn();
    const { code, output, complaints } = await run(repository, 'show', task);
    expect([code, complaints]).toEqual([0, '']);
    expect(output).toMatch(/^# Resume task-1\n\nFrom `dev4` · interrupted/);
    expect(output).toContain('Write the tests.');
    expect(output).toContain('## Verify first\n\n- **warning**: The file must begin with its first bracket;');
  });

  test('reads standard input, and says that it was not held against git', async () => {
    const { code, output } = await runIn(await folderWith({}), ['show', '-'], { input: handoff() });
    expect(code).toBe(0);
    expect(output).toMatch(/^# Resume task-1\n/);
    expect(output).toMatch(/## Verify first\n\n- \*\*unchecked\*\*: not all that is said here was held against git/);
  });

  test.each([
    ['other.json', /^agent-handoff: other\.json is no handoff of a format and version that is known/],
    ['none.json', /^agent-handoff: .*none\.json does not exist\.\n$/],
    ['latin.json', /^agent-handoff: .*latin\.json must be UTF-8/],
  ])('says why %s cannot be shown', async (name, complaint) => {
    const folder = await folderWith({ 'other.json': '{"a":1}', 'latin.json': Buffer.from('"\xe9."', 'latin1') });
    const result = await runIn(folder, ['show', name]);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
  });
});

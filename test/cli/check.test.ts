import { once } from 'node:events';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFiles } from '../../cli/read.ts';
import { makeRepository } from '../harness/repository.ts';
import { folderWith, handoff, runIn } from './program.ts';

const task = 'memory/handoffs/task-1.json';
/** A handoff with a member given twice, at its very start. */
const twice = handoff().replace('{', '{"a":1,"a":2,');

/** The paths in a report for programs. */
function pathsIn(output: string): readonly string[] {
  const { files }: { files: readonly { path: string }[] } = JSON.parse(output);
  return files.map(({ path }) => path);
}

describe('exit codes', () => {
  test('0 where nothing was found', async () => {
    const folder = await folderWith({ [task]: handoff() });
    expect(await runIn(folder, ['check'])).toMatchObject({ code: 0, complaints: '' });
  });

  test('1 for an error', async () => {
    const folder = await folderWith({ [task]: twice });
    expect(await runIn(folder, ['check'])).toMatchObject({ code: 1, complaints: '' });
  });

  test('2 for a file that is not there, while the others are checked (pitfall 123)', async () => {
    const folder = await folderWith({ 'ok.json': handoff() });
    const result = await runIn(folder, ['check', 'deleted.json', 'ok.json']);
    expect(result).toMatchObject({ code: 2, complaints: 'agent-handoff: deleted.json does not exist.\n' });
    expect(result.output).toMatch(/^1 file: |\n1 file: /);
  });

  test('2 wins over 1', async () => {
    const folder = await folderWith({ 'a.json': twice });
    expect(await runIn(folder, ['check', 'nope.json', 'a.json'])).toMatchObject({ code: 2 });
  });

  test.each([
    [['check', '--format', 'xml'], /^agent-handoff: option '--format <format>' argument 'xml' is invalid/],
    [['check', '--max-warnings', '-1'], /must be a whole number, 0 or more/],
    [['check', '--max-warnings', 'many'], /must be a whole number, 0 or more/],
    [['check', '--colour'], /^agent-handoff: unknown option '--colour'/],
    [['chek'], /^agent-handoff: unknown command 'chek'\n\(Did you mean check\?\)/],
    [['check', '--stdin-filename', 'a.json'], /give - as the path/],
    [[], /^Usage: agent-handoff/],
  ])('2 for the call %j', async (argv, complaint) => {
    const folder = await folderWith({ [task]: handoff() });
    const result = await runIn(folder, argv);
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(complaint);
  });

  test('0 for help and version, on standard output', async () => {
    const folder = await folderWith({});
    const help = await runIn(folder, ['check', '--help']);
    expect(help).toMatchObject({ code: 0, complaints: '' });
    expect(help.output).toMatch(/^Usage: agent-handoff check \[options\] \[paths\.\.\.\]\n[\s\S]*Examples:\n/);
    expect(await runIn(folder, ['--version'])).toMatchObject({ code: 0, output: '0.1.0\n', complaints: '' });
  });
});

test.each(['check', 'create', 'refresh', 'show', 'formats', 'schema', 'rules', 'lsp', 'completion'])(
  '%s --help gives examples',
  async (command) => {
    const { code, output, complaints } = await runIn(await folderWith({}), [command, '--help']);
    expect([code, complaints]).toEqual([0, '']);
    expect(output).toMatch(/\nExamples:\n {2}.*agent-handoff /);
  },
);

describe('progress', () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `memory/handoffs/task-${index}.json`,
      handoff({ task_id: `task-${index}` }),
    ]),
  );

  test('is told on a terminal when it takes long, and gone in the end', async () => {
    const folder = await folderWith(files);
    const { complaints } = await runIn(folder, ['check', '--no-git'], { complainsToTerminal: true, pace: 60 });
    const drawn = complaints.replaceAll('\r\u001b[K', '<line>');
    expect(drawn).toMatch(/^<line>Reading handoff \d+ of 30 …<line>/);
    expect(drawn).toMatch(/<line>Checking handoff \d+ of 30 …<line>$/);
  });

  test('is not told when it is quick, nor where nobody looks', async () => {
    const folder = await folderWith(files);
    const quick = await runIn(folder, ['check', '--no-git'], { complainsToTerminal: true, pace: 1 });
    const slow = await runIn(folder, ['check', '--no-git'], { pace: 60 });
    expect([quick.complaints, slow.complaints]).toEqual(['', '']);
  });
});

describe('warnings', () => {
  const files = {
    '.agent-handoff.json': '{"rules":{"duplicate-key":"warning","unknown-field":"off"}}',
    [task]: twice.replace('{', '{"b":1,'),
  };
  const argv = ['check', '--format', 'json', task];

  test('do not fail', async () => {
    expect(await runIn(await folderWith(files), argv)).toMatchObject({ code: 0 });
  });

  test('fail past --max-warnings, and the reason is told', async () => {
    expect(await runIn(await folderWith(files), [...argv, '--max-warnings', '2'])).toMatchObject({ code: 0 });
    expect(await runIn(await folderWith(files), [...argv, '--max-warnings', '1'])).toMatchObject({
      code: 1,
      complaints: 'agent-handoff: 2 warnings, and at most 1 may be there.\n',
    });
  });

  test('are counted but not shown with --quiet', async () => {
    const { output, code } = await runIn(await folderWith(files), [...argv, '--quiet']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ files: [{ findings: [] }], summary: { warnings: 2 } });
    const pretty = await runIn(await folderWith(files), ['check', '--quiet', task]);
    expect(pretty).toEqual({ code: 0, output: '', complaints: '' });
  });
});

describe('the report for programs', () => {
  test('has the findings of each file with its format', async () => {
    const text = handoff({ pending_work: 'x'.repeat(4001) });
    const { code, output } = await runIn(await folderWith({ [task]: text }), ['check', '--format', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      version: 1,
      files: [
        {
          path: task,
          format: 'task',
          findings: expect.arrayContaining([
            expect.objectContaining({
              rule: 'text-too-long',
              pointer: '/pending_work',
              fixes: [{ title: 'Move pending_work to file', safe: true }],
            }),
          ]),
        },
      ],
      summary: { files: 1, errors: 1, fixable: 1 },
    });
  });

  test('has null where no format was recognised', async () => {
    const folder = await folderWith({ 'package.json': '{"name":"x"}' });
    const { output } = await runIn(folder, ['check', '--format', 'json', 'package.json']);
    expect(JSON.parse(output)).toMatchObject({ files: [{ path: 'package.json', format: null }] });
  });

  test('is whole and says that nothing was checked where nothing matched (pitfall 123)', async () => {
    const { output, complaints, code } = await runIn(await folderWith({}), ['check', '--format', 'json']);
    expect(code).toBe(2);
    expect(JSON.parse(output)).toEqual({
      version: 1,
      files: [],
      summary: { files: 0, errors: 0, warnings: 0, informations: 0, hints: 0, fixable: 0 },
    });
    expect(complaints).toBe('agent-handoff: There is no handoff in the working folder.\n');
  });

  test('offers no fix that cannot be applied', async () => {
    const long = handoff({ pending_work: 'x'.repeat(4001) });
    const folder = await folderWith({ 'x.json': long.replace('"task_id"', '"pending_work": "a",\n  "task_id"') });
    const { output } = await runIn(folder, ['check', '--format', 'json', 'x.json']);
    const { files } = JSON.parse(output);
    const found = files[0].findings.find(({ rule }: { rule: string }) => rule === 'text-too-long');
    expect(found.fixes).toEqual([]);
  });
});

describe('the report for people', () => {
  test('shows the line with the place marked, the rule, the fix and what belongs to it', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': '{ "rules": { "evidence-unavailable": "off" } }',
      [task]: handoff().replace('"test_results": {}', '"test_results": {\n    "a": 1,\n    "a": 2,\n  }'),
    });
    const { output, code } = await runIn(folder, ['check']);
    expect(code).toBe(1);
    expect(output).toBe(`memory/handoffs/task-1.json:13:5
  error  "a" must be given once; here it is given 2 times.  duplicate-key

  13 |     "a": 1,
     |     ^^^

  fix   Keep the first "a"
  fix   Keep the last "a"
  also  memory/handoffs/task-1.json:14:5  "a" is given here too.

memory/handoffs/task-1.json:14:5
  error  "a" must be given once; here it is given 2 times.  duplicate-key

  14 |     "a": 2,
     |     ^^^

  fix   Keep the first "a"
  fix   Keep the last "a"
  also  memory/handoffs/task-1.json:13:5  "a" is given here too.

memory/handoffs/task-1.json:14:11
  error  Before } no comma may stand in JSON.  json-syntax

  14 |     "a": 2,
     |           ^

  fix   Remove the comma (safe)

1 file: 3 errors. 1 finding can be repaired safely.
`);
  });

  test('lets no file name steer the terminal', async () => {
    const folder = await folderWith({ 'memory/handoffs/\u001b[31mx\n.json': twice });
    const { output } = await runIn(folder, ['check']);
    expect(output.split('\n')[0]).toBe('memory/handoffs/\\u001b[31mx\\u000a.json:1:2');
    const missing = await runIn(folder, ['check', '\u001b[2J.json']);
    expect(missing.complaints).toBe('agent-handoff: \\u001b[2J.json does not exist.\n');
  });
});

describe('colours', () => {
  const coloured = async (argv: readonly string[], around: Parameters<typeof runIn>[2]) => {
    const { output } = await runIn(await folderWith({ [task]: twice }), ['check', ...argv], around);
    return output.includes('\u001b[31merror');
  };

  test.each([
    ['not in a pipe', [], {}, false],
    ['in a terminal', [], { isTerminal: true }, true],
    ['not in a dumb terminal', [], { isTerminal: true, environment: { TERM: 'dumb' } }, false],
    ['not with NO_COLOR', [], { isTerminal: true, environment: { NO_COLOR: '1' } }, false],
    ['with an empty NO_COLOR', [], { isTerminal: true, environment: { NO_COLOR: '' } }, true],
    ['with FORCE_COLOR', [], { environment: { FORCE_COLOR: '1' } }, true],
    ['with --color, whatever NO_COLOR says', ['--color'], { environment: { NO_COLOR: '1' } }, true],
    ['not with --no-color', ['--no-color'], { isTerminal: true }, false],
  ])('%s', async (_, argv, around, expected) => {
    expect(await coloured(argv, around)).toBe(expected);
  });
});

describe('the configuration', () => {
  test('decides what rules say, from the nearest file above', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': '{"rules":{"duplicate-key":"off"}}',
      [task]: handoff().replace('"task_id"', '"base_sha": "x", "task_id"'),
    });
    expect(await runIn(join(folder, 'memory'), ['check'])).toMatchObject({ code: 0 });
  });

  test('adds files, relative to its own folder', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': '{"files":["./agents/**/state.json", "{x/y,z/w.json}"]}',
      'agents/a/state.json': handoff(),
      'z/w.json': handoff(),
      'agents/b/state.json': handoff(),
      'other/state.json': handoff(),
    });
    const all = await runIn(folder, ['check', '--format', 'json']);
    expect(pathsIn(all.output)).toEqual(['agents/a/state.json', 'agents/b/state.json', 'z/w.json']);
    const below = await runIn(join(folder, 'agents/b'), ['check', '--format', 'json']);
    expect(pathsIn(below.output)).toEqual(['state.json']);
  });

  test('that is wrong is told with its place, and nothing is judged by it (pitfall 124)', async () => {
    const folder = await folderWith({
      '.agent-handoff.json': '{\n  "rules": { "duplicate-key": "fatal" }\n}\n',
      [task]: twice,
    });
    const expected = `agent-handoff: .agent-handoff.json:2:31: "duplicate-key" must be "error", "warning", "information", "hint" or "off"; it is "fatal".
  2 |   "rules": { "duplicate-key": "fatal" }
    |                               ^^^^^^^
`;
    expect(await runIn(folder, ['check', task])).toEqual({ code: 2, output: '', complaints: expected });
    expect(await runIn(folder, ['check'])).toEqual({ code: 2, output: '', complaints: expected });
  });

  test('that is no UTF-8 is told', async () => {
    const folder = await folderWith({ '.agent-handoff.json': Buffer.from([0x7b, 0xe9, 0x7d]), [task]: handoff() });
    const { code, complaints } = await runIn(folder, ['check', task]);
    expect(code).toBe(2);
    expect(complaints).toMatch(/\.agent-handoff\.json must be UTF-8/);
  });
});

describe('--base', () => {
  test('that is no branch or tag is a wrong call, and the handoffs are checked all the same (pitfall 124)', async () => {
    const repository = await makeRepository();
    await repository.commit({ [task]: handoff() });
    const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const { code, output, complaints } = await runIn(repository.folder, ['check', '--base', 'nowhere'], {
      environment,
    });
    expect([code, complaints]).toEqual([
      2,
      `agent-handoff: --base "nowhere" is no branch or tag of ${repository.folder}.\n`,
    ]);
    expect(output).toMatch(/1 file: /);
    const known = await runIn(repository.folder, ['check', '--base', 'main'], { environment });
    expect(known.complaints).toBe('');
  });

  test('is not looked for in a repository of which no handoff could be read', async () => {
    const repository = await makeRepository();
    await repository.commit({ [task]: '' });
    await writeFile(join(repository.folder, task), Buffer.from('\ufeff{}', 'utf16le'));
    const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const { code, complaints } = await runIn(repository.folder, ['check', '--base', 'nowhere'], { environment });
    expect(code).toBe(2);
    expect(complaints).toMatch(
      /^agent-handoff: .*task-1\.json is UTF-16 and must be UTF-8: save it in that encoding\.\n$/,
    );
  });
});

describe('bytes', () => {
  test.each([
    ['Latin-1', Buffer.from('{"a":"caf\xe9"}', 'latin1'), /task-1\.json must be UTF-8, and byte E9 in line 1 is not/],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), /task-1\.json is UTF-16 and must be UTF-8/],
  ])('that are %s are refused, not guessed at (pitfall 128)', async (_, bytes, complaint) => {
    const folder = await folderWith({ [task]: bytes, 'memory/handoffs/task-2.json': handoff() });
    const result = await runIn(folder, ['check', '--format', 'json']);
    expect(result.code).toBe(2);
    expect(result.complaints).toMatch(complaint);
    expect(pathsIn(result.output)).toEqual(['memory/handoffs/task-2.json']);
  });

  test('of a byte-order mark do not move columns (pitfall 4)', async () => {
    const folder = await folderWith({ [task]: `\ufeff${twice}` });
    const { output } = await runIn(folder, ['check', '--format', 'json']);
    const { files } = JSON.parse(output);
    const found = files[0].findings.filter(({ rule }: { rule: string }) => rule === 'duplicate-key');
    expect(found.map(({ range }: { range: { start: unknown } }) => range.start)).toEqual([
      { line: 1, column: 2, offset: 2 },
      { line: 1, column: 8, offset: 8 },
    ]);
  });
});

describe('standard input', () => {
  test('is read only where - asks for it (pitfall 134)', async () => {
    const folder = await folderWith({ [task]: handoff() });
    expect(await runIn(folder, ['check'], {})).toMatchObject({ code: 0 });
    expect(await runIn(folder, ['check', '-'], { input: handoff() })).toMatchObject({ code: 0, complaints: '' });
  });

  test('without anything in it is a finding (pitfall 134)', async () => {
    const { code, output } = await runIn(await folderWith({}), ['check', '-', '--format', 'json'], { input: '' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      files: [{ path: '-', findings: [{ rule: 'json-syntax', range: { start: { line: 1, column: 1, offset: 0 } } }] }],
    });
  });

  test('is the file that --stdin-filename names, which need not exist (pitfall 134)', async () => {
    const folder = await folderWith({ '.agent-handoff.json': '{"rules":{"missing-field":"warning"}}' });
    const argv = ['check', '-', '--stdin-filename', 'memory/handoffs/task-9.json', '--format', 'json'];
    const { output, code } = await runIn(folder, argv, { input: '{"task_id":"task-9"}' });
    expect(code).toBe(0);
    expect(JSON.parse(output).files[0]).toMatchObject({
      path: 'memory/handoffs/task-9.json',
      format: 'task',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'missing-field', severity: 'warning' })]),
    });
  });

  test('that is not UTF-8 is refused (pitfall 128)', async () => {
    const result = await runIn(await folderWith({}), ['check', '-'], { input: Buffer.from([0x22, 0xe9, 0x22]) });
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.complaints).toMatch(/^agent-handoff: Standard input must be UTF-8/);
  });
});

describe('paths', () => {
  test('that exist are names, not patterns (pitfall 115)', async () => {
    const folder = await folderWith({ 'app/[id]/h.json': handoff(), 'app/i/h.json': twice });
    const named = await runIn(folder, ['check', 'app/[id]/h.json', '--format', 'json']);
    expect(pathsIn(named.output)).toEqual(['app/[id]/h.json']);
    const inside = await runIn(join(folder, 'app/[id]'), ['check', '*.json', '--format', 'json']);
    expect(pathsIn(inside.output)).toEqual(['h.json']);
  });

  test('that do not exist are globs, whose files are checked wherever they are', async () => {
    const folder = await folderWith({ 'a/x.json': handoff(), '.b/x.json': handoff(), 'c/y.json': handoff() });
    const { output } = await runIn(folder, ['check', '**/x.json', '--format', 'json']);
    expect(pathsIn(output)).toEqual(['.b/x.json', 'a/x.json']);
    const above = await runIn(join(folder, 'a'), ['check', '../*/y.json', '--format', 'json']);
    expect(pathsIn(above.output)).toEqual(['../c/y.json']);
  });

  test('that match nothing fail unless that is allowed (pitfall 123)', async () => {
    const folder = await folderWith({ 'empty/readme.txt': '' });
    expect(await runIn(folder, ['check', 'memroy/**/*.json'])).toEqual({
      code: 2,
      output: '',
      complaints: 'agent-handoff: No file matches memroy/**/*.json.\n',
    });
    expect(await runIn(folder, ['check', 'empty'])).toMatchObject({
      code: 2,
      complaints: 'agent-handoff: There is no handoff in empty.\n',
    });
    expect(await runIn(folder, ['check', 'empty', '--allow-no-files'])).toEqual({
      code: 0,
      output: '',
      complaints: '',
    });
    expect(await runIn(folder, ['check', 'nope.json', '--allow-no-files'])).toMatchObject({ code: 2 });
  });

  test('of folders lead to handoffs alone, not into node_modules or .git (pitfall 135)', async () => {
    const folder = await folderWith({
      [task]: handoff(),
      'sub/memory/handoffs/task-2.json': handoff(),
      'memory/handoffs/task-1-pending.txt': 'text',
      'memory/handoffs/old/task-0.json': twice,
      'package.json': '{',
      'node_modules/x/memory/handoffs/task-3.json': twice,
      '.git/memory/handoffs/task-4.json': twice,
    });
    const { output } = await runIn(folder, ['check', '.', '--format', 'json']);
    expect(pathsIn(output)).toEqual([task, 'sub/memory/handoffs/task-2.json']);
    const inside = await runIn(folder, ['check', 'memory/handoffs', '--format', 'json']);
    expect(pathsIn(inside.output)).toEqual([task]);
  });

  test('of several names for a file give it once (pitfall 127)', async () => {
    const folder = await folderWith({ [task]: handoff() });
    await symlink('task-1.json', join(folder, 'memory/handoffs/latest.json'));
    await symlink('.', join(folder, 'loop'));
    await symlink('nowhere', join(folder, 'memory/handoffs/gone.json'));
    await mkdir(join(folder, 'memory/handoffs/folder.json'));
    const { output, code } = await runIn(folder, ['check', '.', task, 'loop', '**/*.json', '--format', 'json']);
    expect([code, pathsIn(output)]).toEqual([0, [task]]);
  });

  test('that vanish after they were found are none any more, unless they were named (pitfall 127)', async () => {
    const folder = await folderWith({ 'a.json': '{}' });
    const files = [join(folder, 'a.json'), join(folder, 'gone.json')];
    const found = await readFiles({ files, named: new Set() }, folder);
    expect(found).toEqual({ sources: [{ path: 'a.json', file: files[0], text: '{}' }], complaints: [] });
    const named = await readFiles({ files, named: new Set(files) }, folder);
    expect(named.complaints).toEqual([`${files[1]} does not exist.`]);
  });

  test.skipIf(process.platform === 'win32')('of sockets and links in a circle are told (pitfall 127)', async () => {
    const folder = await folderWith({ [task]: handoff() });
    await symlink('b.json', join(folder, 'a.json'));
    await symlink('a.json', join(folder, 'b.json'));
    const server = createServer().listen(join(folder, 'memory/handoffs/socket.json'));
    await once(server, 'listening');
    const all = await runIn(folder, ['check', '--format', 'json']);
    const named = await runIn(folder, ['check', 'memory/handoffs/socket.json', 'a.json', '/dev/null']);
    server.close();
    expect([all.code, all.complaints, pathsIn(all.output)]).toEqual([0, '', [task]]);
    expect(named.code).toBe(2);
    expect(named.complaints.split('\n')).toEqual([
      'agent-handoff: a.json could not be read: its links lead in a circle.',
      'agent-handoff: /dev/null is no regular file: only those are read.',
      `agent-handoff: ${join(folder, 'memory/handoffs/socket.json')} is no regular file: only those are read.`,
      '',
    ]);
  });

  test('of links are followed where they are named (pitfall 127)', async () => {
    const folder = await folderWith({ 'real/x.json': handoff() });
    await symlink('real/x.json', join(folder, 'link.json'));
    const { output } = await runIn(folder, ['check', 'link.json', '--format', 'json']);
    expect(pathsIn(output)).toEqual(['link.json']);
  });

  // Root may read everything.
  test.skipIf(process.getuid?.() === 0)(
    'through a folder that cannot be read are told, and the rest is checked (pitfall 127)',
    async () => {
      const folder = await folderWith({ [task]: handoff(), 'closed/memory/handoffs/task-2.json': handoff() });
      await chmod(join(folder, 'closed'), 0);
      const { code, output, complaints } = await runIn(folder, ['check', '--format', 'json']);
      await chmod(join(folder, 'closed'), 0o700);
      expect([code, pathsIn(output)]).toEqual([2, [task]]);
      expect(complaints).toMatch(/closed could not be searched: it may not be read: permission denied\.\n$/);
    },
  );
});

import { chmod, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeProblem, type GitResult, gitEnvironment, runGit } from '../../host/git.ts';
import { findGit, placesOfGit } from '../../host/program.ts';
import { redacted } from '../../host/redact.ts';
import { makeRepository, temporaryFolder, testGit, writeScript } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

function textOf(result: GitResult): string {
  return result.kind === 'answer' ? result.output.toString('utf8') : describeProblem(result);
}

describe('running git', () => {
  test('a variable that leads to another repository is not passed on, in any case of its name', async () => {
    const names = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'Git_Common_Dir', 'GIT_TRACE'];
    const environment = Object.fromEntries(names.map((name) => [name, '/elsewhere']));
    const given = gitEnvironment({
      program: '/git',
      environment: { ...environment, HOME: '/home/a', LANG: 'ko_KR.UTF-8' },
    });
    expect(given).toEqual({
      HOME: '/home/a',
      LC_ALL: 'C',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GCM_INTERACTIVE: 'never',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_GRAFT_FILE: '/dev/null',
    });
  });

  test('an inherited GIT_DIR does not change which repository answers', async () => {
    const mine = await makeRepository();
    const other = await makeRepository();
    await other.git('symbolic-ref', 'HEAD', 'refs/heads/foreign');
    const git = await testGit({ GIT_DIR: path.join(other.folder, '.git'), GIT_WORK_TREE: other.folder });
    const result = await runGit(git, { folder: mine.folder, arguments: ['symbolic-ref', 'HEAD'] });
    expect(textOf(result)).toBe('refs/heads/main\n');
  });

  test('a missing program and a missing folder have messages of their own (pitfall 93)', async () => {
    const folder = await temporaryFolder();
    const git = await testGit();
    const gone = path.join(folder, 'gone');
    expect(await runGit(git, { folder: gone, arguments: ['version'] })).toEqual({
      kind: 'folder-missing',
      folder: gone,
    });
    const missing = { ...git, program: path.join(folder, 'no-git') };
    expect(await runGit(missing, { folder, arguments: ['version'] })).toEqual({ kind: 'not-found' });
    expect(await runGit({ ...git, program: undefined }, { folder, arguments: ['version'] })).toEqual({
      kind: 'not-found',
    });
    expect(describeProblem({ kind: 'not-found' })).toBe(
      'git is not installed, or its path is not where the settings say',
    );
    expect(describeProblem({ kind: 'folder-missing', folder: '/x' })).toBe(
      'the folder /x does not exist or is no folder',
    );
  });

  onPosix('a folder that is a file is told from a missing program (pitfall 93)', async () => {
    const folder = await temporaryFolder();
    const file = await writeScript(path.join(folder, 'file'), 'exit 0');
    const result = await runGit(await testGit(), { folder: file, arguments: ['version'] });
    expect(result).toEqual({ kind: 'folder-missing', folder: file });
  });

  onPosix('a git that hangs is stopped after its time', async () => {
    const folder = await temporaryFolder();
    const program = await writeScript(path.join(folder, 'git'), 'exec sleep 600');
    const result = await runGit({ program, environment: process.env, timeout: 50 }, { folder, arguments: ['version'] });
    expect(result).toEqual({ kind: 'timed-out', seconds: 0.05 });
  });

  onPosix('a git that hangs, its own children too, is let go as soon as it is cancelled', async () => {
    const folder = await temporaryFolder();
    const program = await writeScript(path.join(folder, 'git'), `touch '${folder}/started'; sleep 30; exit 0`);
    const controller = new AbortController();
    const running = runGit(
      { program, environment: process.env },
      { folder, arguments: ['version'], signal: controller.signal },
    );
    await expect
      .poll(() =>
        stat(path.join(folder, 'started')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    controller.abort();
    expect(await running).toEqual({ kind: 'cancelled' });
  });

  test('a call that is already cancelled starts nothing', async () => {
    const folder = await temporaryFolder();
    const signal = AbortSignal.abort();
    expect(await runGit(await testGit(), { folder, arguments: ['init'], signal })).toEqual({ kind: 'cancelled' });
    await expect(stat(path.join(folder, '.git'))).rejects.toThrow('ENOENT');
  });

  test('NUL in an argument is an answer, not an exception (pitfall 110)', async () => {
    const result = await runGit(await testGit(), { folder: await temporaryFolder(), arguments: ['log', 'a\0b'] });
    expect(result.kind).toBe('not-started');
  });

  test('standard input is closed: a git that reads it does not wait for ever (pitfall 105)', async () => {
    const repository = await makeRepository();
    const result = await runGit(await testGit(), { folder: repository.folder, arguments: ['hash-object', '--stdin'] });
    expect(textOf(result)).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\n');
  });

  test('names of folders and arguments reach git as they are, through no shell (pitfall 119)', async () => {
    const folder = path.join(await temporaryFolder(), 'a;touch pwn');
    await mkdir(folder);
    const repository = await makeRepository(folder);
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/$(touch-pwn)');
    const result = await runGit(await testGit(), { folder, arguments: ['symbolic-ref', 'HEAD'] });
    expect(textOf(result)).toBe('refs/heads/$(touch-pwn)\n');
    await expect(stat(path.join(folder, 'pwn'))).rejects.toThrow('ENOENT');
  });

  onPosix('no hook of the repository runs', async () => {
    const repository = await makeRepository();
    await repository.commit({ 'a.txt': 'a' });
    const proof = path.join(await temporaryFolder(), 'ran');
    const hook = path.join(repository.folder, '.git', 'hooks', 'reference-transaction');
    await writeScript(hook, `touch '${proof}'`);
    const call = { folder: repository.folder, arguments: ['update-ref', 'refs/heads/x', 'HEAD'] };
    expect(await runGit(await testGit(), call)).toMatchObject({ kind: 'answer', code: 0 });
    await expect(stat(proof)).rejects.toThrow('ENOENT');
    await repository.git('update-ref', 'refs/heads/y', 'HEAD');
    expect((await stat(proof)).isFile()).toBe(true);
  });

  test('nothing is fetched, from no transport at all (pitfall 105)', async () => {
    const source = await makeRepository();
    await source.commit({ 'a.txt': 'a' });
    const target = await makeRepository();
    const call = { folder: target.folder, arguments: ['fetch', `file://${source.folder}`] };
    expect(await runGit(await testGit(), call)).toMatchObject({
      kind: 'answer',
      code: 128,
      said: "fatal: transport 'file' not allowed",
    });
  });

  test('what git says is shown without credentials (pitfall 122)', async () => {
    const repository = await makeRepository();
    const call = { folder: repository.folder, arguments: ['no-such-command-https://oauth2:glpat-x@host/o/r.git'] };
    const result = await runGit(await testGit(), call);
    expect(result).toMatchObject({ kind: 'answer', code: 1 });
    expect(result.kind === 'answer' && result.said).toContain('https://***:***@host/o/r.git');
    expect(result.kind === 'answer' && result.said).not.toContain('glpat-x');
  });
});

describe('credentials in URLs', () => {
  test.each([
    ['https://oauth2:glpat-x@h/o/r.git', 'https://***:***@h/o/r.git'],
    ['https://TOKEN@h/o/r', 'https://***@h/o/r'],
    ['ssh://git@h/o/r', 'ssh://git@h/o/r'],
    ['ssh://git:secret@h/o/r', 'ssh://git:***@h/o/r'],
    ['https://u:p@ss@h/r and HTTP://T@h', 'https://***:***@h/r and HTTP://***@h'],
    ['https://h/o/r?mail=a@b', 'https://h/o/r?mail=a@b'],
  ])('%s is shown as %s (pitfall 122)', (text, shown) => {
    expect(redacted(text)).toBe(shown);
  });
});

describe('finding git', () => {
  onPosix('a git planted in the workspace is never taken, by PATH, by a link or by name (pitfall 118)', async () => {
    const outer = await temporaryFolder();
    const workspace = path.join(outer, 'workspace');
    const bin = path.join(outer, 'bin');
    await mkdir(path.join(workspace, 'bin'), { recursive: true });
    await mkdir(bin);
    const planted = await writeScript(path.join(workspace, 'bin', 'git'), 'exit 0');
    const environment = { PATH: ['', '.', 'bin', path.join(workspace, 'bin'), bin].join(':') };
    const search = { workspaceFolders: [workspace], environment };
    expect(await findGit(search)).toBe(undefined);
    expect(await findGit({ ...search, given: [planted] })).toBe(undefined);
    expect(await findGit({ ...search, given: ['git', './git'] })).toBe(undefined);
    await symlink(planted, path.join(bin, 'git'));
    expect(await findGit(search)).toBe(undefined);
    await rm(path.join(bin, 'git'));
    const real = await writeScript(path.join(bin, 'git'), 'exit 0');
    expect(await findGit(search)).toBe(real);
  });

  onPosix('a workspace that is the whole disk does not hide the machine’s own git', async () => {
    const bin = await temporaryFolder();
    const real = await writeScript(path.join(bin, 'git'), 'exit 0');
    expect(await findGit({ workspaceFolders: ['/'], environment: { PATH: bin } })).toBe(real);
  });

  onPosix(
    'the path that the user gave is taken, the first that exists of several, and no other (pitfall 93)',
    async () => {
      const folder = await temporaryFolder();
      const mine = await writeScript(path.join(folder, 'my-git'), 'exit 0');
      const search = { workspaceFolders: [], environment: process.env };
      expect(await findGit({ ...search, given: [path.join(folder, 'none'), mine] })).toBe(mine);
      expect(await findGit({ ...search, given: [path.join(folder, 'none')] })).toBe(undefined);
    },
  );

  test('on Windows only git.exe is looked for, in absolute folders, whatever the case of the variables (pitfalls 118, 119)', () => {
    const environment = {
      Path: '.;;C:\\Tools;"D:\\My Git\\cmd";bin;\\\\srv\\share',
      PROGRAMFILES: 'C:\\Program Files',
    };
    expect(placesOfGit({ workspaceFolders: [], environment }, 'win32')).toEqual([
      'C:\\Tools\\git.exe',
      'D:\\My Git\\cmd\\git.exe',
      '\\\\srv\\share\\git.exe',
      'C:\\Program Files\\Git\\cmd\\git.exe',
    ]);
  });

  test('on macOS the stand-in that only asks to install the developer tools is not run', () => {
    expect(placesOfGit({ workspaceFolders: [], environment: { PATH: '/usr/bin:/opt/x' } }, 'darwin')).toEqual([
      '/opt/x/git',
      '/Library/Developer/CommandLineTools/usr/bin/git',
      '/Applications/Xcode.app/Contents/Developer/usr/bin/git',
      '/opt/homebrew/bin/git',
      '/usr/local/bin/git',
    ]);
  });

  onPosix('a file that may not be run is no program', async () => {
    const folder = await temporaryFolder();
    const file = await writeScript(path.join(folder, 'git'), 'exit 0');
    await chmod(file, 0o644);
    expect(await findGit({ workspaceFolders: [], environment: { PATH: folder } })).toBe(undefined);
    expect(await readFile(file, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
  });
});

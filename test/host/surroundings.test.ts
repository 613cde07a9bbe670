import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gather } from '../../host/facts.ts';
import { createLocator, placeOf } from '../../host/surroundings.ts';
import { countingGit, factsIn, locate, testTime } from '../harness/facts.ts';
import { makeRepository, temporaryFolder, testGit, writeFiles, writeScript } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

describe('the repository of a document', () => {
  test('paths are relative to its top level, from any folder in it (pitfall 89)', async () => {
    const { folder } = await makeRepository();
    const document = path.join(folder, 'packages', 'app', 'memory', 'task-1.json');
    const surroundings = await locate(document, undefined, [path.join(folder, 'packages', 'app')]);
    expect(surroundings).toEqual({
      root: folder,
      kind: 'repository',
      repository: {
        topLevel: folder,
        gitDirectory: path.join(folder, '.git'),
        commonDirectory: path.join(folder, '.git'),
      },
    });
    expect(placeOf(surroundings, document)).toEqual({ root: 'repository', path: 'packages/app/memory/task-1.json' });
  });

  test('a linked work tree is its own top level, with its own branch (pitfall 79)', async () => {
    const main = await makeRepository();
    await main.commit({ 'a.txt': 'a' });
    const { folder } = await main.worktree('wtb');
    const { repository } = await locate(path.join(folder, 'h.json'));
    expect(repository).toEqual({
      topLevel: folder,
      gitDirectory: path.join(main.folder, '.git', 'worktrees', 'worktree'),
      commonDirectory: path.join(main.folder, '.git'),
    });
    expect((await factsIn(folder, { git: ['head'] })).git?.branch).toBe('wtb');
  });

  test('a document in a submodule belongs to the submodule (pitfall 97)', async () => {
    const inner = await makeRepository();
    await inner.commit({ 'x.txt': 'x' });
    const outer = await makeRepository();
    const sub = await outer.submodule('libs/sub', inner);
    const folder = path.join(outer.folder, 'libs', 'sub');
    expect(sub.folder).toBe(folder);
    expect((await locate(path.join(folder, 'h.json'))).root).toBe(folder);
    expect((await locate(path.join(outer.folder, 'libs', 'h.json'))).root).toBe(outer.folder);
  });

  onPosix('a repository reached through a link keeps the name of the link (pitfall 96)', async () => {
    const { folder } = await makeRepository();
    await mkdir(path.join(folder, 'src'));
    const link = path.join(await temporaryFolder(), 'link');
    await symlink(folder, link);
    const document = path.join(link, 'src', 'h.json');
    const surroundings = await locate(document, undefined, [link]);
    expect(surroundings.root).toBe(link);
    expect(placeOf(surroundings, document)).toEqual({ root: 'repository', path: 'src/h.json' });
  });

  onPosix('a link into the middle of a repository does not make up a top level (pitfall 96)', async () => {
    const { folder } = await makeRepository();
    await mkdir(path.join(folder, 'src'));
    const link = path.join(await temporaryFolder(), 'link');
    await symlink(path.join(folder, 'src'), link);
    const surroundings = await locate(path.join(link, 'h.json'));
    expect(surroundings.root).toBe(folder);
    expect(placeOf(surroundings, path.join(link, 'h.json'))).toEqual({ root: 'repository' });
  });

  test('a bare repository and the inside of .git have no work tree, and that is said (pitfall 106)', async () => {
    const folder = await temporaryFolder();
    const bare = await makeRepository(path.join(folder, 'x.git'), '--bare');
    expect(await locate(path.join(bare.folder, 'h.json'))).toEqual({
      root: bare.folder,
      kind: 'folder',
      unchecked: `the repository ${bare.folder} is bare: it has no work tree`,
    });
    const ordinary = await makeRepository();
    const inside = path.join(ordinary.folder, '.git', 'hooks');
    expect((await locate(path.join(inside, 'h.json'))).unchecked).toBe(
      `${inside} lies inside ${path.join(ordinary.folder, '.git')}`,
    );
  });

  test('a work tree that the repository says is elsewhere does not widen the root', async () => {
    const repository = await makeRepository();
    const outside = await temporaryFolder();
    await repository.git('config', 'core.worktree', path.dirname(repository.folder));
    const upward = await locate(path.join(repository.folder, 'h.json'));
    expect(upward.root).toBe(repository.folder);
    expect(upward.kind).toBe('folder');
    expect(upward.unchecked).toBe(`the work tree of ${repository.folder} is elsewhere: core.worktree is set`);
    await repository.git('config', 'core.worktree', outside);
    expect((await locate(path.join(repository.folder, 'h.json'))).unchecked).toBe(upward.unchecked);
  });

  onPosix('a repository of another owner is named, not called absent (pitfall 91)', async () => {
    const { folder } = await makeRepository();
    const git = await testGit();
    const program = path.join(await temporaryFolder(), 'git');
    await writeScript(program, `GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec '${git.program}' "$@"`);
    const { unchecked } = await locate(path.join(folder, 'h.json'), { ...git, program });
    expect(unchecked).toBe(`git says the repository belongs to someone else: ${folder} (see git's safe.directory)`);
  });

  test('a linked work tree whose repository is gone is said to be broken', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, '.git'), 'gitdir: /nowhere/at/all\n');
    expect((await locate(path.join(folder, 'h.json'))).unchecked).toBe(
      'git says: not a git repository: /nowhere/at/all',
    );
  });

  onPosix('the same words are found whatever language the user speaks (pitfall 92)', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, '.git'));
    const git = await testGit({ LANG: 'ko_KR.UTF-8', LC_ALL: 'ko_KR.UTF-8', LANGUAGE: 'ko' });
    const { unchecked } = await locate(path.join(folder, 'h.json'), git);
    expect(unchecked).toBe('git says: not a git repository (or any of the parent directories): .git');
  });

  onPosix('a git that is too old is said to be', async () => {
    const program = await writeScript(path.join(await temporaryFolder(), 'git'), 'echo git version 2.25.1');
    const { folder } = await makeRepository();
    const { unchecked } = await locate(path.join(folder, 'h.json'), { program, environment: process.env });
    expect(unchecked).toBe('git 2.25.1 is too old: 2.31 or newer is needed');
  });
});

describe('outside of repositories', () => {
  test('the root is the folder of the nearest configuration file', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { '.agent-handoff.json': '{}', 'a/.agent-handoff.json': '{}' });
    const document = path.join(folder, 'a', 'b', 'h.json');
    const surroundings = await locate(document, undefined, [folder]);
    expect(surroundings).toEqual({
      root: path.join(folder, 'a'),
      kind: 'configuration',
      unchecked: 'the folder is in no git repository',
    });
    expect(placeOf(surroundings, document)).toEqual({ root: 'configuration', path: 'b/h.json' });
  });

  test('the innermost open folder is the root, by path segments; else the document’s own (pitfall 58)', async () => {
    const base = await temporaryFolder();
    const folders = [path.join(base, 'w'), path.join(base, 'w', 'sub'), path.join(base, 'w', 'su')];
    const rootOf = async (...names: readonly string[]) =>
      (await locate(path.join(base, ...names), undefined, folders)).root;
    expect(await rootOf('w', 'sub', 'memory', 'h.json')).toBe(path.join(base, 'w', 'sub'));
    expect(await rootOf('w', 'subway', 'h.json')).toBe(path.join(base, 'w'));
    expect(await rootOf('w-old', 'h.json')).toBe(path.join(base, 'w-old'));
  });

  test('a document that is not on disk has no root, and files are not looked up for it (pitfall 62)', async () => {
    const git = await testGit();
    const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [] });
    const facts = await gather(await locator.locate(undefined), undefined, { files: ['a'] }, { git, now: testTime });
    expect(facts).toEqual({
      now: testTime,
      files: new Map(),
      folders: new Map(),
      unchecked: 'the document is not on disk',
    });
  });
});

describe('what may not be asked', () => {
  onPosix('in an untrusted folder no process starts and nothing is read (pitfall 120)', async () => {
    const { folder } = await makeRepository();
    await writeFiles(folder, { 'a.txt': 'a' });
    const { git, calls } = await countingGit();
    const locator = createLocator({ git, useGit: true, trusted: false, workspaceFolders: [folder] });
    const document = path.join(folder, 'h.json');
    const needs = { files: ['a.txt'], folders: [''], git: ['head'] } as const;
    expect(await gather(await locator.locate(document), document, needs, { git, now: testTime })).toEqual({
      now: testTime,
      files: new Map(),
      folders: new Map(),
      unchecked: 'the folder is not trusted',
    });
    expect(await calls()).toEqual([]);
  });

  onPosix(
    'with git turned off the configuration’s folder is the root even in a repository, and no process starts',
    async () => {
      const { folder } = await makeRepository();
      await writeFiles(folder, { 'a/.agent-handoff.json': '{}' });
      const { git, calls } = await countingGit();
      const locator = createLocator({ git, useGit: false, trusted: true, workspaceFolders: [folder] });
      expect(await locator.locate(path.join(folder, 'a', 'b', 'h.json'))).toEqual({
        root: path.join(folder, 'a'),
        kind: 'configuration',
        unchecked: 'git is turned off',
      });
      expect(await calls()).toEqual([]);
    },
  );
});

describe('remembering', () => {
  onPosix('a repository is asked for once, however many folders hold documents', async () => {
    const { folder } = await makeRepository();
    const { git, calls } = await countingGit();
    const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [] });
    const documents = Array.from({ length: 300 }, (_, index) => path.join(folder, `d${index}`, 'h.json'));
    const roots = await Promise.all(documents.map(async (document) => (await locator.locate(document)).root));
    expect(new Set(roots)).toEqual(new Set([folder]));
    expect((await calls()).filter((call) => call === 'rev-parse')).toHaveLength(1);
  });

  onPosix('after forgetting, git is asked about a repository only where its answer may be another', async () => {
    const { git: run, folder, commit } = await makeRepository();
    const { git, calls } = await countingGit();
    const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [] });
    const asked = async () => {
      const before = (await calls()).length;
      locator.forget();
      await locator.locate(path.join(folder, 'h.json'));
      return (await calls()).slice(before);
    };
    // Right after the repository was made, a change might leave no trace.
    await expect.poll(asked).toEqual([]);
    await commit({ 'a.txt': 'a' });
    expect(await asked()).toEqual([]);
    await run('config', 'core.worktree', await temporaryFolder());
    expect(await asked()).toEqual(['rev-parse']);
    expect(await asked()).toEqual(['rev-parse']);
    await rm(path.join(folder, '.git'), { recursive: true });
    expect(await asked()).toEqual([]);
    await run('init', '--quiet');
    expect(await asked()).toEqual(['rev-parse']);
  });

  onPosix('a problem that passes is not remembered', async () => {
    const { folder } = await makeRepository();
    const bin = await temporaryFolder();
    const real = await testGit();
    const git = { ...real, program: path.join(bin, 'git') };
    const locator = createLocator({ git, useGit: true, trusted: true, workspaceFolders: [] });
    const document = path.join(folder, 'h.json');
    expect((await locator.locate(document)).unchecked).toBe(
      'git is not installed, or its path is not where the settings say',
    );
    await writeScript(path.join(bin, 'git'), `exec '${real.program}' "$@"`);
    expect((await locator.locate(document)).kind).toBe('repository');
  });
});

import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import type { Needs } from '../../core/evidence/facts.ts';
import type { HostOptions } from '../../server/host.ts';
import { createNodeHost } from '../../server/node-host.ts';
import { capable } from '../harness/client.ts';
import { handoff } from '../harness/handoffs.ts';
import { makeRepository, temporaryFolder, writeFiles, writeScript } from '../harness/repository.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

const trusted: HostOptions = { trusted: true, useGit: true, gitPath: undefined, folders: [] };

function hostIn(options: Partial<HostOptions> = {}) {
  const host = createNodeHost();
  host.use({ ...trusted, ...options });
  return host;
}

const uriOf = (...segments: readonly string[]) => pathToFileURL(path.join(...segments)).href;
const ask = (host: ReturnType<typeof hostIn>, uri: string, needs: Needs) =>
  host.gather(uri, needs, new AbortController().signal);

describe('a handoff in a repository', () => {
  test('has the top level for its root, and git and the disk are asked from there', async () => {
    const repository = await makeRepository();
    const head = await repository.commit({ 'side.txt': 'text', 'a b/memory/handoffs/task-1.json': '{}' });
    const uri = uriOf(repository.folder, 'a b/memory/handoffs/task-1.json');
    const host = hostIn();
    expect(await host.locate(uri)).toEqual({
      root: pathToFileURL(repository.folder).href,
      place: { root: 'repository', path: 'a b/memory/handoffs/task-1.json', foldsCase: expect.any(Boolean) },
    });
    const facts = await ask(host, uri, { files: ['side.txt', 'none.txt'], git: ['head'] });
    expect(facts.git?.head).toBe(head);
    expect(facts.files.get('side.txt')).toEqual({ kind: 'file', size: 4, text: 'text' });
    expect(facts.files.get('none.txt')).toEqual({ kind: 'absent' });
  });

  test('is judged by the configuration above it, until that is changed and forgotten', async () => {
    const repository = await makeRepository();
    const configuration = (rules: object) => ({
      '.agent-handoff.json': JSON.stringify({ files: ['notes/*.json'], rules }),
    });
    await repository.write(configuration({ 'text-too-long': 'off' }));
    const host = hostIn();
    const [uri, other] = [uriOf(repository.folder, 'notes/x.json'), uriOf(repository.folder, 'other/x.json')];
    expect(await host.configurationFor(uri)).toMatchObject({
      listed: true,
      configuration: { rules: { 'text-too-long': 'off' } },
    });
    expect((await host.configurationFor(other)).listed).toBe(false);
    await repository.write(configuration({ 'text-too-long': 'hint' }));
    expect((await host.configurationFor(uri)).configuration.rules).toEqual({ 'text-too-long': 'off' });
    host.forget();
    await expect
      .poll(async () => (await host.configurationFor(uri)).configuration.rules)
      .toEqual({ 'text-too-long': 'hint' });
  });

  test('is judged by the defaults while the configuration is broken, and that is said', async () => {
    const repository = await makeRepository();
    await repository.write({ '.agent-handoff.json': '{"rules": 7}' });
    const { problem, configuration } = await hostIn().configurationFor(uriOf(repository.folder, 'x.json'));
    expect(problem).toMatch(/^\.agent-handoff\.json is not used\. Line 1, column \d+: "rules" must be an object/);
    expect(configuration.rules).toEqual({});
  });
});

test('what the disk tells follows what the text tells, and goes when the disk has changed', async () => {
  const repository = await makeRepository();
  await repository.commit({ 'memory/handoffs/task-1.json': '{}' });
  const uri = uriOf(repository.folder, 'memory/handoffs/task-1.json');
  const side = 'memory/handoffs/task-1-pending.txt';
  const client = await start({ folders: [pathToFileURL(repository.folder).href] }, createNodeHost());
  await client.open(uri, handoff({ pending_work_path: side }));
  const errors = async () =>
    (await client.diagnostics(uri)).filter(({ code }) => code === 'side-file-missing').map(shown);
  await expect.poll(errors).toEqual([expect.stringContaining(side)]);
  await repository.write({ [side]: 'Write the tests.' });
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(repository.folder, side), type: 1 }],
  });
  await expect.poll(errors).toEqual([]);
});

test('a commit is seen by a client that watches no files', async () => {
  const repository = await makeRepository();
  const path = 'memory/handoffs/task-1.json';
  const first = await repository.commit({ [path]: '{}' });
  await repository.git('checkout', '--quiet', '-b', 'task/task-1-dev1');
  const { workspace: _, ...capabilities } = capable;
  const client = await start({ capabilities, folders: [pathToFileURL(repository.folder).href] }, createNodeHost());
  const uri = uriOf(repository.folder, path);
  await client.open(uri, handoff({ head_sha: first, base_sha: first, current_branch: 'task/task-1-dev1' }));
  const behind = async () => (await client.diagnostics(uri)).filter(({ code }) => code === 'head-behind').map(shown);
  await expect.poll(behind).toEqual([]);
  await repository.commit({ 'src/a.ts': 'a' });
  await expect.poll(behind).toEqual([expect.stringContaining('1 commit')]);
});

test('a finding that only the letter case of the disk decides is there where nothing has to be asked', async () => {
  const folder = await temporaryFolder();
  const [path, text] = [
    'memory/handoffs/task-1.json',
    handoff({ changed_paths: ['SRC/a.ts'], forbidden_paths: ['src'] }),
  ];
  await writeFiles(folder, { [path]: text });
  const client = await start({ folders: [pathToFileURL(folder).href] }, createNodeHost());
  await client.open(uriOf(folder, path), text);
  const codes = async () => (await client.diagnostics(uriOf(folder, path))).map(({ code }) => code);
  await expect.poll(codes).toContain('forbidden-path-changed');
});

test('without git a handoff belongs to its folder, and the reason is said', async () => {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'x/task-1.json': '{}' });
  const host = hostIn({ useGit: false, folders: [pathToFileURL(folder).href] });
  expect(await host.locate(uriOf(folder, 'x/task-1.json'))).toEqual({
    root: pathToFileURL(folder).href,
    place: { root: 'folder', path: 'x/task-1.json', foldsCase: expect.any(Boolean) },
    unchecked: 'git is turned off',
  });
});

test('without trust no process starts and nothing is looked at (pitfall 120)', async () => {
  const repository = await makeRepository();
  await repository.write({ 'side.txt': 'text', '.agent-handoff.json': '{"files": ["*.json"]}' });
  const mark = path.join(await temporaryFolder(), 'ran');
  const gitPath = await writeScript(path.join(path.dirname(mark), 'git'), `touch ${mark}`);
  const host = hostIn({ trusted: false, gitPath });
  const uri = uriOf(repository.folder, 'x.json');
  expect(await host.locate(uri)).toEqual({
    root: undefined,
    place: undefined,
    unchecked: 'the folder is not trusted',
  });
  expect((await host.configurationFor(uri)).listed).toBe(false);
  const facts = await ask(host, uri, { files: ['side.txt'], git: ['head'] });
  expect(facts).toMatchObject({ unchecked: 'the folder is not trusted', files: new Map(), folders: new Map() });
  await expect(access(mark)).rejects.toThrow();
  host.use({ ...trusted, gitPath });
  await ask(host, uri, { git: ['head'] });
  await access(mark);
});

test.each(['untitled:Untitled-1', 'vscode-vfs://github/o/r/x.json', 'git:/r/x.json?{}', 'no uri', ''])(
  '%j is on no disk (pitfalls 61, 62)',
  async (uri) => {
    const host = hostIn();
    expect(await host.locate(uri)).toEqual({
      root: undefined,
      place: undefined,
      unchecked: 'the document is not on disk',
    });
    expect(await ask(host, uri, { files: ['/etc/passwd'], git: ['head'] })).toMatchObject({
      unchecked: 'the document is not on disk',
      files: new Map(),
    });
  },
);

function shown({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

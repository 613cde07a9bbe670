import { access, chmod, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  type FinishCreateParams,
  type FinishCreateResult,
  finishCreate,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from '../../server/create-protocol.ts';
import { createNodeHost } from '../../server/node-host.ts';
import type { Client } from '../harness/client.ts';
import { makeRepository, temporaryFolder } from '../harness/repository.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

const prepare = ({ connection }: Client, params: PrepareCreateParams): Promise<PrepareCreateResult> =>
  connection.sendRequest(prepareCreate, params);
const finish = ({ connection }: Client, params: FinishCreateParams): Promise<FinishCreateResult> =>
  connection.sendRequest(finishCreate, params);

const uriOf = (folder: string) => pathToFileURL(folder).href;

/** A branch with one commit more than the remote's main. */
async function repositoryWithWork() {
  const repository = await makeRepository();
  await repository.commit({ 'src/a.ts': '1' });
  await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  await repository.git('checkout', '-q', '-b', 'task/task-2454-dev4');
  const head = await repository.commit({ 'src/b.ts': '2' });
  return { folder: repository.folder, repository, head };
}

function startIn(folder: string, trusted = true): Promise<Client> {
  return start({ folders: [uriOf(folder)], initializationOptions: { trusted } }, createNodeHost());
}

test('a handoff is prepared, written and checked, and paths are those of the top level', async () => {
  const { folder, head } = await repositoryWithWork();
  const client = await startIn(folder);
  const prepared = await prepare(client, { folder: uriOf(path.join(folder, 'src')) });
  expect(prepared.root).toBe(uriOf(folder));
  expect(prepared.obstacles).toEqual([]);
  expect(prepared.questions.map(({ member }) => member)).toEqual(['pending_work', 'known_failures', 'handoff_reason']);
  const answers = { handoff_reason: 'interrupt', pending_work: 'x'.repeat(4001) };
  expect(await finish(client, { folder: uriOf(folder), answers })).toEqual({
    kind: 'written',
    handoff: uriOf(path.join(folder, 'memory/handoffs/task-2454.json')),
    sideFiles: [uriOf(path.join(folder, 'memory/handoffs/task-2454-pending.txt'))],
    base: 'origin/main',
  });
  const text = await readFile(path.join(folder, 'memory/handoffs/task-2454.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    task_id: 'task-2454',
    previous_bot: 'dev4',
    head_sha: head,
    changed_paths: ['src/b.ts'],
    pending_work_path: 'memory/handoffs/task-2454-pending.txt',
  });
});

test('a handoff that is there is kept until it is said what to do', async () => {
  const { folder } = await repositoryWithWork();
  const client = await startIn(folder);
  const params = { folder: uriOf(folder), answers: { handoff_reason: 'complete' } };
  await finish(client, params);
  expect(await finish(client, params)).toEqual({
    kind: 'taken',
    path: 'memory/handoffs/task-2454.json',
    free: 'memory/handoffs/task-2454-2.json',
  });
  expect(await finish(client, { ...params, taken: 'beside' })).toMatchObject({
    handoff: uriOf(path.join(folder, 'memory/handoffs/task-2454-2.json')),
  });
  expect(await finish(client, { ...params, taken: 'replace' })).toMatchObject({
    handoff: uriOf(path.join(folder, 'memory/handoffs/task-2454.json')),
  });
  expect((await readdir(path.join(folder, 'memory/handoffs'))).sort()).toEqual(['task-2454-2.json', 'task-2454.json']);
});

test('a handoff with errors is written only on request', async () => {
  const { folder, repository } = await repositoryWithWork();
  await repository.write({ '.agent-handoff.json': '{ "create": { "forbid": ["src/"] } }' });
  const client = await startIn(folder);
  const params = { folder: uriOf(folder), answers: { handoff_reason: 'complete' } };
  expect(await finish(client, params)).toEqual({
    kind: 'errors',
    messages: ['"src/b.ts" must not be changed; it is under the forbidden "src/".'],
  });
  await expect(access(path.join(folder, 'memory'))).rejects.toThrow();
  expect(await finish(client, { ...params, despiteErrors: true })).toMatchObject({ kind: 'written' });
});

test('a wrong answer is refused, and nothing is left behind', async () => {
  const { folder } = await repositoryWithWork();
  const client = await startIn(folder);
  expect(await finish(client, { folder: uriOf(folder), answers: { handoff_reason: 'done' } })).toEqual({
    kind: 'refused',
    message: 'handoff_reason must be interrupt, complete or takeover_request; it is "done".',
  });
  await expect(access(path.join(folder, 'memory'))).rejects.toThrow();
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written to is named, and nothing is left behind',
  async () => {
    const { folder } = await repositoryWithWork();
    const client = await startIn(folder);
    await chmod(folder, 0o555);
    const result = await finish(client, { folder: uriOf(folder), answers: { handoff_reason: 'complete' } });
    await chmod(folder, 0o755);
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('memory') });
    expect(await readdir(folder)).not.toContain('memory');
  },
);

test('another base is taken when it is named, and without one a branch is asked for (pitfall 80)', async () => {
  const repository = await makeRepository();
  await repository.commit({ 'a.ts': '1' });
  await repository.git('branch', '-M', 'trunk');
  await repository.git('checkout', '-q', '-b', 'task/task-1-qc');
  await repository.commit({ 'b.ts': '2' });
  const client = await startIn(repository.folder);
  const folder = uriOf(repository.folder);
  const { obstacles } = await prepare(client, { folder });
  expect(obstacles).toEqual([
    {
      kind: 'base',
      message: 'No remote has a main branch, so it must be said what the work is measured against.',
      branches: ['task/task-1-qc', 'trunk'],
    },
  ]);
  expect((await prepare(client, { folder, base: 'trunk' })).obstacles).toEqual([]);
  expect(await finish(client, { folder, base: 'trunk', answers: { handoff_reason: 'complete' } })).toMatchObject({
    kind: 'written',
    base: 'trunk',
  });
});

test('without git or trust there is a reason and no handoff', async () => {
  const folder = await temporaryFolder();
  const client = await startIn(folder);
  expect((await prepare(client, { folder: uriOf(folder) })).obstacles).toEqual([
    { kind: 'stop', message: expect.stringMatching(/^A handoff takes its commits from git, but .*no git repository/) },
  ]);
  const { folder: other } = await repositoryWithWork();
  const untrusted = await startIn(other, false);
  await expect(prepare(untrusted, { folder: uriOf(other) })).rejects.toThrow(/trusted/);
  await expect(finish(untrusted, { folder: uriOf(other), answers: {} })).rejects.toThrow(/trusted/);
});

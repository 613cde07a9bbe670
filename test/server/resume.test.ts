import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { CodeLensRequest, DocumentLinkRequest, InlayHintRequest } from 'vscode-languageserver/node';
import { type BriefResult, briefRequest, type RefreshResult, refreshRequest } from '../../server/evidence-protocol.ts';
import { createNodeHost } from '../../server/node-host.ts';
import { handoff } from '../harness/handoffs.ts';
import { makeRepository } from '../harness/repository.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

/** An open handoff that is true of its repository. */
async function openHandoff(text: (members: Readonly<Record<string, unknown>>) => string, commands = true) {
  const repository = await makeRepository();
  const base = await repository.commit({ 'src/a.ts': '1' });
  await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  await repository.git('checkout', '-q', '-b', 'task/task-1-dev4');
  const head = await repository.commit({ 'src/b.ts': '2' });
  const uriOf = (place: string) => pathToFileURL(path.join(repository.folder, place)).href;
  const uri = uriOf('memory/handoffs/task-1.json');
  const options = {
    folders: [pathToFileURL(repository.folder).href],
    initializationOptions: { trusted: true, commands },
  };
  const client = await start(options, createNodeHost());
  const branch = 'task/task-1-dev4';
  const members = { current_branch: branch, base_sha: base, head_sha: head, changed_paths: ['src/b.ts'] };
  await client.open(uri, text({ ...members, created_at: '2026-06-01T00:00:00Z' }));
  return { client, repository, uri, uriOf, base, head };
}

const asItIs = (members: Readonly<Record<string, unknown>>) => handoff({ ...members, pending_work: 'Tests for b.' });

test('a brief is what the next agent resumes from, with what it names resolved and checked', async () => {
  const { client, uri, uriOf, base, head } = await openHandoff(asItIs);
  const brief: BriefResult = await client.connection.sendRequest(briefRequest, { uri });
  expect(brief).toMatchObject({
    kind: 'brief',
    title: 'task-1',
    branch: 'task/task-1-dev4',
    base,
    head,
    sideFiles: [],
    changed: [uriOf('src/b.ts')],
    errors: [],
    markdown: expect.stringMatching(/^# Resume task-1\n[\s\S]*Tests for b\\?\./),
  });
});

test('a brief says what git contradicts, and names no file outside of the root', async () => {
  const unknown = 'ab'.repeat(20);
  const { client, uri } = await openHandoff((members) =>
    handoff({ ...members, head_sha: unknown, changed_paths: ['../out.ts', '/etc/passwd'] }),
  );
  const brief: BriefResult = await client.connection.sendRequest(briefRequest, { uri });
  expect(brief).toMatchObject({
    kind: 'brief',
    changed: [],
    errors: expect.arrayContaining([expect.stringContaining(unknown)]),
  });
  expect(brief).not.toHaveProperty('head');
});

test('a refresh is one edit of the version it was asked for, and says in words what it changes', async () => {
  const { client, repository, uri, head } = await openHandoff(asItIs);
  await expect(client.connection.sendRequest(refreshRequest, { uri })).resolves.toEqual({ kind: 'current' });
  const next = await repository.commit({ 'src/c.ts': '3' });
  await client.save(uri);
  const result: RefreshResult = await client.connection.sendRequest(refreshRequest, { uri });
  expect(result).toMatchObject({ kind: 'changes', edit: { textDocument: { uri, version: 1 } } });
  const texts =
    result.kind === 'changes' ? result.edit.edits.map((edit) => ('newText' in edit ? edit.newText : '')) : [];
  expect(texts.join('\n')).toContain(next);
  expect(texts.join('\n')).toContain('src/c.ts');
  expect(texts.join('\n')).not.toContain(head);
});

test('over the handoff stands whether it can be believed, and what our client can do about it', async () => {
  const { client, uri } = await openHandoff(asItIs);
  const titles = async () =>
    (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }))?.map(
      (one) => one.command?.title,
    );
  await expect.poll(titles).toEqual(['Checked: git and the disk agree with all of it', 'Compare', 'Refresh', 'Resume']);
});

test('other clients are told the same without commands that they do not have', async () => {
  const { client, uri } = await openHandoff(asItIs, false);
  const lenses = async () =>
    (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }))?.map((one) => one.command);
  await expect.poll(lenses).toEqual([{ title: 'Checked: git and the disk agree with all of it', command: '' }]);
  const links = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
  expect(links?.filter(({ target }) => target?.startsWith('command:'))).toEqual([]);
});

test('behind a commit stands what it is, and its id leads to what it changed', async () => {
  const { client, uri, base, head } = await openHandoff(asItIs);
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const hints = await client.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
  expect(hints?.map(({ label }) => String(label).split(' · ').length)).toEqual([2, 2]);
  const links = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
  const commands = links?.flatMap(({ target }) => (target?.startsWith('command:') ? [decodeURIComponent(target)] : []));
  expect(commands).toEqual([
    `command:agentHandoff.showCommit?${JSON.stringify([uri, base])}`,
    `command:agentHandoff.showCommit?${JSON.stringify([uri, head])}`,
  ]);
});

test('what is no handoff, or is not open, has no brief and no refresh', async () => {
  const { client, uriOf } = await openHandoff(asItIs);
  const other = uriOf('memory/handoffs/task-2.json');
  await client.open(other, '{ "name": "x" }');
  for (const uri of [other, uriOf('memory/handoffs/task-3.json')]) {
    for (const request of [briefRequest, refreshRequest]) {
      expect(await client.connection.sendRequest(request, { uri })).toMatchObject({ kind: 'refused' });
    }
  }
});

import { expect, onTestFinished, test, vi } from 'vitest';
import type { CodeAction, CompletionList } from 'vscode-languageserver/node';
import { createDocument } from '../../core/document.ts';
import { needsGit } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';
import type { OpenDocument } from '../../server/documents.ts';
import { createEvidence } from '../../server/evidence.ts';
import { createPositions } from '../../server/positions.ts';
import { capable } from '../harness/client.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();

/** Of a client whose answers are about all that can be known. */
const waiting = { ...capable, workspace: { ...capable.workspace, diagnostics: { refreshSupport: false } } };

test('a document that is closed while it is looked at leaves nothing behind', async () => {
  const host = memoryHost();
  host.use({ trusted: true, useGit: true, gitPath: undefined, folders: [] });
  const { gather } = host;
  const asked = Promise.withResolvers<void>();
  host.gather = (at, needs, signal) => {
    if (!needsGit(needs)) return gather(at, needs, signal);
    asked.resolve();
    return new Promise(() => undefined);
  };
  const text = handoff();
  const document: OpenDocument = {
    ...{ uri, key: uri, languageId: 'agent-handoff', version: 1, text, placed: true },
    positions: createPositions(text, 'utf-16'),
    handoff: createDocument(uri, text, { formats, placed: ['task'] }),
  };
  const evidence = createEvidence(host, { isCurrent: () => true, read: () => undefined });
  const glance = evidence.glance(document);
  await asked.promise;
  evidence.close(document);
  expect((await glance).location?.root).toBe(host.root);
  expect(evidence.now(document).location).toBeUndefined();
});

test('however long a document has been open, the time that is offered is that of the moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-01T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const host = memoryHost();
  const { gather } = host;
  host.gather = async (...asked) => ({ ...(await gather(...asked)), now: new Date().toISOString() });
  const { connection, open, diagnostics } = await start({ capabilities: waiting }, host);
  await open(uri, '{"schema_version": "1.0", "task_id": "task-1", "created_at": "today"}');
  await diagnostics(uri);
  vi.setSystemTime(Date.parse('2026-06-01T02:30:00Z'));

  const textDocument = { uri };
  const position = { line: 0, character: 62 };
  const found: CompletionList = await connection.sendRequest('textDocument/completion', { textDocument, position });
  expect(found.items.map(({ label }) => label)).toContain('2026-06-01T02:30:00Z');
  vi.setSystemTime(Date.parse('2026-06-01T02:32:00Z'));
  const params = { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } };
  const actions = await connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', params);
  const action = actions.find(({ title }) => title === 'Write the current time');
  expect(await connection.sendRequest('codeAction/resolve', action ?? {})).toMatchObject({
    edit: { documentChanges: [{ edits: [{ newText: '"2026-06-01T02:32:00Z"' }] }] },
  });
});

import { expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { needsGit } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';
import type { OpenDocument } from '../../server/documents.ts';
import { createEvidence } from '../../server/evidence.ts';
import { createPositions } from '../../server/positions.ts';
import { handoff, uri } from '../harness/handoffs.ts';
import { memoryHost } from '../harness/memory-host.ts';

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

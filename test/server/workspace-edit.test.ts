import { expect, test } from 'vitest';
import type { OpenDocument } from '../../server/documents.ts';
import { createPositions } from '../../server/positions.ts';
import { workspaceEditOf } from '../../server/workspace-edit.ts';
import { documentAt } from '../harness/core.ts';
import { uri } from '../harness/handoffs.ts';

const text = '{"a":1}';
const document: OpenDocument = {
  uri,
  key: uri,
  languageId: 'agent-handoff',
  version: 3,
  text,
  positions: createPositions(text, 'utf-16'),
  placed: true,
  handoff: documentAt('memory/handoffs/task-1.json', text),
};
const target = { document, root: 'file:///repo', asks: false };
const all = { versioned: true, creates: true, renames: true, annotations: true };
const start = { line: 0, character: 0 };

test('an edit that only creates a file holds nothing else (pitfall 70)', () => {
  expect(workspaceEditOf({ create: [{ path: 'x/y.txt', text: 't' }], replace: [] }, target, all)).toEqual({
    documentChanges: [
      { kind: 'create', uri: 'file:///repo/x/y.txt', options: { overwrite: false } },
      {
        textDocument: { uri: 'file:///repo/x/y.txt', version: null },
        edits: [{ range: { start, end: start }, newText: 't' }],
      },
    ],
  });
});

test('files come first, then the handoff, then its new name, so that no step loses text (pitfall 70)', () => {
  const edit = workspaceEditOf(
    {
      create: [
        { path: 'a.txt', text: '' },
        { path: 'b.txt', text: '' },
      ],
      replace: [{ start: 1, end: 4, text: '"b"' }],
      rename: { name: 'n w#.json' },
    },
    target,
    all,
  );
  const order = edit?.documentChanges?.map((change) => ('kind' in change ? change.kind : change.textDocument.uri));
  expect(order).toEqual(['create', 'file:///repo/a.txt', 'create', 'file:///repo/b.txt', uri, 'rename']);
  expect(edit?.documentChanges?.at(-1)).toMatchObject({ newUri: 'file:///repo/memory/handoffs/n%20w%23.json' });
});

test.each([
  ['create', { ...all, creates: false }],
  ['rename', { ...all, renames: false }],
])('a client that cannot %s is sent no half of an edit (pitfall 65)', (_, abilities) => {
  const edit = { create: [{ path: 'a.txt', text: '' }], replace: [], rename: { name: 'b.json' } };
  expect(workspaceEditOf(edit, target, abilities)).toBeUndefined();
});

test('nothing is created where nobody knows the root (pitfall 62)', () => {
  const edit = { create: [{ path: 'a.txt', text: '' }], replace: [] };
  expect(workspaceEditOf(edit, { ...target, root: undefined }, all)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { complete, completionNeeds } from '../../core/complete/complete.ts';
import { createDocument, documentOfTree, type HandoffDocument } from '../../core/document.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';
import { createHandoff } from '../../core/handoff.ts';
import { largeIn, skipsAround } from '../../core/json/large.ts';
import { nodeAt } from '../../core/json/node.ts';
import { parse } from '../../core/json/parse.ts';
import { jsonOf } from '../../core/json/value.ts';
import { nextVersion } from '../../core/next-version.ts';
import { refactorings } from '../../core/refactor.ts';
import { hover } from '../../core/show/hover.ts';
import { randomFrom } from '../harness/mutate.ts';

const uri = 'file:///repo/memory/handoffs/task-1.json';
const options = { formats, placed: ['task'] };
const facts = noFacts('2026-03-02T12:00:00Z');

const value = {
  task_id: 'task-1',
  schema_version: '1.0',
  changed_paths: Array.from({ length: 150 }, (_, index) => `src/${index}, "quoted" [${index}].ts`),
  test_results: Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`suite ${index}`, { passed: index, notes: ['a', 'b', 'c', { d: 'é' }] }]),
  ),
  allowed_paths: [],
  pending_work: 'What is left: \\ "much".',
  known_failures: 'None.',
  handoff_reason: 'interrupt',
};

/** All that is answered about a place. */
function answers(document: HandoffDocument, offset: number) {
  const handoff = createHandoff(document, facts);
  return {
    needs: completionNeeds(document, offset, facts),
    complete: complete(document, offset, facts),
    hover: hover(document, offset, facts),
    changes: handoff && refactorings(handoff, { start: offset, end: offset }).map(({ title, edit }) => [title, edit()]),
  };
}

describe.each([
  ['in lines', 2],
  ['in one line', undefined],
  ['in lines with tabs', '\t'],
])('A long text %s', (_, indent) => {
  const text = JSON.stringify(value, null, indent);

  test('is answered about at each place as if all of it were read', () => {
    const [document, again] = [createDocument(uri, text, options), documentOfTree(uri, text, options)];
    expect(document.isSound).toBe(true);
    const last = text.indexOf('"allowed_paths"') - 40;
    for (let offset = 0; offset <= text.length; offset += offset > last || offset < 200 ? 1 : 397) {
      expect(answers(document, offset), `at ${offset}`).toEqual(answers(again, offset));
    }
  });

  test('is read only where a place is, and of what lies beside it the beginning', () => {
    const at = text.indexOf('"interrupt"');
    const { root, problems } = parse(text, skipsAround(largeIn(text), { start: at, end: at }));
    expect(problems).toEqual([]);
    const { changed_paths, test_results, ...rest } = Object(root && jsonOf(root));
    expect(rest).toEqual({
      task_id: 'task-1',
      schema_version: '1.0',
      allowed_paths: [],
      pending_work: 'What is left: \\ "much".',
      known_failures: 'None.',
      handoff_reason: 'interrupt',
    });
    expect(changed_paths).toEqual(['src/0, "quoted" [0].ts', 'src/1, "quoted" [1].ts']);
    expect(Object.keys(test_results)).toEqual(['suite 0', 'suite 1']);
    const { start = 0, end = 0 } = nodeAt(root, ['test_results']) ?? {};
    expect(Object.keys(JSON.parse(text.slice(start, end)))).toHaveLength(60);
  });

  test('is answered about as well when something was typed meanwhile', () => {
    let document = createDocument(uri, text, options);
    const random = randomFrom(2);
    for (let round = 0; round < 200; round++) {
      const at = Math.floor(random() * text.length);
      const revision = { start: at, end: at, length: 1 };
      document = nextVersion(document, `${document.text.slice(0, at)}x${document.text.slice(at)}`, options, revision);
      const offset = Math.floor(random() * document.text.length);
      expect(answers(document, offset), document.text).toEqual(
        answers(documentOfTree(uri, document.text, options), offset),
      );
      if (!document.isSound) document = createDocument(uri, text, options);
    }
  });
});

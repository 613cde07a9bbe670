import { describe, expect, test } from 'vitest';
import { complete, completionNeeds } from '../../core/complete/complete.ts';
import { createDocument, documentOfTree, type HandoffDocument } from '../../core/document.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';
import { createHandoff } from '../../core/handoff.ts';
import { excerpt } from '../../core/json/excerpt.ts';
import { refactorings } from '../../core/refactor.ts';
import { hover } from '../../core/show/hover.ts';

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

  test('is cut to what is around a place, and stays JSON of the same length', () => {
    const at = text.indexOf('"interrupt"');
    const cut = excerpt(text, { start: at, end: at });
    expect(cut).toHaveLength(text.length);
    const { changed_paths, test_results, ...rest } = JSON.parse(cut);
    expect(rest).toEqual({
      task_id: 'task-1',
      schema_version: '1.0',
      allowed_paths: [],
      pending_work: 'What is left: \\ "much".',
      known_failures: 'None.',
      handoff_reason: 'interrupt',
    });
    expect(changed_paths).toHaveLength(3);
    expect(Object.keys(test_results)).toHaveLength(3);
  });
});

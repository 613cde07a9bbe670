import { expect, test } from 'vitest';
import { documentAt } from '../harness/core.ts';

test.each([
  ['x.handoff.json', '{"task_id":"AOS-1","from":"a","to":"b","goal":"g","definition_of_done":["d"]}', 'aos'],
  ['x.handoff.json', '{"from":"a","to":"b","goal":"g"}', 'aos'],
  ['x.handoff.json', '{"reason":"escalation","parentAgent":"a","transferCount":1}', 'swl'],
  ['x.handoff.json', '{"transferCount":1}', 'swl'],
  ['x.handoff.json', '{"task_id":"t","previous_bot":"a","base_sha":"b","head_sha":"c"}', 'task'],
  ['memory/handoffs/t.json', '{"task_id":"t"}', 'task'],
  ['memory/handoffs/t.json', '{"reason":"escalation","parentAgent":"a","transferCount":1}', 'swl'],
  ['memory/handoffs/t.json', '{}', 'task'],
])('in %s the members of %s tell the format', (path, text, id) => {
  expect(documentAt(path, text).recognition.format?.id).toBe(id);
});

test.each([
  ['x.handoff.json', '{}'],
  ['x.handoff.json', ''],
  ['x.handoff.json', '{"name":"x","version":"1.0"}'],
  ['package.json', '{"name":"x","version":"1.0","files":[]}'],
  ['memory/handoffs/t.json', '{"kind":"sixth","body":1}'],
])('in %s nobody can tell what %s is', (path, text) => {
  expect(documentAt(path, text).recognition.format?.id).toBeUndefined();
});

test('while it is typed, a document becomes what its members say', () => {
  const ids = [
    '{"from":"a"}',
    '{"from":"a","reason":"r","parentAgent":"p"}',
    '{"reason":"r","parentAgent":"p","transferCount":1}',
  ];
  expect(ids.map((text) => documentAt('x.handoff.json', text).recognition.format?.id)).toEqual(['aos', 'swl', 'swl']);
});

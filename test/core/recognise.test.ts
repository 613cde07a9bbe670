import { describe, expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { createFormat } from '../../core/format/format.ts';
import { formats } from '../../core/generated/formats.ts';
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

describe('a format that a project brings', () => {
  const member = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
  const acme = createFormat('acme', { properties: member(['acme_a', 'acme_b', 'acme_c', 'task_id']) });
  const other = createFormat('other', { properties: member(['other_a', 'other_b', 'other_c']) });
  const all = [...formats, acme, other];
  const found = (text: string, placed: readonly string[]) =>
    createDocument('file:///x.json', text, { formats: all, placed }).recognition;

  test('is not found by content: only its places have it', () => {
    const text = '{"acme_a":1,"acme_b":1,"acme_c":1}';
    expect(found(text, []).format).toBeUndefined();
    expect(found(text, ['acme']).format?.id).toBe('acme');
  });

  test('has its places for itself, before a bundled format that has them too', () => {
    const text = '{"version":"1.0","task_id":"task-1","handoff_reason":"complete","head_sha":""}';
    expect(found(text, ['task']).format?.id).toBe('task');
    expect(found(text, ['acme', 'task']).format?.id).toBe('acme');
    expect(found('', ['acme', 'task']).candidates.map(({ id }) => id)).toEqual(['acme']);
  });

  test('does not change how others are told from one another', () => {
    const shared = createFormat('shared', {
      properties: member(['task_id', 'handoff_reason', 'head_sha', 'base_sha']),
    });
    const text = '{"task_id":"task-1","handoff_reason":"complete","head_sha":"","base_sha":""}';
    const withIt = createDocument('file:///x.json', text, { formats: [...formats, shared], placed: [] }).recognition;
    expect(withIt.format?.id).toBe('task');
  });

  test('is told from another of the project by content, and nothing is guessed where that does not tell', () => {
    expect(found('{"other_a":1}', ['acme', 'other']).format?.id).toBe('other');
    expect(found('{}', ['acme', 'other']).format).toBeUndefined();
  });
});

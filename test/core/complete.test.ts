// biome-ignore-all lint/suspicious/noTemplateCurlyInString: snippets are written so.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompletionItem, complete, completionNeeds } from '../../core/complete/complete.ts';
import { createDocument } from '../../core/document.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { createFormat } from '../../core/format/format.ts';
import type { Schema, Validator } from '../../core/format/schema.ts';
import { hover, hoverNeeds } from '../../core/show/hover.ts';
import { links } from '../../core/show/links.ts';
import { documentAt, factsOf, NOW } from '../harness/core.ts';

const PATH = 'memory/handoffs/task-1.json';
const accepts: Validator = () => true;

/** What is offered at `│` by a format with these members. */
function offered(
  properties: Readonly<Record<string, Schema>>,
  text: string,
  snippets = true,
): readonly CompletionItem[] {
  const formats = [createFormat('x', { type: 'object', required: Object.keys(properties), properties }, accepts)];
  const document = createDocument('file:///x.json', text.replace('│', ''), { formats, placed: ['x'], chosen: 'x' });
  return complete(document, text.indexOf('│'), noFacts(NOW), { snippets, formats }).items;
}

test('a member is filled by its type', () => {
  const items = offered(
    {
      text: { type: 'string' },
      flag: { type: 'boolean' },
      number: { type: 'integer', minimum: 3 },
      nothing: { type: 'null' },
      either: { enum: [1, 'a,b|c}', null] },
      texts: { type: 'array' },
      preset: { type: 'string', default: 'a$b' },
    },
    '{"x": 1, │}',
  );
  expect(items.map(({ text }) => text)).toEqual([
    '"text": "$1"',
    '"flag": ${1|false,true|}',
    '"number": ${1:3}',
    '"nothing": ${1:null}',
    '"either": ${1|1,"a\\,b\\|c}",null|}',
    '"texts": [$1]',
    '"preset": ${1:"a\\$b"}',
  ]);
});

test('an entry that is an object comes with the members that it must or usually does have', () => {
  const task: Schema = {
    type: 'object',
    title: 'Task',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', 'x-handoff': { usual: true } },
      commit: { type: 'string' },
    },
  };
  const [item] = offered({ tasks: { type: 'array', items: task } }, '{\n  "tasks": [\n    │\n  ]\n}');
  expect(item).toMatchObject({ label: '{ id, name }', detail: 'Task' });
  expect(item?.text).toBe('{\n  "id": ${1:0},\n  "name": "$2"\n}');
  const plain = offered({ tasks: { type: 'array', items: { type: 'object' } } }, '{"tasks": [│]}');
  expect(plain.map(({ label, text }) => [label, text])).toEqual([['{}', '{$1}']]);
});

test('a member that holds an object has its required members drafted along', () => {
  const inner: Schema = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'string' }, b: { const: 2 }, c: { type: 'string' } },
  };
  expect(offered({ inner }, '{\n  "x": 1,\n  │\n}').map(({ text }) => text)).toEqual([
    '"inner": {\n  "a": "$1",\n  "b": 2\n}',
  ]);
  expect(offered({ inner }, '{"x": 1, │}', false).map(({ text }) => text)).toEqual(['"inner": {"a": "", "b": 2}']);
});

test('a schema that contains itself ends', () => {
  const schema: Schema = {
    type: 'object',
    required: ['next'],
    properties: { next: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/node' } } } },
  };
  const formats = [createFormat('x', schema, accepts)];
  const document = createDocument('file:///x.json', '', { formats, placed: ['x'] });
  const [item] = complete(document, 0, noFacts(NOW), { formats, snippets: false }).items;
  expect(JSON.parse(item?.text ?? '')).toEqual({ next: { next: { next: { next: { next: {} } } } } });
});

test('entries of a list are offered once each, with what they mean', () => {
  const tags: Schema = { type: 'array', items: { enum: ['a', 'b'], enumDescriptions: ['First.', 'Second.'] } };
  const items = offered({ tags }, '{"tags": ["a", │]}');
  expect(items.map(({ label, documentation }) => [label, documentation])).toEqual([['b', 'Second.']]);
});

test('true and false are offered for a boolean, null where it is allowed', () => {
  const items = offered({ flag: { type: ['boolean', 'null'] } }, '{"flag": │}');
  expect(items.map(({ text }) => text)).toEqual(['true', 'false', 'null']);
});

test('every format of the place offers its skeleton, and the first one is chosen (pitfall 6)', () => {
  const schema = (title: string): Schema => ({ title, required: ['a'], properties: { a: { type: 'string' } } });
  const formats = ['x', 'y', 'z'].map((id) => createFormat(id, schema(id.toUpperCase()), accepts));
  const document = createDocument('file:///y.json', ' \n', { formats, placed: ['y', 'z'] });
  const { items } = complete(document, 0, noFacts(NOW), { formats, snippets: false });
  expect(items.map(({ label, preselect, text }) => [label, preselect, text])).toEqual([
    ['Y', true, '{\n  "a": ""\n}'],
    ['Z', undefined, '{\n  "a": ""\n}'],
  ]);
});

test('a skeleton says what a new handoff says unless somebody says something else', () => {
  const mood: Schema = { type: 'string', 'x-handoff': { initial: 'calm', usual: true } };
  const format = createFormat('x', { title: 'X', properties: { mood } }, accepts);
  const document = createDocument('file:///x.json', '', { formats: [format], placed: ['x'] });
  const { items } = complete(document, 0, noFacts(NOW), { formats: [format], snippets: false });
  expect(items.map(({ text }) => text)).toEqual(['{\n  "mood": "calm"\n}']);
});

test('more paths than anybody reads are offered in part, and typing narrows them down', () => {
  const paths = Array.from({ length: 300 }, (_, n) => `src/f${n}.ts`);
  const facts = factsOf({ path: PATH, facts: { git: { paths } } });
  const at = (typed: string) => {
    const text = `{"task_id": "a", "changed_paths": ["${typed}"]}`;
    return complete(documentAt(PATH, text), text.indexOf(']') - 1, facts);
  };
  expect(at('').items).toHaveLength(200);
  expect(at('').incomplete).toBe(true);
  expect(at('f299').items.map(({ label }) => label)).toEqual(['src/f299.ts']);
  expect(at('f299').incomplete).toBe(false);
});

test('typing goes on with what begins the token (pitfalls 19, 21)', () => {
  const at = (text: string) =>
    complete(documentAt(PATH, text.replace('│', '')), text.indexOf('│'), noFacts(NOW)).items[0]?.filterText;
  expect(at('{"task_id": "a", "handoff_reason": │}')).toBe('interrupt');
  expect(at('{"task_id": "a", "handoff_reason": in│}')).toBe('interrupt');
  expect(at('{"task_id": "a", "handoff_reason": "in│"}')).toBe('"interrupt"');
  expect(at('{"task_id": "a", "handoff_reason": \'in│\'}')).toBe("'interrupt'");
});

/** Pieces that texts of handoffs and slips in them are made of. */
const pieces = fc.constantFrom(
  ...['{', '}', '[', ']', ':', ',', '"', '\\', '\n', '\r\n', ' ', '//', '/*', '*/', "'", '`', '\u2028', '😀', '\ufeff'],
  ...[
    '"task_id"',
    '"changed_paths"',
    '"handoff_reason"',
    '"pending_work":',
    '"a"',
    '"src/',
    'interrupt',
    'null',
    '-1e9',
    '01',
  ],
);

test('any text at any caret: one line, around the caret, each label once, and no exception (pitfalls 16, 36)', () => {
  const facts = factsOf({ path: PATH, facts: { git: { changed: ['a.ts'], branch: 'b', branches: ['c'] } } });
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), fc.nat(), (parts, n) => {
      const text = `{"task_id":"a",${parts.join('')}`;
      const offset = n % (text.length + 1);
      const document = documentAt(PATH, text);
      const { items } = complete(document, offset, facts);
      for (const { replace, insert, additional } of items) {
        expect([insert.start, insert.end]).toEqual([replace.start, offset]);
        expect(replace.end).toBeGreaterThanOrEqual(offset);
        expect(text.slice(replace.start, replace.end)).not.toMatch(/[\r\n]/);
        for (const { end } of additional) expect(end).toBeLessThan(replace.start);
      }
      expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
      completionNeeds(document, offset, facts);
      hoverNeeds(document, offset, facts);
      hover(document, offset, facts);
      links(document, facts);
    }),
    // A text of JavaScript goes on in the next line.
    { numRuns: 1000, examples: [[['`', '\\', '\n', '`', '{'], 16]] },
  );
});

test.each(['', ' ', '\n', '\ufeff', '// a', '""', '[]', 'null', '42', 'true'])(
  '%j answers at every offset (pitfalls 6, 7)',
  (text) => {
    const document = documentAt(PATH, text);
    for (let offset = -1; offset <= text.length + 1; offset++) {
      expect(() => complete(document, offset, noFacts(NOW))).not.toThrow();
      expect(() => hover(document, offset, noFacts(NOW))).not.toThrow();
    }
    expect(links(document)).toEqual([]);
  },
);

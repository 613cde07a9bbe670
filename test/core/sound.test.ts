import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { caretAt } from '../../core/complete/caret.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument, documentOfTree, type HandoffDocument, spanOfKey, spanOfValue } from '../../core/document.ts';
import type { Report } from '../../core/finding.ts';
import { formats } from '../../core/generated/formats.ts';
import { type Node, type Path, pathOf } from '../../core/json/node.ts';
import { configurationOf, documentAt, factsOf, findingsIn } from '../harness/core.ts';
import { ruleFixtures, sample } from '../harness/fixtures.ts';
import { mutated, randomFrom, type Value } from '../harness/mutate.ts';

const options = { formats, placed: ['task'] };
const uri = 'file:///repo/memory/handoffs/task-1.json';

/** The same document, read closely. */
function closely({ uri, text, options }: HandoffDocument): HandoffDocument {
  return documentOfTree(uri, text, options);
}

/** Findings with what their fixes would do. */
function whole(reports: readonly Report[]) {
  return reports.map(({ fixes, ...report }) => ({
    ...report,
    fixes: fixes?.().map(({ edit, ...fix }) => ({ ...fix, edit: edit() })),
  }));
}

test.each(ruleFixtures())('$rule/$name: a text read without a tree has the findings of one read closely', (fixture) => {
  const document = documentAt(fixture.path, fixture.text, fixture.schema);
  const [facts, configuration] = [factsOf(fixture), configurationOf(fixture)];
  expect(whole(check(document, facts, configuration))).toEqual(whole(check(closely(document), facts, configuration)));
});

/** What a caret tells, with where the children of its container stand. */
function told(document: HandoffDocument, offset: number) {
  const caret = caretAt(document, offset);
  const node = caret?.container;
  const children = node?.kind === 'object' ? node.members.map(({ key, value }) => [key, value]) : [node?.items];
  const spans = children.flat().map((child) => child && [child.kind, child.start, child.end]);
  return caret && { ...caret, container: node && [node.kind, node.start, node.end, node.closed, spans] };
}

test.each(ruleFixtures())('$rule/$name: a caret in a text read without a tree is as in one read closely', (fixture) => {
  const document = documentAt(fixture.path, fixture.text, fixture.schema);
  if (!document.isSound) return;
  const again = closely(document);
  for (let offset = fixture.name.length % 17; offset <= document.text.length; offset += 17) {
    expect(told(document, offset), `at ${offset}`).toEqual(told(again, offset));
  }
});

test('a document near a valid one has the findings of one read closely', () => {
  const documents = ['memory/handoffs/task-1.json', 'x.handoff.json', '.planning/HANDOFF.json'].flatMap(
    (path) => (sample(path) as Value) ?? [],
  );
  const random = randomFrom(1);
  for (let round = 0; round < 300; round++) {
    const text = JSON.stringify(mutated(documents, [1e21, '\ud800', { a: 1 }, ['a', 'a']], random), null, round % 3);
    const document = createDocument(uri, text, options);
    const again = closely(document);
    expect(document.isSound, text).toBe(true);
    expect(again.problems, text).toEqual([]);
    const found = (of: HandoffDocument) => whole(check(of, { now: '', files: new Map(), folders: new Map() }, plain));
    expect(found(document), text).toEqual(found(again));
  }
});

const plain = defaultConfiguration;

describe('A text that hides something from the native parser is read closely', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  test.each([
    ['a member twice', '{"a":1,"a":1}'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":1}'],
    ['a member twice, further in', '{"b":[{"a":1 , "a" : 1}]}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['a byte-order mark', '\ufeff{}'],
    ['a name with an escape', '{"a":null,"\\u0062":null}'],
    ['a number that no reader can hold', '[1e400]'],
    ['a negative one, in a member', '{"a":-1e400}'],
    ['levels past the limit', deep(101)],
    ['a trailing comma', '[1,]'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(createDocument(uri, text, options).isSound).toBe(false);
  });

  test.each([
    ['__proto__ once', '{"__proto__":{"a":1}}'],
    ['as many levels as may be', deep(100)],
    ['a quoted name and a colon in a text', '{"a":"say \\"b\\": 1, and \\\\"}'],
    ['backslashes at the end of a text', '{"a":"\\\\\\\\","b":"x: \\\\"}'],
    ['a scalar', ' 1 '],
  ])('but not for %s', (_, text) => {
    const document = createDocument(uri, text, options);
    expect(document.isSound).toBe(true);
    expect(document.value).toEqual(closely(document).value);
  });
});

test('a name with an escape is read right where the native parser has just met another one (V8 13)', () => {
  const read = (text: string) => createDocument(uri, text, options).value;
  expect(read('{"a":1,"\\\\":2}')).toEqual({ a: 1, '\\': 2 });
  expect(read('{"a":1,"\\u0062":2}')).toEqual({ a: 1, b: 2 });
});

/** JSON as people and programs spell it, with names that come again. */
const spelled: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const blank = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n');
  const name = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"__proto__"', '"c:\\""', '"\\\\"', '""');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((raw) => JSON.stringify(raw)),
    fc.constantFrom('"\\":"', '": "', '"\\\\"', '"{[,"'),
  );
  const around = (inner: fc.Arbitrary<string>) => fc.tuple(blank, inner, blank).map((parts) => parts.join(''));
  const member = fc.tuple(around(name), tie('value')).map(([key, value]) => `${key}:${value}`);
  return {
    value: around(
      fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('null', 'true', '-0', '1e3', '1E400', '0.10', '[]', '{ }'),
        text,
        fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
      ),
    ),
  };
}).value;

test('any text has the value, the findings and the places of one read closely', () => {
  fc.assert(
    fc.property(spelled, (text) => {
      const document = createDocument(uri, text, options);
      const again = closely(document);
      expect(document.value).toEqual(again.value);
      expect(whole(findingsIn(text))).toEqual(whole(check(closely(documentAt(place, text)), facts, plain)));
      for (let offset = 0; offset <= text.length; offset++) {
        expect(told(document, offset), `at ${offset}`).toEqual(told(again, offset));
      }
      for (const path of pathsIn(again.syntax.root)) {
        const [fresh, other] = [createDocument(uri, text, options), createDocument(uri, text, options)];
        expect(spanOfValue(fresh, path)).toEqual(spanOfValue(again, path));
        expect(spanOfKey(other, path)).toEqual(spanOfKey(again, path));
      }
    }),
    { numRuns: 300 },
  );
});

const place = 'memory/handoffs/task-1.json';
const facts = { now: '2026-06-01T00:00:00.000Z', files: new Map(), folders: new Map() };

/** Of all nodes, and of places beside them where nothing stands. */
function pathsIn(root: Node | undefined): readonly Path[] {
  if (root === undefined) return [[]];
  const own = pathOf(root);
  const beside: readonly Path[] = [
    [...own, 'z'],
    [...own, 9],
  ];
  if (root.kind === 'array') return [own, ...beside, ...root.items.flatMap(pathsIn)];
  if (root.kind === 'object') return [own, ...beside, ...root.members.flatMap(({ value }) => pathsIn(value))];
  return [own, ...beside];
}

test('positions of many findings are looked for in the tree, so that they take no quadratic time', () => {
  const text = JSON.stringify({ list: Array.from({ length: 20_000 }, (_, index) => index) });
  const document = createDocument(uri, text, options);
  const spans = Array.from({ length: 20_000 }, (_, index) => spanOfValue(document, ['list', index]));
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(
    Array.from({ length: 20_000 }, (_, i) => `${i}`),
  );
});

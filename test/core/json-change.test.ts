import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTo, edit, type Replacement } from '../../core/edit.ts';
import type { Json } from '../../core/format/schema.ts';
import {
  appendItems,
  insertMember,
  insertMembers,
  removeItems,
  removeMember,
  removeMembers,
  replaceMember,
  replaceValue,
} from '../../core/json/change.ts';
import { type ArrayNode, memberOf, nodeAt, type ObjectNode } from '../../core/json/node.ts';
import { parse } from '../../core/json/parse.ts';

describe('comments stay with their neighbours (pitfall 38)', () => {
  test.each<[string, string, string]>([
    ['{\n  "a": 1, // keep\n  "b": 2 // gone\n}', 'b', '{\n  "a": 1 // keep\n}'],
    ['{\n  "a": 1, // gone\n  "b": 2 // keep\n}', 'a', '{\n  "b": 2 // keep\n}'],
    ['{\n  "a": 1, // keep\n  "b": 2, // gone\n  "c": 3\n}', 'b', '{\n  "a": 1, // keep\n  "c": 3\n}'],
    ['{ "a": 1, // keep\n"b": 2 }', 'b', '{ "a": 1 // keep\n }'],
    ['{ /* keep */ "a": 1 }', 'a', '{ /* keep */  }'],
    ['{\n  "a": 1 /* stays */,\n  "b": 2\n}', 'a', '{\n   /* stays */\n  "b": 2\n}'],
  ])('%j without %s', (text, name, expected) => {
    const member = memberOf(rootOf(text), name);
    expect(applied(text, member ? removeMember(text, member) : [])).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['{\n  "a": 1 // one\n}', 'a', '{\n  "a": 1, // one\n  "new": 0\n}'],
    ['{\n  "a": 1, // one\n  "b": 2\n}', 'a', '{\n  "a": 1, // one\n  "new": 0,\n  "b": 2\n}'],
    ['{ "a": 1 /* one */ }', 'a', '{ "a": 1, /* one */ "new": 0 }'],
  ])('%j with a member behind %s', (text, name, expected) => {
    const root = rootOf(text);
    expect(applied(text, [insertMember(text, root, 'new', 0, memberOf(root, name))])).toBe(expected);
  });
});

describe('removing', () => {
  test('several neighbours at once leaves one comma between those that stay', () => {
    const text = '{"x":1,"to":"a","to":"b","to":"c"}';
    const [, first, second, third] = rootOf(text).members;
    if (!first || !second || !third) throw new Error('four members');
    expect(applied(text, removeMembers(text, [second, third]))).toBe('{"x":1,"to":"a"}');
    expect(applied(text, removeMembers(text, [first, second]))).toBe('{"x":1,"to":"c"}');
    expect(applied(text, removeMembers(text, [first, third]))).toBe('{"x":1,"to":"b"}');
  });

  test('touches no text of a neighbour where a comma is missing', () => {
    const text = '{"a":1"b":2}';
    const [first] = rootOf(text).members;
    expect(applied(text, first ? removeMember(text, first) : [])).toBe('{"b":2}');
  });

  test('only the member is meant, not the object around it (pitfall 37)', () => {
    const text = '{"a":{"pending":1,"b":2},"c":3}';
    const member = memberOf(nodeAt(rootOf(text), ['a']), 'pending');
    expect(applied(text, member ? removeMember(text, member) : [])).toBe('{"a":{"b":2},"c":3}');
  });
});

test('number spelling, escapes and order of what is not touched stay (pitfalls 32, 129, 130)', () => {
  const text = '{ "n":3791411052119578828,\t"e" : 1E5, "u":"\\u00e9\\/", "b":1.0,"2":[1,\n2], "gone":0 }';
  const root = rootOf(text);
  const gone = memberOf(root, 'gone');
  expect(applied(text, gone ? removeMember(text, gone) : [])).toBe(
    '{ "n":3791411052119578828,\t"e" : 1E5, "u":"\\u00e9\\/", "b":1.0,"2":[1,\n2] }',
  );
});

/** How a document can be written: one level of indent, the line end, and whether lists keep to one line. */
interface Print {
  readonly unit: string;
  readonly eol: string;
  readonly gap: string;
  readonly space: string;
  readonly inline: boolean;
}

const prints: readonly Print[] = [
  { unit: '  ', eol: '\n', gap: ' ', space: ' ', inline: false },
  { unit: '\t', eol: '\r\n', gap: ' ', space: ' ', inline: true },
  { unit: '   ', eol: '\n', gap: '', space: '', inline: true },
  { unit: '\t', eol: '\r', gap: ' ', space: ' ', inline: false },
  { unit: '', eol: '', gap: '', space: '', inline: true },
  { unit: '', eol: '', gap: ' ', space: ' ', inline: true },
];

function print(value: Json, style: Print, indent = ''): string {
  const list = Array.isArray(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const unit = list && style.inline ? '' : style.unit;
  const inner = { ...style, unit };
  const children = list
    ? value.map((item: Json) => print(item, inner, indent + unit))
    : Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${style.gap}${print(v, inner, indent + unit)}`);
  const [open, close] = list ? '[]' : '{}';
  if (children.length === 0) return `${open}${close}`;
  if (unit === '') return `${open}${children.join(`,${style.space}`)}${close}`;
  const line = style.eol + indent;
  return `${open}${line}${unit}${children.join(`,${line}${unit}`)}${line}${close}`;
}

/** Names that no JavaScript object reorders. */
const name = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'b', '_', '"', '\\', '😀', 'é', '\u2028', ',', ':', '}'),
});
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant('a, b: "c"\r\n\t{'));
const list = fc.array(scalar, { minLength: 2, maxLength: 4 });
const value: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  list,
  fc.dictionary(name, fc.oneof(scalar, list), { minKeys: 1, maxKeys: 3 }),
);
/** At least a list and two members, so that the style of everything shows. */
const object = fc
  .tuple(list, fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 }))
  .map(([items, rest]): Record<string, Json> => ({ ...rest, zzz: items }));

describe.each(prints)('a document written with %j', (style) => {
  test('stays so when a member is added, wherever', () => {
    fc.assert(
      fc.property(object, value, fc.nat(), (before, added, at) => {
        const text = print(before, style);
        const entries = Object.entries(before);
        const index = at % (entries.length + 1);
        const after = Object.fromEntries([...entries.slice(0, index), ['new', added], ...entries.slice(index)]);
        const root = rootOf(text);
        const change = insertMembers(text, root, [{ name: 'new', value: added }], root.members[index - 1]);
        expect(applied(text, [change])).toBe(print(after, style));
      }),
    );
  });

  test('stays so when members are removed, whichever', () => {
    fc.assert(
      fc.property(object, fc.func(fc.boolean()), (before, goes) => {
        const text = print(before, style);
        const gone = rootOf(text).members.filter(({ key }) => goes(key.value));
        const after = Object.fromEntries(Object.entries(before).filter(([key]) => !goes(key)));
        expect(applied(text, removeMembers(text, gone))).toBe(print(after, style));
      }),
    );
  });

  test('stays so when a value is replaced', () => {
    fc.assert(
      fc.property(object, value, fc.nat(), (before, next, at) => {
        const text = print(before, style);
        const { members } = rootOf(text);
        // The list that shows how lists are written is the last member, and stays.
        const member = members[at % (members.length - 1)];
        if (member?.value === undefined) throw new Error('a member with a value');
        const after = { ...before, [member.key.value]: next };
        expect(applied(text, [replaceValue(text, member.value, next)])).toBe(print(after, style));
        const renamed = Object.entries(before).map(([key, old]) =>
          key === member.key.value ? ['new', next] : [key, old],
        );
        expect(applied(text, replaceMember(text, member, 'new', next))).toBe(print(Object.fromEntries(renamed), style));
      }),
    );
  });

  test('stays so when entries come and go', () => {
    fc.assert(
      fc.property(object, fc.array(scalar, { minLength: 1 }), fc.func(fc.boolean()), (before, added, goes) => {
        const text = print(before, style);
        const items = before['zzz'] as readonly Json[];
        const node = nodeAt(rootOf(text), ['zzz']) as ArrayNode;
        expect(applied(text, [appendItems(text, node, added)])).toBe(
          print({ ...before, zzz: [...items, ...added] }, style),
        );
        const gone = node.items.filter((_, index) => goes(index));
        expect(applied(text, removeItems(text, gone))).toBe(
          print({ ...before, zzz: items.filter((_, index) => !goes(index)) }, style),
        );
      }),
    );
  });
});

function rootOf(text: string): ObjectNode {
  const { root } = parse(text);
  if (root?.kind !== 'object') throw new Error('The text must hold an object.');
  return root;
}

function applied(text: string, changes: readonly Replacement[]): string {
  return applyTo(text, edit(...changes).replace);
}

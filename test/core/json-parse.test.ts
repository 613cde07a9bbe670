import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTo } from '../../core/edit.ts';
import { type Node, nodeAt, pathOf } from '../../core/json/node.ts';
import { parse } from '../../core/json/parse.ts';
import { jsonOf } from '../../core/json/value.ts';

describe('a text that is JSON', () => {
  test('has no problems and is read as JSON.parse reads it', () => {
    const blank = fc.constantFrom('', ' ', '\t', '\r\n', '\n\n  ', '\r');
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), blank, blank, (json, before, after) => {
        const text = before + json + after;
        const { root, problems, doubtful, tooDeep } = parse(text);
        expect(problems).toEqual([]);
        expect([doubtful, tooDeep]).toEqual([undefined, undefined]);
        expect(root && jsonOf(root)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    '{"a":"\\u2014\\n\\/","\\u0061":1}',
    '{"to":"a","t\\u006f":"b"}',
    '[1.0,1e0,-0,10.0,1E+5,12345678901234567890,1.0000000000000000001]',
    '{"__proto__":{"a":1},"constructor":2,"toString":3}',
    '"\u2028\u2029\u00a0\u007f"',
    '{"glob":"*.{ts,}","note":"// no comment /* here */"}',
    '"\\ud800"',
  ])('%s reads as JSON.parse reads it (pitfalls 2, 5, 9, 11, 31, 32, 131)', (text) => {
    const { root, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(root && jsonOf(root)).toEqual(JSON.parse(text));
  });

  test('a byte-order mark before it is no slip of its own (pitfall 4)', () => {
    const { root, problems } = parse('\ufeff{"to":1}');
    expect(problems).toEqual([]);
    expect(root).toMatchObject({ kind: 'object', start: 1, end: 9 });
  });

  test.each<[string, string, number, number]>([
    ['{"from":"😀","to":1}', 'to', 18, 19],
    ['{"goal":"\\u2014","to":1}', 'to', 22, 23],
    ['{"goal":"👩‍👩‍👧한é","to":1}', 'to', 26, 27],
    ['{\r\n"from":"a",\r\n"to":1\r\n}', 'to', 21, 22],
    ['{\r"from":"a",\r"to":1\r}', 'to', 19, 20],
    ['{"goal":"a\u2028b","to":1}', 'to', 19, 20],
  ])('%j has %s where it stands in the raw text, in UTF-16 units (pitfalls 1, 2, 3, 5)', (text, name, start, end) => {
    expect(nodeAt(parse(text).root, [name])).toMatchObject({ start, end });
  });
});

const pieces = fc.array(
  fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      '"a"',
      '"b":',
      '1',
      '-',
      '01',
      'true',
      'tru',
      'NaN',
      "'",
      '`',
      '/',
      '//',
      '/*',
      '*/',
    ],
    ...[
      ' ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u2028',
      '\ufeff',
      '\u0000',
      '\ud800',
      '😀',
      '“',
      '”',
      '\\u00',
      '\\"',
      '```',
      '...',
      ';',
      '=',
    ],
    ...['<<<<<<< a\n', '=======\n', '>>>>>>> b\n', '\n```json\n', '\n```\n', '{"a":[{"b":', '"x\ny"'],
  ),
  { maxLength: 40 },
);

describe('any text', () => {
  test('is read without throwing, and has a problem just when it is no JSON', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const { problems, tooDeep } = parse(text);
          expect(problems.length > 0 || tooDeep !== undefined).toBe(!isJson(text.replace(/^\ufeff/, '')));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('has problems, nodes and repairs within its bounds, each in its order', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const { root, problems } = parse(text);
        for (const { span, repairs = [] } of problems) {
          expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
          for (const { replace } of repairs) {
            let last = 0;
            for (const { start, end } of replace) {
              expect(last <= start && start <= end && end <= text.length).toBe(true);
              last = end;
            }
          }
        }
        expect(problems.map(({ span }) => span.start)).toEqual(
          problems.map(({ span }) => span.start).toSorted((a, b) => a - b),
        );
        for (const node of nodesIn(root)) {
          expect(node.start <= node.end && node.end <= text.length).toBe(true);
          if (node.parent !== undefined) {
            expect(node.parent.start <= node.start && node.end <= node.parent.end).toBe(true);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('that was JSON before it lost its end is torn once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(undefined, 2, '\t'), (value, at, indent) => {
        const text = JSON.stringify({ value }, null, indent);
        const torn = text.slice(0, 1 + (at % (text.length - 1)));
        expect(parse(torn).problems.length).toBe(1);
      }),
    );
  });

  test('keeps every member that stands before the place where it is torn', () => {
    const { root } = parse('{"a":1,"b":{"c":[1,2,{"d":"x');
    expect(nodeAt(root, ['b', 'c', 2, 'd'])).toMatchObject({ kind: 'string', damaged: true });
    expect(nodeAt(root, ['a'])).toMatchObject({ value: 1 });
    expect(root).toMatchObject({ closed: false });
  });
});

describe('half-written members (pitfall 36)', () => {
  test.each<[string, readonly (string | number)[]]>([
    ['{"to"}', []],
    ['{"to":}', []],
    ['{"a":{"b":{""}}}', ['a', 'b']],
    ['{"to":"x" ', ['to']],
    ['{"test_results":{"py', ['test_results']],
  ])('%s is one problem and a tree', (text, path) => {
    const { root, problems } = parse(text);
    expect(problems.length).toBe(1);
    expect(nodeAt(root, path)).toBeDefined();
  });
});

test('the path of a value names its member, and not the object around it (pitfall 37)', () => {
  const { root } = parse('{"a":{"pending_work":[1,{"x":2}]}}');
  const node = nodeAt(root, ['a', 'pending_work', 1, 'x']);
  expect(node && pathOf(node)).toEqual(['a', 'pending_work', 1, 'x']);
});

describe('texts that would stop a careless reader', () => {
  test.each([
    ['100,000 lists', '['.repeat(100_000), 100],
    ['100,000 objects', '{"a":'.repeat(100_000), 500],
    ['8,000 lists in a member', `{"test_results":${'['.repeat(8000)}${']'.repeat(8000)}}`, 115],
  ])('%s are too deep, and nothing else (pitfall 34)', (_, text, start) => {
    expect(parse(text)).toEqual({
      ...{ root: undefined, problems: [], doubtful: undefined },
      tooDeep: { start, end: start + 1 },
    });
  });

  test('a hundred levels are read', () => {
    expect(parse('['.repeat(100) + ']'.repeat(100)).problems).toEqual([]);
  });

  test.each([
    ['a long list', `["${'a","'.repeat(200_000)}"]`, 0],
    ['a long text', `{"a":"${'😀'.repeat(500_000)}"}`, 0],
    ['comments', '/* x */'.repeat(100_000), 100],
    ['lone single quotes', `[${"' ".repeat(200_000)}]`, 1],
    ['unclosed strings', '"a\n'.repeat(200_000), 2],
    ['unclosed strings that end in an escaped quote', '\\"\n'.repeat(200_000), 1],
    ['names without quotes', `{${'a:1,'.repeat(200_000)}}`, 100],
    ['merge marks', '<<<<<<< a\n'.repeat(100_000), 100],
    ['Markdown marks', '```\n'.repeat(100_000), undefined],
    ['foreign blanks', '\u00a0 '.repeat(200_000), 100],
    ['lone typographic quotes', `[${'“ '.repeat(200_000)}]`, 1],
    ['closing brackets', '}'.repeat(300_000), 1],
    ['words', 'a '.repeat(300_000), 1],
    ['one long word', 'a'.repeat(2_000_000), 1],
    ['colons', `{"a"${':'.repeat(300_000)}`, 100],
    ['commas', `[${','.repeat(300_000)}`, 100],
    // Quadratic time would be minutes, and run into the test's limit.
  ])('%s take linear time (pitfall 35)', { timeout: 30_000 }, (_, text, problems) => {
    const found = parse(text).problems.length;
    if (problems !== undefined) expect(found).toBe(problems);
  });
});

test('a repair that is safe leaves one slip less, and what JSON reads from the rest stays', () => {
  const slips = fc.constantFrom<[string, string]>(
    ['{"a":[1,2,],"b":"x"}', '{"a":[1,2],"b":"x"}'],
    ["{'a':'it\\'s \"b\"'}", '{"a":"it\'s \\"b\\""}'],
    ['{"a":“x”,b:True}', '{"a":"x","b":true}'],
    ['{"a":.5,"b":+1,"c":"x\ty"}', '{"a":0.5,"b":1,"c":"x\\ty"}'],
    ['{"a":"one\r\ntwo","b":1}', '{"a":"one\\r\\ntwo","b":1}'],
    ['{"a":1\n"b":2,,"c"::3}', '{"a":1,\n"b":2,"c":3}'],
    ['```json\n{"a":\u00a01}\n```\n', '{"a": 1}\n'],
    ['{ "glob":"*.{ts,}", }', '{ "glob":"*.{ts,}" }'],
  );
  fc.assert(
    fc.property(slips, ([text, expected]) => {
      let fixed = text;
      for (let rounds = 0; rounds < 10; rounds++) {
        const [repair] = parse(fixed).problems.flatMap(({ repairs = [] }) => repairs.filter(({ safe }) => safe));
        if (repair === undefined) break;
        fixed = applyTo(fixed, repair.replace);
      }
      expect(fixed).toBe(expected);
    }),
  );
});

function* nodesIn(node: Node | undefined): Iterable<Node> {
  if (node === undefined) return;
  yield node;
  if (node.kind === 'array') for (const item of node.items) yield* nodesIn(item);
  if (node.kind === 'object') {
    for (const { key, value } of node.members) {
      yield key;
      yield* nodesIn(value);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { describe, expect, test } from 'vitest';
import { parseConfiguration } from '../../core/configuration.ts';

/** Each problem as the text it marks and what it says. */
function problemsOf(text: string): readonly (readonly [string, string])[] {
  const parsed = parseConfiguration(text);
  if (!('problems' in parsed)) return [];
  return parsed.problems.map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

describe('a configuration that can be read', () => {
  test('is completed with defaults', () => {
    expect(parseConfiguration('{}')).toEqual({
      configuration: { rules: {}, files: [], formats: [], git: {}, create: {} },
    });
  });

  test('keeps all that it says', () => {
    const text = `{
      "$schema": "./configuration.json",
      "files": ["agents/**/handoff.json"],
      "formats": [{ "id": "acme", "files": ["acme/*.json"], "schema": "acme.schema.json" }],
      "rules": { "missing-field": "warning", "text-too-long": "off" },
      "git": { "base": "origin/develop" },
      "create": { "format": "task", "allow": ["src/"], "forbid": ["package-lock.json"] }
    }`;
    expect(parseConfiguration(text)).toEqual({
      configuration: {
        files: ['agents/**/handoff.json'],
        formats: [
          {
            id: 'acme',
            files: ['acme/*.json'],
            schema: 'acme.schema.json',
            span: { start: text.indexOf('"acme.schema.json"'), end: text.indexOf('"acme.schema.json"') + 18 },
          },
        ],
        rules: { 'missing-field': 'warning', 'text-too-long': 'off' },
        git: { base: 'origin/develop' },
        create: { format: 'task', allow: ['src/'], forbid: ['package-lock.json'] },
      },
    });
  });

  test('may begin with a byte-order mark (pitfall 4)', () => {
    expect(parseConfiguration('\ufeff{"files":[]}')).toEqual({
      configuration: { rules: {}, files: [], formats: [], git: {}, create: {} },
    });
  });
});

describe('a configuration that is wrong says where and what', () => {
  test.each([
    ['', [['', 'The file must hold a JSON object, at least {}; it is empty.']]],
    ['\ufeff \n', [['', 'The file must hold a JSON object, at least {}; it is empty.']]],
    ['[]', [['[', 'The configuration must be an object; it is a list.']]],
    ['"x"', [['"x"', 'The configuration must be an object; it is a text.']]],
    ['{"files":"a"}', [['"a"', '"files" must be a list; it is a text.']]],
    ['{"files":["a",3]}', [['3', 'Entry 2 of "files" must be a text; it is a number.']]],
    ['{"files":[""]}', [['""', 'Entry 1 of "files" must not be empty.']]],
    ['{"git":{"base":""}}', [['""', '"base" must not be empty.']]],
    ['{"rule":{}}', [['"rule"', '"rule" means nothing in a configuration: did you mean "rules"?']]],
    [
      '{"colour":1}',
      [
        [
          '"colour"',
          '"colour" means nothing in a configuration: there, names must be "$schema", "files", "formats", "rules", "git" or "create".',
        ],
      ],
    ],
    [
      '{"formats":[{}]}',
      [
        ['{', 'Entry 1 of "formats" must have "id"; it is missing.'],
        ['{', 'Entry 1 of "formats" must have "files"; it is missing.'],
        ['{', 'Entry 1 of "formats" must have "schema"; it is missing.'],
      ],
    ],
    [
      '{"formats":[{"id":"Acme!","files":[],"schema":"x"}]}',
      [
        ['"Acme!"', '"id" must be lower-case words with hyphens between them, such as acme-handoff; it is "Acme!".'],
        ['[', '"files" must have an entry; it is empty.'],
      ],
    ],
    [
      '{"formats":[{"id":"a","files":["./a..b/*","../*.json","a/..","/a"],"schema":"x"}]}',
      [
        ['"../*.json"', /^Entry 2 of "files" must be a glob that stays below this file's folder, /],
        ['"a/.."', /^Entry 3 of "files" must be a glob that stays below this file's folder, /],
        ['"/a"', /^Entry 4 of "files" must be a glob that stays below this file's folder, /],
      ],
    ],
    [
      '{"formats":[{"id":"task","files":["a"],"schema":"x"}]}',
      [['"task"', '"id" must be a name of its own; "task" is that of a format that is always known.']],
    ],
    [
      '{"formats":[{"id":"a","files":["a"],"schema":"x"},{"id":"a","files":["a"],"schema":"x"}]}',
      [['"a"', '"id" must be a name of its own; "a" is that of a format above.']],
    ],
    ['{"git":{"remote":1}}', [['"remote"', '"remote" means nothing in "git": there, names must be "base".']]],
    [
      '{"rules":{"mising-field":"off"}}',
      [['"mising-field"', '"mising-field" means nothing in "rules": did you mean "missing-field"?']],
    ],
    [
      '{"rules":{"missing-field":"fatal"}}',
      [['"fatal"', '"missing-field" must be "error", "warning", "information", "hint" or "off"; it is "fatal".']],
    ],
    [
      '{"rules":{"missing-field":2}}',
      [['2', '"missing-field" must be "error", "warning", "information", "hint" or "off"; it is 2.']],
    ],
    ['{"rules":{"constructor":"off"}}', [['"constructor"', /^"constructor" means nothing in "rules"/]]],
    ['{"files":[],}', [[',', 'Before } no comma may stand in JSON.']]],
    [
      '{"files":[],"f\\u0069les":["a"]}',
      [
        ['"files"', '"files" must be given once; here it is given again.'],
        ['"f\\u0069les"', '"files" must be given once; here it is given again.'],
      ],
    ],
    [`${'['.repeat(101)}`, [['[', 'This is nested too deeply for a configuration.']]],
  ] as const)('%s', (text, expected) => {
    const found = problemsOf(text);
    expect(found).toEqual(
      expected.map(([marked, message]) => [
        marked,
        message instanceof RegExp ? expect.stringMatching(message) : message,
      ]),
    );
  });

  test('every mistake is told, in text order', () => {
    expect(problemsOf('{"git":{"base":1},"files":2,"x":3}').map(([marked]) => marked)).toEqual(['1', '2', '"x"']);
  });
});

test('no prefix of a configuration makes it throw', () => {
  const text = '{"files":["a"],"rules":{"missing-field":"off"},"create":{"allow":["b"]}}';
  for (let end = 0; end < text.length; end++) expect(problemsOf(text.slice(0, end)).length).toBeGreaterThan(0);
  expect(problemsOf(text)).toEqual([]);
});

import { homedir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { loadGrammar, scopesOf, type Token, tokensOf } from '../harness/tokens.ts';

/** The JSON grammar of the editor that the tests install for themselves, where that has happened already. */
const extensions = 'node_modules/code-server/lib/vscode/extensions';
const [editorsOwn] = globSync(`code-server-*/${extensions}/json/syntaxes/JSON.tmLanguage.json`, {
  cwd: join(homedir(), '.cache', 'agent-handoff'),
  absolute: true,
});

const grammars = [
  { name: 'on the stand-in for JSON', grammar: await loadGrammar() },
  ...(editorsOwn === undefined ? [] : [{ name: "on the editor's own JSON", grammar: await loadGrammar(editorsOwn) }]),
];

describe.each(grammars)('the grammar $name', ({ grammar }) => {
  const inside = (value: string): Token[] =>
    tokensOf(grammar, `[${value}]`).filter(([, scope]) => !isPunctuation(scope));

  test('keeps every scope that JSON gives', () => {
    expect(scopesOf(grammar, '{"n": -1.5e3, "ok": [true, null]}')).toEqual([
      ['{', [...root, 'punctuation.definition.dictionary.begin.json']],
      ['"', [...member, 'punctuation.support.type.property-name.begin.json']],
      ['n', member],
      ['"', [...member, 'punctuation.support.type.property-name.end.json']],
      [':', [...value, 'punctuation.separator.dictionary.key-value.json']],
      ['-1.5e3', [...value, 'constant.numeric.json']],
      [',', [...value, 'punctuation.separator.dictionary.pair.json']],
      ['"', [...member, 'punctuation.support.type.property-name.begin.json']],
      ['ok', member],
      ['"', [...member, 'punctuation.support.type.property-name.end.json']],
      [':', [...value, 'punctuation.separator.dictionary.key-value.json']],
      ['[', [...value, 'meta.structure.array.json', 'punctuation.definition.array.begin.json']],
      ['true', [...value, 'meta.structure.array.json', 'constant.language.json']],
      [',', [...value, 'meta.structure.array.json', 'punctuation.separator.array.json']],
      ['null', [...value, 'meta.structure.array.json', 'constant.language.json']],
      [']', [...value, 'meta.structure.array.json', 'punctuation.definition.array.end.json']],
      ['}', [...root, 'punctuation.definition.dictionary.end.json']],
    ]);
  });

  test('marks a commit id inside its string, whose quotes stay those of the string', () => {
    expect(scopesOf(grammar, '{"x": "f4151eeb"}').slice(5, 8)).toEqual([
      ['"', [...value, 'string.quoted.double.json', 'punctuation.definition.string.begin.json']],
      ['f4151eeb', [...value, 'string.quoted.double.json', commit]],
      ['"', [...value, 'string.quoted.double.json', 'punctuation.definition.string.end.json']],
    ]);
  });

  test.each([
    'a1b2c3d',
    'A1B2C3D4',
    '2f4e1c9a7b3d5e6f8091a2b3c4d5e6f708192a3b',
    '2f4e1c9a7b3d5e6f8091a2b3c4d5e6f708192a3b2f4e1c9a7b3d5e6f80911234',
  ])('takes %s for a commit id', (id) => {
    expect(inside(`"${id}"`)).toEqual([[id, commit]]);
  });

  test.each([
    'a1b2c3',
    '2f4e1c9a7b3d5e6f8091a2b3c4d5e6f708192a3b2f4e1c9a7b3d5e6f809112345',
    'a1b2c3g',
    'see a1b2c3d',
    'a1b2c3d ',
    'origin/main',
  ])('leaves %s a text', (text) => {
    expect(inside(`"${text}"`)).toEqual([[text, 'string.quoted.double.json']]);
  });

  test('leaves a member name that looks like a commit id a name', () => {
    expect(tokensOf(grammar, '{"deadbeef": 1}')[2]).toEqual(['deadbeef', 'support.type.property-name.json']);
  });

  test('leaves hex digits after an escaped quote a text', () => {
    expect(inside('"\\"a1b2c3d"')).toEqual([
      ['\\"', 'constant.character.escape.json'],
      ['a1b2c3d', 'string.quoted.double.json'],
    ]);
  });

  test.each([
    '2026-05-05T12:34:56Z',
    '2026-05-05t12:34:56z',
    '2026-05-05T12:34:56.123456Z',
    '2026-05-05T12:34:56+09:00',
    '2026-12-31T23:59:60Z',
  ])('takes %s for a time', (time) => {
    expect(inside(`"${time}"`)).toEqual([[time, 'constant.numeric.timestamp.agent-handoff']]);
  });

  test.each([
    '2026-05-05',
    '2026-05-05T12:34:56',
    '2026-05-05 12:34:56Z',
    '2026-13-05T12:34:56Z',
    '2026-05-32T12:34:56Z',
    '2026-05-05T24:00:00Z',
    '2026-05-05T12:60:00Z',
    '2026-05-05T12:34:56+9',
    'at 2026-05-05T12:34:56Z',
  ])('leaves %s, which is no time in RFC 3339, a text', (text) => {
    expect(inside(`"${text}"`)).toEqual([[text, 'string.quoted.double.json']]);
  });

  test('marks two escapes of one character as one, and half a character as invalid', () => {
    expect(inside('"\\ud83d\\ude00 \\ud83d \\ude00 \\u2014"')).toEqual([
      ['\\ud83d\\ude00', 'constant.character.escape.json'],
      ['\\ud83d', 'invalid.illegal.lone-surrogate.agent-handoff'],
      ['\\ude00', 'invalid.illegal.lone-surrogate.agent-handoff'],
      ['\\u2014', 'constant.character.escape.json'],
    ]);
  });

  test('marks half a character in a member name too', () => {
    expect(tokensOf(grammar, '{"\\ud83d": 1}')[2]).toEqual(['\\ud83d', 'invalid.illegal.lone-surrogate.agent-handoff']);
  });

  test('marks an escape that JSON does not know', () => {
    expect(inside('"\\x \\n"')).toEqual([
      ['\\x', 'invalid.illegal.unrecognized-string-escape.json'],
      ['\\n', 'constant.character.escape.json'],
    ]);
  });

  test('marks a raw tab in a string, not one between members', () => {
    expect(tokensOf(grammar, '\t["a\tb"]').filter(([, scope]) => !isPunctuation(scope))).toEqual([
      ['\t', 'source.json.agent-handoff'],
      ['a', 'string.quoted.double.json'],
      ['\t', 'invalid.illegal.control-character.agent-handoff'],
      ['b', 'string.quoted.double.json'],
    ]);
  });

  test('leaves a line inside an unclosed string a text, whatever it looks like', () => {
    expect(tokensOf(grammar, '["a1b2c3d\na1b2c3d"]').filter(([, scope]) => !isPunctuation(scope))).toEqual([
      ['a1b2c3d', 'string.quoted.double.json'],
      ['a1b2c3d', 'string.quoted.double.json'],
    ]);
  });

  test.each([
    ['a plain text', 'x'.repeat(1_000_000), 1],
    ['hex digits', 'a'.repeat(1_000_000), 1],
    ['a time with a million digits', `2026-05-05T12:34:56.${'1'.repeat(1_000_000)}`, 1],
    ['escapes', '\\n'.repeat(100_000), 100_000],
    ['halves of characters', '\\ud83d'.repeat(100_000), 100_000],
    ['raw tabs', '\t'.repeat(100_000), 100_000],
  ])('comes through one very long line of %s', (_, text, tokens) => {
    expect(inside(`"${text}"`)).toHaveLength(tokens);
  });

  test('comes through lists a thousand levels deep', () => {
    expect(tokensOf(grammar, '['.repeat(1000) + ']'.repeat(1000))).toHaveLength(2000);
  });
});

const commit = 'constant.numeric.commit.agent-handoff';
const root = ['source.json.agent-handoff', 'meta.structure.dictionary.json'];
const member = [...root, 'string.json', 'support.type.property-name.json'];
const value = [...root, 'meta.structure.dictionary.value.json'];

function isPunctuation(scope: string): boolean {
  return scope.startsWith('punctuation.');
}

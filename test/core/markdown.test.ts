import { describe, expect, test } from 'vitest';
import { code, cut, escaped, escapedLines } from '../../core/show/markdown.ts';

describe('escaped', () => {
  test.each([
    ['a link', '[a](command:b)', '\\[a\\]\\(command\\:b)'],
    ['an image', '![a](https://b/c.png)', '!\\[a\\]\\(https\\://b/c.png)'],
    ['a link by reference', '[a][b]', '\\[a\\]\\[b\\]'],
    ['a bare address', 'see http://a.b', 'see http\\://a.b'],
    ['an address without scheme', 'www.a.b', 'www\\.a.b'],
    ['an address of a person', 'a@b.c', 'a\\@b.c'],
    ['HTML', '<img src=x>', '\\<img src=x\\>'],
    ['an entity', '&lt;', '\\&lt;'],
    ['an icon', '$(bug)', '\\$\\(bug)'],
    ['runs of backticks', '`` a ```', '\\`\\` a \\`\\`\\`'],
    ['emphasis', '*a* _b_ ~~c~~', '\\*a\\* \\_b\\_ \\~\\~c\\~\\~'],
    ['a table', 'a | b', 'a \\| b'],
    ['a heading', '# a', '\\# a'],
    ['a list', '- a', '\\- a'],
    ['a numbered list', '12. a', '12\\. a'],
    ['a line under a heading', '===', '\\==='],
    ['an indented code block', '    a', '&nbsp;&nbsp;&nbsp;&nbsp;a'],
    ['a backslash', 'a\\[b', 'a\\\\\\[b'],
    ['a line break', 'a\nb', 'a\\\\u000ab'],
    ['characters that nobody sees', 'a\u202eb\u200b', 'a\\\\u202eb\\\\u200b'],
    ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('shows %s as text (pitfall 121)', (_, text, markdown) => {
    expect(escaped(text)).toBe(markdown);
  });

  test('leaves prose as it is', () => {
    const prose = 'The bot had to stop (time, an error): 3 of 4 done – well, "almost"!';
    expect(escaped(prose)).toBe(prose);
  });
});

test('lines stay lines, and their indentation is seen', () => {
  expect(escapedLines('a\r\n  - b\n\n\tc\td')).toBe('a  \n&nbsp;&nbsp;\\- b  \n  \n&nbsp;&nbsp;&nbsp;&nbsp;c d');
});

test('plain names are code', () => {
  expect(code('pending_work_path')).toBe('`pending_work_path`');
  expect(code('src/core/a.ts')).toBe('`src/core/a.ts`');
});

test('what could break out of code is quoted text (pitfall 121)', () => {
  expect(code('a`b')).toBe('“a\\`b”');
  expect(code('[a](command:b)')).toBe('“\\[a\\]\\(command\\:b)”');
  expect(code('')).toBe('“”');
});

test('a long text is cut between code points (pitfall 121)', () => {
  expect(cut('😀😀😀', 2)).toBe('😀😀…');
  expect(cut('a😀', 1)).toBe('a…');
  expect(cut('a😀', 2)).toBe('a😀');
  expect(cut('abc', 3)).toBe('abc');
});

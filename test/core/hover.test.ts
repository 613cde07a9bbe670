import { expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { createFormat } from '../../core/format/format.ts';
import type { Schema, Validator } from '../../core/format/schema.ts';
import { hover } from '../../core/show/hover.ts';
import { documentAt, NOW } from '../harness/core.ts';

const PATH = 'memory/handoffs/task-1.json';

/** The token under the hover at each offset of a text, a dot where there is none. */
function tokensUnder(text: string): readonly string[] {
  const document = documentAt(PATH, text);
  return Array.from({ length: text.length + 1 }, (_, offset) => {
    const found = hover(document, offset, noFacts(NOW));
    return found === undefined ? '.' : text.slice(found.span.start, found.span.end);
  });
}

test('a hover stands on the token under the cursor, and nowhere between tokens (pitfall 22)', () => {
  const key = '"base_sha"';
  expect(tokensUnder('{"base_sha" : null}')).toEqual([
    '.',
    ...[key, key, key, key, key, key, key, key, key, key],
    ...['.', '.', '.'],
    ...['null', 'null', 'null', 'null'],
    ...['.', '.'],
  ]);
});

test('the end of a token is not the token, whatever stands behind it (pitfall 22)', () => {
  expect(tokensUnder('{"task_id":"","base_sha":1}')).toEqual([
    '.',
    ...Array.from({ length: 9 }, () => '"task_id"'),
    '.',
    ...['""', '""'],
    '.',
    ...Array.from({ length: 10 }, () => '"base_sha"'),
    '.',
    '1',
    ...['.', '.'],
  ]);
});

test('texts of a schema are data too (pitfall 121)', () => {
  const schema: Schema = {
    title: '[t](command:x)',
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: {
        title: '<b>$(bug)</b>',
        description: '![x](https://x/y.png)\n# Not a heading',
        enum: ['`[ok](command:y)`'],
        enumDescriptions: ['<img src=x>'],
      },
      b: {},
      c: {},
    },
  };
  const accepts: Validator = () => true;
  const formats = [createFormat('x', schema, accepts)];
  const document = createDocument('file:///x.json', '{"a": 1, "b": 2, "c": 3}', { formats, placed: ['x'] });
  expect(hover(document, 2, noFacts(NOW))?.markdown).toBe(
    [
      '**\\<b\\>\\$\\(bug)\\</b\\>** · required',
      '!\\[x\\]\\(https\\://x/y.png)\\\\u000a# Not a heading',
      '- One of:\n  - “\\`\\[ok\\]\\(command\\:y)\\`” – \\<img src=x\\>',
    ].join('\n\n'),
  );
});

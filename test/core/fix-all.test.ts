import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../../core/document.ts';
import { type Edit, edit } from '../../core/edit.ts';
import { type Facts, withFiles } from '../../core/evidence/facts.ts';
import { type FixAllOptions, type Fixed, fixAll } from '../../core/fix-all.ts';
import { createFormat } from '../../core/format/format.ts';
import type { NamedRule } from '../../core/rule.ts';
import { documentAt, factsOf, NOW } from '../harness/core.ts';

const path = 'memory/handoffs/task-1.json';
const long = (of: string) => of.repeat(4001);

function fixed(text: string, options: FixAllOptions = {}, facts: Facts = factsOf({ path, facts: {} })): Fixed {
  return fixAll(documentAt(path, text), facts, defaultConfiguration, options);
}

describe('all safe fixes together', () => {
  test('three in one line do not overlap, and the result is JSON (pitfall 132)', () => {
    const text = `{"task_id":"task-1","schema_version":"1.0","pending_work":"${long('a')}","known_failures":"${long('b')}","changed_paths":["a","./a"],"extra":1}`;
    expect(fixed(text)).toEqual({
      text: '{"task_id":"task-1","schema_version":"1.0","pending_work_path":"memory/handoffs/task-1-pending.txt","known_failures_path":"memory/handoffs/task-1-failures.txt","changed_paths":["a"],"extra":1}',
      create: [
        { path: 'memory/handoffs/task-1-pending.txt', text: long('a') },
        { path: 'memory/handoffs/task-1-failures.txt', text: long('b') },
      ],
      applied: 3,
    });
  });

  test('what is not touched stays byte for byte, digits, escapes and order included (pitfalls 129, 130)', () => {
    const rest = '"n":3791411052119578828,"f":1.0,"e":1E5,"s":"\\/ \\u00e9","b":1,"2":1,"1":1,"x":1,"x":2';
    const text = `\ufeff{\r\n\t"task_id" :"task-1","schema_version":"1.0",\r\n\t"pending_work": "${long('é')}",${rest}}`;
    expect(fixed(text).text).toBe(
      `\ufeff{\r\n\t"task_id" :"task-1","schema_version":"1.0",\r\n\t"pending_work_path": "memory/handoffs/task-1-pending.txt",${rest}}`,
    );
  });

  test('nothing to fix gives the very same text (pitfall 129)', () => {
    const text = '{"task_id":"task-1","schema_version":"1.0","pending_work":"x"}';
    expect(fixed(text)).toEqual({ text, create: [], applied: 0 });
  });

  test('a text is repaired first, and what is seen only then is fixed next', () => {
    expect(fixed('{"task_id":"task-1","schema_version":"1.0","base_sha":"a","allowed_paths":["./src/",],}')).toEqual({
      text: '{"task_id":"task-1","schema_version":"1.0","base_sha":"a","allowed_paths":["src/"]}',
      create: [],
      applied: 3,
    });
  });

  test('a path listed many times is listed once in the end', () => {
    const text = '{"task_id":"task-1","schema_version":"1.0","changed_paths":["a","a","a/","b","./a","b"]}';
    expect(fixed(text).text).toBe('{"task_id":"task-1","schema_version":"1.0","changed_paths":["a","b"]}');
  });

  test('without files nothing that needs a new one is done (pitfall 65)', () => {
    const text = `{"task_id":"task-1","schema_version":"1.0","pending_work":"${long('a')}","allowed_paths":["./a"]}`;
    const after = fixed(text, { creates: false });
    expect(after).toEqual({ text: text.replace('./a', 'a'), create: [], applied: 1 });
  });

  test('a rule that is off, and a fix that is not safe, change nothing', () => {
    const text = '{"task_id":"task-1","schema_version":"1.0","base_sha":"a","allowed_paths":["./a"," b"]}';
    const configuration = { ...defaultConfiguration, rules: { 'path-not-portable': 'off' } as const };
    expect(fixAll(documentAt(path, text), factsOf({ path, facts: {} }), configuration).applied).toBe(0);
    expect(fixed(text).text).toBe(text.replace('./a', 'a'));
  });

  test('two texts whose files would have one name get two files, each complete (pitfall 68)', () => {
    const schema = {
      required: ['one', 'two', 'three'],
      properties: Object.fromEntries(
        ['one', 'two', 'three'].map((name) => [
          name,
          {
            type: 'string',
            maxLength: 3,
            'x-handoff': { prose: { about: 'pending', sideFile: `${name}_path`, suffix: 'same' } },
          } as const,
        ]),
      ),
    };
    const validator = Object.assign(
      (value: unknown) => {
        const found = Object.entries(Object(value)).filter(([, text]) => String(text).length > 3);
        validator.errors = found
          .filter(([name]) => !name.endsWith('_path'))
          .map(([name]) => ({
            keyword: 'maxLength',
            instancePath: `/${name}`,
            params: {},
            parentSchema: schema.properties[name],
          }));
        return validator.errors.length === 0;
      },
      { errors: [] as { keyword: string; instancePath: string; params: object; parentSchema: unknown }[] },
    );
    const format = createFormat('own', schema, validator as never);
    const document = createDocument('file:///repo/h/task-1.json', '{"one":"1111","two":"2222","three":"3333"}', {
      formats: [format],
      placed: ['own'],
    });
    const facts: Facts = {
      now: NOW,
      place: { path: 'h/task-1.json', root: 'repository' },
      files: new Map(),
      folders: new Map([['h', ['task-1.json', 'TASK-1-SAME.txt']]]),
    };
    expect(fixAll(document, facts, defaultConfiguration)).toEqual({
      text: '{"one_path":"h/task-1-same-2.txt","two_path":"h/task-1-same-3.txt","three_path":"h/task-1-same-4.txt"}',
      create: [
        { path: 'h/task-1-same-2.txt', text: '1111' },
        { path: 'h/task-1-same-3.txt', text: '2222' },
        { path: 'h/task-1-same-4.txt', text: '3333' },
      ],
      applied: 3,
    });
  });
});

describe('fixes of any rule', () => {
  const ruleWith = (make: (document: HandoffDocument) => readonly Edit[]): NamedRule => ({
    id: 'made-up',
    subject: 'document',
    severity: 'hint',
    summary: 'Made up',
    reason: '',
    check: (document) =>
      make(document).map((change) => ({
        span: { start: change.replace[0]?.start ?? 0, end: change.replace[0]?.end ?? 0 },
        message: 'Made up.',
        path: [],
        fixes: () => [{ title: 'Do it', safe: true, edit: () => change }],
      })),
  });
  const all = (text: string, make: (text: string) => readonly Edit[]) =>
    fixed(text, { rules: [ruleWith(({ text }) => make(text))] });

  test('neighbours that touch go together', () => {
    const touching = (text: string) =>
      text === 'ab' ? [edit({ start: 0, end: 1, text: 'x' }), edit({ start: 1, end: 2, text: 'y' })] : [];
    expect(all('ab', touching)).toEqual({ text: 'xy', create: [], applied: 2 });
  });

  test('of two insertions at one place the second waits (pitfall 132)', () => {
    const inserting = (text: string) =>
      text.length < 4 ? [edit({ start: 1, end: 1, text: 'x' }), edit({ start: 1, end: 1, text: 'y' })] : [];
    expect(all('ab', inserting)).toEqual({ text: 'axxb', create: [], applied: 2 });
  });

  test('an overlapping fix waits, and is made from the text as it is then (pitfall 132)', () => {
    const overlapping = (text: string) =>
      text.includes('bc')
        ? [edit({ start: 0, end: 2, text: 'A' }), edit({ start: 1, end: 3, text: 'B' })]
        : text === 'Acd'
          ? [edit({ start: 1, end: 2, text: 'C' })]
          : [];
    expect(all('abcd', overlapping)).toEqual({ text: 'ACd', create: [], applied: 2 });
  });

  test('what a text claims is only fixed once the text itself is repaired', () => {
    const note = (document: HandoffDocument) =>
      document.text.includes('broken') ? `read as broken;` : document.text.includes(';') ? '' : `read as whole;`;
    const ofClaims: NamedRule = {
      id: 'claims',
      subject: 'handoff',
      severity: 'hint',
      summary: 'Claims',
      reason: '',
      *check({ document }) {
        const text = note(document);
        const fix = { title: 'Note', safe: true, edit: () => edit({ start: 1, end: 1, text: ` \n"${text}":1,` }) };
        if (text !== '') yield { span: { start: 0, end: 0 }, message: 'Note.', path: [], fixes: () => [fix] };
      },
    };
    const ofText = ruleWith(({ text }) => {
      const at = text.indexOf('broken');
      return at < 0 ? [] : [edit({ start: at, end: at + 6, text: 'b' })];
    });
    const text = '{"task_id":"broken","schema_version":"1.0","base_sha":"a"}';
    expect(fixed(text, { rules: [ofClaims, ofText] })).toEqual({
      text: '{ \n"read as whole;":1,"task_id":"b","schema_version":"1.0","base_sha":"a"}',
      create: [],
      applied: 2,
    });
  });

  test('fixes that undo each other come to an end', () => {
    const flip = (text: string) => [edit({ start: 0, end: 1, text: text === 'a' ? 'b' : 'a' })];
    expect(all('a', flip)).toEqual({ text: 'a', create: [], applied: 10 });
  });

  test('a rename is never done, nor a fix that breaks down', () => {
    const renaming = () => [{ create: [], replace: [{ start: 0, end: 0, text: 'x' }], rename: { name: 'b.json' } }];
    expect(all('a', renaming).applied).toBe(0);
    const failing: NamedRule = {
      ...ruleWith(() => []),
      subject: 'document',
      check: () => [
        {
          span: { start: 0, end: 0 },
          message: 'Fails.',
          path: [],
          fixes: () => {
            throw new Error('broken');
          },
        },
      ],
    };
    expect(fixed('a', { rules: [failing] }).applied).toBe(0);
  });
});

describe('on any document', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(long('x'), long('😀'), `${long('\u0000')}"\\`),
  );
  const paths = fc.array(
    fc.oneof(fc.constantFrom('a', './a', 'a/', 'a//b', ' a', 'a\\b', '../a', '', 'B', 'b', '\u00e9', 'e\u0301'), text),
    { maxLength: 6 },
  );
  const member = fc.oneof(
    fc.tuple(fc.constantFrom('pending_work', 'known_failures', 'task_id', 'handoff_reason', 'note'), text),
    fc.tuple(fc.constantFrom('changed_paths', 'allowed_paths', 'forbidden_paths'), paths),
    fc.tuple(fc.constantFrom('pending_work_path', 'known_failures_path'), fc.constantFrom('./x.txt', 'y//z.txt', 'x')),
    fc.tuple(fc.constantFrom('test_results', 'n'), fc.jsonValue()),
  );
  const layout = fc.constantFrom<string | undefined>(undefined, '  ', '\t');
  const documents = fc
    .tuple(fc.array(member, { maxLength: 8 }), layout, fc.boolean())
    .map(([members, indent, crlf]) => {
      const all = [...Object.entries({ schema_version: '1.0', base_sha: 'a', head_sha: 'b' }), ...members];
      const gap = indent === undefined ? '' : `\n${indent}`;
      const body = all.map(([name, value]) => `${gap}${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
      const written = `{${body}${indent === undefined ? '' : '\n'}}`;
      return { written: crlf ? written.replaceAll('\n', '\r\n') : written, members };
    });
  const facts = factsOf({ path, facts: { folders: { 'memory/handoffs': ['task-1.json', 'Task-1-pending.txt'] } } });

  test('no text of a member is lost, the result is JSON, and a second run changes nothing (pitfalls 68, 129, 130, 132)', () => {
    fc.assert(
      fc.property(documents, ({ written, members }) => {
        const once = fixed(written, {}, facts);
        const value: unknown = JSON.parse(once.text);
        const kept = JSON.stringify([value, once.create.map((file) => file.text)]);
        for (const [name, text] of members) {
          const given = members.filter(([other]) => other === name).length;
          if (typeof text === 'string' && given === 1 && !name.endsWith('_path')) {
            expect(kept).toContain(JSON.stringify(text));
          }
        }
        expect(new Set(once.create.map((file) => file.path.toLowerCase())).size).toBe(once.create.length);
        for (const file of once.create) expect(file.path).not.toMatch(/task-1-pending\.txt$/i);
        const again = fixed(once.text, {}, withFiles(facts, once.create));
        expect(again).toEqual({ text: once.text, create: [], applied: 0 });
        expect(fixed(written, {}, facts)).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });

  test('neither broken text nor any prefix of a document stops it', () => {
    fc.assert(
      fc.property(documents, fc.double({ min: 0, max: 1, noNaN: true }), ({ written }, part) => {
        const cut = written.slice(0, Math.floor(written.length * part));
        const once = fixed(cut, {}, facts);
        expect(fixed(once.text, {}, withFiles(facts, once.create)).applied).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

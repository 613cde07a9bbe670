import { describe, expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { applyTo, type Edit } from '../../core/edit.ts';
import type { Facts, FileFact } from '../../core/evidence/facts.ts';
import type { Fix } from '../../core/finding.ts';
import { formats } from '../../core/generated/formats.ts';
import { createHandoff, type Handoff } from '../../core/handoff.ts';
import { createNamed, sideFiles } from '../../core/paths/side-file.ts';
import { refactoringNeeds, refactorings } from '../../core/refactor.ts';
import { documentAt, factsOf, NOW } from '../harness/core.ts';

const home = 'memory/handoffs/task-1.json';
const start =
  '{"task_id":"task-1","schema_version":"1.0","previous_bot":"🕵️","current_branch":"b","base_sha":"a","head_sha":"b",';

describe('moving a text to a file', () => {
  test.each([
    ['an escaped text is written decoded', String.raw`"a\n\t\"b\" \\ \/ \u00e9 \ud83d\ude00"`, 'a\n\t"b" \\ / é 😀'],
    ['CRLF stays CRLF', String.raw`"a\r\nb\rc\n"`, 'a\r\nb\rc\n'],
    ['control characters stay', String.raw`"\u0001\u001b[31m\u007f\u2028"`, '\u0001\u001b[31m\u007f\u2028'],
    [
      'combining characters keep their form',
      '"e\u0301 \u00e9 \u1112\u1161\u11ab"',
      'e\u0301 \u00e9 \u1112\u1161\u11ab',
    ],
    ['a byte-order mark inside the text stays', '"\ufeffa"', '\ufeffa'],
    ['a family of emoji stays one', '"👨‍👩‍👧"', '👨‍👩‍👧'],
  ])('%s (pitfalls 2, 64)', (_, raw, text) => {
    const edit = editOf(`${start}"pending_work":${raw},"x":1.0}`, 'pending_work');
    expect(edit?.edit.create).toEqual([{ path: 'memory/handoffs/task-1-pending.txt', text }]);
    expect(edit?.text).toBe(`${start}"pending_work_path":"memory/handoffs/task-1-pending.txt","x":1.0}`);
  });

  test('changes the member in its place and not a byte around it, whatever the style (pitfalls 37, 129)', () => {
    const text =
      '{\r\n\t"task_id" : "task-1",\r\n\t"known_failures" : "x"  ,\r\n\t"n":1E5 , "test_results": {"pending_work": "y"}\r\n}';
    expect(editOf(text, 'known_failures')?.text).toBe(
      '{\r\n\t"task_id" : "task-1",\r\n\t"known_failures_path" : "memory/handoffs/task-1-failures.txt"  ,\r\n\t"n":1E5 , "test_results": {"pending_work": "y"}\r\n}',
    );
  });

  test('is not on offer on a member of the same name further in (pitfall 37)', () => {
    const text = '{"task_id":"task-1","changed_paths":[],"allowed_paths":[],"test_results":{"pending_work":"y"}}';
    expect(at(text, '"y"')).toEqual([]);
  });

  test.each([
    ['a free name', ['task-1.json'], 'task-1-pending.txt'],
    ['a second name', ['task-1-pending.txt'], 'task-1-pending-2.txt'],
    [
      'a name that is also free where case is folded',
      ['TASK-1-Pending.TXT', 'task-1-pending-2.txt'],
      'task-1-pending-3.txt',
    ],
  ])('takes %s, never one that is taken (pitfall 66)', (_, names, expected) => {
    const edit = editOf(`${start}"pending_work":"x"}`, 'pending_work', { folders: { 'memory/handoffs': names } });
    expect(edit?.edit.create[0]?.path).toBe(`memory/handoffs/${expected}`);
  });

  test('takes no name that differs from a taken one in case or Unicode form only (pitfalls 66, 114)', () => {
    const text = `${start.replace('task-1', 'Caf\u00e9')}"pending_work":"x"}`;
    const taken = { folders: { 'memory/handoffs': ['cafe\u0301-PENDING.txt'] } };
    expect(editOf(text, 'pending_work', taken)?.edit.create[0]?.path).toBe('memory/handoffs/Caf\u00e9-pending-2.txt');
  });

  test('two tasks whose names agree once cleaned get a file each (pitfall 68)', () => {
    const text = `${start.replace('task-1', 'task/1')}"pending_work":"x"}`;
    expect(editOf(text, 'pending_work')?.edit.create[0]?.path).toBe('memory/handoffs/task-1-pending.txt');
    const taken = { folders: { 'memory/handoffs': ['task-1-pending.txt'] } };
    expect(editOf(text, 'pending_work', taken)?.edit.create[0]?.path).toBe('memory/handoffs/task-1-pending-2.txt');
  });

  test('names the file relative to the root, spelled plainly, in any folder (pitfalls 58, 60)', () => {
    const folder = 'a b#c%20d+(e)é/memory/handoffs';
    const edit = editOf(`${start}"pending_work":"x"}`, 'pending_work', {}, `${folder}/%23.json`);
    expect(edit?.edit.create[0]?.path).toBe(`${folder}/task-1-pending.txt`);
    expect(edit?.text).toBe(`${start}"pending_work_path":"${folder}/task-1-pending.txt"}`);
  });

  test('names the file after the document where the task has no name', () => {
    const edit = editOf(
      `${start.replace('"task-1"', '"///"')}"pending_work":"x"}`,
      'pending_work',
      {},
      'memory/handoffs/my notes.json',
    );
    expect(edit?.edit.create[0]?.path).toBe('memory/handoffs/my-notes-pending.txt');
  });

  test.each([
    [
      'the member is given twice',
      `${start}"pending_work":"x","pending_w\\u006frk":"x"}`,
      {},
      'pending_work is given more than once: keep one of them first',
    ],
    [
      'the text has half of a surrogate pair',
      `${start}"pending_work":"x\\ud83d"}`,
      {},
      'pending_work holds half of a surrogate pair, which no UTF-8 file can keep',
    ],
    [
      'a file is named already',
      `${start}"pending_work":"x","pending_work_path":"a"}`,
      {},
      'pending_work_path is there already',
    ],
    ['the text is broken', `${start}"pending_work":"x\\q"}`, {}, 'pending_work is not valid JSON text'],
    [
      'the document is on no disk (pitfall 62)',
      `${start}"pending_work":"x"}`,
      { place: undefined },
      'the handoff must be saved in a folder of the workspace first',
    ],
    [
      'the document is outside of all folders (pitfall 58)',
      `${start}"pending_work":"x"}`,
      { place: { root: 'folder' } },
      'the handoff must be saved in a folder of the workspace first',
    ],
    [
      'the folder has no portable path',
      `${start}"pending_work":"x"}`,
      { place: { path: 'a:b/x.json', root: 'folder' }, folders: { 'a:b': [] } },
      'the folder "a:b" has no path that every system can read',
    ],
  ])('is disabled where %s', (_, text, facts, reason) => {
    const [fix, ...others] = at(text, '"pending_w', facts);
    expect(others).toEqual([]);
    expect(fix).toMatchObject({ title: 'Move pending_work to file', disabled: reason, creates: true });
    expect(fix?.edit()).toEqual({ create: [], replace: [] });
  });

  test('never repeats the text in what it says, since it may hold a secret (pitfall 122)', () => {
    const [fix] = at(`${start}"pending_work":"glpat-secret\\ud83d"}`, '"pending_work"');
    expect(JSON.stringify(fix)).not.toContain('glpat');
  });

  test('is not on offer for an empty text, past the limit, or where it is unknown which names are free', () => {
    expect(at(`${start}"pending_work":""}`, '"pending_work"')).toEqual([]);
    expect(at(`${start}"pending_work":"${'x'.repeat(4001)}"}`, '"pending_work"')).toEqual([]);
    expect(at(`${start}"pending_work":"x"}`, '"pending_work"', { folders: {} })).toEqual([]);
    expect(at(`${start}"pending_work":7}`, '"pending_work"')).toEqual([]);
  });

  test('is on offer on the key, in the value and right behind it, and nowhere else', () => {
    const text = `${start}"pending_work":"x"  ,"n":1}`;
    const offered = Array.from({ length: text.length + 1 }, (_, caret) => caret).filter(
      (caret) => refactorings(handoffOf(text), { start: caret, end: caret }).length > 0,
    );
    const key = text.indexOf('"pending_work"');
    expect([offered[0], offered.at(-1), offered.length]).toEqual([key, key + '"pending_work":"x"'.length, 19]);
  });

  test('is neither preferred nor run unattended while nothing is wrong', () => {
    expect(at(`${start}"pending_work":"x"}`, '"pending_work"')).toMatchObject([{ preferred: false, safe: false }]);
  });

  test('asks which names there are only where the caret is on a text', () => {
    const handoff = handoffOf(`${start}"pending_work":"x","known_failures_path":"./a.txt"}`, {});
    const caret = (mark: string) => {
      const start = handoff.document.text.indexOf(mark);
      return { start, end: start };
    };
    expect(refactoringNeeds(handoff, caret('"x"'))).toEqual({ folders: ['memory/handoffs'], files: [] });
    expect(refactoringNeeds(handoff, caret('"./a'))).toEqual({ files: ['a.txt'] });
    expect(refactoringNeeds(handoff, caret('"task_id'))).toEqual({ files: [] });
  });
});

describe('taking a text back from its file', () => {
  const file = (text: string): FileFact => ({ kind: 'file', size: 1, text });
  const named = `${start}"pending_work_path": "a.txt","n":1.0}`;

  test('writes it in place, escaped as JSON needs it', () => {
    const [fix] = at(named, '"a.txt"', { files: { 'a.txt': file('a\r\n"b"\\ \u0001 é 😀 e\u0301') } });
    expect(fix?.title).toBe('Take pending_work back from the file');
    expect(applyTo(named, fix?.edit().replace ?? [])).toBe(
      `${start}"pending_work": "a\\r\\n\\"b\\"\\\\ \\u0001 é 😀 e\u0301","n":1.0}`,
    );
    expect(fix?.edit().create).toEqual([]);
  });

  test('and moving it out again gives the same text', () => {
    const text = 'line\r\n\ttab "quoted" \\ 한 \u2028 👨‍👩‍👧 \u001f';
    const [back] = at(named, '"a.txt"', { files: { 'a.txt': file(text) } });
    const inline = applyTo(named, back?.edit().replace ?? []);
    expect(editOf(inline, 'pending_work')?.edit.create[0]?.text).toBe(text);
  });

  test('leaves out a byte-order mark', () => {
    const [fix] = at(named, '"a.txt"', { files: { 'a.txt': file('\ufeffx') } });
    expect(applyTo(named, fix?.edit().replace ?? [])).toBe(`${start}"pending_work": "x","n":1.0}`);
  });

  test.each<readonly [string, Record<string, FileFact>]>([
    ['unknown', {}],
    ['absent', { 'a.txt': { kind: 'absent' } }],
    ['too large to read', { 'a.txt': { kind: 'file', size: 2_000_000 } }],
    ['one code point too long', { 'a.txt': file('😀'.repeat(4001)) }],
    ['empty', { 'a.txt': file('') }],
  ])('is not on offer where the file is %s', (_, files) => {
    expect(at(named, '"a.txt"', { files })).toEqual([]);
  });

  test('is on offer for exactly as many code points as the member may hold', () => {
    expect(at(named, '"a.txt"', { files: { 'a.txt': file('😀'.repeat(4000)) } })).toHaveLength(1);
  });

  test.each([
    [
      'the file is named twice',
      `${start}"pending_work_path":"b","pending_work_path":"a.txt"}`,
      'pending_work_path is given more than once: keep one of them first',
    ],
    [
      'the text is there already',
      `${start}"pending_work_path":"a.txt","pending_work":7}`,
      'pending_work is there already',
    ],
  ])('is disabled where %s', (_, text, reason) => {
    const [fix] = at(text, '"a.txt"', { files: { 'a.txt': file('x') } });
    expect(fix?.disabled).toBe(reason);
    expect(fix?.edit()).toEqual({ create: [], replace: [] });
  });
});

describe('writing the file that is named beside the text', () => {
  const create = (text: string): Fix | undefined => {
    const handoff = handoffOf(text);
    const [side] = sideFiles(handoff);
    return side && createNamed(handoff, side);
  };

  test('moves the text there and keeps the path', () => {
    const text = `${start}"pending_work":"a\\nb","pending_work_path":"./notes/a.txt"}`;
    const fix = create(text);
    expect(fix).toMatchObject({ title: 'Create "notes/a.txt" from pending_work', creates: true });
    expect(fix?.edit().create).toEqual([{ path: 'notes/a.txt', text: 'a\nb' }]);
    expect(applyTo(text, fix?.edit().replace ?? [])).toBe(`${start}"pending_work_path":"./notes/a.txt"}`);
  });

  test.each([
    ['no text', `${start}"pending_work":"  ","pending_work_path":"a.txt"}`],
    ['a path that leads out', `${start}"pending_work":"x","pending_work_path":"../a.txt"}`],
    ["a path in git's own folder", `${start}"pending_work":"x","pending_work_path":".Git/a.txt"}`],
  ])('is not on offer for %s', (_, text) => {
    expect(create(text)).toBeUndefined();
  });

  test('is disabled where the text would be damaged', () => {
    expect(create(`${start}"pending_work":"\\udc00","pending_work_path":"a.txt"}`)?.disabled).toMatch(
      /half of a surrogate pair/,
    );
    expect(
      create(`${start}"pending_work":"x","pending_work_path":"a.txt","pending_work_path":"a.txt"}`)?.disabled,
    ).toMatch(/given more than once/);
  });
});

test('an untitled document has no file to move its text to, and nothing is thrown (pitfall 62)', () => {
  const document = createDocument('untitled:Untitled-1', `${start}"pending_work":"x","allowed_paths":[]}`, {
    formats,
    placed: [],
  });
  const handoff = createHandoff(document, { now: NOW, files: new Map(), folders: new Map() });
  const caret = document.text.indexOf('"pending_work"');
  const offered = handoff && refactorings(handoff, { start: caret, end: caret });
  expect(offered?.map(({ disabled }) => disabled)).toEqual([
    'the handoff must be saved in a folder of the workspace first',
  ]);
});

type FactParts = Readonly<Record<string, unknown>>;

function handoffOf(text: string, facts: FactParts = {}, path = home): Handoff {
  const all: Facts = { ...factsOf({ path, facts }), ...('place' in facts ? { place: facts['place'] } : {}) } as Facts;
  const handoff = createHandoff(documentAt(path, text), all);
  if (handoff === undefined) throw new Error('The text is no handoff.');
  return handoff;
}

/** What is on offer with the caret at the beginning of some text. */
function at(text: string, mark: string, facts: FactParts = {}): readonly Fix[] {
  const caret = text.indexOf(mark);
  return refactorings(handoffOf(text, facts), { start: caret, end: caret });
}

function editOf(
  text: string,
  name: string,
  facts: FactParts = {},
  path = home,
): { edit: Edit; text: string } | undefined {
  const caret = text.indexOf(`"${name}"`);
  const [fix] = refactorings(handoffOf(text, facts, path), { start: caret, end: caret });
  if (fix === undefined || fix.disabled !== undefined) return undefined;
  const edit = fix.edit();
  return { edit, text: applyTo(text, edit.replace) };
}

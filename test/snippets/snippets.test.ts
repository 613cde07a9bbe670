// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${…} is the syntax of snippets here.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formats } from '../../core/generated/formats.ts';
import { expandSnippet } from '../harness/snippet.ts';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: string | readonly string[];
}

const snippets: Readonly<Record<string, Snippet>> = JSON.parse(
  readFileSync(new URL('../../snippets/task.code-snippets', import.meta.url), 'utf8'),
);

const halfPastNoon = {
  CURRENT_YEAR: '2026',
  CURRENT_MONTH: '05',
  CURRENT_DATE: '05',
  CURRENT_HOUR: '12',
  CURRENT_MINUTE: '34',
  CURRENT_SECOND: '56',
  CURRENT_TIMEZONE_OFFSET: '+09:00',
};

function expand(name: string, choice = 0): string {
  const body = snippets[name]?.body ?? '';
  return expandSnippet(typeof body === 'string' ? body : body.join('\n'), halfPastNoon, choice);
}

test('there are these snippets, each with a prefix of its own', () => {
  expect(Object.entries(snippets).map(([name, { prefix }]) => [name, prefix])).toEqual([
    ['Task handoff', 'handoff'],
    ['Interrupted', 'interrupted'],
    ['Pending work', 'pending'],
    ['Known failure', 'failure'],
    ['Test results', 'tests'],
    ['Scope', 'scope'],
    ['Changed paths', 'changed'],
  ]);
});

describe.each([0, 1, 2, 3])('with choice %d of every choice', (choice) => {
  test.each(Object.keys(snippets).filter((name) => name !== 'Task handoff'))('%s is members of an object', (name) => {
    expect(() => JSON.parse(`{${expand(name, choice)}}`)).not.toThrow();
  });

  test('Task handoff is an object', () => {
    expect(() => JSON.parse(expand('Task handoff', choice))).not.toThrow();
  });
});

test('a whole handoff has every required member, and a time that names its instant', () => {
  expect(JSON.parse(expand('Task handoff'))).toEqual({
    task_id: 'task-1',
    schema_version: '1.0',
    previous_bot: 'dev1',
    current_branch: 'task/task-1-dev1',
    base_sha: '0000000',
    head_sha: '0000000',
    changed_paths: [],
    allowed_paths: [],
    forbidden_paths: [],
    pending_work: 'What is left, and where to go on.',
    known_failures: 'What fails, and how to see it.',
    test_results: {},
    handoff_reason: 'interrupt',
    created_at: '2026-05-05T12:34:56+09:00',
  });
});

test('a whole handoff is valid against the schema, whatever is chosen', () => {
  const task = formats.find(({ id }) => id === 'task');
  expect([0, 1, 2].map((choice) => task?.validate(JSON.parse(expand('Task handoff', choice))))).toEqual([[], [], []]);
});

describe.each([
  ['aos', ['AgentHandoff']],
  ['gsd', ['GSD pause file']],
  ['swl', ['SWL handoff', 'SWL pipeline step', 'SWL task']],
  ['yarramate', ['YarraMate handoff']],
])('of the format %s', (id, names) => {
  const all: Readonly<Record<string, Snippet>> = JSON.parse(
    readFileSync(new URL(`../../snippets/${id}.code-snippets`, import.meta.url), 'utf8'),
  );

  test('there are whole handoffs alone: what stands in one is completed where it belongs', () => {
    expect(Object.keys(all)).toEqual(names);
    expect(Object.values(all).map(({ prefix }) => prefix.startsWith('handoff-'))).toEqual(names.map(() => true));
  });

  test.each(names)('%s is valid against the schema, whatever is chosen', (name) => {
    const format = formats.find((one) => one.id === id);
    const body = all[name]?.body ?? '';
    const text = typeof body === 'string' ? body : body.join('\n');
    const values = [0, 1, 2].map((choice) => JSON.parse(expandSnippet(text, halfPastNoon, choice)));
    expect(values.map((value) => format?.validate(value))).toEqual([[], [], []]);
  });
});

test('every format has snippets', () => {
  expect(readdirSync(new URL('../../snippets', import.meta.url)).sort()).toEqual(
    formats.map(({ id }) => `${id}.code-snippets`).sort(),
  );
});

test('line breaks inside a text are written as escapes', () => {
  expect(expand('Pending work')).toBe(
    '"pending_work": "1. the first step, in src/file.ts\\n2. the second step\\nDone when: what shows that it is done."',
  );
  expect(expand('Known failure')).toBe(
    '"known_failures": "the test or command fails: what it says.\\nTo see it: npm test\\nSince: before this task."',
  );
  expect(expand('Interrupted')).toBe(
    '"handoff_reason": "interrupt",\n"pending_work": "Done: what is finished.\\nNext: the first step to take, in src/file.ts.\\nThen: what follows."',
  );
});

test('lists and objects come out in lines of their own, indented by a tab that the editor turns into its own indent', () => {
  expect(expand('Test results')).toBe('"test_results": {\n\t"unit": "passed",\n\t"ci": "pending"\n}');
  expect(expand('Scope')).toBe('"allowed_paths": ["src/"],\n"forbidden_paths": ["package-lock.json"]');
  expect(expand('Changed paths')).toBe('"changed_paths": [\n\t"src/file.ts",\n\t"test/file.test.ts"\n]');
});

describe('the expansion the tests use', () => {
  test('knows what VS Code knows of stops, choices, variables and escapes', () => {
    expect(expandSnippet('$1 ${2} ${3:a\\}b} ${4|x,y|} $NAME ${NAME} \\$ \\\\n \\n', { NAME: 'n' }, 1)).toBe(
      '  a}b y n n $ \\n \\n',
    );
  });

  test.each(['${1:a ${2:b}}', '${NAME/(.*)/$1/}', '${NAME:default}', '$', '$UNKNOWN'])('refuses %s', (body) => {
    expect(() => expandSnippet(body, { NAME: 'n' })).toThrow('Unknown snippet');
  });
});

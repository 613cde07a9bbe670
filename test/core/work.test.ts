import { beforeEach, describe, expect, test, vi } from 'vitest';
import { judge } from '../../core/check.ts';
import { complete } from '../../core/complete/complete.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../../core/document.ts';
import { createFormat } from '../../core/format/format.ts';
import type { Validator } from '../../core/format/schema.ts';
import { formats } from '../../core/generated/formats.ts';
import { rules } from '../../core/generated/rules.ts';
import { type Claimed, createHandoff, type Handoff } from '../../core/handoff.ts';
import { needsOf } from '../../core/needs.ts';
import { nextVersion } from '../../core/next-version.ts';
import { pathLists } from '../../core/paths/listed-path.ts';
import type { NamedRule } from '../../core/rule.ts';
import { hover } from '../../core/show/hover.ts';
import type { Span } from '../../core/text/span.ts';
import { NOW } from '../harness/core.ts';
import { handoff, uri } from '../harness/handoffs.ts';

/* How much is done for a version of a document, counted and not timed: a clock would tell more of the machine. */

const trees = vi.hoisted(() => ({ made: 0, units: 0 }));
const searches = vi.hoisted(() => ({ made: 0 }));

vi.mock('../../core/json/parse.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../core/json/parse.ts')>();
  return {
    parse(text: string, skips: readonly Span[] = []) {
      trees.made++;
      trees.units += skips.reduce((left, { start, end }) => left - (end - start), text.length);
      return original.parse(text, skips);
    },
  };
});

vi.mock('../../core/json/large.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../core/json/large.ts')>();
  return {
    ...original,
    largeIn(text: string) {
      searches.made++;
      return original.largeIn(text);
    },
  };
});

beforeEach(() => {
  Object.assign(trees, { made: 0, units: 0 });
  searches.made = 0;
});

const options = { formats, placed: ['task'] };
const facts = { now: NOW, unchecked: 'nobody asked', files: new Map(), folders: new Map() };

/** As a server and the terminal do it: needs, then the findings, once more for what has come to be known. */
function judged(document: HandoffDocument) {
  judge(document, facts, defaultConfiguration);
  needsOf(document, facts, defaultConfiguration);
  const later = { ...facts, place: { path: 'memory/handoffs/task-1.json', root: 'folder' } as const };
  return judge(document, later, defaultConfiguration).reports;
}

test('a handoff without a slip makes no tree, also where a few things are found in it', () => {
  expect(judged(createDocument(uri, handoff(), options)).length).toBeGreaterThan(0);
  judged(createDocument(uri, handoff({ handoff_reason: 'done', changed_paths: ['../x'] }), options));
  expect(trees.made).toBe(0);
});

test.each([
  ['a slip', (text: string) => text.replace(',', ',,')],
  ['a member twice', (text: string) => text.replace('{', '{"task_id":"x",')],
])('one with %s makes one tree for each version', (_, spoilt) => {
  const first = createDocument(uri, spoilt(handoff()), options);
  expect(judged(first).length).toBeGreaterThan(0);
  expect(trees.made).toBe(1);
  judged(nextVersion(first, `${first.text} `));
  expect(trees.made).toBe(2);
});

test('the schema judges each version once', () => {
  let calls = 0;
  const validator: Validator = () => {
    calls++;
    return true;
  };
  const own = createFormat('own', { properties: { a: { type: 'string' } } }, validator);
  const first = createDocument(uri, '{"a": "x"}', { formats: [own], placed: [], chosen: 'own' });
  judged(first);
  expect(calls).toBe(1);
  judged(nextVersion(first, '{"a": "y"}'));
  expect(calls).toBe(2);
});

test('of a long list only the entries that have changed since the last version are read', () => {
  const paths = Array.from({ length: 1000 }, (_, index) => `src/${index}.ts`);
  const listsOf = (document: HandoffDocument) => {
    const known = createHandoff(document, facts);
    return known === undefined ? [] : (pathLists(known, 'changed')[0]?.entries ?? []);
  };
  const first = createDocument(uri, handoff({ changed_paths: paths }), options);
  const before = listsOf(first);
  const after = listsOf(nextVersion(first, first.text.replace('src/7.ts', 'src/seven.ts')));
  expect(after.filter((entry, index) => entry !== before[index])).toEqual([
    expect.objectContaining({ path: ['changed_paths', 7], value: 'src/seven.ts', comparable: 'src/seven.ts' }),
  ]);
});

test.each([
  ['that repeats another', 'src/8.ts', false],
  ['that differs from another in case alone', 'SRC/8.ts', false],
  ['that is no plain path', './src/7.ts', false],
  ['that is new', 'src/new.ts', true],
])('a list with a changed entry %s is judged as one that is read anew', (_, entry, plain) => {
  const paths = Array.from({ length: 50 }, (_, index) => `src/${index}.ts`);
  const first = createDocument(uri, handoff({ changed_paths: paths }), options);
  judged(first);
  const second = nextVersion(first, first.text.replace('src/7.ts', entry));
  const anew = createDocument(uri, second.text, options);
  const findings = (document: HandoffDocument) => judged(document).map(({ fixes: _, ...finding }) => finding);
  expect(findings(second)).toEqual(findings(anew));
  expect(second.kept.lists?.find(({ kind }) => kind === 'changed')?.plain).toBe(plain);
});

describe('A character typed into a text of a long document', () => {
  const paths = Array.from({ length: 20_000 }, (_, index) => `src/part-${index}/table.ts`);
  const first = createDocument(uri, handoff({ changed_paths: paths, known_failures: 'None so far.' }), options);
  const at = first.text.indexOf('None so far') + 4;
  const typed = (document: HandoffDocument, text: string) =>
    nextVersion(document, `${document.text.slice(0, at)}${text}${document.text.slice(at)}`, document.options, {
      ...{ start: at, end: at, length: text.length },
    });

  test('has that text and the names around it parsed, and the next time the text alone', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const second = typed(first, ',');
    expect(parse.mock.calls.map(([text]) => text)).toEqual(['"known_failures"', '"None, so far."']);
    parse.mockClear();
    const third = typed(second, ',');
    expect(parse.mock.calls.map(([text]) => text)).toEqual(['"None,, so far."']);
    parse.mockRestore();
    expect(third.value).toEqual({ ...JSON.parse(first.text), known_failures: 'None,, so far.' });
    expect(trees.made).toBe(0);
  });

  test('leaves it known what can be passed over, so that help for a place reads only what is around it', () => {
    hover(first, first.text.indexOf('known_failures'), facts);
    expect(searches.made).toBe(1);
    const second = typed(first, ',');
    Object.assign(trees, { made: 0, units: 0 });
    hover(second, second.text.indexOf('known_failures'), facts);
    complete(second, second.text.indexOf('handoff_reason') + 18, facts);
    expect(searches.made).toBe(1);
    expect(trees.made).toBe(2);
    expect(trees.units).toBeLessThan(2 * 1500);
  });

  test('has no rule run again but those that what is said there matters to', () => {
    const ran: string[] = [];
    const asked: string[] = [];
    const counted = rules.map((rule: NamedRule): NamedRule => {
      if (rule.subject !== 'handoff') return rule;
      const check = (known: Handoff) => {
        ran.push(rule.id);
        return rule.check(known);
      };
      const needs = (claimed: Claimed, canAskGit: boolean) => {
        asked.push(rule.id);
        return rule.needs?.(claimed, canAskGit) ?? {};
      };
      return { ...rule, check, ...(rule.needs && { needs }) };
    });
    const counting = (document: HandoffDocument) => {
      ran.length = 0;
      asked.length = 0;
      const wanted = needsOf(document, facts, defaultConfiguration, counted);
      judge(document, facts, defaultConfiguration, counted);
      return wanted;
    };
    const wanted = counting(first);
    expect(ran.length).toBeGreaterThan(20);
    expect(asked.length).toBeGreaterThan(3);
    const second = typed(first, ',');
    expect(counting(second)).toBe(wanted);
    expect(ran).toEqual(['complete-with-pending', 'interrupt-without-pending']);
    expect(asked).toEqual(['possible-secret', 'text-cut']);
    counting(second);
    expect(asked).toEqual([]);
    expect(second.kept.lists).toBe(first.kept.lists);
  });
});

test('documents and what is known of them have no accessors of their own, by which V8 would keep them alive', () => {
  const document = createDocument(uri, handoff(), options);
  for (const one of [document, createHandoff(document, facts)]) {
    const accessors = Object.values(Object.getOwnPropertyDescriptors(one)).filter(({ get }) => get !== undefined);
    expect(accessors).toEqual([]);
  }
});

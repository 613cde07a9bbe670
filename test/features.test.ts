import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompletionItem, complete, completionNeeds } from '../core/complete/complete.ts';
import type { HandoffDocument } from '../core/document.ts';
import { applyTo } from '../core/edit.ts';
import type { Needs } from '../core/evidence/facts.ts';
import { type Facts, noFacts } from '../core/evidence/facts.ts';
import { hover, hoverNeeds } from '../core/show/hover.ts';
import { links } from '../core/show/links.ts';
import type { Span } from '../core/text/span.ts';
import { documentAt, factsOf, NOW } from './harness/core.ts';
import { type Expectation, type FeatureFixture, featureFixtures } from './harness/feature-fixture.ts';
import { ruleFixtures } from './harness/fixtures.ts';
import { expandSnippet } from './harness/snippet.ts';

const fixtures = featureFixtures();

describe.each(fixtures)('$name: $promise', (fixture) => {
  const document = documentAt(fixture.path, fixture.text);
  const facts = factsOf(fixture);

  test.each(fixture.expectations)('$kind $subject', (expected) => {
    expect(shown(expected, fixture, document, facts)).toEqual(expectedOf(expected));
  });

  test('offers nothing without facts that it does not offer with them', () => {
    const known = new Set(complete(document, fixture.offset, facts).items.map(({ label }) => label));
    const bare = complete(document, fixture.offset, noFacts(facts.now)).items.map(({ label }) => label);
    expect(bare.filter((label) => !known.has(label))).toEqual([]);
  });
});

describe('at every offset of every fixture and sample', { timeout: 60_000 }, () => {
  const texts = [...fixtures, ...ruleFixtures()].map((fixture) => ({ ...fixture, facts: factsOf(fixture) }));
  const samples = sampleFiles().flatMap(({ path, text }) =>
    spellings(text).map(([spelling, text]) => ({
      name: `${path} (${spelling})`,
      path,
      text,
      facts: factsOf({ path, facts: rich }),
    })),
  );

  test.each([...texts, ...samples])(
    '$name: completes on one line around the caret (pitfall 16), and hovers',
    ({ path, text, facts }) => {
      const document = documentAt(path, text);
      const wrong = offsetsOf(text).flatMap((offset) => {
        completionNeeds(document, offset, facts);
        hoverNeeds(document, offset, facts);
        const { items } = complete(document, offset, facts);
        const found = hover(document, offset, facts);
        const misplaced = items.filter((item) => !isPlaced(item, text, offset)).map(({ label }) => label);
        const doubled = new Set(items.map(({ label }) => label)).size < items.length;
        const elsewhere = found !== undefined && !contains(found.span, offset);
        return misplaced.length > 0 || doubled || elsewhere ? [{ offset, misplaced, doubled, elsewhere }] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each(samples.filter(({ text }) => isJson(text)))(
    '$name: still parses after any item (pitfalls 16, 20)',
    ({ path, text, facts }) => {
      const document = documentAt(path, text);
      const broken = offsetsOf(text).flatMap((offset) =>
        [true, false].flatMap((snippets) =>
          complete(document, offset, facts, { snippets })
            .items.filter((item) => !isJson(accept(item, text, item.replace)))
            .map(({ label }) => `${label} at ${offset}`),
        ),
      );
      expect(broken).toEqual([]);
    },
  );
});

/** Facts in which there is something to offer everywhere. */
const rich = {
  folders: { 'memory/handoffs': ['p.txt', 'q "r".md'] },
  git: {
    branch: 'task/task-1-dev4',
    head: 'a1b2c3d400000000000000000000000000000002',
    base: { ref: 'refs/remotes/origin/main', commit: 'f4151eeb00000000000000000000000000000001' },
    changed: ['a "b" $c.txt', 'src/{x}|y,\\z.ts'],
    uncommitted: ['d.txt'],
    branches: ['main', 'a$b}c'],
    recent: [{ id: '0123456789000000000000000000000000000003', subject: 's', author: 'a', date: NOW }],
    paths: ['src/a.ts', 'src/b/c.ts'],
  },
};

/** What the product shows for an expectation, in the words of the fixture. */
function shown({ kind, subject, body }: Expectation, fixture: FeatureFixture, document: HandoffDocument, facts: Facts) {
  const { text, offset } = fixture;
  const items = () => complete(document, offset, facts).items;
  const lines = () => items().map(({ label, detail }) => (detail === undefined ? label : `${label} | ${detail}`));
  const plain = () =>
    complete(document, offset, facts, { snippets: false }).items.find(({ label }) => label === subject);
  switch (kind) {
    case 'offers':
      return lines();
    case 'offers first':
      return lines().slice(0, body.split('\n').length);
    case 'leaves out':
      return items().flatMap(({ label }) => (body.split('\n').includes(label) ? [label] : []));
    case 'preselects':
      return items().flatMap(({ label, preselect }) => (preselect === true ? [label] : []));
    case 'accepts':
      return accepted(plain(), text, 'replace');
    case 'inserts':
      return accepted(plain(), text, 'insert');
    case 'snippet':
      return items().find(({ label }) => label === subject)?.text;
    case 'documentation':
      return items().find(({ label }) => label === subject)?.documentation;
    case 'completion needs':
      return wanted(completionNeeds(document, offset, facts));
    case 'hover needs':
      return wanted(hoverNeeds(document, offset, facts));
    case 'links':
      return links(document, facts).map(({ span, path }) => {
        const under = text.slice(span.start, span.end);
        return under === path ? path : `${path} < ${under}`;
      });
    default: {
      const found = hover(document, offset, facts);
      return found && { token: text.slice(found.span.start, found.span.end), markdown: found.markdown };
    }
  }
}

/** Without the kinds of facts of which none is wanted. */
function wanted(needs: Needs): Needs {
  return Object.fromEntries(Object.entries(needs).filter(([, list]) => list.length > 0));
}

function expectedOf({ kind, subject, body }: Expectation) {
  switch (kind) {
    case 'offers':
    case 'offers first':
    case 'links':
      return body === '' ? [] : body.split('\n');
    case 'leaves out':
      return [];
    case 'preselects':
      return [subject];
    case 'completion needs':
    case 'hover needs':
      return wanted(JSON.parse(body));
    case 'hover':
      return { token: subject, markdown: body };
    case 'no hover':
      return undefined;
    default:
      return body;
  }
}

function accepted(item: CompletionItem | undefined, text: string, mode: 'replace' | 'insert'): string | undefined {
  return item && accept(item, text, item[mode]);
}

/** The text after an item was accepted in an editor that indents new lines as the line of the caret. */
function accept({ text: inserted, snippet, additional }: CompletionItem, text: string, span: Span): string {
  const line =
    text
      .slice(0, span.start)
      .split(/\r\n|\n|\r/)
      .at(-1) ?? '';
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const plain = (snippet ? expandSnippet(inserted, {}) : inserted).replace(/\r\n|\n/g, (eol) => eol + indent);
  return applyTo(text, [...additional, { ...span, text: plain }]);
}

function isPlaced({ replace, insert, additional }: CompletionItem, text: string, offset: number): boolean {
  const prefix = insert.start === replace.start && insert.end === offset;
  const around = replace.start <= offset && offset <= replace.end && replace.end <= text.length;
  const oneLine = !/[\r\n]/.test(text.slice(replace.start, replace.end));
  return prefix && around && oneLine && additional.every(({ end }) => end < replace.start);
}

/** Every offset, but of a long run of one character (one or two units) only the ends: inside it all are alike. */
function offsetsOf(text: string): readonly number[] {
  return Array.from({ length: text.length + 1 }, (_, offset) => offset).filter((offset) => {
    const around = text.slice(Math.max(0, offset - 20), offset + 20);
    return around.length < 40 || new Set(around).size > 2;
  });
}

function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/** The ways people and programs write the same document; what is no JSON has only its own. */
function spellings(text: string): readonly (readonly [string, string])[] {
  const own = ['as it is', text] as const;
  if (!isJson(text)) return [own];
  const value: unknown = JSON.parse(text);
  return [
    own,
    ['minified', JSON.stringify(value)],
    ['with tabs and CRLF', JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')],
    ['without indentation', JSON.stringify(value, null, 1).replace(/\n +/g, '\n')],
    ['with a BOM', `\ufeff${text}`],
  ];
}

/** The samples of `test/formats`, each at a usual place of its format. */
function sampleFiles(): readonly { readonly path: string; readonly text: string }[] {
  const folder = join(import.meta.dirname, 'formats');
  const places: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, 'places.json'), 'utf8'));
  return Object.entries(places).flatMap(([place, format]) =>
    readdirSync(join(folder, format))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        path: place.endsWith('/') ? `${place}${file}` : `x${place}`,
        text: readFileSync(join(folder, format, file), 'utf8'),
      })),
  );
}

import { expect, test } from 'vitest';
import { check, judge } from '../../core/check.ts';
import { type Configuration, defaultConfiguration } from '../../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../../core/document.ts';
import type { Facts } from '../../core/evidence/facts.ts';
import type { Report } from '../../core/finding.ts';
import { fieldAt } from '../../core/format/format.ts';
import { textAround } from '../../core/json/retype.ts';
import { needsOf } from '../../core/needs.ts';
import { nextVersion } from '../../core/next-version.ts';
import { both, type Revision } from '../../core/text/revision.ts';
import type { Span } from '../../core/text/span.ts';
import { configurationOf, documentAt, factsOf, NOW } from '../harness/core.ts';
import { ruleFixtures, sample } from '../harness/fixtures.ts';
import { mutated, type Random, randomFrom, type Value } from '../harness/mutate.ts';

const NOTHING: Facts = { now: NOW, files: new Map(), folders: new Map() };

/** Findings with what their fixes would do. */
function whole(reports: readonly Report[]) {
  return reports.map(({ fixes, ...report }) => ({
    ...report,
    fixes: fixes?.().map(({ edit, ...fix }) => ({ ...fix, edit: edit() })),
  }));
}

/** What is typed or pasted. */
const INSERTED = [
  ...[
    'x',
    ' ',
    '\n',
    '"',
    '\\',
    '\\n',
    '\\u00e9',
    '\\ud83d',
    '\ud83d',
    '\u00a0',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '1',
    '-',
  ],
  ...['../x', '€', 'spend', '"a": 1,', '", "b": "', '2026-01-01T00:00:00Z', 'x'.repeat(4001)],
];

/** What a text can become that makes a difference to some rule. */
const TEXTS = [
  ...[
    '',
    ' ',
    'none',
    'N/A',
    'Much is left.',
    'TODO: more',
    'It goes on [truncated]',
    'x'.repeat(4000),
    'x'.repeat(4001),
  ],
  ...['complete', 'interrupt', 'src/a.ts', 'task-1', '\\ud83d', '\\ud83d x', 'half \\ude00', 'a: \\"b\\"', '한글 🚧'],
  ...['AKIAQWERTYUIOPASDFGH', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
];

interface Change {
  readonly revision: Revision;
  readonly inserted: string;
}

function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}

/** Changes such as people make: mostly in texts for people, now and then in others or anywhere. */
function randomChange(document: HandoffDocument, text: string, random: Random): Change {
  const texts = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(({ index, 0: { length } }) => ({
    start: index + 1,
    end: index + length - 1,
  }));
  const prose = random() < 0.7 && text === document.text ? texts.filter(({ start }) => isProse(document, start)) : [];
  const span = pick(prose.length > 0 ? prose : texts, random);
  if (span !== undefined && random() < 0.4) return change(span, pick(TEXTS, random) ?? '');
  const [from, to] = span === undefined || random() < 0.1 ? [0, text.length] : [span.start, span.end];
  const start = from + Math.floor(random() * (to - from + 1));
  const removed = random() < 0.5 ? 0 : Math.min(to - start, 1 + Math.floor(random() * 3));
  return change({ start, end: start + removed }, removed > 0 && random() < 0.5 ? '' : (pick(INSERTED, random) ?? ''));
}

function change({ start, end }: Span, inserted: string): Change {
  return { revision: { start, end, length: inserted.length }, inserted };
}

function isProse({ isSound, text, recognition: { format } }: HandoffDocument, offset: number): boolean {
  const at = isSound ? textAround(text, { start: offset, end: offset }) : undefined;
  return at !== undefined && format !== undefined && fieldAt(format, at.path)?.meaning.prose !== undefined;
}

/** Edits a document again and again, and takes many edits back, as people do who have broken something. */
function* versions(first: HandoffDocument, rounds: number, random: Random): Iterable<HandoffDocument> {
  let document = first;
  let waiting: Revision | undefined;
  let { text } = first;
  const next = ({ revision, inserted }: Change) => {
    text = text.slice(0, revision.start) + inserted + text.slice(revision.end);
    waiting = waiting === undefined ? revision : both(waiting, revision);
    // A burst of versions of which only the last is looked at.
    if (random() < 0.15) return;
    document = nextVersion(document, text, document.options, waiting);
    waiting = undefined;
  };
  for (let round = 0; round < rounds; round++) {
    const one = randomChange(document, text, random);
    const { start, end } = one.revision;
    const removed = text.slice(start, end);
    next(one);
    yield document;
    if (document.isSound && random() < 0.6) continue;
    next(change({ start, end: start + one.inserted.length }, removed));
    yield document;
  }
}

/** Holds each version to the text read anew. */
function compare(first: HandoffDocument, known: Facts, configuration: Configuration, rounds: number, random: Random) {
  check(first, known, configuration);
  for (const document of versions(first, rounds, random)) {
    const facts = random() < 0.95 ? known : NOTHING;
    const fresh = createDocument(document.uri, document.text, document.options);
    expect(document.value, document.text).toEqual(fresh.value);
    if (random() < 0.2) {
      expect(needsOf(document, facts, configuration)).toEqual(needsOf(fresh, facts, configuration));
    }
    // Now and then nobody asks for the findings of a version.
    if (random() < 0.1) continue;
    // Nor for what is to be known further.
    if (random() < 0.2) {
      const found = check(document, facts, configuration);
      expect(whole(found), document.text).toEqual(whole(check(fresh, facts, configuration)));
      continue;
    }
    const found = judge(document, facts, configuration);
    const anew = judge(fresh, facts, configuration);
    expect(whole(found.reports), document.text).toEqual(whole(anew.reports));
    expect(found.needs, document.text).toEqual(anew.needs);
    expect(needsOf(document, facts, configuration)).toEqual(needsOf(fresh, facts, configuration));
  }
}

test.each(ruleFixtures().map((fixture, seed) => ({ ...fixture, seed })))(
  '$rule/$name: whatever is typed, findings, fixes and needs are those of the text read anew',
  (fixture) => {
    const document = documentAt(fixture.path, fixture.text, fixture.schema);
    compare(document, factsOf(fixture), configurationOf(fixture), 8, randomFrom(fixture.seed));
  },
);

test.each(['memory/handoffs/task-1.json', '.planning/HANDOFF.json', 'x.handoff.json'])(
  '%s: the same for a document near a valid one',
  (path) => {
    const random = randomFrom(3);
    for (let round = 0; round < 60; round++) {
      const text = JSON.stringify(mutated([sample(path) as Value], ['complete', 'interrupt', 'x'], random), null, 2);
      compare(documentAt(path, text), NOTHING, defaultConfiguration, 8, random);
    }
  },
);

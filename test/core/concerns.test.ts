import { expect, test } from 'vitest';
import { check, judge } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument } from '../../core/document.ts';
import { needsGit } from '../../core/evidence/facts.ts';
import { formats } from '../../core/generated/formats.ts';
import { rules } from '../../core/generated/rules.ts';
import { needsOf } from '../../core/needs.ts';
import type { NamedRule } from '../../core/rule.ts';
import { configurationOf, documentAt, factsOf, NOW } from '../harness/core.ts';
import { ruleFixtures, sample } from '../harness/fixtures.ts';
import { mutated, randomFrom, type Value } from '../harness/mutate.ts';

/** The rules as they would be if none said what it is about, so that each runs on every document. */
const all: readonly NamedRule[] = rules.map(({ concerns: _, ...rule }) => rule);
/** Nor whether it concludes from what git says alone. */
const plain: readonly NamedRule[] = all.map(({ evidence: _, ...rule }: NamedRule & { evidence?: unknown }) => rule);

test.each(ruleFixtures())('$rule/$name: a rule that is passed over would find and ask for nothing', (fixture) => {
  const document = documentAt(fixture.path, fixture.text, fixture.schema);
  const [facts, configuration] = [factsOf(fixture), configurationOf(fixture)];
  const found = (these: readonly NamedRule[]) =>
    check(document, facts, configuration, these).map(({ fixes: _, ...rest }) => rest);
  expect(found(rules)).toEqual(found(plain));
  expect(needsOf(document, facts, configuration)).toEqual(needsOf(document, facts, configuration, all));
  expect(judge(document, facts, configuration).needs).toEqual(judge(document, facts, configuration, all).needs);
  // Where git cannot be asked, all the same is asked of the disk.
  const { git: _, ...bare } = { ...facts, unchecked: 'git is turned off' };
  const asked = (these: readonly NamedRule[]) => [
    needsOf(document, bare, configuration, these),
    judge(document, bare, configuration, these).needs,
  ];
  expect(asked(rules)).toEqual(asked(plain));
  expect(asked(rules).some(needsGit)).toBe(false);
});

test('in a document near a valid one a rule that is passed over would find and ask for nothing', () => {
  const places = ['memory/handoffs/task-1.json', '.planning/HANDOFF.json', 'x.handoff.json'];
  const documents = places.flatMap((path) => (sample(path) as Value) ?? []);
  const random = randomFrom(7);
  const facts = { now: NOW, files: new Map(), folders: new Map() };
  for (let round = 0; round < 500; round++) {
    const value = JSON.stringify(mutated(documents, ['\ud800', '', ' ', '2026-01-01 00:00', 11, ['a', 'a']], random));
    const text = round % 3 === 0 ? value.slice(0, -1 - Math.floor(random() * 20)) : value;
    const document = createDocument('file:///repo/memory/handoffs/task-1.json', text, { formats, placed: ['task'] });
    const found = (these: readonly NamedRule[]) => check(document, facts, defaultConfiguration, these);
    expect(JSON.stringify(found(rules)), text).toBe(JSON.stringify(found(plain)));
    expect(needsOf(document, facts, defaultConfiguration), text).toEqual(
      needsOf(document, facts, defaultConfiguration, all),
    );
    expect(judge(document, facts, defaultConfiguration).needs, text).toEqual(
      judge(document, facts, defaultConfiguration, all).needs,
    );
  }
});

import { describe, expect, test } from 'vitest';
import { judge } from '../../core/check.ts';
import { type Configuration, defaultConfiguration } from '../../core/configuration.ts';
import type { HandoffDocument } from '../../core/document.ts';
import {
  type Facts,
  type GitFacts,
  type Needs,
  needsGit,
  noFacts,
  rangeKey,
  unite,
} from '../../core/evidence/facts.ts';
import { ROUNDS } from '../../core/evidence/rounds.ts';
import { rules } from '../../core/generated/rules.ts';
import { type Claimed, createHandoff, type Handoff } from '../../core/handoff.ts';
import { needsOf } from '../../core/needs.ts';
import type { HandoffRule, NamedRule } from '../../core/rule.ts';
import { configurationOf, documentAt, factsOf, NOW } from '../harness/core.ts';
import { ruleFixtures } from '../harness/fixtures.ts';
import { handoff } from '../harness/handoffs.ts';

/* Rules are asked in two steps: what they judge by, and then what follows from that and what their fixes are made from. */

type NamedHandoffRule = HandoffRule & { readonly id: string };

const aboutHandoffs = rules.filter((rule): rule is NamedHandoffRule => rule.subject === 'handoff');

test.each(ruleFixtures())('$rule/$name: what rules judge by is the same whatever is known', (fixture) => {
  const facts = factsOf(fixture);
  const { verdict, place } = facts;
  const wantedBy = (known: Facts) => {
    const document = documentAt(fixture.path, fixture.text, fixture.schema);
    const claimed = createHandoff(document, known);
    const of = (canAskGit: boolean) => aboutHandoffs.map((rule) => claimed && rule.needs?.(claimed, canAskGit));
    return [of(true), of(false)];
  };
  expect(wantedBy(facts)).toEqual(wantedBy({ ...noFacts(NOW), ...(verdict && { verdict }) }));
  expect(wantedBy(facts)).toEqual(
    wantedBy({ ...noFacts(NOW, 'git is turned off'), ...(place && { place }), ...(verdict && { verdict }) }),
  );
});

describe('what was asked for is enough', () => {
  const cases = ruleFixtures();

  test.each(cases)('$rule/$name: to find all, fixes being what nothing is judged by', (fixture) => {
    const [document, facts, configuration] = readFixture(fixture);
    const unfixed = rules.map(({ fixNeeds: _, ...rule }: NamedRule & { fixNeeds?: unknown }) => rule);
    const known = answered(document, facts, configuration, unfixed);
    const found = (some: Facts) => judge(document, some, configuration).reports.map(({ fixes: _, ...rest }) => rest);
    expect(found(known)).toEqual(found(facts));
  });

  test.each(cases)('$rule/$name: to make each fix', (fixture) => {
    const [document, facts, configuration] = readFixture(fixture);
    const known = answered(document, facts, configuration, rules);
    expect(fixesIn(document, known, configuration)).toEqual(fixesIn(document, facts, configuration));
  });
});

function readFixture(fixture: ReturnType<typeof ruleFixtures>[number]) {
  return [documentAt(fixture.path, fixture.text, fixture.schema), factsOf(fixture), configurationOf(fixture)] as const;
}

function fixesIn(document: HandoffDocument, facts: Facts, configuration: Configuration) {
  return judge(document, facts, configuration).reports.map(({ rule, span, fixes }) => ({
    rule,
    span,
    fixes: fixes?.().map(({ edit, ...fix }) => ({ ...fix, edit: edit() })),
  }));
}

describe('Of rules whose questions are counted', () => {
  const facts: Facts = { ...noFacts(NOW), place: { path: 'memory/handoffs/task-1.json', root: 'repository' } };
  const where = 'memory/handoffs/task-1.json';

  /** Rules as they are, and which of them were asked what, in order. */
  function counted() {
    const asked: string[] = [];
    const said = <T>(words: string, value: T): T => {
      asked.push(words);
      return value;
    };
    const these = rules.map((rule): NamedRule => {
      if (rule.subject !== 'handoff') return rule;
      const { id, needs, fixNeeds } = rule;
      return {
        ...rule,
        ...(needs && { needs: (claimed: Claimed, canAskGit: boolean) => said(id, needs(claimed, canAskGit)) }),
        ...(fixNeeds && { fixNeeds: (known: Handoff) => said(`fixes of ${id}`, fixNeeds(known)) }),
      };
    });
    return { asked, these };
  }

  test('none is asked what its fixes are made from before it is judged, nor where nothing is found', () => {
    const { asked, these } = counted();
    const document = documentAt(where, handoff());
    needsOf(document, facts, defaultConfiguration, these);
    judge(document, facts, defaultConfiguration, these);
    expect(asked).toContain('commit-unknown');
    expect(asked.filter((words) => words.startsWith('fixes'))).toEqual([]);
  });

  test('one that finds something is asked for its fixes once in each judgement, and again by other facts', () => {
    const { asked, these } = counted();
    const document = documentAt(where, handoff({ head_sha: undefined, base_sha: 'main' }));
    needsOf(document, facts, defaultConfiguration, these);
    asked.length = 0;
    expect(judge(document, facts, defaultConfiguration, these).needs).toMatchObject({
      branches: ['task/task-1-dev4', 'main'],
    });
    expect(asked).toEqual(['fixes of commit-not-hex', 'fixes of missing-field']);
    judge(document, { ...facts }, defaultConfiguration, these);
    expect(asked.length).toBe(4);
  });

  test('none is asked again what it judges by, whatever has come to be known', () => {
    const { asked, these } = counted();
    const document = documentAt(where, handoff());
    const wanted = needsOf(document, facts, defaultConfiguration, these);
    asked.length = 0;
    const git = { head: 'a'.repeat(40), shallow: false, ...{ commits: new Map(), tips: new Map() } };
    const later = { ...facts, git: { ...git, ranges: new Map(), tracked: new Map() } };
    expect(needsOf(document, later, defaultConfiguration, these)).toBe(wanted);
    expect(asked).toEqual([]);
  });

  test.each(['needs', 'follows', 'fixNeeds'] as const)(
    'one that fails in %s hides nothing that others want',
    (hook) => {
      const failing: NamedRule = {
        id: 'failing',
        subject: 'handoff',
        severity: 'hint',
        summary: 'Fails',
        reason: '',
        needs: () => ({ files: ['needs.txt'] }),
        follows: () => ({ files: ['follows.txt'] }),
        fixNeeds: () => ({ files: ['fixes.txt'] }),
        *check() {
          yield { span: { start: 0, end: 1 }, message: 'Found.', path: [] };
        },
        [hook]() {
          throw new Error('It cannot be told.');
        },
      };
      const document = documentAt(where, handoff({ head_sha: 'HEAD' }));
      const first = needsOf(document, facts, defaultConfiguration, [failing, ...rules]);
      const { reports, needs } = judge(document, facts, defaultConfiguration, [failing, ...rules]);
      const all = ['needs.txt', 'follows.txt', 'fixes.txt'];
      const own = { needs: 'needs.txt', follows: 'follows.txt', fixNeeds: 'fixes.txt' }[hook];
      expect([...(first.files ?? []), ...(needs.files ?? [])]).toEqual(all.filter((file) => file !== own));
      expect(needs.branches).toContain('HEAD');
      expect(reports.map(({ rule }) => rule)).toEqual(['failing', 'commit-not-hex']);
    },
  );
});

/** What is known after all rounds, to somebody who answers from `all` and nothing but what is asked. */
function answered(
  document: HandoffDocument,
  all: Facts,
  configuration: Configuration,
  these: readonly NamedRule[],
): Facts {
  let asked = needsOf(document, answers(all, {}), configuration, these);
  for (let round = 1; round < ROUNDS; round++) {
    asked = unite([asked, judge(document, answers(all, asked), configuration, these).needs]);
  }
  return answers(all, asked);
}

function answers(all: Facts, asked: Needs): Facts {
  const { git, unchecked, ...rest } = all;
  const isAnswered = git === undefined || needsGit(asked);
  return {
    ...rest,
    files: only(all.files, asked.files),
    folders: only(all.folders, asked.folders),
    ...(git && isAnswered && { git: gitAnswers(git, asked) }),
    // What git could not say, it says along with what it can.
    ...(unchecked !== undefined && isAnswered && { unchecked }),
  };
}

function gitAnswers(all: GitFacts, asked: Needs): GitFacts {
  const { recent, branches, paths, changed, uncommitted, ...rest } = all;
  const parts = { recent, branches, paths, changed, uncommitted };
  const ranges = (asked.ranges ?? []).flatMap((range) => {
    const { changed: differing, ...fact } = all.ranges.get(rangeKey(range)) ?? {};
    if (!all.ranges.has(rangeKey(range))) return [];
    return [[rangeKey(range), range.changed && differing ? { ...fact, changed: differing } : fact] as const];
  });
  return {
    ...rest,
    ...Object.fromEntries(
      Object.entries(parts).filter(([part, value]) => value !== undefined && asked.git?.some((one) => one === part)),
    ),
    commits: only(
      all.commits,
      asked.commits?.map((id) => id.toLowerCase()),
    ),
    tips: only(all.tips, asked.branches),
    ranges: new Map(ranges),
    tracked: only(all.tracked, asked.tracked),
  };
}

function only<T>(all: ReadonlyMap<string, T>, keys: readonly string[] = []): ReadonlyMap<string, T> {
  return new Map([...all].filter(([key]) => keys.includes(key)));
}

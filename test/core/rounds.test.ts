import { expect, test } from 'vitest';
import { type Facts, noFacts, type RangeFact } from '../../core/evidence/facts.ts';
import { withMore } from '../../core/evidence/rounds.ts';
import { NOW } from '../harness/core.ts';

const key = 'aaaaaaa..bbbbbbb';
const relation: RangeFact = { from: 'a'.repeat(40), to: 'b'.repeat(40), ancestor: true, ahead: 1, behind: 0 };
const detailed: RangeFact = { ...relation, changed: ['src/a.ts'], unprintable: 0 };

function knowing(fact: RangeFact): Facts {
  const git = { shallow: false, commits: new Map(), tips: new Map(), tracked: new Map() };
  return { ...noFacts(NOW), git: { ...git, ranges: new Map([[key, fact]]) } };
}

test.each([
  ['after it', detailed, relation],
  ['before it', relation, detailed],
])('paths that differ are not forgotten where somebody asks about the range without them %s', (_, first, second) => {
  expect(withMore(knowing(first), knowing(second)).git?.ranges.get(key)).toEqual(detailed);
});

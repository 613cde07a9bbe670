import { clockTime } from '../create/value-draft.ts';
import { spanOfValue } from '../document.ts';
import { type Claim, claimsOf, commitOf, isFullEnough } from '../evidence/claims.ts';
import { fieldAt } from '../format/format.ts';
import type { Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { instantOf, inUtc, relative } from '../text/time.ts';
import { placeName } from '../text/words.ts';
import { writeFix } from '../write-fix.ts';

/** Clocks of two machines differ: as much is no mistake, in milliseconds. */
const TOLERANCE = 5 * 60_000;

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['clock'],
  summary: 'A handoff that says it is older than its head, or from the future',
  reason: `A handoff cannot be written before the commit that it hands over: the time was copied from an earlier one, or is local time
labelled as UTC. Whoever picks the newest handoff then picks the wrong one. Five minutes are allowed for clocks that differ,
and a commit whose own date lies in the future is not held against anybody.

The fix writes the current time. When the handoff was really written only its author knows, so it never runs unattended.`,
  wording: 'ignored',
  needs(handoff) {
    const { head, created } = claimsOf(handoff);
    return head === undefined || created === undefined || !isFullEnough(head.value) ? {} : { commits: [head.value] };
  },
  *check(handoff) {
    const { created } = claimsOf(handoff);
    const message = created === undefined ? undefined : problemOf(handoff, created);
    if (created === undefined || message === undefined) return;
    const field = fieldAt(handoff.format, created.path);
    const now = clockTime(field?.meaning ?? {}, handoff.facts.now);
    yield {
      span: spanOfValue(handoff.document, created.path),
      path: created.path,
      message,
      fixes: () => [writeFix(handoff.document, created.path, now, { title: 'Write the current time' })],
    };
  },
};

function problemOf(handoff: Handoff, { path, value }: Claim): string | undefined {
  const { facts } = handoff;
  const [written, now] = [instantOf(value), instantOf(facts.now)];
  if (written === undefined || now === undefined) return undefined;
  if (written > now + TOLERANCE)
    return `${placeName(path)} must not lie in the future; it is ${relative(written, now)}.`;
  const { head } = claimsOf(handoff);
  const commit = commitOf(head, facts);
  const committed = commit === undefined ? undefined : instantOf(commit.date);
  if (head === undefined || committed === undefined || committed > now + TOLERANCE) return undefined;
  if (written >= committed - TOLERANCE) return undefined;
  return `${placeName(path)} must not lie before the commit of ${placeName(head.path)}, which is of ${inUtc(committed)}.`;
}

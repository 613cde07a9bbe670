import { spanOfValue } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { Claimed, Handoff } from '../handoff.ts';
import type { HandoffRule } from '../rule.ts';
import { instantOf } from '../text/time.ts';
import { count, placeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'warning',
  concerns: ['clock'],
  evidence: 'git',
  summary: 'A pause that the work has left behind',
  reason: `Whoever resumes reads the file and deletes it. One that is still there many commits later tells the next agent to do what
has long been done, or undone. Commits count from the time that the file names, so one in the wrong time zone is some hours off.

There is no fix: the file may be forgotten, or the work may wait on purpose while other work goes on.`,
  wording: 'ignored',
  needs: (handoff) => (pausedAt(handoff) === undefined ? {} : { git: ['recent'] }),
  *check(handoff) {
    const paused = pausedAt(handoff);
    const recent = handoff.facts.git?.recent;
    if (paused === undefined || recent === undefined) return;
    const later = recent.filter(({ date }) => (instantOf(date) ?? 0) > paused.instant);
    if (later.length >= MANY) yield finding(handoff, paused.path, later.length, later.length === recent.length);
  },
};

/** As many commits do not happen while somebody takes a break. */
const MANY = 10;

function pausedAt({ format, fields }: Claimed) {
  if (format.traits.transient !== true) return undefined;
  for (const { field, path, value } of fields) {
    const instant = field.meaning.clock === 'created' && typeof value === 'string' ? instantOf(value) : undefined;
    if (instant !== undefined) return { path, instant };
  }
  return undefined;
}

/** Only the latest commits are asked for, so where all of them are later there may be more. */
function finding({ document }: Handoff, path: Finding['path'], later: number, all: boolean): Finding {
  return {
    span: spanOfValue(document, path),
    message: `${placeName(path)} is ${all ? 'at least ' : ''}${count(later, 'commit')} back, so the work has gone on since; whoever resumed it should have deleted the file.`,
    path,
  };
}

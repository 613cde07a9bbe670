import { type HandoffDocument, spanOfValue } from '../document.ts';
import { branchRange, claimsOf, commitOf, isFullEnough, rangeFact } from '../evidence/claims.ts';
import { type Commit, type Facts, type Needs, unite } from '../evidence/facts.ts';
import { furtherMovedOnNeeds, movedOn, movedOnNeeds } from '../evidence/moved-on.ts';
import { createHandoff, type Handoff } from '../handoff.ts';
import { instantOf, relative } from '../text/time.ts';
import { visible } from '../text/words.ts';
import { cut } from './markdown.ts';

/** A note behind a value, drawn by the editor and no part of the text. */
export interface Inlay {
  /** Behind the value's last character. */
  readonly offset: number;
  /** Plain text on one line. */
  readonly label: string;
}

/** Longest part of a commit's subject that is shown, in code points. */
const SUBJECT = 50;

/** What the notes want to know. */
export function inlayNeeds(document: HandoffDocument, facts: Facts): Needs {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return {};
  const commits = claimsOf(handoff).commits.flatMap(({ value }) => (isFullEnough(value) ? [value] : []));
  return unite([{ commits }, movedOnNeeds(handoff), furtherMovedOnNeeds(handoff)]);
}

/** Behind each commit id that git knows: its subject, its age and, for the head, how far its branch has gone on. In text order. */
export function inlays(document: HandoffDocument, facts: Facts): readonly Inlay[] {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return [];
  const { commits, head } = claimsOf(handoff);
  return commits
    .flatMap((claim) => {
      const commit = commitOf(claim, facts);
      if (commit === undefined) return [];
      const parts = [...about(commit, facts), ...(claim === head ? distance(handoff) : [])];
      return [{ offset: spanOfValue(document, claim.path).end, label: parts.join(' · ') }];
    })
    .sort((a, b) => a.offset - b.offset);
}

function about({ subject, date }: Commit, { now }: Facts): readonly string[] {
  const [instant, current] = [instantOf(date), instantOf(now)];
  const age = instant === undefined || current === undefined ? [] : [relative(instant, current)];
  return [visible(cut(subject, SUBJECT)), ...age];
}

function distance(handoff: Handoff): readonly string[] {
  if (rangeFact(branchRange(handoff), handoff.facts)?.reachable === false) return ['not on its branch'];
  const moved = movedOn(handoff);
  return moved === undefined ? [] : [`${moved.commits} behind`];
}

import { judge } from '../core/check.ts';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { type Facts, type Needs, needsNothing, unite } from '../core/evidence/facts.ts';
import { type Asked, createAsked, ROUNDS, withMore } from '../core/evidence/rounds.ts';
import type { Report } from '../core/finding.ts';
import { awaitsVerdict, type Verdict } from '../core/format/verdict.ts';
import { createHandoff, type Handoff } from '../core/handoff.ts';
import { needsOf } from '../core/needs.ts';
import type { Bench } from './bench.ts';
import type { Case } from './cases.ts';

export interface Settled {
  readonly document: HandoffDocument;
  /** All that is known of it. */
  readonly facts: Facts;
  /** What is wrong with it by them. */
  readonly reports: readonly Report[];
}

export interface Settling {
  /** Takes a document of which nothing is left to ask. It is not kept here. */
  done(one: Case, settled: Settled): void;
  /** What is wanted beyond what the rules do. */
  readonly more?: ((handoff: Handoff) => Needs) | undefined;
  /** Git and the disk are about to be asked. */
  asking?(): void;
}

/**
 * Asks git and the disk for what is wanted of each document: one batch for all that share a base, and further ones only for
 * those that want more once they are judged by the first answers. Those that want nothing more are judged once. A text is read
 * anew in each round, and its document let go of: thousands of them take longer to keep than to make.
 */
export async function settle(cases: readonly Case[], bench: Bench, { done, more, asking }: Settling): Promise<void> {
  const known = new Map<Case, Facts>();
  for (const one of cases) {
    const verdict = one.own.length === 0 ? undefined : await verdictOf(one);
    if (verdict !== undefined) known.set(one, { ...one.known, verdict });
  }
  const asked = new Map<string, Asked>();
  let open = cases;
  for (let round = 0; open.length > 0; round++) {
    const wanted: Wanted[] = [];
    for (const one of open) {
      const facts = known.get(one) ?? one.known;
      const document = documentOf(one);
      const { reports, needs } = step({ one, document, facts, round, more });
      const missing = isLast(one, round) ? NOTHING : askedOf(one, asked).missing(needs);
      if (reports !== undefined && needsNothing(missing)) done(one, { document, facts, reports });
      else wanted.push({ one, needs: missing });
    }
    if (wanted.length > 0) asking?.();
    for (const [base, group] of groupedByBase(wanted)) {
      const requests = group.map(({ one, needs }) => ({ document: one.source.file ?? '', needs }));
      const answers = await bench.gather(requests, base);
      for (const { one, needs } of group) {
        const answer = answers.get(one.source.file ?? '');
        if (answer !== undefined) known.set(one, withMore(known.get(one) ?? one.known, answer));
        askedOf(one, asked).add(needs);
      }
    }
    open = wanted.map(({ one }) => one);
  }
}

/** The document of a case, read anew. */
export function documentOf({ source, uri, options }: Case): HandoffDocument {
  return createDocument(uri, source.text, options);
}

const NOTHING: Needs = {};

/** What a document still wants to know. */
interface Wanted {
  readonly one: Case;
  readonly needs: Needs;
}

/** Whether nobody is asked any more, as of a text without a name from the beginning. */
function isLast({ source }: Case, round: number): boolean {
  return source.file === undefined || round === ROUNDS;
}

/** What was asked is answered for all that are asked about together, and so far all of these have been. */
function askedOf({ root, configuration }: Case, asked: Map<string, Asked>): Asked {
  const key = `${configuration.git.base ?? ''}\0${root ?? ''}`;
  const known = asked.get(key) ?? createAsked();
  asked.set(key, known);
  return known;
}

/** What the schema of a project's format says of a text; undefined for other formats. */
async function verdictOf(one: Case): Promise<Verdict | undefined> {
  const document = documentOf(one);
  if (!awaitsVerdict(document, one.known)) return undefined;
  const id = document.recognition.format?.id;
  return one.own.find(({ format }) => format.id === id)?.validate(document);
}

interface Next {
  readonly needs: Needs;
  /** Undefined before it was judged. */
  readonly reports?: readonly Report[];
}

interface Step extends Pick<Settling, 'more'> {
  readonly one: Case;
  readonly document: HandoffDocument;
  readonly facts: Facts;
  readonly round: number;
}

/** It is not judged before all was asked for that its text tells is wanted. */
function step({ one, document, facts, round, more }: Step): Next {
  const handoff = more && createHandoff(document, facts);
  const also = (handoff && more?.(handoff)) ?? NOTHING;
  const first = round === 0 && !isLast(one, round) ? needsOf(document, facts, one.configuration) : NOTHING;
  if (!needsNothing(first)) return { needs: unite([first, also]) };
  const { reports, needs } = judge(document, facts, one.configuration);
  return { reports, needs: unite([needs, also]) };
}

function groupedByBase(wanted: readonly Wanted[]): ReadonlyMap<string | undefined, readonly Wanted[]> {
  const groups = new Map<string | undefined, Wanted[]>();
  for (const one of wanted) {
    const { base } = one.one.configuration.git;
    const group = groups.get(base);
    if (group === undefined) groups.set(base, [one]);
    else group.push(one);
  }
  return groups;
}

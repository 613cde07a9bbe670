import { needsOf } from '../core/check.ts';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { type Facts, type Needs, needsNothing, unite } from '../core/evidence/facts.ts';
import { type Asked, createAsked, ROUNDS, withMore } from '../core/evidence/rounds.ts';
import { awaitsVerdict, type Verdict } from '../core/format/verdict.ts';
import { createHandoff, type Handoff } from '../core/handoff.ts';
import type { Bench } from './bench.ts';
import type { Case } from './judge.ts';

export interface Settling {
  /** Takes a document of which nothing is left to ask, with all that is known of it. It is not kept here. */
  done(one: Case, document: HandoffDocument, facts: Facts): void;
  /** What is wanted beyond what the rules do. */
  readonly more?: ((handoff: Handoff) => Needs) | undefined;
  /** Git and the disk are about to be asked. */
  asking?(): void;
}

/**
 * Asks git and the disk for what is wanted of each document: one batch for all that share a base, and further ones only for
 * those that want more once they have the first answers. A text is read anew in each round, and its document let go of:
 * thousands of them take longer to keep than to make.
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
      const missing = isLast(one, round) ? NOTHING : askedOf(one, asked).missing(wantedBy(document, facts, one, more));
      if (needsNothing(missing)) done(one, document, facts);
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

/** Of a text without a name nobody can say anything. */
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

function wantedBy(document: HandoffDocument, facts: Facts, { configuration }: Case, more: Settling['more']): Needs {
  const ofRules = needsOf(document, facts, configuration);
  const handoff = more && createHandoff(document, facts);
  return handoff === undefined ? ofRules : unite([ofRules, more?.(handoff) ?? NOTHING]);
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

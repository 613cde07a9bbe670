import { type Judgement, judge } from '../core/check.ts';
import { defaultConfiguration } from '../core/configuration.ts';
import type { HandoffDocument } from '../core/document.ts';
import { type Facts, type Needs, needsNothing, noFacts, ofDisk, unite } from '../core/evidence/facts.ts';
import { type Asked, createAsked, ROUNDS, withMore } from '../core/evidence/rounds.ts';
import type { Report } from '../core/finding.ts';
import { awaitsVerdict } from '../core/format/verdict.ts';
import { needsOf } from '../core/needs.ts';
import type { Documents, OpenDocument } from './documents.ts';
import type { Configured, Host, Location } from './host.ts';
import type { EvidenceStatus } from './protocol.ts';

/** What is known around a document at one moment. */
export interface Known {
  readonly location: Location | undefined;
  readonly configured: Configured;
  readonly facts: Facts;
  readonly status: EvidenceStatus;
}

/** What git and the disk say about open documents, kept until something changes there. */
export interface Evidence {
  /** What is known already; never waits. Facts from before a change stay until newer ones replace them. */
  now(document: OpenDocument): Known;
  /**
   * Waits until all that the rules and `more` want has been asked for. One question at a time for each document; for a
   * version that is no longer current nothing is asked.
   */
  settle(document: OpenDocument, more?: (known: Known) => Needs): Promise<Known>;
  /**
   * The same for answers that cannot wait: past a moment, only for what the disk says. What is still being asked of git
   * stays as it was known before.
   */
  glance(document: OpenDocument, more?: (known: Known) => Needs): Promise<Known>;
  /** Whether a schema of the project is yet to say what it thinks of this version. */
  awaitsVerdict(document: OpenDocument): boolean;
  /** What is wrong with a document, as far as is known now. Computed once for each version and state of knowledge. */
  reports(document: OpenDocument): readonly Report[];
  /** Something has changed around documents: what is known of them, or of one, is asked for anew. */
  forget(document?: OpenDocument): void;
  /** Calls back when what is known of a document has changed. */
  onChange(listener: (document: OpenDocument) => void): void;
  /** A document was closed: what is being asked for it is no longer wanted. */
  close(document: OpenDocument): void;
}

interface World {
  known: Known;
  asked: Asked;
  /** Grows with each change around the document; facts of an older one are not up to date. */
  generation: number;
  /** Generation that `known` is of; undefined before anything was asked. */
  gathered: number | undefined;
  /** When the time in `known` was that of the moment, in milliseconds. */
  timed: number;
  /** Ends when all questions so far are answered. */
  queue: Promise<unknown>;
  readonly closed: AbortController;
  judged?: { readonly handoff: HandoffDocument; readonly known: Known; readonly judgement: Judgement };
}

export function createEvidence(host: Host, documents: Pick<Documents, 'isCurrent' | 'read'>): Evidence {
  const worlds = new Map<string, World>();
  const listeners: ((document: OpenDocument) => void)[] = [];
  const worldOf = (document: OpenDocument) => {
    const world = worlds.get(document.key) ?? newWorld();
    worlds.set(document.key, world);
    return world;
  };
  const settled: Evidence['settle'] = (document, more) => {
    const world = worldOf(document);
    const answer = world.queue.then(async () => {
      if (!documents.isCurrent(document)) return world.known;
      const before = world.known;
      renewTime(world);
      const known = await settle({ host, documents }, world, document, more);
      if (known !== before) for (const listener of listeners) listener(document);
      return known;
    });
    world.queue = answer.catch(() => undefined);
    return answer;
  };
  return {
    now: (document) => worldOf(document).known,
    settle: settled,
    async glance(document, more) {
      // Once it is closed, a document has no world any more, and is to get none.
      const world = worldOf(document);
      const all = settled(document, more);
      const first = await Promise.race([all, aMoment()]);
      return first ?? Promise.race([all, askDisk(host, world, document, more)]);
    },
    awaitsVerdict: (document) => awaitsVerdict(document.handoff, worldOf(document).known.facts),
    reports: (document) => judgementOf(worldOf(document), document).reports,
    forget(document) {
      if (document === undefined) host.forget();
      for (const world of document === undefined ? worlds.values() : [worldOf(document)]) world.generation++;
    },
    onChange: (listener) => void listeners.push(listener),
    close(document) {
      worlds.get(document.key)?.closed.abort();
      worlds.delete(document.key);
    },
  };
}

function newWorld(): World {
  return {
    known: {
      location: undefined,
      configured: { configuration: defaultConfiguration, listed: false },
      facts: noFacts(now()),
      status: { kind: 'checking' },
    },
    asked: createAsked(),
    generation: 0,
    gathered: undefined,
    timed: Date.now(),
    queue: Promise.resolve(),
    closed: new AbortController(),
  };
}

/** A document can be open for hours in which nothing changes around it: what is said and written of times is still of now. */
function renewTime(world: World): void {
  if (Date.now() - world.timed < MINUTE) return;
  world.timed = Date.now();
  world.known = { ...world.known, facts: { ...world.known.facts, now: now() } };
}

/** In milliseconds. Nobody sees a shorter time pass, and each new time has everything judged anew. */
const MINUTE = 60_000;

/** A disk that never rests must not keep a question for ever. */
const MOST_RESTARTS = 20;

/** Asks in rounds until nothing is missing. What arrives after a change, or after the document was closed, is dropped. */
async function settle(
  { host, documents }: { readonly host: Host; readonly documents: Pick<Documents, 'read'> },
  world: World,
  document: OpenDocument,
  more: ((known: Known) => Needs) | undefined,
): Promise<Known> {
  for (let round = 0, restarts = 0; round < ROUNDS && !world.closed.signal.aborted; round++) {
    const { generation } = world;
    const fresh = world.gathered !== generation;
    const base = fresh ? await beginning(host, document, world.known) : world.known;
    documents.read(document, base.configured.project);
    const first = [wantedBy(document, base), more?.(base) ?? {}];
    const isUnjudged = awaitsVerdict(document.handoff, base.facts);
    const missing = fresh ? unite(first) : missingIn(world, document, first, isUnjudged);
    if (!fresh && needsNothing(missing) && !isUnjudged) break;
    const [found, verdict] = await Promise.all([
      needsNothing(missing) ? base.facts : host.gather(document.uri, missing, world.closed.signal),
      isUnjudged ? host.validate(document.handoff) : undefined,
    ]);
    if (world.closed.signal.aborted) break;
    if (world.generation !== generation) {
      // Something changed meanwhile, as it does many times while an editor starts: all rounds are asked anew.
      if (++restarts < MOST_RESTARTS) round = -1;
      continue;
    }
    const moved = hasMoved(base.facts, found);
    if (moved) world.generation++;
    else world.gathered = generation;
    const facts = { ...(moved ? found : withMore(base.facts, found)), ...(verdict && { verdict }) };
    if (fresh || !needsNothing(missing)) world.timed = Date.now();
    if (fresh || moved) world.asked = createAsked();
    world.asked.add(missing);
    world.known = { ...base, facts, status: statusOf(facts) };
  }
  return world.known;
}

/**
 * What is wanted and was not asked for yet. Only where nothing is missing that the text alone tells of, and a schema has said
 * what it has to say, is the document judged, and asked for what follows from that.
 */
function missingIn(world: World, document: OpenDocument, first: readonly Needs[], isUnjudged: boolean): Needs {
  const missing = unite(first.map((needs) => world.asked.missing(needs)));
  if (isUnjudged || !needsNothing(missing)) return missing;
  return world.asked.missing(judgementOf(world, document).needs);
}

/** By what is known now; once for each version and state of knowledge. */
function judgementOf(world: World, { handoff }: OpenDocument): Judgement {
  const { known, judged } = world;
  if (judged?.handoff === handoff && judged.known === known) return judged.judgement;
  const judgement = judge(handoff, known.facts, known.configured.configuration);
  world.judged = { handoff, known, judgement };
  return judgement;
}

/** Milliseconds. A quarter of a second after the cursor has moved, VS Code gives up a list that it still waits for. */
const MOMENT = 100;

function aMoment(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), MOMENT));
}

/** Asks for what the disk alone can tell. Nothing counts as asked for by it: the whole answer is still to come. */
async function askDisk(
  host: Host,
  world: World,
  document: OpenDocument,
  more: ((known: Known) => Needs) | undefined,
): Promise<Known> {
  const base = world.known.location === undefined ? await beginning(host, document, world.known) : world.known;
  if (world.known.location === undefined) world.known = base;
  const ask = async (needs: Needs) => {
    if (needsNothing(ofDisk(needs))) return;
    const found = await host.gather(document.uri, ofDisk(needs), world.closed.signal);
    world.known = { ...world.known, facts: withMore(world.known.facts, found) };
  };
  await ask(unite([wantedBy(document, base), more?.(base) ?? {}]));
  // What is wrong with files that are named shows only now, and its fixes want to know more.
  await ask(judgementOf(world, document).needs);
  return world.known;
}

/** What can be told before anything in particular is asked for. */
async function beginning(host: Host, document: OpenDocument, before: Known): Promise<Known> {
  const [location, configured] = await Promise.all([host.locate(document.uri), host.configurationFor(document.uri)]);
  const { place, unchecked } = location;
  const facts: Facts = { ...noFacts(now(), unchecked), ...(place === undefined ? {} : { place }) };
  return { location, configured, facts, status: before.status };
}

function wantedBy({ handoff }: OpenDocument, { facts, configured }: Known): Needs {
  return needsOf(handoff, facts, configured.configuration);
}

function statusOf({ unchecked }: Facts): EvidenceStatus {
  return unchecked === undefined ? { kind: 'checked' } : { kind: 'unchecked', reason: unchecked };
}

/** Whether the head moved between two questions, so that their answers do not belong together. */
function hasMoved(before: Facts, after: Facts): boolean {
  return before.git !== undefined && after.git !== undefined && before.git.head !== after.git.head;
}

function now(): string {
  return new Date().toISOString();
}

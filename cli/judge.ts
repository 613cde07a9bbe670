import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, needsOf } from '../core/check.ts';
import type { Configuration } from '../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { type Facts, type Needs, needsNothing, noFacts, unite } from '../core/facts.ts';
import type { Fix, Report } from '../core/finding.ts';
import { formats } from '../core/generated/formats.ts';
import { placedIn } from '../core/glob.ts';
import { notYetAsked, ROUNDS, withMore } from '../core/rounds.ts';
import { createEvidenceCache } from '../host/evidence-cache.ts';
import { gatherAll } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { type Locator, placeOf } from '../host/surroundings.ts';
import type { Configurations } from './configurations.ts';
import type { CheckedFile, CheckedFinding } from './report.ts';

/** A text to be judged. */
export interface Source {
  /** As it is shown. */
  readonly path: string;
  /** Absolute path of the file that the text is, or is to be; undefined where nobody said. */
  readonly file: string | undefined;
  readonly text: string;
}

export interface Bench {
  readonly git: Git;
  readonly locator: Locator;
  readonly configurations: Configurations;
  /** Goes before the base of the configuration. */
  readonly base: string | undefined;
  /** RFC 3339 in UTC. */
  readonly now: string;
  /** Absolute path of the working folder. */
  readonly folder: string;
}

export interface Judged {
  readonly files: readonly CheckedFile[];
  /** What kept a file from being judged: sentences for a person. */
  readonly complaints: readonly string[];
}

/** Checks texts, asking git and the disk once for all of them. A file whose configuration cannot be used is left out. */
export async function judge(sources: readonly Source[], bench: Bench): Promise<Judged> {
  const complaints = new Set<string>();
  const cases: Case[] = [];
  for (const source of sources) {
    // A text without a name is judged by the configuration of the working folder, and by its text alone.
    const surroundings = await bench.locator.locate(source.file ?? path.join(bench.folder, 'stdin.json'));
    const folder = source.file === undefined ? bench.folder : path.dirname(source.file);
    const configured = await bench.configurations.of(folder, surroundings);
    if (configured.kind === 'unusable') {
      complaints.add(configured.complaint);
      continue;
    }
    const { configuration } = configured;
    const document = documentOf(source);
    const place = placeOf(surroundings, source.file);
    const known = { ...noFacts(bench.now, surroundings.unchecked), ...(place && { place }) };
    cases.push({ source, document, configuration, known });
  }
  const facts = await factsFor(cases, bench);
  const files = cases.map((one) => checked(one, facts.get(one) ?? one.known, complaints));
  return { files, complaints: [...complaints] };
}

interface Case {
  readonly source: Source;
  readonly document: HandoffDocument;
  readonly configuration: Configuration;
  /** What is known before anybody was asked. */
  readonly known: Facts;
}

function documentOf({ file, text }: Source): HandoffDocument {
  const uri = file === undefined ? 'untitled:stdin' : pathToFileURL(file).href;
  return createDocument(uri, text, { formats, placed: file === undefined ? [] : placedIn(formats, file) });
}

/**
 * One batch for all documents that share a root and a base, and further ones for what the answers make them want to know:
 * as few for a thousand documents as for one.
 */
async function factsFor(cases: readonly Case[], bench: Bench): Promise<ReadonlyMap<Case, Facts>> {
  const byBase = new Map<string | undefined, Case[]>();
  for (const one of cases) {
    if (one.source.file === undefined) continue;
    const base = bench.base ?? one.configuration.git.base;
    byBase.set(base, [...(byBase.get(base) ?? []), one]);
  }
  const facts = new Map<Case, Facts>();
  for (const [base, group] of byBase) {
    for (const [one, gathered] of await gatherInRounds(group, base, bench)) facts.set(one, gathered);
  }
  return facts;
}

async function gatherInRounds(
  group: readonly Case[],
  base: string | undefined,
  { git, locator, now }: Bench,
): Promise<ReadonlyMap<Case, Facts>> {
  const cache = createEvidenceCache();
  const facts = new Map(group.map((one) => [one, one.known]));
  const asked = new Map<Case, Needs>();
  for (let round = 0; round < ROUNDS; round++) {
    const questions = group.flatMap((one) => {
      const had = asked.get(one);
      const wanted = needsOf(one.document, facts.get(one) ?? one.known, one.configuration);
      const needs = had === undefined ? wanted : notYetAsked(wanted, had);
      return had !== undefined && needsNothing(needs) ? [] : [{ one, needs, document: one.source.file ?? '' }];
    });
    if (questions.length === 0) break;
    const answers = await gatherAll(questions, { git, locator, now, cache, baseOf: () => base });
    for (const { one, needs, document } of questions) {
      const answer = answers.get(document);
      if (answer !== undefined) facts.set(one, withMore(facts.get(one) ?? one.known, answer));
      asked.set(one, unite([asked.get(one) ?? {}, needs]));
    }
  }
  return facts;
}

function checked({ source, document, configuration }: Case, facts: Facts, complaints: Set<string>): CheckedFile {
  const findings = check(document, facts, configuration).map((report) => withFixes(report, source, complaints));
  return { path: source.path, format: document.recognition.format?.id ?? null, text: source.text, findings };
}

/** A fix that cannot be worked out is complained of, and the finding stays. */
function withFixes({ fixes, ...report }: Report, { path }: Source, complaints: Set<string>): CheckedFinding {
  let worked: readonly Fix[] = [];
  try {
    worked = fixes?.() ?? [];
  } catch (error) {
    complaints.add(`The fixes of ${report.rule} in ${path} could not be worked out: ${String(error)}.`);
  }
  return { ...report, fixes: worked };
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, needsOf } from '../core/check.ts';
import type { Configuration } from '../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { type Facts, type Needs, needsNothing, noFacts, unite } from '../core/evidence/facts.ts';
import { notYetAsked, ROUNDS, withMore } from '../core/evidence/rounds.ts';
import type { Fix, Report } from '../core/finding.ts';
import { awaitsVerdict, type Verdict } from '../core/format/verdict.ts';
import { createHandoff, type Handoff } from '../core/handoff.ts';
import { placedIn } from '../core/paths/glob.ts';
import { type OwnFormat, ownAt } from '../host/schemas/own-formats.ts';
import { placeOf } from '../host/surroundings.ts';
import type { Bench } from './bench.ts';
import type { Step } from './progress.ts';
import type { CheckedFile, CheckedFinding } from './report.ts';

/** A text to be judged. */
export interface Source {
  /** As it is shown. */
  readonly path: string;
  /** Absolute path of the file that the text is, or is to be; undefined where nobody said. */
  readonly file: string | undefined;
  readonly text: string;
  /** It came in by standard input, so it is printed and never written, whatever file it is to be. */
  readonly isInput?: boolean;
}

/** A source and what it is judged by. */
export interface Case {
  readonly source: Source;
  readonly document: HandoffDocument;
  readonly configuration: Configuration;
  /** Absolute path of the folder that its paths are relative to; undefined for a text without a name. */
  readonly root: string | undefined;
  /** What is known before anybody was asked. */
  readonly known: Facts;
  /** Formats that the project brings, whose schemas have to be asked. */
  readonly own: readonly OwnFormat[];
}

export interface Judged {
  readonly files: readonly CheckedFile[];
  /** What kept a file from being judged: sentences for a person. */
  readonly complaints: readonly string[];
}

/**
 * Checks texts, asking git and the disk once for all of them. Where git is not asked, a part of them is done before the next
 * one, so that little is kept at a time. A file whose configuration cannot be used is left out.
 */
export async function judge(sources: readonly Source[], bench: Bench, step: Step = () => undefined): Promise<Judged> {
  const files: CheckedFile[] = [];
  const complaints = new Set<string>();
  const most = bench.useGit ? Math.max(1, sources.length) : AT_ONCE;
  for (let from = 0; from < sources.length; from += most) {
    const { cases, complaints: unusable } = await casesOf(sources.slice(from, from + most), bench);
    for (const complaint of unusable) complaints.add(complaint);
    const facts = await factsFor(cases, bench);
    for (const one of cases) {
      step(files.length, sources.length);
      files.push(checked(one, facts.get(one) ?? one.known, complaints));
    }
  }
  return { files, complaints: [...complaints] };
}

/** Texts that are judged in one go where nothing speaks for more. */
const AT_ONCE = 16;

/** Finds what each text is judged by. Complaints name configurations that cannot be used, each once. */
export async function casesOf(
  sources: readonly Source[],
  bench: Bench,
): Promise<{ readonly cases: readonly Case[]; readonly complaints: readonly string[] }> {
  const complaints = new Set<string>();
  const cases: Case[] = [];
  const setting = remembered((folder) => settingOf(folder, bench));
  for (const source of sources) {
    // A text without a name is judged by the configuration of the working folder, and by its text alone.
    const found = setting(source.file === undefined ? bench.folder : path.dirname(source.file));
    const { surroundings, configured } = found instanceof Promise ? await found : found;
    if (configured.kind === 'unusable') {
      complaints.add(configured.complaint);
      continue;
    }
    const place = placeOf(surroundings, source.file);
    const nothing = noFacts(bench.now, surroundings.unchecked);
    cases.push({
      source,
      document: documentOf(source, bench, configured.own),
      own: configured.own,
      configuration: configured.configuration,
      root: source.file === undefined ? undefined : surroundings.root,
      known: place === undefined ? nothing : { ...nothing, place },
    });
  }
  return { cases, complaints: [...complaints] };
}

async function settingOf(folder: string, bench: Bench) {
  const surroundings = await bench.locate(path.join(folder, 'any.json'));
  return { surroundings, configured: await bench.configured(folder, surroundings) };
}

/** The latest answer: one file after the other lies in the same folder. */
function remembered<T>(find: (key: string) => Promise<T>): (key: string) => T | Promise<T> {
  let latest: { readonly key: string; readonly value: T } | undefined;
  return (key) => {
    if (latest?.key === key) return latest.value;
    return find(key).then((value) => {
      latest = { key, value };
      return value;
    });
  };
}

/**
 * What git and the disk say about each: one batch for all that share a base, and further ones only for those whose rules
 * want more once they have the first answers. `more` is what is wanted beyond what the rules do. A text without a name has
 * no entry.
 */
export async function factsFor(
  cases: readonly Case[],
  bench: Bench,
  more?: (handoff: Handoff) => Needs,
): Promise<ReadonlyMap<Case, Facts>> {
  const facts = new Map<Case, Facts>();
  const asked = new Map<Case, Needs>();
  for (const one of cases) {
    const verdict = awaitsVerdict(one.document, one.known) ? await verdictOf(one) : undefined;
    if (verdict !== undefined) facts.set(one, { ...one.known, verdict });
  }
  let open = cases.filter(({ source }) => source.file !== undefined);
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const needs = new Map<Case, Needs>();
    for (const one of open) {
      needs.set(one, stillWanted(one, facts.get(one) ?? one.known, asked.get(one) ?? {}, more));
    }
    if (round > 0) open = open.filter((one) => !needsNothing(needs.get(one) ?? {}));
    for (const [base, group] of groupedByBase(open)) {
      const requests = group.map((one) => ({ document: one.source.file ?? '', needs: needs.get(one) ?? {} }));
      const all = await bench.gather(requests, base);
      for (const one of group) {
        const answer = all.get(one.source.file ?? '');
        if (answer !== undefined) facts.set(one, withMore(facts.get(one) ?? one.known, answer));
        asked.set(one, unite([asked.get(one) ?? {}, needs.get(one) ?? {}]));
      }
    }
    // Whoever wanted nothing has learnt nothing that makes it want more.
    if (round === 0) open = open.filter((one) => !needsNothing(needs.get(one) ?? {}));
  }
  return facts;
}

/** What the schema of a project's format says of a text; undefined for other formats. */
async function verdictOf({ document, own }: Case): Promise<Verdict | undefined> {
  const id = document.recognition.format?.id;
  return own.find(({ format }) => format.id === id)?.validate(document);
}

function stillWanted(
  { document, configuration }: Case,
  facts: Facts,
  asked: Needs,
  more: ((handoff: Handoff) => Needs) | undefined,
): Needs {
  const ofRules = needsOf(document, facts, configuration);
  const handoff = more && createHandoff(document, facts);
  return notYetAsked(handoff === undefined ? ofRules : unite([ofRules, more?.(handoff) ?? {}]), asked);
}

function documentOf({ file, text }: Source, { formats }: Bench, own: readonly OwnFormat[]): HandoffDocument {
  const known = own.length === 0 ? formats : [...formats, ...own.map(({ format }) => format)];
  if (file === undefined) return createDocument('untitled:stdin', text, { formats: known, placed: [], once: true });
  const usual = placedIn(formats, file);
  const placed = own.length === 0 ? usual : [...ownAt(own, file).map(({ format }) => format.id), ...usual];
  return createDocument(uriOf(file), text, { formats: known, placed, once: true });
}

/** Most paths need no encoding, which takes as long as reading a handoff. */
function uriOf(file: string): string {
  return /^\/[\w./-]*$/.test(file) ? `file://${file}` : pathToFileURL(file).href;
}

function groupedByBase(cases: readonly Case[]): ReadonlyMap<string | undefined, readonly Case[]> {
  const groups = new Map<string | undefined, Case[]>();
  for (const one of cases) {
    const { base } = one.configuration.git;
    const group = groups.get(base);
    if (group === undefined) groups.set(base, [one]);
    else group.push(one);
  }
  return groups;
}

function checked({ source, document, configuration }: Case, facts: Facts, complaints: Set<string>): CheckedFile {
  const { path, file, text } = source;
  const findings = check(document, facts, configuration).map((report) => withFixes(report, source, complaints));
  return { path, file, format: document.recognition.format?.id ?? null, text, findings };
}

/** A fix that cannot be worked out is complained of, and the finding stays. */
function withFixes(report: Report, { path }: Source, complaints: Set<string>): CheckedFinding {
  let worked: readonly Fix[] = [];
  try {
    worked = report.fixes?.() ?? [];
  } catch (error) {
    complaints.add(`The fixes of ${report.rule} in ${path} could not be worked out: ${String(error)}.`);
  }
  return { ...report, fixes: worked };
}

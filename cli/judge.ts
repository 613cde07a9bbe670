import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Configuration } from '../core/configuration.ts';
import type { DocumentOptions } from '../core/document.ts';
import { type Facts, noFacts } from '../core/evidence/facts.ts';
import type { Fix, Report } from '../core/finding.ts';
import { placedIn } from '../core/paths/glob.ts';
import { type OwnFormat, ownAt } from '../host/schemas/own-formats.ts';
import type { Bench } from './bench.ts';
import type { CheckedFile, CheckedFinding } from './report.ts';
import { type Settled, settle } from './settle.ts';

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
  readonly uri: string;
  /** What its text is read with. */
  readonly options: DocumentOptions;
  readonly configuration: Configuration;
  /** Absolute path of the folder that its paths are relative to; undefined for a text without a name. */
  readonly root: string | undefined;
  /** What is known before anybody was asked. */
  readonly known: Facts;
  /** Formats that the project brings, whose schemas have to be asked. */
  readonly own: readonly OwnFormat[];
}

export interface Judged<T> {
  /** In the order of the texts. */
  readonly files: readonly T[];
  /** What kept a file from being judged: sentences for a person. */
  readonly complaints: readonly string[];
}

/** What is told while texts are judged. */
export interface Telling {
  /** Git and the disk are asked. */
  asking?(): void;
  /** So many are judged. */
  judged?(done: number): void;
}

/**
 * Checks texts, asking git and the disk once for all of them. `made` says what is kept of each, which is all that is: the
 * texts of thousands of files are much. A file whose configuration cannot be used is left out.
 */
export async function judge<T>(
  sources: readonly Source[],
  bench: Bench,
  made: (file: CheckedFile) => T,
  { asking, judged }: Telling = {},
): Promise<Judged<T>> {
  const { cases, complaints: unusable } = await casesOf(sources, bench);
  const complaints = new Set(unusable);
  const files = new Map<Case, T>();
  await settle(cases, bench, {
    ...(asking && { asking }),
    done(one, settled) {
      files.set(one, made(checked(one, settled, complaints)));
      judged?.(files.size);
    },
  });
  return { files: cases.flatMap((one) => files.get(one) ?? []), complaints: [...complaints] };
}

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
    const place = await bench.place(surroundings, source.file);
    const nothing = noFacts(bench.now, surroundings.unchecked);
    cases.push({
      source,
      ...readingOf(source, bench, configured.own),
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

function readingOf({ file }: Source, { formats }: Bench, own: readonly OwnFormat[]): Pick<Case, 'uri' | 'options'> {
  const known = own.length === 0 ? formats : [...formats, ...own.map(({ format }) => format)];
  if (file === undefined) return { uri: 'untitled:stdin', options: { formats: known, placed: [], once: true } };
  const usual = placedIn(formats, file);
  const placed = own.length === 0 ? usual : [...ownAt(own, file).map(({ format }) => format.id), ...usual];
  return { uri: uriOf(file), options: { formats: known, placed, once: true } };
}

/** Most paths need no encoding, which takes as long as reading a handoff. */
function uriOf(file: string): string {
  return /^\/[\w./-]*$/.test(file) ? `file://${file}` : pathToFileURL(file).href;
}

function checked({ source }: Case, { document, reports }: Settled, complaints: Set<string>): CheckedFile {
  const { path, file, text } = source;
  const findings = reports.map((report) => withFixes(report, source, complaints));
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

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Configuration } from '../core/configuration.ts';
import type { DocumentOptions } from '../core/document.ts';
import { type Facts, noFacts } from '../core/evidence/facts.ts';
import { placedIn } from '../core/paths/glob.ts';
import { type OwnFormat, ownAt } from '../host/schemas/own-formats.ts';
import type { Bench } from './bench.ts';

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

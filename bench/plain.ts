import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Bench, benchWith } from '../cli/bench.ts';
import { check, needsOf } from '../core/check.ts';
import type { Configuration } from '../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { type Facts, noFacts, unite } from '../core/facts.ts';
import type { Report } from '../core/finding.ts';
import { placedIn } from '../core/glob.ts';
import { notYetAsked, ROUNDS, withMore } from '../core/rounds.ts';
import { findGit } from '../host/program.ts';
import { placeOf } from '../host/surroundings.ts';
import { environment } from './child.ts';
import type { Written } from './repository.ts';

/*
 * The plain path: each text is read into a tree of its own, every rule runs on it, and nothing is kept from one to the next
 * but what git said. What is measured must give the same findings, so that no check is left out for speed.
 */

/** A finding as it can be compared, whoever reports it. */
export interface PlainFinding {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  /** Positions as in the language server protocol: 0-based, `line:character`. */
  readonly start: string;
  readonly end: string;
}

/** The findings of each file, by its absolute path. */
export async function plainFindings(
  folder: string,
  files: readonly Written[],
  useGit: boolean,
): Promise<ReadonlyMap<string, readonly PlainFinding[]>> {
  const now = new Date().toISOString();
  const program = await findGit({ workspaceFolders: [folder], environment: environment() });
  const bench = benchWith({ program, environment: environment() }, { useGit }, { folder, now });
  const cases = await Promise.all(files.map((one) => caseOf(one, bench)));
  await gather(cases, bench);
  return new Map(
    cases.map(({ file, document, facts, configuration }) => {
      const text = TextDocument.create(document.uri, 'json', 1, document.text);
      return [file, check(document, facts, configuration).map((report) => findingOf(report, text))] as const;
    }),
  );
}

/** What one lacks and the other has; undefined where both are the same. */
export function difference(
  plain: ReadonlyMap<string, readonly PlainFinding[]>,
  seen: ReadonlyMap<string, readonly PlainFinding[]>,
): string | undefined {
  if (plain.size !== seen.size) return `The plain path has looked at ${plain.size} files; ${seen.size} were checked.`;
  for (const [file, findings] of plain) {
    const [wanted, found] = [linesOf(findings), linesOf(seen.get(file) ?? [])];
    if (wanted !== found) return `${file}: the plain path finds\n${wanted}\nand not\n${found}`;
  }
  return undefined;
}

interface Case {
  readonly file: string;
  readonly document: HandoffDocument;
  readonly configuration: Configuration;
  facts: Facts;
}

async function caseOf({ file, text }: Written, bench: Bench): Promise<Case> {
  const surroundings = await bench.locate(file);
  const configured = await bench.configured(path.dirname(file), surroundings);
  if (configured.kind === 'unusable') throw new Error(configured.complaint);
  const place = placeOf(surroundings, file);
  return {
    file,
    document: createDocument(pathToFileURL(file).href, text, {
      formats: bench.formats,
      placed: placedIn(bench.formats, file),
    }),
    configuration: configured.configuration,
    facts: { ...noFacts(bench.now, surroundings.unchecked), ...(place && { place }) },
  };
}

async function gather(cases: readonly Case[], bench: Bench): Promise<void> {
  const asked = new Map(cases.map(({ file }) => [file, {}]));
  for (let round = 0; round < ROUNDS; round++) {
    const requests = cases.map(({ file, document, facts, configuration }) => ({
      document: file,
      needs: notYetAsked(needsOf(document, facts, configuration), asked.get(file) ?? {}),
    }));
    const answers = await bench.gather(requests, undefined);
    for (const [index, one] of cases.entries()) {
      const answer = answers.get(one.file);
      if (answer !== undefined) one.facts = withMore(one.facts, answer);
      asked.set(one.file, unite([asked.get(one.file) ?? {}, requests[index]?.needs ?? {}]));
    }
  }
}

function findingOf({ rule, severity, message, span }: Report, text: TextDocument): PlainFinding {
  const at = (offset: number) => {
    const { line, character } = text.positionAt(offset);
    return `${line}:${character}`;
  };
  return { rule, severity, message, start: at(span.start), end: at(span.end) };
}

function linesOf(findings: readonly PlainFinding[]): string {
  return findings
    .map(({ rule, severity, message, start, end }) => `${start}-${end} ${severity} ${rule}: ${message}`)
    .join('\n');
}

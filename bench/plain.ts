import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Bench, benchWith } from '../cli/bench.ts';
import type { Configuration } from '../core/configuration.ts';
import { documentOfTree, type HandoffDocument } from '../core/document.ts';
import { type Facts, isGitOut, type Needs, noFacts, unite } from '../core/evidence/facts.ts';
import { createAsked, ROUNDS, withMore } from '../core/evidence/rounds.ts';
import type { Finding } from '../core/finding.ts';
import { rules } from '../core/generated/rules.ts';
import { createHandoff } from '../core/handoff.ts';
import { placedIn } from '../core/paths/glob.ts';
import { compareTexts } from '../core/text/words.ts';
import { findGit } from '../host/program.ts';
import { placeOf } from '../host/surroundings.ts';
import { environment } from './child.ts';
import type { Written } from './repository.ts';

/*
 * The plain path: each text is read into a tree of its own, every rule is asked what it wants to know and then run, and
 * nothing is kept from one to the next but what git said. What is measured must give the same findings, so that no check is
 * left out for speed. A rule that throws fails the benchmark.
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
  return new Map(cases.map((one) => [one.file, findingsOf(one)] as const));
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
    document: documentOfTree(pathToFileURL(file).href, text, {
      formats: bench.formats,
      placed: placedIn(bench.formats, file),
    }),
    configuration: configured.configuration,
    facts: { ...noFacts(bench.now, surroundings.unchecked), ...(place && { place }) },
  };
}

async function gather(cases: readonly Case[], bench: Bench): Promise<void> {
  const asked = new Map(cases.map(({ file }) => [file, createAsked()]));
  for (let round = 0; round < ROUNDS; round++) {
    const requests = cases.map(({ file, document, facts }) => ({
      document: file,
      needs: asked.get(file)?.missing(needsOf(document, facts)) ?? {},
    }));
    const answers = await bench.gather(requests, undefined);
    for (const [index, one] of cases.entries()) {
      const answer = answers.get(one.file);
      if (answer !== undefined) one.facts = withMore(one.facts, answer);
      asked.get(one.file)?.add(requests[index]?.needs ?? {});
    }
  }
}

function needsOf(document: HandoffDocument, facts: Facts): Needs {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return {};
  return unite(
    rules.flatMap((rule) =>
      rule.subject === 'handoff' ? [rule.needs?.(handoff, !isGitOut(facts)) ?? {}, rule.follows?.(handoff) ?? {}] : [],
    ),
  );
}

/** In the order of reports: by place, then by rule. */
function findingsOf({ document, facts, configuration }: Case): readonly PlainFinding[] {
  const handoff = createHandoff(document, facts);
  const text = TextDocument.create(document.uri, 'json', 1, document.text);
  const at = (offset: number) => {
    const { line, character } = text.positionAt(offset);
    return `${line}:${character}`;
  };
  const found = rules.flatMap((rule) => {
    const chosen = configuration.rules[rule.id];
    if (chosen === 'off' || rule.subject === 'failures') return [];
    const subject = rule.subject === 'document' ? rule.check(document) : handoff && rule.check(handoff);
    return Array.from(subject ?? [], (finding: Finding) => ({ ...finding, rule, chosen }));
  });
  const byPlace = found.sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end || compareTexts(a.rule.id, b.rule.id),
  );
  return byPlace.map(({ rule, chosen, severity, message, span }) => ({
    rule: rule.id,
    severity: chosen ?? severity ?? rule.severity,
    message,
    start: at(span.start),
    end: at(span.end),
  }));
}

function linesOf(findings: readonly PlainFinding[]): string {
  return findings
    .map(({ rule, severity, message, start, end }) => `${start}-${end} ${severity} ${rule}: ${message}`)
    .join('\n');
}

import { check } from './check.ts';
import type { Configuration } from './configuration.ts';
import { type HandoffDocument, withText } from './document.ts';
import { applyTo, type Edit, type NewFile, type Replacement } from './edit.ts';
import { type Facts, withFiles } from './evidence/facts.ts';
import type { Report } from './finding.ts';
import { rules as bundled } from './generated/rules.ts';
import { folded } from './paths/path.ts';
import type { NamedRule } from './rule.ts';

/** What all safe fixes together make of a document. */
export interface Fixed {
  /** The document's text afterwards; the same string where nothing was fixed. */
  readonly text: string;
  /** Files to be made before the text is written. */
  readonly create: readonly NewFile[];
  /** Number of fixes. */
  readonly applied: number;
}

export interface FixAllOptions {
  /** Whether files can be made; without it a fix that needs one is left out. */
  readonly creates?: boolean;
  readonly rules?: readonly NamedRule[];
}

/**
 * How often a caller that can ask for more facts fixes, asks and fixes again: repaired text can want to know more, be
 * repaired further, and so on, and that must come to an end. Everyone stops at the same round, so that all write the same.
 */
export const FIX_ROUNDS = 4;

/** Fixes can make others possible, for example behind a syntax error; two that undo each other must come to an end. */
const MOST_PASSES = 10;

/**
 * Applies safe fixes until none is left. The result depends on the arguments alone: fixes go in text order, and what
 * overlaps, or would make the same file, waits for the next pass, which sees the files of the passes before. Never
 * renames the document. Concludes from the facts it is given alone: a document that was no JSON before may want to know
 * more afterwards, so callers that can ask do so, and call again until nothing is applied, at most `FIX_ROUNDS` times.
 */
export function fixAll(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  options: FixAllOptions = {},
): Fixed {
  let at = { document, facts };
  const create: NewFile[] = [];
  let applied = 0;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const edits = onePass(at.document, at.facts, configuration, options);
    if (edits.length === 0) break;
    const replace = edits.flatMap((edit) => edit.replace).sort((a, b) => a.start - b.start || a.end - b.end);
    const created = edits.flatMap((edit) => edit.create);
    at = {
      document: withText(at.document, applyTo(at.document.text, replace)),
      facts: withFiles(at.facts, created),
    };
    for (const file of created) create.push(file);
    applied += edits.length;
  }
  return { text: at.document.text, create, applied };
}

/** Edits that go together. The text's own repairs go first, alone: what else is wrong can be told better once it is JSON. */
function onePass(
  document: HandoffDocument,
  facts: Facts,
  configuration: Configuration,
  { creates = true, rules = bundled }: FixAllOptions,
): readonly Edit[] {
  const reports = check(document, facts, configuration, rules);
  const ofText = new Set(rules.flatMap(({ id, subject }) => (subject === 'document' ? [id] : [])));
  const repairs = compatible(
    reports.filter(({ rule }) => ofText.has(rule)),
    creates,
  );
  return repairs.length > 0 ? repairs : compatible(reports, creates);
}

/** In text order, so that the same findings always give the same edits. */
function compatible(reports: readonly Report[], creates: boolean): readonly Edit[] {
  const taken: Replacement[] = [];
  const names = new Set<string>();
  const edits: Edit[] = [];
  for (const report of reports) {
    const edit = safeEdit(report, creates);
    if (edit === undefined) continue;
    const paths = edit.create.map(({ path }) => folded(path));
    if (paths.some((path) => names.has(path)) || !edit.replace.every((one) => isFree(taken, one))) continue;
    for (const path of paths) names.add(path);
    for (const one of edit.replace) taken.splice(indexAfter(taken, one.start), 0, one);
    edits.push(edit);
  }
  return edits;
}

function safeEdit(report: Report, creates: boolean): Edit | undefined {
  try {
    const fix = report.fixes?.().find((fix) => fix.safe && fix.disabled === undefined && (creates || !fix.creates));
    const edit = fix?.edit();
    return edit?.rename === undefined && edit?.replace.length !== 0 ? edit : undefined;
  } catch {
    // The finding stays, so a fix that cannot be made is not taken for one that is not needed.
    return undefined;
  }
}

/** Whether a replacement neither overlaps one that is taken nor leaves it open which of two comes first. */
function isFree(taken: readonly Replacement[], one: Replacement): boolean {
  const index = indexAfter(taken, one.start);
  const [before, after] = [taken[index - 1], taken[index]];
  return (before === undefined || !collide(before, one)) && (after === undefined || !collide(one, after));
}

/** `a` starts first. Neighbours that touch are fine unless one of them only inserts. */
function collide(a: Replacement, b: Replacement): boolean {
  return a.end > b.start || (a.end === b.start && (a.start === a.end || b.start === b.end));
}

/** Index of the first that starts behind an offset. They stand in order. */
function indexAfter(taken: readonly Replacement[], offset: number): number {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((taken[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

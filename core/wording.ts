import type { Kept } from './document.ts';
import type { Facts, Needs } from './evidence/facts.ts';
import type { Finding, Fix } from './finding.ts';
import type { Field } from './format/format.ts';
import { child, type SchemaIssue } from './format/schema.ts';
import type { Handoff } from './handoff.ts';
import { isWithin, type Path, samePath } from './json/node.ts';
import { proseFields } from './paths/side-file.ts';
import type { HandoffRule } from './rule.ts';
import { moved, type Revision } from './text/revision.ts';

declare module './document.ts' {
  interface Kept {
    /** What differs from an earlier version, until it is known what of that one still holds. */
    since?: Since;
    /** The same where what was found in the earlier version still holds, as far as a rule does not look at that text. */
    reworded?: Since;
    /** What was found, by which it was. */
    judged?: Judged;
    /** What was last wanted to be known, by which rule. */
    asked?: Asked;
  }
}

/*
 * Most of what is typed into a handoff is another wording of a text for people: it changes nothing that is said about git,
 * files and the state of the work. So most of what was found in the version before still holds, and only its place may have
 * moved.
 */

/** One text has changed since an earlier version, and nothing else. */
export interface Since {
  /** Of that text. */
  readonly path: Path;
  readonly revision: Revision;
  /** What is known of the earlier version. */
  readonly before: Kept;
}

/** What rules have found in a document. */
export interface Judged {
  readonly facts: Facts;
  /** The rules, by identity. */
  readonly rules: object;
  /** By each of them, in their order. */
  readonly findings: readonly (readonly Finding[])[];
  /** What each of them wants to know further. */
  readonly wanted: readonly Needs[];
}

/** What rules want to know by the text alone. */
export interface Asked {
  /** The rules, by identity. */
  readonly rules: object;
  /** Whether git was there to be asked. */
  readonly canAskGit: boolean;
  /** By each of them, in their order. */
  readonly each: readonly Needs[];
  readonly all: Needs;
  /** Of an earlier version: a rule that the wording matters to is yet to be asked. */
  readonly isEarlier: boolean;
}

/**
 * Takes over what still holds of an earlier version, where what has changed is the wording of a text for people: one that
 * means nothing to programs, and of which the schema says the same as before.
 */
export function takeOver(handoff: Handoff): void {
  const { kept } = handoff.document;
  const { since } = kept;
  delete kept.since;
  if (since === undefined) return;
  const { before, path } = since;
  const { handoff: earlier, issues } = before;
  // What a schema of the project says of a text, it must say anew.
  if (earlier === undefined || issues === undefined || handoff.format.validate === undefined) return;
  const field = wordingAt(handoff, earlier, path);
  if (field === undefined || !isSaidAgain(issues, handoff.issues)) return;
  if (issues.length > 0 && (field.meaning.prose === undefined || issues.some((issue) => isAbove(issue.path, path))))
    return;
  const { aspects, claims, lists, sideFiles, scopes } = before;
  Object.assign(kept, { issues, aspects, claims, lists, sideFiles, scopes, reworded: since });
  if (before.asked !== undefined) kept.asked = { ...before.asked, isEarlier: true };
}

/** What the schema says of the text at a path, where that is a text for people and the schema reads both documents alike. */
function wordingAt(handoff: Handoff, earlier: Handoff, path: Path): Field | undefined {
  const { root } = handoff.format;
  if (earlier.format.root !== root) return undefined;
  let field = root;
  let [value, before]: (typeof handoff.value | undefined)[] = [handoff.value, earlier.value];
  for (const step of path) {
    if (field !== root && !isPlain(field)) return undefined;
    const next = typeof step === 'number' ? field.item : field.members.get(step);
    [value, before] = [child(value, step), child(before, step)];
    const asked = next?.of(value);
    if (asked === undefined || asked !== next?.of(before)) return undefined;
    field = asked;
  }
  if (field.meaning.prose !== undefined) return field;
  const namesFile = path.length === 1 && proseFields(handoff).some(({ prose }) => prose.sideFile === path[0]);
  return isPlain(field) && isFree(field) && !namesFile ? field : undefined;
}

/** Whether programs read nothing from it. */
function isPlain({ schema, aspects }: Field): boolean {
  return aspects === 0 && schema['x-handoff'] === undefined;
}

/** Whether a text may say anything. */
function isFree({ schema, shapes }: Field): boolean {
  const { enum: values, const: constant, pattern, format } = schema;
  return shapes.length === 0 && [values, constant, pattern, format].every((keyword) => keyword === undefined);
}

/** Whether a schema says the very same of two documents. */
function isSaidAgain(before: readonly SchemaIssue[], after: readonly SchemaIssue[]): boolean {
  return (
    before.length === after.length &&
    before.length <= MOST_COMPARED &&
    before.every((issue, index) => issue.schema === after[index]?.schema && isAlike(issue, after[index]))
  );
}

/** Of issues; to compare more takes longer than to do all anew. */
const MOST_COMPARED = 20;

function isAlike({ schema: _, ...issue }: SchemaIssue, { schema: __, ...other }: SchemaIssue): boolean {
  return JSON.stringify(issue) === JSON.stringify(other);
}

/** Whether an issue is about the value at a path, or about one around it, the document aside. */
function isAbove(issue: Path, path: Path): boolean {
  return issue.length > 0 && isWithin(path, issue);
}

/** What a rule finds in a document of which it has judged an earlier version, where the wording of a text has changed since. */
export function foundAgain(
  rule: HandoffRule,
  handoff: Handoff,
  { path, revision }: Since,
  before: readonly Finding[],
): readonly Finding[] {
  const { wording } = rule;
  if (wording === undefined) return [...rule.check(handoff)];
  if (before.length === 0 && wording === 'ignored') return before;
  let again: readonly Finding[] | undefined;
  const fixesOf = (finding: Finding): readonly Fix[] => {
    again ??= [...rule.check(handoff)];
    return again.find((one) => isSame(one, finding))?.fixes?.() ?? [];
  };
  const rest = wording === 'ignored' ? before : before.filter((finding) => !samePath(finding.path, path));
  const kept = rest.map((finding) => movedFinding(finding, revision, fixesOf));
  return wording === 'ignored' ? kept : [...kept, ...wording(handoff, path)];
}

/** Fixes are for the text as it was: they are asked for anew. */
function movedFinding(
  { fixes, related, span, ...finding }: Finding,
  revision: Revision,
  fixesOf: (finding: Finding) => readonly Fix[],
): Finding {
  const now: Finding = {
    ...finding,
    span: moved(span, revision),
    ...(related && { related: related.map((other) => ({ ...other, span: moved(other.span, revision) })) }),
  };
  return fixes === undefined ? now : { ...now, fixes: () => fixesOf(now) };
}

function isSame(one: Finding, other: Finding): boolean {
  return one.span.start === other.span.start && one.span.end === other.span.end && one.message === other.message;
}

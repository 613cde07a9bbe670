import { type Aspects, aspects } from './aspect.ts';
import { type HandoffDocument, isDoubtful, type Kept } from './document.ts';
import type { Facts } from './evidence/facts.ts';
import { fits } from './format/fits.ts';
import { type Field, type Format, fieldAt } from './format/format.ts';
import { oneForEachMistake } from './format/issues.ts';
import { around, isObject, type Json, type SchemaIssue } from './format/schema.ts';
import { type Verdict, verdictOn } from './format/verdict.ts';
import { isWithin, type Node, nodeAt, type Path } from './json/node.ts';
import { sideFiles } from './paths/side-file.ts';
import { readTimestamp } from './text/timestamp.ts';
import { takeOver } from './wording.ts';

declare module './document.ts' {
  interface Kept {
    /** With the facts that were asked about last. */
    handoff?: Handoff;
    /** What the entries below were worked out with, where the format is one that a project brings. */
    verdict?: Verdict | undefined;
    aspects?: Aspects;
    fields?: readonly FieldValue[];
    issues?: readonly SchemaIssue[];
  }
}

/** A document of a known version of a known format, as its text tells it: what it claims, whatever is true of it. */
export interface Claimed {
  readonly document: HandoffDocument;
  readonly format: Format;
  readonly value: Json;
  /** What the schema does not allow, without what a syntax error or another issue at the same place brought about. */
  readonly issues: readonly SchemaIssue[];
  /**
   * What the document has of everything that the schema describes, in the schema's order, without what is broken. Entries of
   * lists that are mere texts are left out: there can be hundreds of thousands, and what they mean, their list says.
   */
  readonly fields: readonly FieldValue[];
  /** The same with them. */
  readonly everything: readonly FieldValue[];
}

/** The same with what is known of its surroundings: what rules judge. */
export interface Handoff extends Claimed {
  readonly facts: Facts;
}

/** A value and what the schema says about it. */
export interface FieldValue {
  readonly path: Path;
  readonly value: Json;
  readonly field: Field;
}

/** Undefined where there is nothing that rules about a format could judge. */
export function createHandoff(document: HandoffDocument, facts: Facts): Handoff | undefined {
  const { format, versionKnown } = document.recognition;
  const { value } = document;
  if (format === undefined || value === undefined || !versionKnown) return undefined;
  const { kept } = document;
  // What a validator elsewhere said of the text comes, and goes, with the facts; what was worked out without it is void.
  if (format.validate === undefined && kept.verdict !== facts.verdict) forget(kept, facts);
  if (kept.handoff?.facts !== facts) kept.handoff = new KnownHandoff(document, format, value, facts);
  if (kept.since !== undefined) takeOver(kept.handoff);
  return kept.handoff;
}

/** A class for the reason that sound documents are one. */
class KnownHandoff implements Handoff {
  readonly document: HandoffDocument;
  readonly format: Format;
  readonly value: Json;
  readonly facts: Facts;

  constructor(document: HandoffDocument, format: Format, value: Json, facts: Facts) {
    this.document = document;
    this.format = format;
    this.value = value;
    this.facts = facts;
  }

  get issues(): readonly SchemaIssue[] {
    const { document, format, value, facts } = this;
    document.kept.issues ??= issuesIn(document, format, value, facts);
    return document.kept.issues;
  }

  get fields(): readonly FieldValue[] {
    const { document, format, value } = this;
    document.kept.fields ??= fieldsIn(document, format, value, false);
    return document.kept.fields;
  }

  get everything(): readonly FieldValue[] {
    const { document, format, value } = this;
    return fieldsIn(document, format, value, true);
  }
}

function forget(kept: Kept, { verdict }: Facts): void {
  for (const key of ['issues', 'aspects', 'claims', 'lists', 'sideFiles', 'scopes', 'asked'] as const) delete kept[key];
  kept.verdict = verdict;
}

function issuesIn(document: HandoffDocument, format: Format, value: Json, facts: Facts): readonly SchemaIssue[] {
  const issues = format.validate === undefined ? issuesElsewhere(document, format, facts) : format.validate(value);
  if (issues.length === 0) return issues;
  const sound = document.problems.length === 0 ? issues : issues.filter((issue) => !causedByDamage(document, issue));
  return oneForEachMistake(sound, value);
}

/** Of a format that a project brings, what its schema said of this very text; nothing where nobody can tell. */
function issuesElsewhere(document: HandoffDocument, format: Format, facts: Facts): readonly SchemaIssue[] {
  const verdict = verdictOn(document, facts);
  if (verdict?.kind !== 'validated') return [];
  // The time of a field has a rule of its own.
  return verdict.issues.filter(
    ({ keyword, path }) => keyword !== 'format' || fieldAt(format, path)?.schema.format !== 'date-time',
  );
}

function fieldsIn(document: HandoffDocument, { root }: Format, value: Json, mere: boolean): readonly FieldValue[] {
  const all = describedValues(root, value, mere);
  return document.problems.length === 0 ? all : all.filter(({ path }) => isCertain(document, path));
}

/** What the document has of members of one of these aspects, in the schema's order. */
export function fieldsAbout({ fields }: Pick<Handoff, 'fields'>, about: Aspects): readonly FieldValue[] {
  const found: FieldValue[] = [];
  for (const at of fields) if ((at.field.aspects & about) !== 0) found.push(at);
  return found;
}

/** What there is to be looked at in a handoff. */
export function aspectsIn(handoff: Handoff): Aspects {
  const { kept } = handoff.document;
  kept.aspects ??= readAspects(handoff);
  return kept.aspects;
}

function readAspects(handoff: Handoff): Aspects {
  let all = aspectsOfText(handoff.document);
  if (handoff.issues.length > 0) all |= ISSUES;
  if (sideFiles(handoff).length > 0) all |= SIDE_FILE;
  for (const { field } of handoff.fields) all |= field.aspects;
  return all;
}

/** What there is to be looked at in any text. */
export function aspectsOfText({ isSound, recognition: { format, versionKnown } }: HandoffDocument): Aspects {
  return (isSound ? 0 : FLAWS) | (format !== undefined && versionKnown ? 0 : UNRECOGNISED);
}

const FLAWS = aspects('flaws');
const ISSUES = aspects('issues');
const SIDE_FILE = aspects('side-file');
const UNRECOGNISED = aspects('unrecognised');

/**
 * Whether another value at a path would be fine as far as schema and calendar can tell. Of a format that a project brings,
 * only where what its schema says of that very place leaves no doubt.
 */
export function accepts({ format, value }: Handoff, path: Path, next: Json): boolean {
  const isTime = fieldAt(format, path)?.schema.format === 'date-time' && typeof next === 'string';
  if (isTime && readTimestamp(next).time === undefined) return false;
  if (format.validate === undefined) return fits(fieldAt(format, path)?.schema, next);
  const small = around(value, path, next);
  const issues = format.validate(small.value);
  return !issues.some((issue) => isWithin(issue.path, small.path));
}

/** Strings of a list, with their paths; what is no string is left to the schema. */
export function entries({ path, value }: FieldValue): readonly { readonly path: Path; readonly value: string }[] {
  if (!Array.isArray(value)) return [];
  const texts: { readonly path: Path; readonly value: string }[] = [];
  for (let index = 0; index < value.length; index++) {
    const entry: Json = value[index];
    if (typeof entry === 'string') texts.push({ path: [...path, index], value: entry });
  }
  return texts;
}

/** In the order of the schema, and of the entries of a list. */
function describedValues(root: Field, value: Json, mere: boolean): readonly FieldValue[] {
  const all: FieldValue[] = [];
  const add = (field: Field, value: Json, path: Path): void => {
    all.push({ path, value, field });
    if (field.meaning.record !== undefined) return;
    if (isObject(value)) {
      for (const member of field.ordered) {
        const { name = '' } = member;
        const child = Object.hasOwn(value, name) ? value[name] : undefined;
        if (child !== undefined) add(member.of(child), child, [...path, name]);
      }
    } else if (Array.isArray(value) && field.item !== undefined) {
      const { item } = field;
      if (!mere && isMere(item)) return;
      for (let index = 0; index < value.length; index++) {
        const entry = value[index];
        add(item.of(entry), entry, [...path, index]);
      }
    }
  };
  add(root, value, []);
  return all;
}

/** Whether an entry says nothing beyond its text. */
function isMere({ schema, aspects, ordered, item, shapes }: Field): boolean {
  return (
    schema['x-handoff'] === undefined &&
    aspects === 0 &&
    ordered.length === 0 &&
    item === undefined &&
    shapes.length === 0
  );
}

/** Whether an issue only repeats what a syntax error has said: at a broken value, or a member missing from a torn object. */
function causedByDamage(document: HandoffDocument, issue: SchemaIssue): boolean {
  const { syntax } = document;
  const node = nodeAt(syntax.root, issue.path);
  if (node === undefined || node.kind === 'broken' || isDoubtful(syntax, node)) return true;
  if (node.kind === 'string') return node.damaged;
  if (issue.keyword === 'required') return isTorn(node);
  // What must not stand together was read, whatever else was not.
  if (issue.keyword === 'not' && issue.schema.not?.required !== undefined) return false;
  return COMBINATORS.has(issue.keyword) && containsDamage(node);
}

/** Whether a value was read for certain: not broken, nor behind a slip that hides where members begin and end. */
function isCertain({ syntax }: HandoffDocument, path: Path): boolean {
  const node = nodeAt(syntax.root, path);
  if (node === undefined || node.kind === 'broken' || (node.kind === 'string' && node.damaged)) return false;
  return !isDoubtful(syntax, node);
}

const COMBINATORS = new Set([
  'not',
  'if',
  'anyOf',
  'oneOf',
  'contains',
  'dependentRequired',
  'minItems',
  'minProperties',
]);

function isTorn(node: Node): boolean {
  return node.kind === 'object' && (!node.closed || node.members.some(({ key }) => key.damaged));
}

function containsDamage(node: Node): boolean {
  switch (node.kind) {
    case 'object':
      return isTorn(node) || node.members.some(({ value }) => value === undefined || containsDamage(value));
    case 'array':
      return !node.closed || node.items.some(containsDamage);
    case 'string':
      return node.damaged;
    default:
      return node.kind === 'broken';
  }
}

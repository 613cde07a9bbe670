import type { HandoffDocument } from './document.ts';
import type { Facts } from './facts.ts';
import type { Field, Format } from './format.ts';
import { type Node, nodeAt, type Path } from './json/node.ts';
import { isObject, type Json, type SchemaIssue } from './schema.ts';

/** A document of a known version of a known format, with what is known of its surroundings: what rules judge. */
export interface Handoff {
  readonly document: HandoffDocument;
  readonly format: Format;
  readonly value: Json;
  /** What the schema does not allow, without what a syntax error brought about. */
  readonly issues: readonly SchemaIssue[];
  /** Everything in the document that the schema describes, in the schema's order. */
  readonly fields: readonly FieldValue[];
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
  let issues: readonly SchemaIssue[] | undefined;
  let fields: readonly FieldValue[] | undefined;
  return {
    document,
    format,
    value,
    facts,
    get issues() {
      issues ??= format.validate(value).filter((issue) => !causedByDamage(document, issue));
      return issues;
    },
    get fields() {
      fields ??= [...describedValues(format.root, value, [])];
      return fields;
    },
  };
}

/** Strings of a list, with their paths; what is no string is left to the schema. */
export function entries({ path, value }: FieldValue): readonly { readonly path: Path; readonly value: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: Json, index) =>
    typeof entry === 'string' ? [{ path: [...path, index], value: entry }] : [],
  );
}

function* describedValues(field: Field, value: Json, path: Path): Iterable<FieldValue> {
  yield { path, value, field };
  if (isObject(value)) {
    for (const [name, member] of field.members) {
      const child = Object.hasOwn(value, name) ? value[name] : undefined;
      if (child !== undefined) yield* describedValues(member, child, [...path, name]);
    }
  } else if (Array.isArray(value) && field.item !== undefined) {
    for (const [index, entry] of value.entries()) yield* describedValues(field.item, entry, [...path, index]);
  }
}

/** Whether an issue only repeats what a syntax error has said: at a broken value, or a member missing from a torn object. */
function causedByDamage({ syntax: { root, problems } }: HandoffDocument, issue: SchemaIssue): boolean {
  if (problems.length === 0) return false;
  const node = nodeAt(root, issue.path);
  if (node === undefined || node.kind === 'broken') return true;
  if (node.kind === 'string') return node.damaged;
  if (issue.keyword === 'required') return isTorn(node);
  return COMBINATORS.has(issue.keyword) && containsDamage(node);
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

import { spanOfKey } from '../document.ts';
import { edit } from '../edit.ts';
import { extrasName, moveToExtras } from '../extras.ts';
import type { Finding, Fix } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import { byPlace } from '../format/issues.ts';
import { isObject, type Schema, type SchemaIssue } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { removeMembers } from '../json/change.ts';
import { type Member, memberAt, nodeAt, type ObjectNode, type Path, type StringNode } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { misspelled } from '../text/misspelled.ts';
import { nearest, placeName, shown } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  summary: 'A member that the format does not name',
  reason: `Nobody reads a member that the format does not name: what stands in it does not reach the next agent, most often
because of a typing error. It is an error where the format is closed, and a warning where it leaves room for newer members.

A fix gives it the name that is spelled nearly the same, moves it into the object that the format has for anything else, or
removes it. Removing loses what it says, and another name or place is a guess, so none runs unattended.`,
  wording: 'ignored',
  *check(handoff) {
    const all = [...inClosed(handoff), ...inOpen(handoff)];
    if (all.length === 0) return;
    const meantIn = misspelled(handoff);
    for (const { path, unknown, names, closed } of all) {
      // Where an object was not read to its end, a name may be a text that lost its place.
      const object = nodeAt(handoff.document.syntax.root, path);
      if (object?.kind !== 'object' || !object.closed) continue;
      const meant = new Set(Array.from(meantIn(path).values(), ({ key }) => key.value));
      const free = freeNames(handoff, path, names);
      const twins = repeated(object);
      for (const name of unknown) {
        // Twins would be twins under the other name too.
        const near = twins.has(name) ? undefined : nearest(name, free);
        if (!meant.has(name)) yield finding(handoff, [...path, name], near, closed);
      }
    }
  },
};

/** Members of one object that the schema does not name. */
interface Unknown {
  /** Of the object. */
  readonly path: Path;
  readonly unknown: readonly string[];
  /** What the schema names there. */
  readonly names: readonly string[];
  readonly closed: boolean;
}

function finding(handoff: Handoff, path: Path, near: string | undefined, closed: boolean): Finding {
  return {
    span: spanOfKey(handoff.document, path),
    message: `${placeName(path)} is not a member that the format names${near === undefined ? '' : `; ${shown(near)} is`}.`,
    path,
    ...(closed ? {} : { severity: 'warning' }),
    fixes: () => fixes(handoff, path, near, closed),
  };
}

function inClosed({ issues }: Handoff): readonly Unknown[] {
  const refused = issues.filter(({ params }) => typeof unknownIn(params) === 'string');
  return byPlace(refused).map(([issue, ...others]) => ({
    path: issue.path,
    unknown: [...new Set([issue, ...others].map(({ params }) => String(unknownIn(params))))],
    names: Object.keys(issue.schema.properties ?? {}),
    closed: true,
  }));
}

function unknownIn(params: SchemaIssue['params']): unknown {
  return params['additionalProperty'] ?? params['unevaluatedProperty'];
}

function inOpen({ fields }: Handoff): readonly Unknown[] {
  const found: Unknown[] = [];
  for (const { path, value, field } of fields) {
    if (!isObject(value)) continue;
    const names = namesIn(field.schema);
    if (names === undefined) continue;
    const unknown = Object.keys(value).filter((name) => !names.has(name) && !isForEditors(path, name));
    if (unknown.length > 0) found.push({ path, unknown, names: [...names], closed: false });
  }
  return found;
}

/** The names that a schema gives to members, or undefined where it lets any name pass or cannot be seen through. */
function namesIn(schema: Schema): ReadonlySet<string> | undefined {
  if (!known.has(schema)) known.set(schema, readNames(schema));
  return known.get(schema);
}

const known = new WeakMap<Schema, ReadonlySet<string> | undefined>();

function readNames(schema: Schema): ReadonlySet<string> | undefined {
  if (schema.properties === undefined) return undefined;
  const names = new Set<string>();
  const parts = [schema];
  for (const part of parts) {
    const { $ref, patternProperties, additionalProperties, unevaluatedProperties } = part;
    if ([patternProperties, additionalProperties, unevaluatedProperties].some((keyword) => keyword !== undefined)) {
      return undefined;
    }
    if ($ref !== undefined) return undefined;
    for (const name of [...Object.keys(part.properties ?? {}), ...(part.required ?? [])]) names.add(name);
    for (const branch of [part.if, part.then, part.else]) if (branch !== undefined) parts.push(branch);
    parts.push(...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? []));
  }
  return names;
}

/** `$schema` at the root tells editors where the schema is, and says nothing about the work. */
function isForEditors(path: Path, name: string): boolean {
  return path.length === 0 && name === '$schema';
}

/** Names that the member could have: not taken, and not excluded by one that is. */
function freeNames({ document, format }: Handoff, path: Path, names: readonly string[]): readonly string[] {
  const has = (name: string) => memberAt(document.syntax.root, [...path, name]) !== undefined;
  return names.filter((name) => !has(name) && !fieldAt(format, [...path, name])?.excludes.some(has));
}

function fixes(handoff: Handoff, path: Path, near: string | undefined, closed: boolean): readonly Fix[] {
  const { document } = handoff;
  const member = memberAt(document.syntax.root, path);
  if (member === undefined) return [];
  const name = member.key.value;
  const remove: Fix = {
    title: `Remove ${shown(name)}`,
    edit: () =>
      edit(
        ...removeMembers(
          document.text,
          member.parent.members.filter(({ key }) => isCalled(key, name)),
        ),
      ),
  };
  const move = closed && path.length === 1 ? moved(handoff, member, near === undefined) : [];
  if (near === undefined) return [...move, remove];
  const { start, end } = member.key;
  const rename = () => edit({ start, end, text: JSON.stringify(near) });
  return [{ title: `Rename ${shown(name)} to ${shown(near)}`, preferred: true, edit: rename }, ...move, remove];
}

/** Twins would be twins there too. */
function moved(handoff: Handoff, member: Member, preferred: boolean): readonly Fix[] {
  const { key, parent } = member;
  const to = extrasName(handoff);
  const edits = repeated(parent).has(key.value) ? undefined : moveToExtras(handoff, member);
  if (to === undefined || edits === undefined) return [];
  return [
    {
      title: `Move ${shown(key.value)} into ${shown(to)}`,
      ...(preferred && { preferred }),
      edit: () => edit(...edits),
    },
  ];
}

/** Names that several members of an object have. */
function repeated({ members }: ObjectNode): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(members.flatMap(({ key }) => (seen.has(key.value) ? [key.value] : seen.add(key.value) && [])));
}

function isCalled(key: StringNode, name: string): boolean {
  return !key.damaged && key.value === name;
}

import { spanOfValue } from '../document.ts';
import { edit } from '../edit.ts';
import type { Fix } from '../finding.ts';
import { fieldAt } from '../format/format.ts';
import { byPlace } from '../format/issues.ts';
import { type Json, type SchemaIssue, valueAt } from '../format/schema.ts';
import { accepts, type Handoff } from '../handoff.ts';
import { removeMember, replaceValue } from '../json/change.ts';
import { memberAt, type Node, nodeAt, type Path } from '../json/node.ts';
import type { HandoffRule } from '../rule.ts';
import { oneOf, placeName, schemaTypeName, shown, typeName } from '../text/words.ts';

export const rule: HandoffRule = {
  subject: 'handoff',
  severity: 'error',
  concerns: ['issues'],
  summary: 'A value of another JSON type',
  reason: `Programs that read the handoff fail on it or, worse, go on: a text where a list of paths belongs is read letter by letter,
and \`"false"\` counts as true.

Where the other type can hold the value without loss, the fix converts it: \`"3"\` to \`3\`, \`1.0\` to \`"1.0"\` as it is spelled,
\`"a"\` to \`["a"]\` and back, and \`null\` goes where the member may be absent. That changes nothing that was meant, so it also
runs unattended, except for a text that may list several things.`,
  wording: 'ignored',
  *check(handoff) {
    for (const [issue, ...others] of byPlace(handoff.issues.filter(({ keyword }) => keyword === 'type'))) {
      const value = valueAt(handoff.value, issue.path);
      if (value === undefined || isOtherNumber(value, issue)) continue;
      const types = [...new Set([issue, ...others].flatMap(({ params }) => typesIn(params)))];
      yield {
        span: spanOfValue(handoff.document, issue.path),
        message: `${placeName(issue.path)} must be ${oneOf(types.map(schemaTypeName))}; it is ${typeName(value)}.`,
        path: issue.path,
        fixes: () => fixes(handoff, issue.path, value, types),
      };
    }
  },
};

/** A number where another number belongs is not of another JSON type. */
function isOtherNumber(value: Json, { params }: SchemaIssue): boolean {
  return typeof value === 'number' && typesIn(params).some((type) => type === 'integer' || type === 'number');
}

function typesIn({ type }: SchemaIssue['params']): readonly string[] {
  return [type].flat().filter((name) => typeof name === 'string');
}

function fixes(handoff: Handoff, path: Path, value: Json, types: readonly string[]): readonly Fix[] {
  const { document, format } = handoff;
  const node = nodeAt(document.syntax.root, path);
  if (node === undefined) return [];
  const member = memberAt(document.syntax.root, path);
  if (value === null && member !== undefined && fieldAt(format, path)?.required === false) {
    const title = `Remove ${placeName(path)}, which may be absent`;
    return [{ title, preferred: true, safe: true, edit: () => edit(...removeMember(document.text, member)) }];
  }
  const constant = fieldAt(format, path)?.schema.const;
  const converted = types.flatMap((type) => conversion(document.text, node, type) ?? []);
  const fitting = converted.filter(({ value }) => accepts(handoff, path, value));
  if (fitting.length === 0 && constant !== undefined) {
    const write = () => edit(replaceValue(document.text, node, constant));
    return [{ title: `Write ${shown(constant)}`, preferred: true, edit: write }];
  }
  return fitting.map(({ text, value, certain }, index) => ({
    title: `Write ${shown(value)}`,
    preferred: index === 0,
    safe: certain && fitting.length === 1,
    edit: () => edit({ start: node.start, end: node.end, text }),
  }));
}

/** The same value as another type, and its text, which keeps the spelling. */
interface Conversion {
  readonly text: string;
  readonly value: Json;
  readonly certain: boolean;
}

function conversion(text: string, node: Node, type: string): Conversion | undefined {
  const raw = text.slice(node.start, node.end);
  switch (type) {
    case 'number':
    case 'integer':
      return node.kind === 'string' ? numberIn(node.value) : fromList(text, node, type);
    case 'boolean':
      if (node.kind !== 'string') return fromList(text, node, type);
      return node.value === 'true' || node.value === 'false'
        ? { text: node.value, value: node.value === 'true', certain: true }
        : undefined;
    case 'string':
      if (node.kind === 'number' || (node.kind === 'literal' && node.value !== null)) {
        return { text: JSON.stringify(raw), value: raw, certain: true };
      }
      return fromList(text, node, type);
    case 'array':
      return toList(raw, node);
    default:
      return undefined;
  }
}

/** A text that spells a number as JSON does, and one that readers hold with all its digits. */
function numberIn(text: string): Conversion | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) || text.length > 300) return undefined;
  const value = Number(text);
  const digits = text.replace(/[eE].*$/, '').replace(/^-?[0.]*|\./g, '').length;
  return Number.isFinite(value) && digits <= 15 ? { text, value, certain: true } : undefined;
}

/** What the only entry of a list holds. */
function fromList(text: string, node: Node, type: string): Conversion | undefined {
  const [item, ...others] = node.kind === 'array' ? node.items : [];
  if (item === undefined || others.length > 0) return undefined;
  const same =
    type === 'string' ? item.kind === 'string' : type === 'boolean' ? item.kind === 'literal' : item.kind === 'number';
  if (!same || item.kind === 'object' || item.kind === 'array' || item.kind === 'broken') return undefined;
  return { text: text.slice(item.start, item.end), value: item.value, certain: true };
}

/** A list of the one value. A blank text names nothing, and one with separators may name several things. */
function toList(raw: string, node: Node): Conversion | undefined {
  if (node.kind !== 'string' && node.kind !== 'number') return undefined;
  const text = String(node.value);
  if (text.trim() === '') return undefined;
  return { text: `[${raw}]`, value: [node.value], certain: !/[,;\r\n]/.test(text) };
}

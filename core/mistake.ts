import { type HandoffDocument, spanOfKey, spanOfValue } from './document.ts';
import { patternInWords } from './format/pattern.ts';
import { child, type Json, type SchemaIssue } from './format/schema.ts';
import type { Member, Node } from './json/node.ts';
import type { Span } from './text/span.ts';
import { nearest, oneOf, schemaTypeName, shown, typeName } from './text/words.ts';

/*
 * What is wrong with a file that is no handoff and that a project is checked by: its configuration, the schemas of its own
 * formats.
 */

/** One mistake, at the token. The message is a sentence that names the member and the value. */
export interface Mistake {
  readonly span: Span;
  readonly message: string;
}

/** Why a text is no JSON object that can be read for certain; nothing where it is one. `what` is `a configuration`, say. */
export function mistakesIn(document: HandoffDocument, what: string): readonly Mistake[] {
  const { problems, tooDeep, isSound, value } = document;
  if (tooDeep !== undefined) return [{ span: tooDeep, message: `This is nested too deeply for ${what}.` }];
  if (value === undefined) {
    return [{ span: { start: 0, end: 0 }, message: 'The file must hold a JSON object, at least {}; it is empty.' }];
  }
  if (problems.length > 0) return problems;
  return isSound ? [] : repeated(document.syntax.root);
}

/** What a validator said, in words. `what` is `the configuration`, say. */
export function mistakesOf(
  document: HandoffDocument,
  issues: readonly SchemaIssue[],
  what: string,
): readonly Mistake[] {
  return issues.map((issue) => mistakeOf(document, issue, what));
}

function mistakeOf(document: HandoffDocument, { keyword, path, params, schema }: SchemaIssue, what: string): Mistake {
  const name = nameOf(path, what);
  const value = path.reduce((at: Json | undefined, step) => child(at, step), document.value);
  const span = spanOfValue(document, path);
  const is = value === undefined ? 'missing' : typeName(value);
  switch (keyword) {
    case 'additionalProperties': {
      const unknown = String(params['additionalProperty']);
      return {
        span: spanOfKey(document, [...path, unknown]),
        message: unknownName(unknown, path, Object.keys(schema.properties ?? {}), what),
      };
    }
    case 'required':
      return { span, message: `${name} must have ${shown(String(params['missingProperty']))}; it is missing.` };
    case 'type':
      return {
        span,
        message: `${name} must be ${oneOf([params['type']].flat().map(String).map(schemaTypeName))}; it is ${is}.`,
      };
    case 'enum':
      return {
        span,
        message: `${name} must be ${oneOf((schema.enum ?? []).map(shown))}; it is ${shown(value ?? null)}.`,
      };
    case 'const':
      return { span, message: `${name} must be ${shown(schema.const ?? null)}; it is ${shown(value ?? null)}.` };
    case 'minLength':
      return { span, message: `${name} must not be empty.` };
    case 'minItems':
      return { span, message: `${name} must have an entry; it is empty.` };
    case 'minimum':
      return { span, message: `${name} must be at least ${schema.minimum}; it is ${shown(value ?? null)}.` };
    case 'uniqueItems':
      return { span, message: `${name} must have entries that differ; two of them are the same.` };
    case 'pattern': {
      const { pattern = '', patternErrorMessage } = schema;
      const must = patternErrorMessage ?? `must be ${patternInWords(pattern) ?? `matched by ${pattern}`}`;
      return { span, message: `${name} ${must}; it is ${shown(value ?? null)}.` };
    }
    default:
      return { span, message: `${name} is not what ${what}'s schema allows (${keyword}).` };
  }
}

/** The longest list of names that a message repeats. */
const LISTED = 10;

function unknownName(name: string, path: SchemaIssue['path'], known: readonly string[], what: string): string {
  const where = path.length === 0 ? `in ${what.replace(/^the /, 'a ')}` : `in ${nameOf(path, what)}`;
  const near = nearest(name, known);
  if (near !== undefined) return `${shown(name)} means nothing ${where}: did you mean ${shown(near)}?`;
  if (known.length > LISTED) return `${shown(name)} means nothing ${where}.`;
  return `${shown(name)} means nothing ${where}: there, names must be ${oneOf(known.map(shown))}.`;
}

/** `"rules"`, `Entry 2 of "files"`, `The configuration`. */
function nameOf(path: SchemaIssue['path'], what: string): string {
  const last = path.at(-1);
  if (last === undefined) return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return typeof last === 'number' ? `Entry ${last + 1} of ${nameOf(path.slice(0, -1), what)}` : shown(last);
}

/** Of a member given twice the last would count without a word, so every one of them is marked. */
function repeated(node: Node | undefined): readonly Mistake[] {
  if (node?.kind === 'array') return node.items.flatMap(repeated);
  if (node?.kind !== 'object') return [];
  const byName = new Map<string, Member[]>();
  for (const member of node.members) {
    byName.set(member.key.value, [...(byName.get(member.key.value) ?? []), member]);
  }
  const twins = [...byName.values()].filter((members) => members.length > 1).flat();
  const own = twins.map(({ key }) => ({
    span: { start: key.start, end: key.end },
    message: `${shown(key.value)} must be given once; here it is given again.`,
  }));
  return [...own, ...node.members.flatMap(({ value }) => repeated(value))];
}

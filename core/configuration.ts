import { createDocument, type HandoffDocument, spanOfKey, spanOfValue } from './document.ts';
import type { Severity } from './finding.ts';
import { validate } from './generated/configuration.validator.js';
import type { Member, Node } from './json/node.ts';
import { child, isObject, issuesOf, type Json, type SchemaIssue } from './schema.ts';
import type { Span } from './span.ts';
import { nearest, oneOf, schemaTypeName, shown, typeName } from './words.ts';

/** What `.agent-handoff.json` says, completed with defaults. */
export interface Configuration {
  /** By rule id. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Further globs of handoff files, relative to the folder of the configuration. */
  readonly files: readonly string[];
  readonly git: { readonly base?: string };
  readonly create: {
    readonly format?: string;
    readonly allow?: readonly string[];
    readonly forbid?: readonly string[];
  };
}

export const defaultConfiguration: Configuration = { rules: {}, files: [], git: {}, create: {} };

/** One mistake in a configuration, at the token. The message is a sentence that names the member and the value. */
export interface ConfigurationProblem {
  readonly span: Span;
  readonly message: string;
}

export type ParsedConfiguration =
  | { readonly configuration: Configuration }
  /** In text order; at least one. */
  | { readonly problems: readonly ConfigurationProblem[] };

/**
 * Reads the text of an `.agent-handoff.json`. All or nothing: a part that was misunderstood would judge handoffs by other
 * rules than its author wrote. A byte-order mark is accepted. Never throws.
 */
export function parseConfiguration(text: string): ParsedConfiguration {
  const document = createDocument('', text, { formats: [], placed: [] });
  const problems = problemsIn(document);
  if (problems.length > 0) return { problems: [...problems].sort((a, b) => a.span.start - b.span.start) };
  return { configuration: configurationOf(document.value) };
}

function problemsIn(document: HandoffDocument): readonly ConfigurationProblem[] {
  const { value, problems, tooDeep, isSound } = document;
  if (tooDeep !== undefined) {
    return [{ span: tooDeep, message: 'This is nested too deeply for a configuration.' }];
  }
  if (value === undefined) {
    return [{ span: { start: 0, end: 0 }, message: 'The file must hold a JSON object, at least {}; it is empty.' }];
  }
  if (problems.length > 0) return problems;
  return [
    ...(isSound ? [] : repeated(document.syntax.root)),
    ...issuesOf(validate, value).map((issue) => problemOf(document, issue)),
  ];
}

function problemOf(document: HandoffDocument, { keyword, path, params, schema }: SchemaIssue): ConfigurationProblem {
  const name = nameOf(path);
  const value = path.reduce((at: Json | undefined, step) => child(at, step), document.value);
  const span = spanOfValue(document, path);
  switch (keyword) {
    case 'additionalProperties': {
      const unknown = String(params['additionalProperty']);
      return {
        span: spanOfKey(document, [...path, unknown]),
        message: unknownName(unknown, path, Object.keys(schema.properties ?? {})),
      };
    }
    case 'type': {
      const is = value === undefined ? 'missing' : typeName(value);
      return { span, message: `${name} must be ${schemaTypeName(String(params['type']))}; it is ${is}.` };
    }
    case 'enum':
      return {
        span,
        message: `${name} must be ${oneOf((schema.enum ?? []).map(shown))}; it is ${shown(value ?? null)}.`,
      };
    case 'minLength':
      return { span, message: `${name} must not be empty.` };
    default:
      return { span, message: `${name} is not what the configuration's schema allows (${keyword}).` };
  }
}

/** The longest list of names that a message repeats. */
const LISTED = 10;

function unknownName(name: string, path: SchemaIssue['path'], known: readonly string[]): string {
  const where = path.length === 0 ? 'in a configuration' : `in ${nameOf(path)}`;
  const near = nearest(name, known);
  if (near !== undefined) return `${shown(name)} means nothing ${where}: did you mean ${shown(near)}?`;
  if (known.length > LISTED) return `${shown(name)} means nothing ${where}.`;
  return `${shown(name)} means nothing ${where}: there, names must be ${oneOf(known.map(shown))}.`;
}

/** `"rules"`, `Entry 2 of "files"`, `The configuration`. */
function nameOf(path: SchemaIssue['path']): string {
  const last = path.at(-1);
  if (last === undefined) return 'The configuration';
  return typeof last === 'number' ? `Entry ${last + 1} of ${nameOf(path.slice(0, -1))}` : shown(last);
}

/** Of a member given twice the last would count without a word, so every one of them is marked. */
function repeated(node: Node | undefined): readonly ConfigurationProblem[] {
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

/** Of a valid configuration. What has another shape is left out, so nothing depends on the schema being right. */
function configurationOf(value: Json | undefined): Configuration {
  const create = child(value, 'create');
  const format = child(create, 'format');
  const allow = strings(child(create, 'allow'));
  const forbid = strings(child(create, 'forbid'));
  const base = child(child(value, 'git'), 'base');
  return {
    rules: severities(child(value, 'rules')),
    files: strings(child(value, 'files')) ?? [],
    git: typeof base === 'string' ? { base } : {},
    create: {
      ...(typeof format === 'string' && { format }),
      ...(allow && { allow }),
      ...(forbid && { forbid }),
    },
  };
}

function severities(value: Json | undefined): Configuration['rules'] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([id, chosen]) => (isSeverity(chosen) ? [[id, chosen]] : [])));
}

function isSeverity(value: Json): value is Severity | 'off' {
  return value === 'error' || value === 'warning' || value === 'information' || value === 'hint' || value === 'off';
}

function strings(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: Json) => (typeof entry === 'string' ? [entry] : []));
}

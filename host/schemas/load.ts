import path from 'node:path';
import type { ConfiguredFormat } from '../../core/configuration.ts';
import type { FileFact } from '../../core/evidence/facts.ts';
import { createFormat } from '../../core/format/format.ts';
import { byPlace, oneForEachMistake } from '../../core/format/issues.ts';
import { isObject, type Json, type Schema, type SchemaIssue } from '../../core/format/schema.ts';
import type { Outcome } from '../../core/format/verdict.ts';
import { isWithin } from '../../core/json/node.ts';
import { mistakesOf } from '../../core/mistake.ts';
import { shown } from '../../core/text/words.ts';
import { inspectFile } from '../files.ts';
import type { Making } from './ajv.ts';
import { type Inspected, inspectSchema, type SchemaProblem } from './inspect.ts';
import type { OwnFormat, OwnFormats } from './own-formats.ts';
import { readable, validatable } from './prepare.ts';
import { sharedValidation, type Validation } from './validation.ts';
import { everySchema } from './walk.ts';

/** What makes formats of schemas. It is loaded where a project brings one, and begins a thread then. */
export function createLoader(validation: () => Validation = sharedValidation): OwnFormats {
  const schemas = new Map<string, { readonly text: string; readonly schema: Promise<UsableSchema> }>();
  const made = new WeakMap<UsableSchema, Map<string, OwnFormat>>();
  const schemaOf = (file: string, text: string) => {
    const known = schemas.get(file);
    if (known?.text === text) return known.schema;
    const schema = use(text, validation);
    schemas.set(file, { text, schema });
    return schema;
  };
  const load = async (folder: string, configured: ConfiguredFormat): Promise<OwnFormat> => {
    const fact = await inspectFile(folder, configured.schema);
    if (fact.kind !== 'file' || fact.text === undefined)
      return unread(folder, configured, reasonOf(configured.schema, fact));
    const schema = await schemaOf(path.resolve(folder, configured.schema), fact.text);
    const kept = made.get(schema) ?? new Map<string, OwnFormat>();
    made.set(schema, kept);
    const key = JSON.stringify([folder, configured]);
    const format = kept.get(key) ?? formatWith(folder, configured, fact.text, schema, validation);
    kept.set(key, format);
    return format;
  };
  return { load: (folder, configured) => Promise.all(configured.map((one) => load(folder, one))) };
}

/** A schema that was looked at. */
interface UsableSchema {
  readonly key: number;
  readonly problems: readonly SchemaProblem[];
  /** Undefined where errors forbid its use. */
  readonly usable: { readonly making: Making; readonly schema: Schema } | undefined;
}

let keys = 0;

async function use(text: string, validation: () => Validation): Promise<UsableSchema> {
  const key = ++keys;
  const { document, problems, schema } = inspectSchema(text);
  const found = [...problems];
  if (schema === undefined) return { key, problems: inOrder(found), usable: undefined };
  const { value, dialect, references } = schema;
  const making: Making = {
    dialect,
    schema: validatable(value, dialect, references) as unknown as Schema | boolean,
    refersToDialect: references.all.some(({ target }) => target.kind === 'dialect'),
    isPlain: references.isStatic,
  };
  const isUsable = !found.some(({ severity }) => severity === 'error');
  const meanings = [...everySchema(value)].flatMap(({ path, schema: inner }) => {
    const meaning = isObject(inner) && Object.hasOwn(inner, 'x-handoff') ? inner['x-handoff'] : undefined;
    return meaning === undefined ? [] : [{ path: [...path, 'x-handoff'], value: meaning }];
  });
  // What cannot be compiled anyway is only looked at.
  const outcome = await validation().ask(key, { kind: 'schema', written: value, meanings, making, compiles: isUsable });
  found.push(...errorsOf(document, outcome, value));
  const fine = !found.some(({ severity }) => severity === 'error');
  return {
    key,
    problems: inOrder(found),
    usable: fine ? { making, schema: readable(value, dialect, references) } : undefined,
  };
}

/** Of several things that are wrong with one value, the first: the others follow from it, or come to light after it. */
function errorsOf(document: Inspected['document'], outcome: Outcome, value: Json): readonly SchemaProblem[] {
  if (outcome.kind === 'unchecked') {
    return [
      { span: { start: 0, end: 1 }, message: `The schema cannot be used: it ${outcome.reason}.`, severity: 'error' },
    ];
  }
  const issues = byPlace(oneForEachMistake(outcome.issues, value)).map(([first]) => first);
  return mistakesOf(document, withoutOuter(issues), 'the schema').map((one) => ({ ...one, severity: 'error' }));
}

/** A choice that fails because of something within it says nothing beyond that. */
function withoutOuter(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  return issues.filter(
    (issue) => !issues.some((other) => other.path.length > issue.path.length && isWithin(other.path, issue.path)),
  );
}

function formatWith(
  folder: string,
  { id, files, schema }: ConfiguredFormat,
  text: string,
  { key, problems, usable }: UsableSchema,
  validation: () => Validation,
): OwnFormat {
  const outcomeOf = async (value: Json): Promise<Outcome> => {
    if (usable === undefined) return { kind: 'unchecked', reason: unusable(schema, text, problems) };
    const outcome = await validation().ask(key, { kind: 'value', value, making: usable.making });
    return outcome.kind === 'validated' ? outcome : { ...outcome, reason: `${schema} ${outcome.reason}` };
  };
  return {
    format: createFormat(id, withPlaces(usable?.schema ?? {}, files)),
    ...{ folder, files, schema, text, problems, mistake: undefined },
    validate: async (document) => ({
      format: id,
      text: document.text,
      ...(await outcomeOf(document.value ?? null)),
    }),
  };
}

function unread(folder: string, { id, files, schema, span }: ConfiguredFormat, why: string): OwnFormat {
  const message = `"schema" must name a JSON Schema of the project; ${shown(schema)} ${why}.`;
  return {
    format: createFormat(id, withPlaces({}, files)),
    ...{ folder, files, schema, text: undefined, problems: [], mistake: { span, message } },
    validate: async ({ text }) => ({ format: id, text, kind: 'unchecked', reason: `${schema} ${why}` }),
  };
}

/** The places of a format are those that the configuration gives it, whatever its schema says. */
function withPlaces(schema: Schema, files: readonly string[]): Schema {
  const meaning = schema['x-handoff'];
  return { ...schema, 'x-handoff': { ...meaning, format: { ...meaning?.format, files } } };
}

function unusable(schema: string, text: string, problems: readonly SchemaProblem[]): string {
  const error = problems.find(({ severity }) => severity === 'error');
  if (error === undefined) return `${schema} cannot be used`;
  const line = text.slice(0, error.span.start).split(/\r\n|\r|\n/).length;
  return `${schema} cannot be used; its line ${line}: ${error.message.replace(/\.$/, '')}`;
}

function reasonOf(schema: string, fact: FileFact): string {
  if (schema.includes('\\')) return 'must have "/" between its parts';
  switch (fact.kind) {
    case 'absent':
      return 'does not exist';
    case 'folder':
      return 'is a folder';
    case 'outside':
      return fact.reason === 'git' ? 'lies in .git' : "lies outside the configuration's folder";
    case 'unknown':
      return `could not be read: ${fact.reason}`;
    case 'file':
      return fact.size > MOST_BYTES ? 'is larger than 1 MiB' : 'is not UTF-8';
  }
}

/** What is read along of a file, see `FileFact`. */
const MOST_BYTES = 1024 * 1024;

function inOrder(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  return [...problems].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

import { type Field, type Format, fieldAt } from '../format/format.ts';
import { patternInWords } from '../format/pattern.ts';
import { child, isObject, type Json, type Schema, valueAt } from '../format/schema.ts';
import type { Path } from '../json/node.ts';
import { MAX_DEPTH } from '../json/syntax.ts';
import { readTimestamp } from '../text/timestamp.ts';
import { codePoints, count, nearest, oneOf, schemaTypeName, shown, typeName } from '../text/words.ts';
import type { Answers, CreateSource } from './create-source.ts';
import { keepsShape } from './shape-choice.ts';
import { unwritable } from './unwritable.ts';

/*
 * What a person says about a new handoff, as typed, and what is wrong with it.
 */

/**
 * The path that a person names: a JSON Pointer (RFC 6901), or names with dots between. A member's own name comes first, and a
 * number is an index, from 0, where the schema has a list.
 */
export function answerPath(format: Format, name: string): Path {
  if (format.root.members.has(name)) return [name];
  const steps = name.startsWith('/')
    ? name
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : name.split('.');
  const path: (string | number)[] = [];
  for (const step of steps) {
    const isIndex = /^(?:0|[1-9]\d{0,5})$/.test(step) && isList(answerField(format, path));
    path.push(isIndex ? Number(step) : step);
  }
  return path;
}

/** A member's name with those around it, as a person types it: `constraints.deadline`. */
export function dotted(path: Path): string {
  return path.join('.');
}

/**
 * The answers with one more, as typed. Text for a list is one more entry of it, unless it is a list in JSON. What is wrong
 * with it is a sentence for a person.
 */
export function withAnswer(
  format: Format,
  answers: Answers,
  path: Path,
  text: string,
): { readonly answers: Answers } | { readonly message: string } {
  const field = answerField(format, path);
  const before = valueAt(answers, path);
  const name = dotted(path);
  if (isList(field)) {
    const read = readJson(text);
    const entries = Array.isArray(read) ? read : [readText(field?.item, text)];
    return put(answers, path, [...(Array.isArray(before) ? before : []), ...entries]);
  }
  const value = readText(field, text);
  if (isObject(before) && isObject(value)) return put(answers, path, { ...before, ...value });
  if (before !== undefined) return { message: `${name} is given more than once: give it once.` };
  return put(answers, path, value);
}

/** Answers with every typed text read as what its member holds: `12` is a number where only numbers may stand. */
export function readAnswers(format: Format, answers: Answers): Answers {
  const read = readValue(format.root, answers, MAX_DEPTH);
  return isObject(read) ? read : {};
}

/** What is wrong with an answer, for a person; undefined where nothing is. */
export function answerProblem({ format }: Pick<CreateSource, 'format'>, path: Path, answer: Json): string | undefined {
  const field = answerField(format, path);
  if (field === undefined) return unknown(format, path) ?? unwritable(path, answer);
  return (
    unwritable(path, answer) ?? problemIn(field, path, answer, format) ?? patternProblem(field, path, answer, format)
  );
}

/** What is wrong with the first of the answers that cannot be right; undefined where nothing is. */
export function problemOfAnswers(source: Pick<CreateSource, 'format'>, answers: Answers): string | undefined {
  for (const [name, answer] of Object.entries(answers)) {
    const message = answerProblem(source, [name], answer);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** What the schema says about an answer; undefined where a new handoff has no such member. */
function answerField(format: Format, path: Path): Field | undefined {
  return fieldAt({ ...format, value: undefined }, path);
}

function isList(field: Field | undefined): boolean {
  const types = typesOf(field);
  return types.includes('array') && !types.includes('string');
}

function typesOf(field: Field | undefined): readonly string[] {
  return [field?.schema.type ?? []].flat();
}

function put(answers: Answers, path: Path, value: Json): { readonly answers: Answers } | { readonly message: string } {
  const whole = putIn(answers, path, value);
  if (isObject(whole)) return { answers: whole };
  return { message: `${dotted(path)} does not fit beside what was given before: entries of a list count from 0.` };
}

/** Undefined where something else stands on the way, or entries of a list would be left out. */
function putIn(at: Json | undefined, [step, ...rest]: Path, value: Json): Json | undefined {
  if (step === undefined) return value;
  const inner = putIn(child(at, step), rest, value);
  if (inner === undefined) return undefined;
  if (typeof step === 'string') return at === undefined || isObject(at) ? { ...at, [step]: inner } : undefined;
  const list = at === undefined ? [] : at;
  return Array.isArray(list) && step <= list.length ? list.toSpliced(step, 1, inner) : undefined;
}

function readValue(field: Field | undefined, value: Json, levels: number): Json {
  if (typeof value === 'string') return readText(field, value);
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((entry: Json) => readValue(field?.item, entry, levels - 1));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = field?.members.get(name);
    return [name, inner === undefined ? member : readValue(inner, member, levels - 1)] as const;
  });
  return Object.fromEntries(members);
}

/** JSON where the schema wants no text, or allows both and the JSON is of another type that it allows. */
function readText(field: Field | undefined, text: string): Json {
  const types = typesOf(field);
  const listed = field?.schema.enum ?? [];
  const value = readJson(text);
  if (value === undefined || types.join() === 'string') return text;
  if (listed.length > 0) return listed.includes(text) || !listed.includes(value) ? text : value;
  if (types.length === 0) return field !== undefined && meansText(field) ? text : value;
  return types.some((type) => isOfType(value, type)) ? value : text;
}

/** What a member means tells that it is a text where its schema does not: `1234567` can be a commit. */
function meansText({ meaning: { prose, task, branch, commit, agent, clock } }: Field): boolean {
  return [prose, task, branch, commit, agent, clock].some((said) => said !== undefined);
}

/** Undefined where the text is no JSON. */
function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isOfType(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (value === null) return type === 'null';
  return type === (Array.isArray(value) ? 'array' : typeof value);
}

function unknown(format: Format, path: Path): string | undefined {
  const parent = answerField(format, path.slice(0, -1));
  if (parent !== undefined && mayHaveOthers(parent, path)) return undefined;
  const near = nearest(String(path.at(-1)), parent?.members.keys() ?? []);
  const known = near === undefined ? '' : ` Did you mean ${dotted([...path.slice(0, -1), near])}?`;
  return `The format has no member ${dotted(path)}.${known}`;
}

/** Whether an object may have members that its schema does not name; what they may be called, only a validator finds out. */
function mayHaveOthers({ schema, shapes }: Field, path: Path): boolean {
  const { patternProperties = {}, additionalProperties, unevaluatedProperties, required = [] } = schema;
  if (shapes.length > 0) return false;
  if (required.some((name) => name === path.at(-1))) return true;
  if (Object.keys(patternProperties).length > 0) return true;
  const others = additionalProperties ?? unevaluatedProperties;
  return others === undefined ? path.length > 1 : !allowsNothing(others);
}

/** In a project's schema `false` is read as `{ "not": {} }`. */
function allowsNothing(schema: boolean | Schema): boolean {
  if (typeof schema === 'boolean') return !schema;
  return schema.not !== undefined && Object.keys(schema.not).length === 0;
}

function problemIn(field: Field, path: Path, answer: Json, format: Format): string | undefined {
  return (
    valueProblem(field, path, answer, format) ??
    (Array.isArray(answer) ? listProblem(field, path, answer, format) : undefined) ??
    (isObject(answer) ? membersProblem(field, path, answer, format) : undefined)
  );
}

function listProblem(field: Field, path: Path, answer: readonly Json[], format: Format): string | undefined {
  const { minItems = 0, maxItems } = field.schema;
  const name = dotted(path);
  if (answer.length < minItems) return `${name} must have at least ${count(minItems, 'entry', 'entries')}.`;
  if (maxItems !== undefined && answer.length > maxItems)
    return `${name} must have at most ${count(maxItems, 'entry', 'entries')}.`;
  for (const [index, entry] of answer.entries()) {
    const { item } = field;
    if (typeof entry === 'string' && entry.trim() === '') return `Entry ${index + 1} of ${name} must not be empty.`;
    const message = item && problemIn(item, [...path, index], entry, format);
    if (message !== undefined) return message;
  }
  return undefined;
}

function membersProblem(field: Field, path: Path, answer: Answers, format: Format): string | undefined {
  for (const [name, value] of Object.entries(answer)) {
    const inner = field.members.get(name);
    const place = [...path, name];
    const message = inner === undefined ? unknown(format, place) : problemIn(inner, place, value, format);
    if (message !== undefined) return message;
  }
  return undefined;
}

function valueProblem(field: Field, path: Path, answer: Json, format: Format): string | undefined {
  const name = dotted(path);
  const { schema } = field;
  const allowed = allowedValues(field, path, format);
  if (allowed !== undefined && !allowed.includes(answer)) {
    const words = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return `${name} must be ${oneOf(words)}; it is ${shown(answer)}.`;
  }
  const types = typesOf(field);
  if (types.length > 0 && !types.some((type) => isOfType(answer, type))) {
    const is = typeof answer === 'string' ? shown(answer) : typeName(answer);
    return `${name} must be ${oneOf(types.map(schemaTypeName))}; it is ${is}.`;
  }
  if (typeof answer === 'number') return numberProblem(field, name, answer);
  if (typeof answer !== 'string') return undefined;
  if (answer.trim() === '' && field.required) return `${schema.title ?? name} must not be empty.`;
  if (schema.format === 'date-time' && answer !== '' && readTimestamp(answer).time === undefined)
    return `${name} must be a time such as 2026-12-31T18:00:00Z; it is ${shown(answer)}.`;
  return lengthProblem(field, name, answer);
}

/** The values that leave the handoff in the shape that was chosen; undefined where any may stand. */
export function allowedValues({ schema, fixed }: Field, path: Path, format: Format): readonly Json[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (fixed !== undefined) return [fixed];
  const [name, ...inner] = path;
  if (inner.length > 0 || typeof name !== 'string') return schema.enum;
  return schema.enum?.filter((value) => keepsShape(format, name, value));
}

function numberProblem({ schema }: Field, name: string, answer: number): string | undefined {
  const { minimum, maximum } = schema;
  if (minimum !== undefined && answer < minimum) return `${name} must be at least ${minimum}; it is ${answer}.`;
  if (maximum !== undefined && answer > maximum) return `${name} must be at most ${maximum}; it is ${answer}.`;
  return undefined;
}

function lengthProblem({ schema, meaning }: Field, name: string, answer: string): string | undefined {
  const tooLong = schema.maxLength !== undefined && codePoints(answer) > schema.maxLength;
  if (tooLong && meaning.prose?.sideFile === undefined)
    return `${name} must have at most ${schema.maxLength} characters.`;
  if (tooLong && !answer.isWellFormed()) return `${name} holds half of a surrogate pair, which no file can keep.`;
  return undefined;
}

/** Only the format's own validator runs a pattern: one of the user's may take forever, which is dealt with there. */
function patternProblem({ schema }: Field, path: Path, answer: Json, format: Format): string | undefined {
  const [name] = path;
  const { validate } = format;
  if (validate === undefined || schema.pattern === undefined) return undefined;
  if (path.length > 1 || typeof name !== 'string') return undefined;
  const fixed = [...format.root.members].flatMap(([tag, { fixed }]) => (fixed === undefined ? [] : [[tag, fixed]]));
  const issues = validate({ ...Object.fromEntries(fixed), [name]: answer });
  if (!issues.some(({ keyword, path: at }) => keyword === 'pattern' && at.length === 1 && at[0] === name))
    return undefined;
  const words = patternInWords(schema.pattern) ?? `what the pattern ${schema.pattern} allows`;
  return `${name} must be ${words}; it is ${shown(answer)}.`;
}

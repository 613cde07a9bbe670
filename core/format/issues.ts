import { typeName } from '../text/words.ts';
import { isObject, type Json, listed, pointer, type Schema, type SchemaIssue, valueAt } from './schema.ts';

/*
 * A validator says each keyword that is not met, and so often several times what is one mistake to a person.
 */

/** Of what a validator says about a value, one issue for each mistake. */
export function oneForEachMistake(issues: readonly SchemaIssue[], value: Json): readonly SchemaIssue[] {
  return withoutFollowUps(withConsequences(once(inShapes(issues, value))), value);
}

/** A member that is missing or not named is one, whether one part of the schema says so or several. */
function once(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  const said = new Set<string>();
  return issues.filter(({ path, params }) => {
    const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
    if (typeof name !== 'string') return true;
    const key = JSON.stringify([params['missingProperty'] === undefined ? '' : 'missing', path, name]);
    return !said.has(key) && said.add(key);
  });
}

/**
 * What is wrong with a value of several shapes: what is wrong in the one it is meant to have, so that the choice is no
 * issue of its own. A tag that no shape lists may be any of all of them. Where the shape cannot be told, its tags are what
 * is wrong, else the members that each of the shapes asks for.
 */
function inShapes(issues: readonly SchemaIssue[], value: Json): readonly SchemaIssue[] {
  const choices = issues.filter(({ keyword, params }) => keyword === 'oneOf' && isObject(params['tags'] as Json));
  if (choices.length === 0) return issues;
  const values = new Map<string, readonly Json[]>();
  for (const { path, params } of choices) {
    const tags = Object.entries(params['tags'] as Record<string, readonly Json[]>);
    const isListed = ([name, listed]: readonly [string, readonly Json[]]) =>
      listed.some((tag) => tag === valueAt(value, [...path, name]));
    // A tag that is right has told the shape, and so what the other ones may be.
    if (tags.some(isListed)) continue;
    for (const [name, listed] of tags) values.set(pointer([...path, name]), listed);
  }
  return issues.flatMap((issue) => {
    const tags = CHOICES.has(issue.keyword) ? values.get(pointer(issue.path)) : undefined;
    if (tags !== undefined) return [{ ...issue, keyword: 'enum', schema: withValues(issue.schema, tags) }];
    if (issue.keyword !== 'oneOf' || !isObject(issue.params['tags'] as Json)) return [issue];
    if (Number(issue.params['shape']) >= 0) return [];
    const wrong = Array.isArray(issue.params['passingSchemas']) && issue.params['passingSchemas'].length === 0;
    const untold = wrong ? inAnyShape(issue, value) : [];
    return untold.length > 0 ? untold : [issue];
  });
}

function inAnyShape({ path, params, schema }: SchemaIssue, value: Json): readonly SchemaIssue[] {
  const object = valueAt(value, path);
  const values = params['values'] as readonly Json[];
  if (values.length > 0)
    return [{ keyword: 'enum', path, params: { allowedValues: values }, schema: { enum: values } }];
  if (!isObject(object)) return [];
  const tags = Object.entries(params['tags'] as Record<string, readonly Json[]>);
  const wrong = tags.filter(([name, values]) => Object.hasOwn(object, name) && !values.includes(object[name] ?? null));
  const missing = (params['required'] as readonly string[]).filter((name) => !Object.hasOwn(object, name));
  return [
    ...missing.map((name) => ({ keyword: 'required', path, params: { missingProperty: name }, schema })),
    ...wrong.map(([name, values]) => ({
      keyword: 'enum',
      path: [...path, name],
      params: { allowedValues: values },
      schema: { enum: values },
    })),
  ];
}

function withValues({ const: _, ...schema }: Schema, values: readonly Json[]): Schema {
  return { ...schema, enum: values };
}

/** Issues by the place they are about: several branches of a schema may judge one value. */
export function byPlace(issues: readonly SchemaIssue[]): readonly (readonly [SchemaIssue, ...SchemaIssue[]])[] {
  const places = new Map<string, [SchemaIssue, ...SchemaIssue[]]>();
  for (const issue of issues) {
    const known = places.get(pointer(issue.path));
    if (known === undefined) places.set(pointer(issue.path), [issue]);
    else known.push(issue);
  }
  return [...places.values()];
}

/**
 * One mistake is one issue: a value of another type meets none of the other keywords, one that is none of those listed
 * need not have their shape, and an empty text has no shape.
 */
function withoutFollowUps(issues: readonly SchemaIssue[], value: Json): readonly SchemaIssue[] {
  return byPlace(issues).flatMap((at) => {
    const found = valueAt(value, at[0].path);
    const typed = at.filter(({ keyword }) => keyword === 'type');
    const ofItsType = at.some(({ keyword, schema }) => REFINEMENTS.has(keyword) || listsType(schema, found));
    if (typed.length > 0 && !ofItsType) return typed;
    const keywords = at.map(({ keyword }) => keyword);
    const listed = keywords.includes('enum') || keywords.includes('const');
    const empty = keywords.includes('minLength');
    return at.filter(({ keyword }) => {
      if (keyword === 'type') return false;
      return !(listed && REFINEMENTS.has(keyword)) && !(empty && keyword === 'pattern');
    });
  });
}

/** Keywords that judge only values of their own type, so a value that fails one is not of another type. */
const REFINEMENTS: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** Whether a schema lists a value of the same JSON type. */
function listsType(schema: Schema, value: Json | undefined): boolean {
  return value !== undefined && listed(schema).some((allowed) => typeName(allowed) === typeName(value));
}

/** Puts what a branch of an `if` asks for under the `if`: members that disagree are one issue, not two or three. */
function withConsequences(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  if (!issues.some(({ keyword }) => keyword === 'if')) return issues;
  const choices = issues.filter(({ keyword, path }) => path.length > 0 && CHOICES.has(keyword));
  const byObject = new Map<string, SchemaIssue[]>();
  for (const issue of choices) {
    const object = pointer(issue.path.slice(0, -1));
    byObject.set(object, byObject.get(object) ?? []);
    byObject.get(object)?.push(issue);
  }
  const decided = new Set<string>();
  const nested = issues.map((issue) => {
    if (issue.keyword !== 'if') return issue;
    const branch = issue.params['failingKeyword'] === 'else' ? issue.schema.else : issue.schema.then;
    const consequences = (byObject.get(pointer(issue.path)) ?? []).filter(
      ({ path, schema }) => branch?.properties?.[String(path.at(-1))] === schema,
    );
    for (const { path } of consequences) decided.add(pointer(path));
    return { ...issue, consequences };
  });
  return nested.filter(({ keyword, path }) => !(CHOICES.has(keyword) && decided.has(pointer(path))));
}

const CHOICES: ReadonlySet<string> = new Set(['const', 'enum']);

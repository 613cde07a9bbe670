import { type Json, listed, pointer, type Schema, type SchemaIssue, valueAt } from './schema.ts';
import { typeName } from './words.ts';

/*
 * A validator says each keyword that is not met, and so often several times what is one mistake to a person.
 */

/** Of what a validator says about a value, one issue for each mistake. */
export function oneForEachMistake(issues: readonly SchemaIssue[], value: Json): readonly SchemaIssue[] {
  return withoutFollowUps(withConsequences(issues), value);
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

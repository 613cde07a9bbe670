import type { FormatTraits, Meaning } from './meaning.ts';

/** A JSON value as a reader of the file sees it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The parts of a JSON Schema that are read beside the validator: for words, drafts, completion and hovers. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  /** What each value of `enum` means, in its order: VS Code's keyword. */
  readonly enumDescriptions?: readonly string[];
  readonly examples?: readonly Json[];
  readonly default?: Json;
  readonly pattern?: string;
  /** What `pattern` asks for, as what is said of a value: `must be a word`. VS Code's keyword. */
  readonly patternErrorMessage?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number | boolean;
  readonly exclusiveMaximum?: number | boolean;
  readonly multipleOf?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean | Schema;
  readonly items?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly not?: Schema;
  readonly 'x-handoff'?: Meaning & { readonly format?: FormatTraits };
}

/** What a compiled validator says of one spot. Paths are decoded: no `~1`, no `~0`. */
export interface SchemaIssue {
  /** The JSON Schema keyword that was not met. */
  readonly keyword: string;
  /** Path of the value that the keyword was applied to. */
  readonly path: readonly (string | number)[];
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema object that holds the keyword. */
  readonly schema: Schema;
  /** Of an `if`: values that are none of those its branch lists. They are no issues of their own. */
  readonly consequences?: readonly SchemaIssue[];
}

/** The values that a schema lists; empty where it lists none. */
export function listed({ const: constant, enum: values }: Schema): readonly Json[] {
  return constant === undefined ? (values ?? []) : [constant];
}

/** A validator made by Ajv, as far as it is used. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly AjvError[] | null;
}

interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema?: unknown;
  /** The name that is judged, where it is not the value: `propertyNames` itself tells of it too. */
  readonly propertyName?: string;
}

/** Everything a validator has to say about a value; empty where it is valid. */
export function issuesOf(validate: Validator, value: Json): readonly SchemaIssue[] {
  if (validate(value)) return [];
  const errors = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
  return errors.map((error) => ({
    keyword: error.keyword,
    path: pathOfPointer(error.instancePath, value),
    params: error.params,
    schema: (error.parentSchema ?? {}) as Schema,
  }));
}

/** A JSON Pointer as a path into a value: which steps are indexes, only the value can tell. */
function pathOfPointer(pointer: string, value: Json): readonly (string | number)[] {
  let at: Json | undefined = value;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const step: string | number = Array.isArray(at) ? Number(name) : name;
      at = child(at, step);
      return step;
    });
}

/** The value at a path, or undefined. Only own members count. */
export function valueAt(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(child, value);
}

/**
 * A small document that has another value at a path: around it stand only what is no list and no object, since a choice may
 * depend on it, and lists hold that value alone. So asking about each of many values does not take quadratic time.
 */
export function around(
  value: Json | undefined,
  path: readonly (string | number)[],
  next: Json,
): { readonly value: Json; readonly path: readonly (string | number)[] } {
  const [step, ...rest] = path;
  if (step === undefined) return { value: next, path: [] };
  const inner = around(child(value, step), rest, next);
  if (typeof step === 'number' || !isObject(value)) return { value: [inner.value], path: [0, ...inner.path] };
  const plain = Object.entries(value).filter(([, member]) => typeof member !== 'object' || member === null);
  const members = [...plain.filter(([name]) => name !== step), [step, inner.value] as const];
  return { value: Object.fromEntries(members), path: [step, ...inner.path] };
}

/** The value one step further in, or undefined. Only own members count. */
export function child(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

export function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path as a JSON Pointer (RFC 6901). */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

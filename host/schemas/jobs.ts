import type { Json, SchemaIssue } from '../../core/format/schema.ts';
import type { Path } from '../../core/json/node.ts';
import type { Making } from './ajv.ts';

/* What the thread that validates is asked, and what it answers. */

/** A schema is looked at and a validator made of it, or a value is validated. */
export type Question =
  | {
      readonly kind: 'schema';
      /** As it is written, for its dialect to judge. */
      readonly written: Json;
      /** Values of `x-handoff` in it. */
      readonly meanings: readonly { readonly path: Path; readonly value: Json }[];
      readonly making: Making;
      /** Whether a validator is to be made of it, if its dialect finds it valid. */
      readonly compiles: boolean;
    }
  | { readonly kind: 'value'; readonly value: Json; readonly making: Making };

export type Job = Question & {
  readonly job: number;
  /** What the validator is kept under. */
  readonly key: number;
};

export type Answer =
  | { readonly job: number; readonly kind: 'begun' }
  | { readonly job: number; readonly kind: 'done'; readonly issues: readonly SchemaIssue[] }
  /** What went wrong, in the validator's own words. */
  | { readonly job: number; readonly kind: 'failed'; readonly message: string };

import { parentPort } from 'node:worker_threads';
import { meaningSchema } from '../../core/format/meaning.ts';
import { issuesOf, type SchemaIssue, type Validator } from '../../core/format/schema.ts';
import { createDialectAjv, createOwnAjv, dialectValidator, type Making } from './ajv.ts';
import type { Dialect } from './dialect.ts';
import type { Answer, Job } from './jobs.ts';

/*
 * The thread in which schemas of projects are made into validators and run. It may be ended at any moment: a schema can
 * take for ever, and nothing else runs here.
 */

/** Schemas whose validators are kept. A project has few, and those of a text that is no longer there are never asked for. */
const MOST_KEPT = 32;

/** Most issues of one value that are told: nobody reads more, and they have to be brought to another thread. */
const MOST_ISSUES = 10_000;

const validators = new Map<number, Validator>();
const dialects = new Map<Dialect, Validator>();
let meanings: Validator | undefined;

parentPort?.on('message', (job: Job) => {
  answer({ job: job.job, kind: 'begun' });
  try {
    answer({ job: job.job, kind: 'done', issues: resultOf(job).slice(0, MOST_ISSUES) });
  } catch (error) {
    answer({ job: job.job, kind: 'failed', message: messageOf(error) });
  }
});

/** Values and schemas are a hundred levels deep at most, so nothing but references without an end fills the stack. */
function messageOf(error: unknown): string {
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'its references lead back to themselves';
  return error instanceof Error ? error.message : String(error);
}

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}

function resultOf(job: Job): readonly SchemaIssue[] {
  if (job.kind === 'value') return plain(issuesOf(validatorOf(job.key, job.making), job.value));
  const issues = plain([
    ...issuesOf(dialectOf(job.making.dialect), job.written),
    ...job.meanings.flatMap(({ path, value }) =>
      issuesOf(meaningsOf(), value).map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    ),
  ]);
  if (issues.length === 0 && job.compiles) validatorOf(job.key, job.making);
  return issues;
}

function validatorOf(key: number, making: Making): Validator {
  const known = validators.get(key);
  if (known !== undefined) return known;
  const made = createOwnAjv(making).compile<unknown>(making.schema) as Validator;
  const [oldest] = validators.keys();
  if (validators.size >= MOST_KEPT && oldest !== undefined) validators.delete(oldest);
  validators.set(key, made);
  return made;
}

function dialectOf(dialect: Dialect): Validator {
  const known =
    dialects.get(dialect) ?? (dialectValidator(createDialectAjv(dialect), dialect) as Validator | undefined);
  if (known === undefined) throw new Error(`No schema of ${dialect} is there.`);
  dialects.set(dialect, known);
  return known;
}

/** The places of a format are said in the configuration, so its schema need not name them. */
function meaningsOf(): Validator {
  const { format } = meaningSchema.properties;
  const { required: _, ...free } = format;
  const schema = { ...meaningSchema, properties: { ...meaningSchema.properties, format: free } };
  meanings ??= createDialectAjv('draft-07').compile<unknown>(schema) as Validator;
  return meanings;
}

/** What can be brought to another thread: the schema `true` or `false` has no words that anybody could ask for. */
function plain(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  return issues.map((issue) => (typeof issue.schema === 'object' ? issue : { ...issue, schema: {} }));
}

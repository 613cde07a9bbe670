import type { Kind } from './kind.ts';
import { members, text } from './kind.ts';
import type { Truth } from './truth.ts';

const REQUIRED = ['task_id', 'previous_bot', 'base_sha', 'head_sha', 'changed_paths', 'test_results', 'created_at'];

/** What a schema, or a reader of JSON, has something to say about. */
export const shapeKinds: readonly Kind[] = [
  members('values', 'a required member left out', (_, random) => ({ [random.pick(REQUIRED)]: undefined })),
  text('a member’s name misspelt', ({ text }, random) => {
    const name = random.pick(REQUIRED);
    return text.replace(`"${name}"`, `"${name.slice(0, -1)}"`);
  }),
  text('a member given twice, with another value', ({ text, work }) =>
    text.replace('"task_id"', `"task_id": ${JSON.stringify(`${work.task}-2`)}, "task_id"`),
  ),
  members('values', 'a version that is not known', () => ({ schema_version: '2.0' })),
  members('values', 'a reason that is none of those allowed', (_, random) => ({
    handoff_reason: random.pick(['done', 'Complete', 'handover', '']),
  })),
  members('values', 'a number where a text belongs', () => ({ task_id: 2454 })),
  members('values', 'a text where a list belongs', ({ work }) => ({ changed_paths: work.renamed.to })),
  members('values', 'null where a list belongs', () => ({ forbidden_paths: null })),
  members('values', 'an empty text', (_, random) => ({
    [random.pick(['previous_bot', 'current_branch', 'head_sha'])]: '',
  })),
  members('values', 'a blank text', (_, random) => ({
    [random.pick(['previous_bot', 'current_branch', 'task_id'])]: '  ',
  })),
  members('values', 'the id of another task', ({ history, work }, random) => ({
    task_id: random.pick(history.works.filter((other) => other !== work)).task,
  })),
  text('a comma at the end', ({ text }) => text.replace(/\s*\}\s*$/, (end) => `,${end}`)),
  text('a comma left out', ({ text }, random) => {
    const commas = [...text.matchAll(/,(?=\r?\n)/g)];
    const at = random.pick(commas).index;
    return text.slice(0, at) + text.slice(at + 1);
  }),
  text('the file cut off', ({ text }, random) => text.slice(0, 1 + random.below(text.trimEnd().length - 1))),
  text('a comment', ({ text }) => text.replace('{', '{ // written by hand')),
  text('two handoffs in one file', ({ text }: Truth) => text + text),
];

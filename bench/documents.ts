/** What a handoff of the task format says, as far as it differs from one benchmark document to the next. */
export interface Told {
  readonly task: string;
  readonly branch: string;
  readonly base: string;
  readonly head: string;
  readonly changed: readonly string[];
  /** How many entries the test results have. */
  readonly results: number;
  /** One mistake that every schema tells: a reason that is none of those allowed. */
  readonly mistake: boolean;
}

/** When all handoffs were written: after the commits they tell of. */
const CREATED = '2026-03-02T12:00:00Z';

/** Where they stand, relative to the top level of their repository. */
export const FOLDER = 'memory/handoffs';

/** Bytes of one more changed path, and of one more test result, in the text of a handoff. */
export const bytesOfPath: number = byteLength(textOf(sample(2, 0))) - byteLength(textOf(sample(1, 0)));
export const bytesOfResult: number = byteLength(textOf(sample(0, 2))) - byteLength(textOf(sample(0, 1)));

/** The text of a handoff, indented by two. It is true where the branch, the commits and the changed paths are. */
export function textOf({ task, branch, base, head, changed, results, mistake }: Told): string {
  const members = {
    task_id: task,
    schema_version: '1.0',
    previous_bot: 'dev4',
    current_branch: branch,
    base_sha: base,
    head_sha: head,
    changed_paths: changed,
    allowed_paths: ['src/', 'docs/'],
    forbidden_paths: ['infra/'],
    test_results: Object.fromEntries(Array.from({ length: results }, (_, index) => resultAt(index))),
    pending_work: `The importer reads all tables; ${task} still needs the mapping of the last one. 남은 작업: 결과 파싱. 🚧`,
    known_failures: 'The nightly job is slow on Windows: see the notes beside it.',
    handoff_reason: mistake ? 'interupt' : 'interrupt',
    created_at: CREATED,
  };
  return `${JSON.stringify(members, null, 2)}\n`;
}

/** The changed path with a number; in folders of a hundred, as large changes are. */
export function pathAt(index: number): string {
  return `src/part-${digits(Math.floor(index / 100), 5)}/table-${digits(index, 7)}.ts`;
}

/** How many changed paths and test results make a text of about so many bytes, half of what is not fixed each. */
export function countsFor(bytes: number): { readonly paths: number; readonly results: number } {
  const free = bytes - byteLength(textOf(sample(0, 0)));
  const most = { paths: Math.floor(free / 2 / bytesOfPath), results: Math.floor(free / 2 / bytesOfResult) };
  return { paths: Math.max(1, most.paths), results: Math.max(1, most.results) };
}

function resultAt(index: number) {
  const name = `importer: table ${digits(index, 7)} is read`;
  return [name, { status: 'pass', assertions: 1 + (index % 20), seconds: (1 + (index % 97)) / 1000 }] as const;
}

function sample(paths: number, results: number): Told {
  const id = '0'.repeat(40);
  const changed = Array.from({ length: paths }, (_, index) => pathAt(index));
  return { task: 'task-1', branch: 'task/task-1-dev4', base: id, head: id, changed, results, mistake: false };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

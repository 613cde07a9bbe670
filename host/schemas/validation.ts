import { Worker } from 'node:worker_threads';
import type { Outcome } from '../../core/format/verdict.ts';
import type { Answer, Job, Question } from './jobs.ts';

/** Runs the schemas of projects where they can be stopped. */
export interface Validation {
  /**
   * What comes of a question, one after the other. `key` stands for the schema: an equal key is the same schema, and a
   * schema with another text needs another key. A reason why nothing came of it is what the schema did or what became of
   * it: `took longer than 2 seconds and was stopped`.
   */
  ask(key: number, question: Question): Promise<Outcome>;
  /** Ends the thread; one begins again with the next question. */
  end(): void;
}

export interface ValidationLimits {
  /** Milliseconds from when the thread took a question until it is stopped. */
  readonly time: number;
  /** Megabytes that the thread may take. */
  readonly memory: number;
  /** So many questions of one schema in a row that had to be stopped make it rest. */
  readonly strikes: number;
  /** Milliseconds that it rests. */
  readonly rest: number;
}

const usual: ValidationLimits = { time: 2000, memory: 256, strikes: 3, rest: 60_000 };

/** What a thread is doing. */
interface Running {
  readonly job: number;
  readonly done: (outcome: Outcome) => void;
  readonly stopped: (reason: string) => void;
  timer: NodeJS.Timeout | undefined;
}

/** No thread begins before something is asked, and none keeps the program running. */
export function createValidation(limits: ValidationLimits = usual): Validation {
  const resting = new Map<number, { strikes: number; until: number }>();
  let worker: Worker | undefined;
  let running: Running | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let jobs = 0;

  const stop = (reason: string) => {
    const { done, stopped, timer } = running ?? {};
    clearTimeout(timer);
    void worker?.terminate();
    [worker, running] = [undefined, undefined];
    stopped?.(reason);
    done?.({ kind: 'unchecked', reason });
  };
  const hear = (from: Worker, answer: Answer) => {
    if (from !== worker || answer.job !== running?.job) return;
    if (answer.kind === 'begun') {
      running.timer = setTimeout(() => {
        const late = running;
        // An answer that came while this thread was busy is heard first.
        setImmediate(() => setImmediate(() => late === running && stop(tooLong(limits.time))));
      }, limits.time);
      return;
    }
    const { done, timer } = running;
    clearTimeout(timer);
    running = undefined;
    worker.unref();
    done(
      answer.kind === 'done'
        ? { kind: 'validated', issues: answer.issues }
        : { kind: 'unchecked', reason: `could not be run: ${answer.message}` },
    );
  };
  const begin = () => {
    const resourceLimits = { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
    const thread = new Worker(program(), { env: {}, execArgv: [], resourceLimits, stdout: true, stderr: true });
    thread.on('message', (answer: Answer) => hear(thread, answer));
    thread.on('error', (error) => thread === worker && stop(failure(error)));
    thread.on('exit', () => thread === worker && stop('could not be run: its thread ended'));
    return thread;
  };
  const run = (key: number, question: Question) =>
    new Promise<Outcome>((resolve) => {
      const rest = resting.get(key);
      if (rest !== undefined && rest.strikes >= limits.strikes && performance.now() < rest.until) {
        resolve({
          kind: 'unchecked',
          reason: `had to be stopped ${rest.strikes} times in a row, so it is not tried again for a while`,
        });
        return;
      }
      worker ??= begin();
      worker.ref();
      const job = ++jobs;
      running = {
        job,
        done: (outcome) => {
          if (outcome.kind === 'validated') resting.delete(key);
          resolve(outcome);
        },
        stopped: () => resting.set(key, { strikes: (rest?.strikes ?? 0) + 1, until: performance.now() + limits.rest }),
        timer: undefined,
      };
      worker.postMessage({ ...question, key, job } satisfies Job);
    });
  return {
    ask(key, question) {
      // A thread that cannot even begin is a reason like others.
      const answer = queue
        .then(() => run(key, question))
        .catch((error: unknown): Outcome => ({ kind: 'unchecked', reason: failure(error) }));
      queue = answer;
      return answer;
    },
    end: () => stop('was stopped'),
  };
}

/** One for all: threads cost memory, and questions come one after the other anyway. */
let shared: Validation | undefined;

/** The thread of this process. */
export function sharedValidation(): Validation {
  shared ??= createValidation();
  return shared;
}

/** Runs from the sources as they are, and beside the program where it is bundled. */
function program(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? './worker.ts' : './schema-worker.mjs', here);
}

function tooLong(milliseconds: number): string {
  return `took longer than ${milliseconds / 1000} seconds and was stopped`;
}

function failure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'took too much memory and was stopped';
  return `could not be run: ${error instanceof Error ? error.message : String(error)}`;
}

/** One promise and how it went. */
export interface Result {
  readonly name: string;
  readonly passed: boolean;
}

/** A promise and the body that checks it. */
export interface Test<Context> {
  readonly name: string;
  readonly body: (context: Context) => Promise<void>;
}

export type Tests<Context> = readonly Test<Context>[];

const passed = '✓ ';
const failed = '✗ ';

/** A test of a suite: what it promises, and the body that rejects where the promise is broken. */
export function test<Context>(name: string, body: (context: Context) => Promise<void>): Test<Context> {
  return { name, body };
}

/** Runs tests one after the other and says each result, with the error of those that fail, in lines `resultIn` reads. */
export async function runTests<Context>(
  tests: Tests<Context>,
  context: (name: string) => Promise<Context>,
  say: (line: string) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { name, body } of tests) {
    try {
      await body(await context(name));
      results.push({ name, passed: true });
      say(`${passed}${name}`);
    } catch (error) {
      results.push({ name, passed: false });
      say(`${failed}${name}\n${explain(error)}`);
    }
  }
  return results;
}

/** The result that a line of `runTests` says; undefined for any other line. */
export function resultIn(line: string): Result | undefined {
  const name = line.split('\n', 1)[0] ?? '';
  if (name.startsWith(passed)) return { name: name.slice(passed.length), passed: true };
  if (name.startsWith(failed)) return { name: name.slice(failed.length), passed: false };
  return undefined;
}

/** Rejects where a promise is still open after so many seconds. */
export async function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: still not after ${seconds} seconds.`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function explain(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `\n${explain(error.cause)}` : '';
  const text = `${error instanceof Error ? (error.stack ?? error.message) : String(error)}${cause}`;
  const short = text.length > 3000 ? `${text.slice(0, 1500)}\n…\n${text.slice(-1500)}` : text;
  return short.replaceAll(/^/gm, '    ');
}

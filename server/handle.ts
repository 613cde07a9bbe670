import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver/node';

/** Answers a request. `null` where there is nothing to say, also where the document is not open or not ours. */
type Answer<Params, Result> = (params: Params) => Promise<Result | null | ResponseError<never>>;

/** A request handler as the connection takes it. */
type Handler<Params, Result> = (
  params: Params,
  token: CancellationToken,
) => Promise<Result | null | ResponseError<never>>;

/**
 * Keeps an answer's failures to itself: whatever it throws is logged and answered with `null`, so that one document can
 * stop neither the server nor the others. A request that the client has cancelled is answered as cancelled at once.
 */
export function answering<Params, Result>(
  connection: Connection,
  name: string,
  answer: Answer<Params, Result>,
): Handler<Params, Result> {
  return guarded(connection, name, answer, () => null);
}

/** The same where `null` would say that all is well: a failure is answered as a failure. */
export function answeringOrFailing<Params, Result>(
  connection: Connection,
  name: string,
  answer: Answer<Params, Result>,
): (params: Params, token: CancellationToken) => Promise<Result | ResponseError<never>> {
  const failed = () => new ResponseError<never>(ErrorCodes.InternalError, `${name} failed: the server's log says why`);
  const handler = guarded(connection, name, answer, failed);
  return async (params, token) => (await handler(params, token)) ?? failed();
}

function guarded<Params, Result>(
  connection: Connection,
  name: string,
  answer: Answer<Params, Result>,
  failed: () => ResponseError<never> | null,
): Handler<Params, Result> {
  return async (params, token) => {
    if (token.isCancellationRequested) return cancelledError();
    const listening: { dispose(): void }[] = [];
    const cancelled = new Promise<ResponseError<never>>((resolve) => {
      listening.push(token.onCancellationRequested(() => resolve(cancelledError())));
    });
    try {
      return await Promise.race([cancelled, answer(params)]);
    } catch (error) {
      log(connection, `${name} failed`, error);
      return failed();
    } finally {
      for (const one of listening) one.dispose();
    }
  };
}

/** Runs what nobody waits for; a failure is logged. */
export function inBackground(connection: Connection, name: string, work: () => unknown): void {
  const run = async () => {
    try {
      await work();
    } catch (error) {
      log(connection, `${name} failed`, error);
    }
  };
  void run();
}

/**
 * Lets the next message in, if one is waiting: of a burst of versions then only the last is looked at, and a request that
 * was cancelled meanwhile is not answered. Messages are taken one in each turn of the event loop.
 */
export async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** The text has changed since the request was made: the client drops the answer and may ask again. */
export function stale(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.ContentModified, 'The document has changed since: ask again');
}

function cancelledError(): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'Cancelled');
}

function log(connection: Connection, what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    connection.console.error(`${what}: ${reason}`);
  } catch {
    // The client is gone: nobody is left to be told.
  }
}

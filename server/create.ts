import { RequestType, ResponseError } from 'vscode-languageserver/node';
import {
  answerProblem,
  type CreateSource,
  createDraft,
  createNeeds,
  type Draft,
  obstacles,
  previousNeeds,
  questions,
} from '../core/draft.ts';
import { unite } from '../core/facts.ts';
import type { Context } from './context.ts';
import {
  type FinishCreateParams,
  type FinishCreateResult,
  finishCreate,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from './create-protocol.ts';
import type { Host } from './host.ts';

/** Answers the requests of `create-protocol.ts`. */
export function registerCreate({ connection, host }: Context): void {
  connection.onRequest(prepareRequest, (params, token) =>
    untilCancelled(token, (signal) => prepare(host, params, signal)),
  );
  connection.onRequest(finishRequest, (params, token) =>
    untilCancelled(token, (signal) => finish(host, params, signal)),
  );
}

const prepareRequest = new RequestType<PrepareCreateParams, PrepareCreateResult, void>(prepareCreate);
const finishRequest = new RequestType<FinishCreateParams, FinishCreateResult, void>(finishCreate);

interface Cancellation {
  onCancellationRequested(listener: () => void): { dispose(): void };
}

async function untilCancelled<T>(token: Cancellation, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    listening.dispose();
  }
}

async function prepare(host: Host, params: PrepareCreateParams, signal: AbortSignal): Promise<PrepareCreateResult> {
  const { source, root } = await sourceFor(host, params, signal);
  const { id, title } = source.format;
  return { root, format: { id, title }, obstacles: obstacles(source), questions: questions(source) };
}

async function finish(host: Host, params: FinishCreateParams, signal: AbortSignal): Promise<FinishCreateResult> {
  const asked = await sourceFor(host, params, signal);
  for (const [member, answer] of Object.entries(params.answers)) {
    const message = answerProblem(asked.source, member, answer);
    if (message !== undefined) return { kind: 'refused', message };
  }
  const needs = unite([createNeeds(asked.source.format), previousNeeds(asked.source, params.answers)]);
  const facts = await host.gather(inside(params.folder), needs, signal, params.base);
  const source = { ...asked.source, facts };
  const obstacle = obstacles(source).find(({ kind }) => kind !== 'confirm');
  if (obstacle !== undefined) return { kind: 'refused', message: obstacle.message };
  const draft = createDraft(source, params.answers);
  if (draft.taken !== undefined && params.taken === undefined) {
    return { kind: 'taken', path: draft.taken, free: draft.path };
  }
  const messages = draft.reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (messages.length > 0 && !params.despiteErrors) return { kind: 'errors', messages };
  return signal.aborted
    ? { kind: 'refused', message: 'It was cancelled.' }
    : write(host, asked.root, draft, params.taken === 'replace');
}

async function write(host: Host, root: string, draft: Draft, replace: boolean): Promise<FinishCreateResult> {
  const path = replace ? (draft.taken ?? draft.path) : draft.path;
  const written = await host.write(root, { create: draft.sideFiles, path, text: draft.text, replace });
  if (written.kind === 'refused') return written;
  const [handoff, ...sideFiles] = written.uris.toReversed();
  if (handoff === undefined) return { kind: 'refused', message: 'Nothing was written.' };
  return { kind: 'written', handoff, sideFiles, ...(draft.base !== undefined && { base: draft.base }) };
}

/** Everything is looked at anew for each request, so that what changed meanwhile is seen. */
async function sourceFor(
  host: Host,
  { folder, format: wanted, base }: PrepareCreateParams,
  signal: AbortSignal,
): Promise<{ readonly source: CreateSource; readonly root: string }> {
  host.forget();
  const place = inside(folder);
  const [{ root, unchecked }, { configuration }] = await Promise.all([
    host.locate(place),
    host.configurationFor(place),
  ]);
  const id = wanted ?? configuration.create.format;
  const format = id === undefined ? host.formats[0] : host.formats.find((known) => known.id === id);
  if (format === undefined) throw new ResponseError(-32803, `No format is called ${id}.`);
  if (root === undefined) {
    throw new ResponseError(-32803, `A handoff needs a folder on this machine: ${unchecked ?? 'this is none'}.`);
  }
  const facts = await host.gather(place, createNeeds(format), signal, base);
  return { source: { format, facts, configuration }, root };
}

/** A name in a folder: surroundings are those of documents. */
function inside(folder: string): string {
  return `${folder.replace(/\/$/, '')}/handoff.json`;
}

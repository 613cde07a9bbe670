import { RequestType } from 'vscode-languageserver/node';
import { answerProblem, problemOfAnswers, readAnswers } from '../core/create/answers.ts';
import { countedAnew, isChained } from '../core/create/chain.ts';
import type { Answers, CreateSource } from '../core/create/create-source.ts';
import { createDraft, type Draft } from '../core/create/draft.ts';
import { type Obstacle, obstacles } from '../core/create/obstacle.ts';
import { questions } from '../core/create/question.ts';
import type { Facts } from '../core/evidence/facts.ts';
import { type Format, isOwn, shapesOfFormat } from '../core/format/format.ts';
import { isObject, type Json } from '../core/format/schema.ts';
import { flawOf, isInGitFolder } from '../core/paths/portable-path.ts';
import type { Context } from './context.ts';
import {
  type CheckAnswerParams,
  type CheckAnswerResult,
  checkAnswer,
  type FinishCreateParams,
  type FinishCreateResult,
  finishCreate,
  type ListPreviousParams,
  type ListPreviousResult,
  listPrevious,
  type OfferCreateParams,
  type OfferCreateResult,
  offerCreate,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from './create-protocol.ts';
import {
  allFormats,
  formatCalled,
  formatsAt,
  inside,
  previousAt,
  shaped,
  shapesFor,
  sourceFor,
} from './create-source.ts';
import type { Host } from './host.ts';

/** Answers the requests of `create-protocol.ts`. */
export function registerCreate(context: Context): void {
  const { connection } = context;
  connection.onRequest(offerRequest, (params, token) =>
    untilCancelled(token, (signal) => offer(context, params, signal)),
  );
  connection.onRequest(previousRequest, (params, token) =>
    untilCancelled(token, (signal) => previous(context, params, signal)),
  );
  connection.onRequest(prepareRequest, (params, token) =>
    untilCancelled(token, (signal) => prepare(context, params, signal)),
  );
  connection.onRequest(answerRequest, (params) => judge(context, params));
  connection.onRequest(finishRequest, (params, token) =>
    untilCancelled(token, (signal) => finish(context, params, signal)),
  );
}

const offerRequest = new RequestType<OfferCreateParams, OfferCreateResult, void>(offerCreate);
const previousRequest = new RequestType<ListPreviousParams, ListPreviousResult, void>(listPrevious);
const prepareRequest = new RequestType<PrepareCreateParams, PrepareCreateResult, void>(prepareCreate);
const answerRequest = new RequestType<CheckAnswerParams, CheckAnswerResult, void>(checkAnswer);
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

async function offer(
  { host }: Context,
  { folder }: OfferCreateParams,
  signal: AbortSignal,
): Promise<OfferCreateResult> {
  host.forget();
  const place = inside(folder);
  const { configuration, project } = await host.configurationFor(place);
  const all = allFormats(host, project);
  const folders = all.flatMap(({ traits }) => traits.folder ?? []);
  const facts = await host.gather(place, { folders }, signal);
  const first = configuration.create.format ?? all[0]?.id;
  const rank = (format: Format) =>
    format.id === first ? 0 : format.traits.producer !== undefined ? 3 : isOwn(format) || isUsed(format, facts) ? 1 : 2;
  const formats = all.filter((format) => format.id === first || makesSense(format, facts));
  return {
    formats: formats
      .toSorted((a, b) => rank(a) - rank(b))
      .map((format) => ({
        id: format.id,
        title: format.title,
        description: format.schema.description ?? '',
        files: format.traits.files,
        chained: isChained(format),
      })),
  };
}

function isUsed({ traits: { folder } }: Format, { folders }: Facts): boolean {
  return folder !== undefined && folders.get(folder) !== undefined;
}

/** A handoff that says where planned work stands needs plans. */
function makesSense(format: Format, facts: Facts): boolean {
  return format.traits.plans === undefined || isUsed(format, facts);
}

/** Documents that are no such handoffs are left out. */
async function previous(
  context: Context,
  { format: id, documents }: ListPreviousParams,
  signal: AbortSignal,
): Promise<ListPreviousResult> {
  const [first] = documents;
  if (first === undefined) return { documents: [] };
  const format = formatCalled(await formatsAt(context.host, first), id);
  const found: string[] = [];
  for (const uri of documents) {
    const read = await previousAt(context, format, uri, undefined, signal).catch(() => undefined);
    if (read !== undefined) found.push(uri);
  }
  return { documents: found };
}

async function prepare(
  context: Context,
  params: PrepareCreateParams,
  signal: AbortSignal,
): Promise<PrepareCreateResult> {
  const { source, root } = await sourceFor(context, params, signal);
  const { id, title } = source.format;
  return {
    root,
    format: { id, title },
    shapes: shapesFor(source.format, source.previous),
    obstacles: params.shape === undefined ? inAnyShape(source) : obstacles(source),
    questions: questions(source),
  };
}

/** What is in the way whatever shape is chosen. */
function inAnyShape(source: CreateSource): readonly Obstacle[] {
  const all = shapesOfFormat(source.format).map(({ root }) =>
    obstacles({ ...source, format: { ...source.format, root } }),
  );
  return all.find((ones) => ones.every(({ kind }) => kind === 'confirm')) ?? obstacles(source);
}

async function judge(
  { host }: Context,
  { format: id, shape, path, answer, folder }: CheckAnswerParams,
): Promise<CheckAnswerResult> {
  const formats = folder === undefined ? host.formats : await formatsAt(host, inside(folder));
  const format = shaped(formatCalled(formats, id), shape);
  const nested = [...path]
    .reverse()
    .reduce<Json>((inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }), answer);
  const [name] = path;
  if (typeof name !== 'string' || !isObject(nested)) return {};
  const message = answerProblem({ format }, [name], readAnswers(format, nested)[name] ?? null);
  return message === undefined ? {} : { message };
}

async function finish(context: Context, given: FinishCreateParams, signal: AbortSignal): Promise<FinishCreateResult> {
  const misplaced = given.path === undefined ? undefined : placeProblem(given.path);
  if (misplaced !== undefined) return { kind: 'refused', message: misplaced };
  const { source, root } = await sourceFor(context, given, signal);
  const answers = readAnswers(source.format, given.answers);
  const message = problemOfAnswers(source, answers) ?? countedAnew(source, answers);
  if (message !== undefined) return { kind: 'refused', message };
  const obstacle = obstacles(source).find(({ kind }) => kind !== 'confirm');
  if (obstacle !== undefined) return { kind: 'refused', message: obstacle.message };
  const draft = await drafted(context.host, source, answers, given.folder);
  const usual = source.format.traits.folder !== undefined || source.previous?.path !== undefined;
  if (given.path === undefined && !usual) return { kind: 'place', path: draft.path };
  if (draft.taken !== undefined && given.taken === undefined) {
    return { kind: 'taken', path: draft.taken, free: draft.path };
  }
  const messages = draft.reports.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (messages.length > 0 && !given.despiteErrors) return { kind: 'errors', messages };
  return signal.aborted
    ? { kind: 'refused', message: 'It was cancelled.' }
    : write(context.host, root, draft, given.taken === 'replace');
}

/** Why nothing may be written at a path that a person gave. */
function placeProblem(path: string): string | undefined {
  const flaw = flawOf(path, 'file');
  if (flaw?.severity === 'error') return flaw.message;
  return isInGitFolder(path) ? 'A handoff must lie outside of .git.' : undefined;
}

/** The draft with what its schema says of it, where the project brings the format. */
async function drafted(host: Host, source: CreateSource, answers: Answers, folder: string): Promise<Draft> {
  const draft = createDraft(source, answers);
  if (!isOwn(source.format)) return draft;
  const verdict = await host.validate(draft.document, inside(folder));
  return verdict === undefined ? draft : createDraft({ ...source, facts: { ...source.facts, verdict } }, answers);
}

async function write(host: Host, root: string, draft: Draft, replace: boolean): Promise<FinishCreateResult> {
  const path = replace ? (draft.taken ?? draft.path) : draft.path;
  const written = await host.write(root, { create: draft.sideFiles, path, text: draft.text, replace });
  if (written.kind === 'refused') return written;
  const [handoff, ...sideFiles] = written.uris.toReversed();
  if (handoff === undefined) return { kind: 'refused', message: 'Nothing was written.' };
  return { kind: 'written', handoff, sideFiles, ...(draft.base !== undefined && { base: draft.base }) };
}

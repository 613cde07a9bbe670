import { ResponseError } from 'vscode-languageserver/node';
import { isChained, readPrevious } from '../core/create/chain.ts';
import type { Answers, CreateSource, Previous } from '../core/create/create-source.ts';
import { createNeeds, furtherNeeds } from '../core/create/draft.ts';
import { inShapeCalled, inShapeOf, shapeChoices } from '../core/create/shape-choice.ts';
import { needsNothing, unite } from '../core/evidence/facts.ts';
import type { Format } from '../core/format/format.ts';
import { shapesOfFormat } from '../core/format/format.ts';
import { baseName } from '../core/paths/path.ts';
import type { Context } from './context.ts';
import type { PrepareCreateParams } from './create-protocol.ts';
import type { Host, Project } from './host.ts';
import { pathOfUri } from './uri.ts';

export interface Sourced {
  readonly source: CreateSource;
  /** URI of the root that paths are relative to. */
  readonly root: string;
}

/** Everything is looked at anew for each request, so that what changed meanwhile is seen. */
export async function sourceFor(
  context: Context,
  params: PrepareCreateParams & { readonly answers?: Answers; readonly path?: string },
  signal: AbortSignal,
): Promise<Sourced> {
  const { host } = context;
  host.forget();
  const place = inside(params.folder);
  const [{ root, unchecked }, { configuration, project }] = await Promise.all([
    host.locate(place),
    host.configurationFor(place),
  ]);
  const unshaped = formatCalled(allFormats(host, project), params.format ?? configuration.create.format);
  if (root === undefined) throw failure(`A handoff needs a folder on this machine: ${unchecked ?? 'this is none'}.`);
  const previous =
    params.from === undefined ? undefined : await previousAt(context, unshaped, params.from, root, signal);
  const format = shapeFor(unshaped, params.shape, params.answers, previous);
  const { path } = params;
  const known = { format, configuration, ...(previous && { previous }), ...(path !== undefined && { path }) };
  const needs = createNeeds(known);
  const facts = await host.gather(place, needs, signal, params.base);
  const further = furtherNeeds({ ...known, facts }, params.answers ?? {});
  if (needsNothing(further)) return { source: { ...known, facts }, root };
  const all = await host.gather(place, unite([needs, further]), signal, params.base);
  return { source: { ...known, facts: all }, root };
}

/** The bundled formats and the project's. */
export function allFormats({ formats }: Host, project: Project | undefined): readonly Format[] {
  return [...formats, ...(project?.formats ?? []).map(({ format }) => format)];
}

/** The formats that are known at a place, given by its URI. */
export async function formatsAt(host: Host, place: string): Promise<readonly Format[]> {
  return allFormats(host, (await host.configurationFor(place)).project);
}

/** The format of an id, else the one that is made unless another is asked for. */
export function formatCalled(formats: readonly Format[], id: string | undefined): Format {
  const format = id === undefined ? formats[0] : formats.find((known) => known.id === id);
  if (format === undefined) throw failure(`No format is called ${id}.`);
  return format;
}

/** The format in the shape of an id; without one as it is. */
export function shaped(format: Format, shape: string | undefined): Format {
  if (shape === undefined) return format;
  const found = inShapeCalled(format, shape);
  if (found === undefined) throw failure(`The format ${format.title} has no shape ${shape}.`);
  return found;
}

/** The handoff at a URI, as it is in the editor, else on the disk; why none can follow it fails the request. */
export async function previousAt(
  { host, documents }: Context,
  format: Format,
  uri: string,
  root: string | undefined,
  signal: AbortSignal,
): Promise<Previous> {
  if (!isChained(format)) throw failure(`No ${format.title} follows another.`);
  const located = await host.locate(uri);
  const path = located.place?.path;
  const name = path ?? baseName(pathOfUri(uri));
  const open = documents.get(uri)?.text;
  const onDisk =
    open === undefined && path !== undefined ? await host.gather(uri, { files: [path] }, signal) : undefined;
  const fact = path === undefined ? undefined : onDisk?.files.get(path);
  const text = open ?? (fact?.kind === 'file' ? fact.text : undefined);
  if (text === undefined) throw failure(`${name} cannot be read.`);
  const beside = path !== undefined && located.root === root ? { path } : {};
  const read = readPrevious(format, await formatsAt(host, uri), { name, text: text.replace(/^\ufeff/, ''), ...beside });
  if ('message' in read) throw failure(read.message);
  return read.previous;
}

/** A failure that the person is told of. */
export function failure(message: string): ResponseError<void> {
  return new ResponseError(-32803, message);
}

/** A name in a folder: surroundings are those of documents. */
export function inside(folder: string): string {
  return `${folder.replace(/\/$/, '')}/handoff.json`;
}

/** The ids of the shapes, that of an earlier handoff first. */
export function shapesFor(format: Format, previous: Previous | undefined) {
  const before = previous && inShapeOf(format, previous.value)?.root;
  const index = shapesOfFormat(format).findIndex(({ root }) => root === before);
  const choices = shapeChoices(format);
  const likely = choices[index];
  return likely === undefined ? choices : [likely, ...choices.filter((choice) => choice !== likely)];
}

function shapeFor(
  format: Format,
  shape: string | undefined,
  answers: Answers | undefined,
  previous: Previous | undefined,
): Format {
  if (shape !== undefined) return shaped(format, shape);
  return inShapeOf(format, answers ?? {}) ?? (previous && inShapeOf(format, previous.value)) ?? format;
}

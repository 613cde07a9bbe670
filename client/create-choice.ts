import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type ListPreviousResult,
  listPrevious,
  type OfferCreateResult,
  type OfferedFormat,
  offerCreate,
  type PrepareCreateResult,
} from '../server/create-protocol.ts';
import { type Frame, pick } from './quick-input.ts';
import { ask } from './server.ts';

/** What kind of handoff is made, and which one it follows. */
export interface Kind {
  readonly format: string;
  readonly from?: string;
  /** How many steps it took to say so. */
  readonly steps: number;
}

/** Most handoffs that are looked at for one to follow. */
const LOOKED_AT = 100;

/** The kinds that can be made in a folder, the likeliest first. */
export async function offered(client: LanguageClient, folder: string): Promise<readonly OfferedFormat[]> {
  const result: OfferCreateResult = await ask(client, offerCreate, { folder });
  return result.formats;
}

/** Asks what kind it shall be, where there is a choice, and which handoff it follows, where it may follow one. */
export async function chooseKind(client: LanguageClient, formats: readonly OfferedFormat[]): Promise<Kind | 'cancel'> {
  for (;;) {
    const asks = formats.length > 1;
    const format = asks ? await chooseFormat(formats) : formats[0];
    if (format === undefined || format === 'cancel' || format === 'back') return 'cancel';
    const steps = asks ? 1 : 0;
    if (!format.chained) return { format: format.id, steps };
    const from = await chooseFrom(client, format, steps + 1);
    if (from === 'cancel' || (from === 'back' && !asks)) return 'cancel';
    if (from === 'back') continue;
    return {
      format: format.id,
      steps: from.asked ? steps + 1 : steps,
      ...(from.uri !== undefined && { from: from.uri }),
    };
  }
}

/** The format whose handoffs can follow a document; undefined where none can. */
export async function formatToFollow(
  client: LanguageClient,
  formats: readonly OfferedFormat[],
  uri: string,
): Promise<string | undefined> {
  for (const { id, chained } of formats) {
    if (chained && (await fitting(client, id, [uri])).length > 0) return id;
  }
  return undefined;
}

/** The shape, where there is a choice. */
export async function chooseShape(
  { format, shapes }: PrepareCreateResult,
  step: number,
): Promise<string | undefined | 'back' | 'cancel'> {
  if (shapes.length < 2) return undefined;
  const items = shapes.map(({ id, title, description }) => ({ label: title, detail: description, id }));
  const picked = await pick(items, { title: `Create ${format.title}`, step }, 'What is handed over?');
  return typeof picked === 'string' ? picked : picked.id;
}

async function chooseFormat(formats: readonly OfferedFormat[]): Promise<OfferedFormat | 'back' | 'cancel'> {
  const items = formats.map((format) => ({
    label: format.title,
    description: format.id,
    detail: format.description,
    format,
  }));
  const picked = await pick(items, { title: 'Create Handoff', step: 1 }, 'What kind of handoff?');
  return typeof picked === 'string' ? picked : picked.format;
}

/** The open handoff and those in the workspace; nothing is asked where there is none. */
async function chooseFrom(
  client: LanguageClient,
  { id, title, files }: OfferedFormat,
  step: number,
): Promise<{ readonly uri?: string; readonly asked: boolean } | 'back' | 'cancel'> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const found = await vscode.workspace.findFiles(`{${files.join(',')}}`, undefined, LOOKED_AT);
  const all = [...(active === undefined ? [] : [active]), ...found].map((uri) =>
    client.code2ProtocolConverter.asUri(uri),
  );
  const uris = await fitting(client, id, [...new Set(all)]);
  if (uris.length === 0) return { asked: false };
  const items = [
    { label: '$(add) None', detail: 'it is the first one', uri: undefined },
    ...uris.map((uri) => ({ label: `$(file) ${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}`, uri })),
  ];
  const isOpen = active !== undefined && uris.includes(client.code2ProtocolConverter.asUri(active));
  const frame: Frame = { title: `Create ${title}`, step };
  const picked = await pick(isOpen ? openFirst(items) : items, frame, 'Which handoff does it follow?');
  if (typeof picked === 'string') return picked;
  return { asked: true, ...(picked.uri !== undefined && { uri: picked.uri }) };
}

/** Whoever has a handoff open most likely means that one. */
function openFirst<T>([none, open, ...others]: readonly T[]): readonly T[] {
  return [open, none, ...others].flatMap((item) => (item === undefined ? [] : [item]));
}

async function fitting(
  client: LanguageClient,
  format: string,
  documents: readonly string[],
): Promise<readonly string[]> {
  const result: ListPreviousResult = await ask(client, listPrevious, { format, documents });
  return result.documents;
}

import { type Connection, TextDocuments } from 'vscode-languageserver/node';
import { createDocument, type HandoffDocument } from '../core/document.ts';
import { placedIn } from '../core/glob.ts';
import type { Host } from './host.ts';
import { applyChanges, createPositions, type Encoding, type Positions } from './positions.ts';
import { keyOf, pathOfUri } from './uri.ts';

/** One version of an open document. Immutable; parsed when first asked for, once. */
export interface OpenDocument {
  /** Exactly as the client spells it: what is sent back must be spelled the same. */
  readonly uri: string;
  /** The same for all spellings of the URI. */
  readonly key: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  readonly positions: Positions;
  /** Whether it stands in a usual place of a format. */
  readonly placed: boolean;
  readonly handoff: HandoffDocument;
}

/** The documents that are open, and of each the version that the client has told last. */
export interface Documents {
  get(uri: string): OpenDocument | undefined;
  all(): readonly OpenDocument[];
  /** Whether this very version is still the one that is open. */
  isCurrent(document: OpenDocument): boolean;
  /** A document was opened or has a new version. */
  onChange(listener: (document: OpenDocument) => void): void;
  onSave(listener: (document: OpenDocument) => void): void;
  onClose(listener: (document: OpenDocument) => void): void;
}

/** Listens to the synchronisation of documents; nothing else may, since each message has one handler. */
export function createDocuments(
  connection: Connection,
  { formats }: Pick<Host, 'formats'>,
  encoding: () => Encoding,
): Documents {
  const open = new Map<string, OpenDocument>();
  const make = (uri: string, languageId: string, version: number, text: string) =>
    openDocument({ uri, languageId, version, text }, encoding(), formats);
  const synced = new TextDocuments<OpenDocument>({
    create: make,
    update: (before, changes, version) =>
      make(before.uri, before.languageId, version, applyChanges(before.text, encoding(), changes)),
  });
  synced.onDidChangeContent(({ document }) => open.set(document.key, document));
  synced.onDidClose(({ document }) => {
    if (open.get(document.key)?.uri === document.uri) open.delete(document.key);
  });
  synced.listen(connection);
  return {
    get: (uri) => open.get(keyOf(uri)),
    all: () => [...open.values()],
    isCurrent: (document) => open.get(document.key) === document,
    onChange: (listener) => synced.onDidChangeContent(({ document }) => listener(document)),
    onSave: (listener) => synced.onDidSave(({ document }) => listener(document)),
    onClose: (listener) => synced.onDidClose(({ document }) => listener(document)),
  };
}

function openDocument(
  given: Pick<OpenDocument, 'uri' | 'languageId' | 'version' | 'text'>,
  encoding: Encoding,
  formats: Host['formats'],
): OpenDocument {
  const placed = placedIn(formats, pathOfUri(given.uri));
  let positions: Positions | undefined;
  let handoff: HandoffDocument | undefined;
  return {
    ...given,
    key: keyOf(given.uri),
    placed: placed.length > 0,
    get positions() {
      positions ??= createPositions(given.text, encoding);
      return positions;
    },
    get handoff() {
      handoff ??= createDocument(given.uri, given.text, { formats, placed });
      return handoff;
    },
  };
}

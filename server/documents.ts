import { type Connection, TextDocuments } from 'vscode-languageserver/node';
import { createDocument, type DocumentOptions, type HandoffDocument, nextVersion } from '../core/document.ts';
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
  const synced = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) => new Version({ uri, languageId, version, text }, encoding(), formats),
    update(before, changes, version) {
      const { uri, languageId } = before;
      const text = applyChanges(before.text, encoding(), changes, before.positions);
      return new Version({ uri, languageId, version, text }, encoding(), formats, before);
    },
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

/** A class, because an accessor of each object's own has V8 keep the object alive until it collects everything. */
class Version implements OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
  readonly key: string;
  readonly placed: boolean;
  readonly #encoding: Encoding;
  readonly #options: DocumentOptions;
  #positions: Positions | undefined;
  #handoff: HandoffDocument | undefined;
  /** What an earlier version is known to hold; undefined once it was made use of, so that versions do not pile up. */
  #before: HandoffDocument | undefined;

  constructor(
    given: Pick<OpenDocument, 'uri' | 'languageId' | 'version' | 'text'>,
    encoding: Encoding,
    formats: Host['formats'],
    before?: OpenDocument,
  ) {
    this.uri = given.uri;
    this.languageId = given.languageId;
    this.version = given.version;
    this.text = given.text;
    this.#encoding = encoding;
    if (before instanceof Version) {
      this.key = before.key;
      this.placed = before.placed;
      this.#options = before.#options;
      this.#before = before.#handoff ?? before.#before;
    } else {
      const placed = placedIn(formats, pathOfUri(given.uri));
      this.key = keyOf(given.uri);
      this.placed = placed.length > 0;
      this.#options = { formats, placed };
    }
  }

  get positions(): Positions {
    this.#positions ??= createPositions(this.text, this.#encoding);
    return this.#positions;
  }

  get handoff(): HandoffDocument {
    if (this.#handoff === undefined) {
      const before = this.#before;
      this.#handoff =
        before === undefined ? createDocument(this.uri, this.text, this.#options) : nextVersion(before, this.text);
      this.#before = undefined;
    }
    return this.#handoff;
  }
}

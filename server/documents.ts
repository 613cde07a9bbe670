import { type Connection, TextDocuments } from 'vscode-languageserver/node';
import { createDocument, type DocumentOptions, type HandoffDocument } from '../core/document.ts';
import { nextVersion } from '../core/next-version.ts';
import { placedIn } from '../core/paths/glob.ts';
import { both, type Revision } from '../core/text/revision.ts';
import type { Text } from '../core/text/spliced.ts';
import type { Host, Project } from './host.ts';
import { applyChanges, type Changed, createPositions, type Encoding, type Positions } from './positions.ts';
import { keyOf, pathOfUri } from './uri.ts';

/**
 * One version of an open document. Its text is parsed when first asked for, and again only where the project's formats, or
 * the choice of one, have changed meanwhile.
 */
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
  /** From now on a document is read with the formats of its project. */
  read(document: OpenDocument, project: Project | undefined): void;
  /** From now on a document, open or not, is of the format that a person chose; undefined: of that which it looks like. */
  choose(uri: string, format: string | undefined): void;
  /** Id of the chosen format. */
  chosen(uri: string): string | undefined;
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
  const readings = createReadings(formats);
  const synced = new TextDocuments<Version>({
    create: (uri, languageId, version, parts) => new Version({ uri, languageId, version, parts }, encoding(), readings),
    update(before, changes, version) {
      const { uri, languageId, parts, positions } = before;
      const changed = applyChanges(parts, encoding(), changes, positions);
      return new Version({ uri, languageId, version, parts: changed.text }, encoding(), readings, { before, changed });
    },
  });
  synced.onDidChangeContent(({ document }) => open.set(document.key, document));
  synced.onDidClose(({ document }) => {
    if (open.get(document.key)?.uri !== document.uri) return;
    open.delete(document.key);
    readings.forget(document.key);
  });
  synced.listen(connection);
  return {
    get: (uri) => open.get(keyOf(uri)),
    all: () => [...open.values()],
    isCurrent: (document) => open.get(document.key) === document,
    read: ({ key }, project) => readings.use(key, project),
    choose: (uri, format) => readings.choose(keyOf(uri), format),
    chosen: (uri) => readings.chosen(keyOf(uri)),
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
  /** The text, as far as it was put together. */
  readonly parts: Text;
  readonly key: string;
  readonly placed: boolean;
  readonly #encoding: Encoding;
  readonly #readings: Readings;
  #positions: Positions | undefined;
  #handoff: HandoffDocument | undefined;
  /** What an earlier version is known to hold; undefined once it was made use of, so that versions do not pile up. */
  #before: HandoffDocument | undefined;
  /** What has changed in the text since that one; undefined where that is not known. */
  readonly #since: Revision | undefined;

  constructor(
    given: Pick<Version, 'uri' | 'languageId' | 'version' | 'parts'>,
    encoding: Encoding,
    readings: Readings,
    from?: { readonly before: Version; readonly changed: Changed },
  ) {
    this.uri = given.uri;
    this.languageId = given.languageId;
    this.version = given.version;
    this.parts = given.parts;
    this.#encoding = encoding;
    this.#readings = readings;
    if (from !== undefined) {
      const { before, changed } = from;
      const { revision } = changed;
      this.key = before.key;
      this.placed = before.placed;
      this.#positions = changed.positions;
      this.#before = before.#handoff ?? before.#before;
      this.#since =
        before.#handoff === undefined ? revision && before.#since && both(before.#since, revision) : revision;
    } else {
      this.key = keyOf(given.uri);
      this.placed = readings.placed(pathOfUri(given.uri)).length > 0;
    }
  }

  get text(): string {
    return this.parts.toString();
  }

  get positions(): Positions {
    this.#positions ??= createPositions(this.parts, this.#encoding);
    return this.#positions;
  }

  get handoff(): HandoffDocument {
    const options = this.#readings.options(this.key, pathOfUri(this.uri));
    if (this.#handoff?.options !== options) {
      const before = this.#handoff ?? this.#before;
      const since = this.#handoff === undefined ? this.#since : undefined;
      this.#handoff =
        before === undefined
          ? createDocument(this.uri, this.text, options)
          : nextVersion(before, this.parts, options, since);
      this.#before = undefined;
    }
    return this.#handoff;
  }
}

/** What documents are read with, by their key. */
interface Readings {
  /** The same object as long as nothing has changed. */
  options(key: string, path: string): DocumentOptions;
  /** Ids of the bundled formats in whose usual place a path lies. */
  placed(path: string): readonly string[];
  use(key: string, project: Project | undefined): void;
  choose(key: string, format: string | undefined): void;
  chosen(key: string): string | undefined;
  forget(key: string): void;
}

function createReadings(formats: Host['formats']): Readings {
  const projects = new Map<string, Project>();
  const choices = new Map<string, string>();
  const made = new Map<string, DocumentOptions>();
  return {
    options(key, path) {
      const known = made.get(key);
      if (known !== undefined) return known;
      const { formats: own = [], placed = [] } = projects.get(key) ?? {};
      const chosen = choices.get(key);
      const options: DocumentOptions = {
        formats: [...formats, ...own.map(({ format }) => format)],
        placed: [...placed, ...placedIn(formats, path)],
        ...(chosen !== undefined && { chosen }),
      };
      made.set(key, options);
      return options;
    },
    placed: (path) => placedIn(formats, path),
    use(key, project) {
      if (isSame(projects.get(key), project)) return;
      if (project === undefined) projects.delete(key);
      else projects.set(key, project);
      made.delete(key);
    },
    choose(key, format) {
      if (format === undefined) choices.delete(key);
      else choices.set(key, format);
      made.delete(key);
    },
    chosen: (key) => choices.get(key),
    forget(key) {
      projects.delete(key);
      made.delete(key);
    },
  };
}

function isSame(before: Project | undefined, after: Project | undefined): boolean {
  const list = (project: Project | undefined) => [
    ...(project?.formats ?? []).map(({ format }) => format),
    ...(project?.placed ?? []),
  ];
  const [a, b] = [list(before), list(after)];
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

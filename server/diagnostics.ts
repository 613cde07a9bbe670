import {
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from 'vscode-languageserver/node';
import type { Report } from '../core/finding.ts';
import type { Context } from './context.ts';
import { diagnosticsOf } from './diagnostic.ts';
import type { OpenDocument } from './documents.ts';
import { answeringOrFailing, breath, inBackground } from './handle.ts';
import { createProjectFiles } from './project-files.ts';
import { createStatus } from './status.ts';

export interface Diagnostics {
  /** Looks at all open documents again: something around them has changed. */
  recheck(): void;
}

/** What the client was told last about a document. */
interface Told {
  readonly document: OpenDocument;
  /** What they were made from; undefined where the document is no handoff. */
  readonly reports: readonly Report[] | undefined;
  readonly id: string;
  /** The diagnostics as JSON: equal text, equal diagnostics. */
  readonly json: string;
}

/**
 * Findings, by both ways of the protocol. A client that pulls is answered at once with what is known, and told to ask
 * again when evidence has changed the answer; one that cannot be told waits for the evidence. To others findings are
 * published: at once, and again when evidence has changed them. `session` makes result ids differ from those of an
 * earlier server.
 */
export function createDiagnostics(context: Context, session: string): Diagnostics {
  const { connection, documents, evidence, abilities, handoff } = context;
  const told = new Map<string, Told>();
  const refresh = createRefresh(context);
  const status = createStatus(context);
  const projectFiles = createProjectFiles(context);
  const pulls = createPulls();
  let results = 0;

  const reportsOn = (document: OpenDocument) =>
    handoff(document.uri) === undefined ? undefined : evidence.reports(document);

  const current = (document: OpenDocument) => diagnosticsOf(document, reportsOn(document) ?? [], abilities());

  const tell = (document: OpenDocument, diagnostics: readonly Diagnostic[]): Told => {
    const json = JSON.stringify(diagnostics);
    const before = told.get(document.key);
    const isKnown = before?.json === json && before.document.uri === document.uri;
    const now = { document, json, reports: reportsOn(document), id: isKnown ? before.id : `${session}-${++results}` };
    told.set(document.key, now);
    return now;
  };

  const hasChanged = ({ document, reports, json }: Told) =>
    reportsOn(document) !== reports && JSON.stringify(current(document)) !== json;

  const publish = (document: OpenDocument) => {
    const diagnostics = [...current(document)];
    const before = told.get(document.key);
    const now = tell(document, diagnostics);
    if (before === undefined ? diagnostics.length === 0 : before.id === now.id) return;
    const { uri, version } = document;
    inBackground(connection, 'Publishing', () => connection.sendDiagnostics({ uri, version, diagnostics }));
  };

  const look = (document: OpenDocument) =>
    inBackground(connection, `Checking ${document.uri}`, async () => {
      const isPulled = abilities().pullsDiagnostics;
      const isFirst = evidence.now(document).status.kind === 'checking';
      // To start git takes longer than to answer, so the first answer of all goes before it.
      await (isPulled && (!isFirst || context.mayAsk(document)) ? pulls.next(document, isFirst ? 0 : REST) : breath());
      if (!documents.isCurrent(document)) return;
      // What a schema of the project says comes in a moment: until then what it said of the text before stays.
      if (!isPulled && !evidence.awaitsVerdict(document)) publish(document);
      status.tell(document);
      if (!context.isEditable(document)) return;
      await evidence.settle(document);
      projectFiles.tell();
      if (!documents.isCurrent(document)) return;
      const last = told.get(document.key);
      if (!isPulled) publish(document);
      // Of a version that was never asked for, the client is about to ask.
      else if (last?.document === document && hasChanged(last)) refresh();
      status.tell(document);
    });

  documents.onChange(look);
  documents.onSave((document) => {
    evidence.forget(document);
    look(document);
  });
  documents.onClose((document) => {
    evidence.close(document);
    projectFiles.tell();
    const before = told.get(document.key);
    told.delete(document.key);
    if (abilities().pullsDiagnostics || before === undefined || before.json === '[]') return;
    const { uri } = before.document;
    inBackground(connection, 'Clearing', () => connection.sendDiagnostics({ uri, diagnostics: [] }));
  });

  connection.languages.diagnostics.on(
    answeringOrFailing(
      connection,
      'Checking',
      async ({ textDocument, previousResultId }): Promise<DocumentDiagnosticReport> => {
        await breath();
        const opened = documents.get(textDocument.uri);
        if (opened !== undefined && context.isEditable(opened)) {
          const waits = !abilities().refreshesDiagnostics || evidence.awaitsVerdict(opened);
          if (waits) await evidence.settle(opened);
        }
        const document = documents.get(textDocument.uri);
        if (document === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
        const items = [...current(document)];
        const { id } = tell(document, items);
        pulls.answered(document);
        return id === previousResultId
          ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId: id }
          : { kind: DocumentDiagnosticReportKind.Full, resultId: id, items };
      },
    ),
  );

  return {
    recheck() {
      for (const document of documents.all()) look(document);
    },
  };
}

/** Milliseconds in which a client asks for a text that it has just told of, if it is going to. */
const SOON = 50;

/** Milliseconds without another key after which somebody is taken to rest. */
const REST = 25;

/** What a client asks for itself is answered before anything else is done about a document, and the next key comes before it too. */
function createPulls() {
  const waiting = new Map<string, Waiting>();
  return {
    /**
     * Waits until the answer about this version has gone and, for `rest` milliseconds, no other version follows; not for long,
     * since a client need not ask. One that is followed by another version is let go of at once.
     */
    next(document: OpenDocument, rest: number): Promise<void> {
      const { key } = document;
      waiting.get(key)?.end();
      return new Promise((resolve) => {
        const one = {
          document,
          end: () => {
            clearTimeout(timer);
            if (waiting.get(key) === one) waiting.delete(key);
            resolve();
          },
          answered: () => {
            clearTimeout(timer);
            timer = setTimeout(one.end, rest);
          },
        };
        let timer = setTimeout(one.end, SOON);
        waiting.set(key, one);
      });
    },
    answered(document: OpenDocument) {
      const one = waiting.get(document.key);
      if (one?.document === document) one.answered();
    },
  };
}

/** A version whose answer is yet to go. */
interface Waiting {
  readonly document: OpenDocument;
  end(): void;
  answered(): void;
}

/** Tells the client to ask again for all it shows. One request at a time, and one more for all that came meanwhile. */
function createRefresh({ connection, abilities }: Context): () => void {
  let isAsking = false;
  let isWanted = false;
  const ask = async () => {
    isAsking = true;
    while (isWanted) {
      isWanted = false;
      await connection.languages.diagnostics.refresh();
    }
  };
  return () => {
    if (!abilities().refreshesDiagnostics) return;
    isWanted = true;
    if (isAsking) return;
    inBackground(connection, 'Refreshing', () =>
      ask().finally(() => {
        isAsking = false;
      }),
    );
  };
}

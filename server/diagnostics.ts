import {
  type Diagnostic,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from 'vscode-languageserver/node';
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
  let results = 0;

  const current = (document: OpenDocument) =>
    handoff(document.uri) === undefined ? [] : diagnosticsOf(document, evidence.reports(document), abilities());

  const tell = (document: OpenDocument, diagnostics: readonly Diagnostic[]): Told => {
    const json = JSON.stringify(diagnostics);
    const before = told.get(document.key);
    const isKnown = before?.json === json && before.document.uri === document.uri;
    const now = { document, json, id: isKnown ? before.id : `${session}-${++results}` };
    told.set(document.key, now);
    return now;
  };

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
      await breath();
      if (!documents.isCurrent(document)) return;
      const pulls = abilities().pullsDiagnostics;
      // What a schema of the project says comes in a moment: until then what it said of the text before stays.
      if (!pulls && !evidence.awaitsVerdict(document)) publish(document);
      status.tell(document);
      if (!context.isEditable(document)) return;
      await evidence.settle(document);
      projectFiles.tell();
      if (!documents.isCurrent(document)) return;
      const last = told.get(document.key);
      if (!pulls) publish(document);
      // Of a version that was never asked for, the client is about to ask.
      else if (last?.document === document && last.json !== JSON.stringify(current(document))) refresh();
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

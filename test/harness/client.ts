import { PassThrough } from 'node:stream';
import {
  type ClientCapabilities,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type DocumentDiagnosticReport,
  InitializedNotification,
  type InitializeParams,
  InitializeRequest,
  type InitializeResult,
  type LogMessageParams,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import type { Host } from '../../server/host.ts';
import { createServer } from '../../server/server.ts';

/** A client in memory, at the other end of the streams of a real server. */
export interface Client {
  readonly connection: ProtocolConnection;
  readonly greeting: InitializeResult;
  /** All that was published, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  readonly logged: readonly LogMessageParams[];
  /** How often the server asked to be asked again for diagnostics. */
  readonly refreshes: () => number;
  /** Notifications of the server under other names, in order. */
  readonly notes: readonly { readonly method: string; readonly params: unknown }[];
  /** Registrations that the server made. */
  readonly registered: readonly { readonly method: string; readonly registerOptions?: unknown }[];
  open(uri: string, text: string, options?: { readonly languageId?: string; readonly version?: number }): Promise<void>;
  change(uri: string, version: number, ...changes: readonly TextDocumentContentChangeEvent[]): Promise<void>;
  save(uri: string): Promise<void>;
  close(uri: string): Promise<void>;
  pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport>;
  /** Diagnostics of a full answer. */
  diagnostics(uri: string): Promise<readonly Diagnostic[]>;
  /** Resolves with what `find` finds, as soon as it finds something; looks again after each message. */
  until<T>(find: () => T | undefined | false): Promise<T>;
  end(): void;
}

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
  readonly folders?: readonly string[] | null;
  /** What `workspace/configuration` is answered with. */
  readonly settings?: unknown;
}

/** A client that can do what VS Code can. */
export const capable: ClientCapabilities = {
  workspace: {
    workspaceFolders: true,
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create', 'rename', 'delete'],
      changeAnnotationSupport: { groupsOnLabel: true },
    },
  },
  textDocument: {
    diagnostic: {},
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1] } },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        documentationFormat: ['markdown', 'plaintext'],
      },
    },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    documentLink: { tooltipSupport: true },
  },
};

/** The same client, as far as it does not ask for diagnostics itself. */
export const published: ClientCapabilities = { ...capable, textDocument: { ...withoutPull(capable.textDocument) } };

export async function connect(host: Host, options: ClientOptions = {}): Promise<Client> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  createServer(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), host);
  const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const heard = listen(connection, options.settings ?? null);
  connection.listen();
  const { folders = ['file:///repo'] } = options;
  const params: InitializeParams = {
    processId: null,
    rootUri: null,
    capabilities: options.capabilities ?? capable,
    initializationOptions: options.initializationOptions,
    workspaceFolders: folders?.map((uri) => ({ uri, name: uri })) ?? null,
  };
  const greeting = await connection.sendRequest(InitializeRequest.type, params);
  await connection.sendNotification(InitializedNotification.type, {});
  const pull = (uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> =>
    connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  return {
    ...heard,
    connection,
    greeting,
    open: (uri, text, { languageId = 'agent-handoff', version = 1 } = {}) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version, text },
      }),
    change: (uri, version, ...contentChanges) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [...contentChanges],
      }),
    save: (uri) => connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    close: (uri) => connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
    pull,
    async diagnostics(uri) {
      const report = await pull(uri);
      if (report.kind !== 'full') throw new Error('An answer without a previous result must be full.');
      return report.items;
    },
    end() {
      connection.end();
      connection.dispose();
    },
  };
}

function listen(connection: ProtocolConnection, settings: unknown) {
  const published: PublishDiagnosticsParams[] = [];
  const logged: LogMessageParams[] = [];
  const notes: { method: string; params: unknown }[] = [];
  const registered: { method: string; registerOptions?: unknown }[] = [];
  const waiting = new Set<() => void>();
  let refreshes = 0;
  const told = () => {
    for (const look of waiting) look();
  };
  connection.onUnhandledNotification(({ method, params }: { method: string; params?: unknown }) => {
    notes.push({ method, params });
    told();
  });
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    told();
  });
  connection.onNotification('window/logMessage', (params: LogMessageParams) => {
    logged.push(params);
    told();
  });
  connection.onRequest('client/registerCapability', ({ registrations }: { registrations: typeof registered }) => {
    registered.push(...registrations);
    told();
    return null;
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
    items.map(() => settings),
  );
  connection.onRequest('workspace/diagnostic/refresh', () => {
    refreshes++;
    told();
    return null;
  });
  return {
    published,
    logged,
    notes,
    registered,
    refreshes: () => refreshes,
    until<T>(find: () => T | undefined | false): Promise<T> {
      return new Promise((resolve, reject) => {
        const look = () => {
          try {
            const found = find();
            if (found === undefined || found === false) return;
            resolve(found);
          } catch (error) {
            reject(error);
          }
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      });
    },
  };
}

function withoutPull({ diagnostic: _, ...rest }: NonNullable<ClientCapabilities['textDocument']> = {}) {
  return rest;
}

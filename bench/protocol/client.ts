import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type CodeAction,
  type CompletionList,
  createProtocolConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type Hover,
  type Position,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { environment } from '../child.ts';
import type { ServerProgram } from './servers.ts';

/** An editor with one document, at the other end of the pipes of a server that runs in a process of its own. */
export interface Editor {
  open(file: string, text: string): Promise<void>;
  change(change: TextDocumentContentChangeEvent): Promise<void>;
  /** Asks as VS Code does, naming the answer before; undefined where nothing has changed since that one. */
  pull(): Promise<readonly Diagnostic[] | undefined>;
  /** Asks for all of it. */
  pullAnew(): Promise<readonly Diagnostic[]>;
  complete(position: Position): Promise<CompletionList>;
  hover(position: Position): Promise<Hover | null>;
  actions(range: Range, diagnostics: readonly Diagnostic[]): Promise<readonly CodeAction[]>;
  /** The same action with what it would change. */
  resolve(action: CodeAction): Promise<CodeAction>;
  /** Resolves when the server has asked git and the disk; at once for one that asks nobody. */
  readonly settled: Promise<void>;
  /** The most memory that the process has held so far, in bytes; undefined where the system does not tell. */
  peak(): Promise<number | undefined>;
  end(): Promise<void>;
}

/** Starts a server and greets it as VS Code does. `folder` is the workspace. */
export async function startEditor(program: ServerProgram, folder: string): Promise<Editor> {
  const child = spawn(program.command, [...program.args], {
    cwd: folder,
    env: { ...environment(), ...program.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  if (program.status === undefined) resolve();
  connection.onUnhandledNotification(({ method, params }) => {
    if (method === program.status && !isChecking(params)) resolve();
  });
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly { section?: string }[] }) =>
    items.map(({ section }) => sectionOf(program.settings, section)),
  );
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.onRequest('workspace/inlayHint/refresh', () => null);
  connection.listen();
  const uri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: uri,
    capabilities,
    initializationOptions: program.initializationOptions,
    workspaceFolders: [{ uri, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: program.settings });
  for (const { method, params } of program.greeting) await connection.sendNotification(method, params);
  return {
    ...documentIn(connection, program.languageId),
    settled,
    peak: () => peakOf(child.pid),
    async end() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await exited;
      connection.dispose();
    },
  };
}

type Connection = ReturnType<typeof createProtocolConnection>;

function documentIn(connection: Connection, languageId: string) {
  let textDocument = { uri: '' };
  let version = 1;
  let previousResultId: string | undefined;
  const ask = (params: object) =>
    connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument, ...params });
  return {
    async open(file: string, text: string) {
      textDocument = { uri: pathToFileURL(file).href };
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { ...textDocument, languageId, version, text },
      });
    },
    async change(change: TextDocumentContentChangeEvent) {
      version++;
      const params = { textDocument: { ...textDocument, version }, contentChanges: [change] };
      await connection.sendNotification('textDocument/didChange', params);
    },
    async pull() {
      const report = await ask(previousResultId === undefined ? {} : { previousResultId });
      previousResultId = report.resultId;
      return report.kind === 'full' ? report.items : undefined;
    },
    async pullAnew() {
      const report = await ask({});
      if (report.kind !== 'full') throw new Error('A server must answer in full where no answer is named.');
      return report.items;
    },
    complete: (position: Position) =>
      connection.sendRequest<CompletionList>('textDocument/completion', { textDocument, position }),
    hover: (position: Position) =>
      connection.sendRequest<Hover | null>('textDocument/hover', { textDocument, position }),
    actions: async (range: Range, diagnostics: readonly Diagnostic[]) => {
      const params = { textDocument, range, context: { diagnostics, triggerKind: 2 } };
      return (await connection.sendRequest<readonly CodeAction[] | null>('textDocument/codeAction', params)) ?? [];
    },
    resolve: (action: CodeAction) => connection.sendRequest<CodeAction>('codeAction/resolve', action),
  };
}

function isChecking(params: unknown): boolean {
  return JSON.stringify(params).includes('"evidence":{"kind":"checking"}');
}

function sectionOf(settings: unknown, section: string | undefined): unknown {
  if (section === undefined || typeof settings !== 'object' || settings === null) return settings;
  return Object.entries(settings).find(([name]) => name === section)?.[1] ?? null;
}

/** Linux alone tells it of another process. */
async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** What VS Code can do, as far as either server looks at it. */
const capabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    workspaceFolders: true,
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
  textDocument: {
    synchronization: { dynamicRegistration: true, didSave: true },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
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
    foldingRange: { rangeLimit: 5000 },
    documentLink: { tooltipSupport: true },
  },
};

import {
  type Connection,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { registerChoice } from './choice.ts';
import { codeActionKinds, registerCodeActions } from './code-actions.ts';
import { completionTriggers, registerCompletion } from './completion.ts';
import type { Context } from './context.ts';
import { registerCreate } from './create.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDocuments } from './documents.ts';
import { createEvidence } from './evidence.ts';
import { inBackground } from './handle.ts';
import type { Host, Project } from './host.ts';
import { registerHover } from './hover.ts';
import { registerJson } from './json.ts';
import { registerLinks } from './links.ts';
import { registerNotes } from './notes.ts';
import { isEditable, isHandoff } from './ours.ts';
import { registerResume } from './resume.ts';
import { createSurroundings } from './surroundings.ts';

/**
 * Puts the server together and starts it: the one place where its parts meet. It talks over `connection` and sees git and
 * the disk through `host` alone. Which process it runs in, and when that ends, is not its business.
 */
export function createServer(connection: Connection, host: Host): RunningServer {
  let abilities = abilitiesOf(unknownClient);
  const told = () => abilities;
  const documents = createDocuments(connection, host, () => abilities.encoding);
  const evidence = createEvidence(host, documents);
  const basis = { connection, host, documents, evidence, abilities: told };
  const surroundings = createSurroundings(basis, () => {
    evidence.forget();
    diagnostics.recheck();
  });
  const context: Context = {
    ...basis,
    folders: () => surroundings.options().folders,
    mayAsk: ({ uri }) => surroundings.options().trusted && uri.startsWith('file:'),
    isEditable: (document) => isEditable(document, surroundings.options().folders),
    handoff(uri) {
      const document = documents.get(uri);
      if (document === undefined || !context.isEditable(document)) return undefined;
      return isHandoff(document, evidence.now(document).configured.listed) ? document : undefined;
    },
  };
  const diagnostics = createDiagnostics(context, Date.now().toString(36));
  evidence.onChange((document) => surroundings.watch(projectGlobs(evidence.now(document).configured.project)));
  for (const register of features) register(context);
  registerChoice(context, diagnostics);
  connection.onInitialize((params) => {
    abilities = abilitiesOf(params);
    surroundings.begin(params);
    return greeting(abilities);
  });
  connection.onInitialized(() => inBackground(connection, 'Starting', () => surroundings.listen(abilities)));
  let isShutDown = false;
  connection.onShutdown(() => {
    isShutDown = true;
    surroundings.end();
  });
  connection.listen();
  return { isShutDown: () => isShutDown };
}

/** The files that a project's formats make interesting. Their paths are relative to a folder that may be anywhere. */
function projectGlobs(project: Project | undefined): readonly string[] {
  const paths = (project?.formats ?? []).flatMap(({ format, schema }) => [schema, ...format.traits.files]);
  return paths.map((path) => `**/${path.replace(/^(?:\.?\/)+/, '')}`);
}

export interface RunningServer {
  /** Whether the client has asked for the end. */
  isShutDown(): boolean;
}

/** Each answers its own requests. */
const features: readonly ((context: Context) => void)[] = [
  registerCodeActions,
  registerCompletion,
  registerHover,
  registerLinks,
  registerJson,
  registerCreate,
  registerNotes,
  registerResume,
];

const unknownClient: InitializeParams = { processId: null, rootUri: null, capabilities: {} };

function greeting({ encoding, foldersChange, actions }: Abilities): InitializeResult {
  return {
    serverInfo: { name: 'agent-handoff' },
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      diagnosticProvider: { identifier: 'agent-handoff', interFileDependencies: false, workspaceDiagnostics: false },
      codeActionProvider: { codeActionKinds: [...codeActionKinds], resolveProvider: actions.resolvesEdit },
      completionProvider: { triggerCharacters: [...completionTriggers] },
      hoverProvider: true,
      documentLinkProvider: {},
      codeLensProvider: {},
      inlayHintProvider: true,
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
      ...(foldersChange && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
    },
  };
}

import { type ClientCapabilities, type InitializeParams, InsertTextMode } from 'vscode-languageserver/node';
import type { Encoding } from './positions.ts';
import type { InitializationOptions } from './protocol.ts';

/** What the client can do, as far as it changes what it is sent. */
export interface Abilities {
  readonly encoding: Encoding;
  /** It asks for diagnostics itself; otherwise they are published. */
  readonly pullsDiagnostics: boolean;
  /** It can be told to ask again. */
  readonly refreshesDiagnostics: boolean;
  readonly relatedInformation: boolean;
  readonly diagnosticTags: boolean;
  readonly codeDescription: boolean;
  readonly actions: ActionAbilities;
  readonly edits: EditAbilities;
  readonly completion: {
    readonly snippets: boolean;
    readonly insertReplace: boolean;
    readonly markdown: boolean;
    /** It can indent the lines of an item as the line of the caret is. */
    readonly adjustsIndent: boolean;
  };
  readonly markdownHover: boolean;
  readonly outlineTree: boolean;
  readonly folding: { readonly limit: number | undefined };
  readonly asksConfiguration: boolean;
  readonly registersConfiguration: boolean;
  readonly registersWatchers: boolean;
  readonly foldersChange: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesInlays: boolean;
  /** Our own client, which shows the state of the checks. */
  readonly showsStatus: boolean;
  /** Our own client, which has the commands that lenses and links offer. */
  readonly hasCommands: boolean;
}

interface ActionAbilities {
  /** It knows code actions; without, it knows commands only and is offered nothing. */
  readonly literals: boolean;
  readonly disabled: boolean;
  readonly preferred: boolean;
  /** Edits may come later. */
  readonly resolvesEdit: boolean;
}

export interface EditAbilities {
  /** Edits that name the version they were made for. */
  readonly versioned: boolean;
  readonly creates: boolean;
  readonly renames: boolean;
  /** It can ask the person before a change. */
  readonly annotations: boolean;
}

export function abilitiesOf({ capabilities, initializationOptions }: InitializeParams): Abilities {
  const { textDocument, workspace } = capabilities;
  const published = textDocument?.publishDiagnostics;
  const pulled = textDocument?.diagnostic;
  const item = textDocument?.completion?.completionItem;
  const options = readInitializationOptions(initializationOptions);
  return {
    encoding: encodingOf(capabilities),
    pullsDiagnostics: pulled !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    relatedInformation: (published?.relatedInformation ?? pulled?.relatedInformation) === true,
    diagnosticTags: (published?.tagSupport ?? pulled?.tagSupport) !== undefined,
    codeDescription: (published?.codeDescriptionSupport ?? pulled?.codeDescriptionSupport) === true,
    actions: actionsOf(capabilities),
    edits: editsOf(capabilities),
    completion: {
      snippets: item?.snippetSupport === true,
      insertReplace: item?.insertReplaceSupport === true,
      markdown: item?.documentationFormat?.includes('markdown') === true,
      adjustsIndent: item?.insertTextModeSupport?.valueSet.includes(InsertTextMode.adjustIndentation) === true,
    },
    markdownHover: textDocument?.hover?.contentFormat?.includes('markdown') === true,
    outlineTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    folding: { limit: textDocument?.foldingRange?.rangeLimit },
    asksConfiguration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    foldersChange: workspace?.workspaceFolders === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesInlays: workspace?.inlayHint?.refreshSupport === true,
    showsStatus: options.status === true,
    hasCommands: options.commands === true,
  };
}

/** `initializationOptions`, which any editor may fill with anything: what is not ours is left out. */
export function readInitializationOptions(value: unknown): InitializationOptions {
  if (typeof value !== 'object' || value === null) return {};
  const { trusted, virtual, status, commands, gitPath }: Readonly<Record<keyof InitializationOptions, unknown>> = {
    trusted: undefined,
    virtual: undefined,
    status: undefined,
    commands: undefined,
    gitPath: undefined,
    ...value,
  };
  return {
    ...(typeof trusted === 'boolean' && { trusted }),
    ...(typeof virtual === 'boolean' && { virtual }),
    ...(typeof status === 'boolean' && { status }),
    ...(typeof commands === 'boolean' && { commands }),
    ...(typeof gitPath === 'string' && gitPath !== '' && { gitPath }),
  };
}

function encodingOf({ general }: ClientCapabilities): Encoding {
  const offered = general?.positionEncodings ?? [];
  if (offered.includes('utf-16')) return 'utf-16';
  return offered.find((name): name is Encoding => name === 'utf-8' || name === 'utf-32') ?? 'utf-16';
}

function actionsOf({ textDocument }: ClientCapabilities): ActionAbilities {
  const actions = textDocument?.codeAction;
  return {
    literals: actions?.codeActionLiteralSupport !== undefined,
    disabled: actions?.disabledSupport === true,
    preferred: actions?.isPreferredSupport === true,
    resolvesEdit: actions?.dataSupport === true && actions.resolveSupport?.properties.includes('edit') === true,
  };
}

/**
 * A client that names operations on files can do them, whether or not it says that it takes versioned changes: by the
 * protocol, either makes `documentChanges` understood, and some clients say only the first.
 */
function editsOf({ workspace }: ClientCapabilities): EditAbilities {
  const edit = workspace?.workspaceEdit;
  const can = (operation: 'create' | 'rename') => edit?.resourceOperations?.includes(operation) === true;
  const versioned = edit?.documentChanges === true;
  return {
    versioned,
    creates: can('create'),
    renames: can('rename'),
    annotations: (versioned || edit?.resourceOperations !== undefined) && edit?.changeAnnotationSupport !== undefined,
  };
}

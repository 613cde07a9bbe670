import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type InitializeParams,
} from 'vscode-languageserver/node';
import { type Abilities, readInitializationOptions } from './abilities.ts';
import type { Context } from './context.ts';
import { inBackground } from './handle.ts';
import type { HostOptions } from './host.ts';
import { gitChangedNotification, trustedNotification } from './protocol.ts';

/** What the server is told about the world around documents, after `initialize`. */
export interface Surroundings {
  /** The state that the client has told so far. */
  options(): HostOptions;
  begin(params: InitializeParams): void;
  /** Registers for events; from `initialized` on. */
  listen(abilities: Abilities): Promise<void>;
  /** Has the client tell of changes of further files: what handoffs of a project are, and what they are checked by. */
  watch(globs: readonly string[]): void;
  /** Nothing that was going to happen happens any more. */
  end(): void;
}

/** Milliseconds of silence after which a burst of file events counts as over: a checkout changes many files in a row. */
const QUIET = 100;

/**
 * Keeps what the client tells about folders, trust and personal settings, and has everything checked again after a
 * change. `changed` is called once for a burst of events.
 */
export function createSurroundings(
  context: Pick<Context, 'connection' | 'host' | 'documents' | 'evidence' | 'abilities'>,
  changed: () => void,
): Surroundings {
  const { connection, host } = context;
  let options: HostOptions = { trusted: false, useGit: true, gitPath: undefined, folders: [] };
  let isLocal = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watched = new Set<string>();

  const use = (part: Partial<HostOptions>) => {
    options = { ...options, ...part };
    host.use(options);
    changed();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => inBackground(connection, 'Looking again', changed), QUIET);
  };

  connection.onDidChangeWatchedFiles(soon);
  connection.onNotification(gitChangedNotification, soon);
  connection.onNotification(trustedNotification, () => use({ trusted: isLocal }));
  connection.onDidChangeConfiguration(({ settings }: { readonly settings: unknown }) =>
    inBackground(connection, 'Reading the settings', async () => {
      const useGit = context.abilities().asksConfiguration ? await askGitEnabled(context) : gitEnabledIn(settings);
      if (useGit !== undefined && useGit !== options.useGit) use({ useGit });
    }),
  );
  return {
    options: () => options,
    end: () => clearTimeout(timer),
    watch(globs) {
      const more = globs.filter((glob) => !watched.has(glob));
      if (more.length === 0 || !context.abilities().registersWatchers) return;
      for (const glob of more) watched.add(glob);
      const watchers = more.map((globPattern) => ({ globPattern }));
      inBackground(connection, 'Watching', () =>
        connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }),
      );
    },
    begin(params) {
      const { trusted = true, virtual = false, gitPath } = readInitializationOptions(params.initializationOptions);
      const folders =
        params.workspaceFolders?.map(({ uri }) => uri) ?? (params.rootUri == null ? [] : [params.rootUri]);
      isLocal = !virtual;
      options = { ...options, trusted: trusted && isLocal, gitPath, folders };
      host.use(options);
    },
    async listen(abilities) {
      if (abilities.foldersChange) {
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          const gone = new Set(removed.map(({ uri }) => uri));
          const left = options.folders.filter((uri) => !gone.has(uri));
          const more = added.map(({ uri }) => uri).filter((uri) => !left.includes(uri));
          use({ folders: [...left, ...more] });
        });
      }
      if (abilities.registersConfiguration) {
        await connection.client.register(DidChangeConfigurationNotification.type, { section: 'agentHandoff' });
      }
      if (!abilities.registersWatchers) host.watch(soon);
      else {
        await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: watchersFor(context) });
      }
      const useGit = abilities.asksConfiguration ? await askGitEnabled(context) : undefined;
      if (useGit !== undefined && useGit !== options.useGit) use({ useGit });
    },
  };
}

/** Handoffs and what stands beside them, configurations, and what git changes when a commit or a branch changes. */
function watchersFor({ host }: Pick<Context, 'host'>): FileSystemWatcher[] {
  // What can lie anywhere has nothing beside it that would not be all there is.
  const around = (glob: string) => (/^\*\*\/[^/]*$/.test(glob) ? glob : glob.replace(/[^/]*$/, '*'));
  const places = host.formats.flatMap(({ traits }) => traits.files.map(around));
  const git = ['**/.git/HEAD', '**/.git/refs/**', '**/.git/packed-refs', '**/.git/worktrees/*/HEAD'];
  return [...new Set([...places, '**/.agent-handoff.json', ...git])].map((globPattern) => ({ globPattern }));
}

async function askGitEnabled({ connection }: Pick<Context, 'connection'>): Promise<boolean | undefined> {
  const answer: unknown = await connection.workspace.getConfiguration('agentHandoff');
  return gitEnabledIn({ agentHandoff: answer });
}

/** `agentHandoff.git.enabled` in settings, nested or by its full name; undefined where they do not say. */
function gitEnabledIn(settings: unknown): boolean | undefined {
  const ours = member(settings, 'agentHandoff') ?? settings;
  const value =
    member(member(ours, 'git'), 'enabled') ?? member(ours, 'git.enabled') ?? member(ours, 'agentHandoff.git.enabled');
  return typeof value === 'boolean' ? value : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

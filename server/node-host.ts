import path from 'node:path';
import { URI } from 'vscode-uri';
import { defaultConfiguration, parseConfiguration } from '../core/configuration.ts';
import { noFacts } from '../core/evidence/facts.ts';
import { formats } from '../core/generated/formats.ts';
import type { Mistake } from '../core/mistake.ts';
import { matchesGlob } from '../core/paths/glob.ts';
import { readConfiguration } from '../host/configuration.ts';
import { createEvidenceCache, type EvidenceCache } from '../host/evidence-cache.ts';
import { gather, placeIn } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { findGit } from '../host/program.ts';
import type { Repository } from '../host/repository.ts';
import type { SchemaProblem } from '../host/schemas/inspect.ts';
import { createOwnFormats, type OwnFormat, type OwnFormats, ownAt } from '../host/schemas/own-formats.ts';
import { createLocator, type Locator, type Surroundings } from '../host/surroundings.ts';
import { type Watch, watchRepository } from '../host/watch.ts';
import { write } from '../host/write.ts';
import type { Configured, Host, HostOptions, Project, ProjectFile } from './host.ts';
import { createPositions } from './positions.ts';

/** What the surroundings of the moment allow; made when first needed, since looking for git touches the disk. */
interface Means {
  readonly git: Git;
  readonly locator: Locator;
  readonly configurations: Map<string, Promise<Configuration>>;
  readonly cache: EvidenceCache;
}

type Configuration = Omit<Configured, 'listed' | 'project'> & {
  readonly folder: string | undefined;
  readonly own: readonly OwnFormat[];
  readonly project?: Omit<Project, 'placed'>;
};

/** The real git and disk of this machine. */
export function createNodeHost(): Host {
  let options: HostOptions = { trusted: false, useGit: true, gitPath: undefined, folders: [] };
  let made: Promise<Means> | undefined;
  const ownFormats = createOwnFormats();
  const means = () => {
    made ??= meansOf(options);
    return made;
  };
  const watches = createWatches();
  const surroundingsOf = async (uri: string) => {
    const { locator } = await means();
    const surroundings = await locator.locate(fileOf(uri));
    if (surroundings.repository !== undefined) watches.follow(surroundings.repository);
    return surroundings;
  };
  const configuredAt = async (uri: string) => {
    const { configurations } = await means();
    return configuredFor(uri, await surroundingsOf(uri), { configurations, ownFormats });
  };
  return {
    formats,
    use(next) {
      options = next;
      made = undefined;
      watches.end();
    },
    watch: watches.begin,
    forget() {
      void made?.then(({ locator, configurations }) => {
        locator.forget();
        configurations.clear();
      });
    },
    async locate(uri) {
      const surroundings = await surroundingsOf(uri);
      const { root, unchecked } = surroundings;
      return {
        root: root === undefined ? undefined : URI.file(root).toString(),
        place: await placeIn(surroundings, fileOf(uri)),
        ...(unchecked !== undefined && { unchecked }),
      };
    },
    async configurationFor(uri) {
      const { own: _, ...configured } = await configuredAt(uri);
      return configured;
    },
    async gather(uri, needs, signal, base) {
      const now = new Date().toISOString();
      const file = fileOf(uri);
      if (!options.trusted || file === undefined) return noFacts(now, (await surroundingsOf(uri)).unchecked);
      const { git, cache } = await means();
      const surroundings = await surroundingsOf(uri);
      const { configuration } = await configuredAt(uri);
      return gather(surroundings, file, needs, { git, now, base: base ?? configuration.git.base, signal, cache });
    },
    async validate(document, uri = document.uri) {
      const { recognition } = document;
      const { own } = await configuredAt(uri);
      return own.find(({ format }) => format.id === recognition.format?.id)?.validate(document);
    },
    async write(root, { create, path: place, text, replace }) {
      const folder = fileOf(root);
      if (!options.trusted || folder === undefined) return { kind: 'refused', message: 'The folder is not trusted.' };
      const document = { path: path.join(folder, place), text, existing: replace ? 'any' : 'none' } as const;
      const written = await write({ root: folder, create, document });
      if (written.kind === 'refused') return written;
      return { kind: 'written', uris: written.paths.map((file) => URI.file(file).toString()) };
    },
  };
}

/** Watches over repositories, once somebody wants to know. None keeps the program running. */
function createWatches() {
  const watches = new Map<string, Watch>();
  let changed: (() => void) | undefined;
  return {
    begin(listener: () => void): void {
      changed = listener;
    },
    follow(repository: Repository): void {
      if (changed === undefined || watches.has(repository.gitDirectory)) return;
      watches.set(repository.gitDirectory, watchRepository(repository, changed));
    },
    end(): void {
      for (const watch of watches.values()) watch.close();
      watches.clear();
    },
  };
}

async function meansOf({ trusted, useGit, gitPath, folders }: HostOptions): Promise<Means> {
  const workspaceFolders = folders.flatMap((uri) => fileOf(uri) ?? []);
  const environment = process.env;
  const search = { workspaceFolders, environment, ...(gitPath !== undefined && { given: [gitPath] }) };
  const git: Git = { program: trusted && useGit ? await findGit(search) : undefined, environment };
  return {
    git,
    locator: createLocator({ git, useGit, trusted, workspaceFolders }),
    configurations: new Map(),
    cache: createEvidenceCache(),
  };
}

interface Known {
  readonly configurations: Means['configurations'];
  readonly ownFormats: OwnFormats;
}

async function configuredFor(
  uri: string,
  { root }: Surroundings,
  { configurations, ownFormats }: Known,
): Promise<Configured & Pick<Configuration, 'own'>> {
  const file = fileOf(uri);
  if (root === undefined || file === undefined) {
    return { configuration: defaultConfiguration, listed: false, own: [] };
  }
  const place = path.dirname(file);
  const known = configurations.get(place) ?? read(place, root, ownFormats);
  configurations.set(place, known);
  const { folder, project, ...configured } = await known;
  const relative = folder === undefined ? undefined : path.relative(folder, file).split(path.sep).join('/');
  const { files } = configured.configuration;
  const isListed = relative !== undefined && files.some((glob) => matchesGlob(glob, relative));
  const placed = ownAt(configured.own, file).map(({ format }) => format.id);
  return {
    ...configured,
    listed: isListed || placed.length > 0,
    ...(project !== undefined && { project: { ...project, placed } }),
  };
}

async function read(folder: string, root: string, ownFormats: OwnFormats): Promise<Configuration> {
  const file = await readConfiguration(folder, root);
  const standard = { configuration: defaultConfiguration, folder: undefined, own: [] };
  if (file === undefined) return standard;
  if (file.kind === 'unreadable') return { ...standard, problem: file.message };
  const parsed = parseConfiguration(file.text);
  if ('problems' in parsed) {
    return {
      ...standard,
      problem: problemOf(`${path.basename(file.path)} is not used.`, file.text, parsed.problems),
      project: { formats: [], files: [projectFile(file.path, file.text, parsed.problems)] },
    };
  }
  const { configuration } = parsed;
  const own = await ownFormats.load(path.dirname(file.path), configuration.formats);
  const missing = own.flatMap(({ mistake }) => mistake ?? []);
  const schemas = own.flatMap(({ folder, schema, text, problems }) =>
    text === undefined ? [] : [projectFile(path.join(folder, schema), text, problems)],
  );
  return {
    configuration,
    folder: path.dirname(file.path),
    own,
    ...(missing.length > 0 && {
      problem: problemOf(`A format in ${path.basename(file.path)} cannot be used.`, file.text, missing),
    }),
    project: {
      formats: own.map(({ format, schema }) => ({ format, schema })),
      files: [projectFile(file.path, file.text, missing), ...schemas],
    },
  };
}

function projectFile(file: string, text: string, problems: readonly (Mistake | SchemaProblem)[]): ProjectFile {
  return {
    uri: URI.file(file).toString(),
    text,
    problems: problems.map((problem) => ({ severity: 'error', ...problem })),
  };
}

/** What follows from mistakes, and the first of them with its place. */
function problemOf(what: string, text: string, [first]: readonly Mistake[]): string {
  const { line, character } = createPositions(text, 'utf-16').positionAt(first?.span.start ?? 0);
  const message = first?.message ?? 'it has mistakes.';
  return `${what} Line ${line + 1}, column ${character + 1}: ${message}`;
}

/** Absolute path of a `file:` URI; undefined for anything else. */
function fileOf(uri: string): string | undefined {
  try {
    const parsed = URI.parse(uri, true);
    return parsed.scheme === 'file' ? parsed.fsPath : undefined;
  } catch {
    return undefined;
  }
}

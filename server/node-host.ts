import path from 'node:path';
import { URI } from 'vscode-uri';
import { defaultConfiguration, parseConfiguration } from '../core/configuration.ts';
import { noFacts } from '../core/facts.ts';
import { formats } from '../core/generated/formats.ts';
import { matchesGlob } from '../core/glob.ts';
import { readConfiguration } from '../host/configuration.ts';
import { createEvidenceCache, type EvidenceCache } from '../host/evidence-cache.ts';
import { gather } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { findGit } from '../host/program.ts';
import { createLocator, type Locator, placeOf, type Surroundings } from '../host/surroundings.ts';
import { write } from '../host/write.ts';
import type { Configured, Host, HostOptions } from './host.ts';
import { createPositions } from './positions.ts';

/** What the surroundings of the moment allow; made when first needed, since looking for git touches the disk. */
interface Means {
  readonly git: Git;
  readonly locator: Locator;
  readonly configurations: Map<string, Promise<Configuration>>;
  readonly cache: EvidenceCache;
}

type Configuration = Omit<Configured, 'listed'> & { readonly folder: string | undefined };

/** The real git and disk of this machine. */
export function createNodeHost(): Host {
  let options: HostOptions = { trusted: false, useGit: true, gitPath: undefined, folders: [] };
  let made: Promise<Means> | undefined;
  const means = () => {
    made ??= meansOf(options);
    return made;
  };
  const surroundingsOf = async (uri: string) => (await means()).locator.locate(fileOf(uri));
  return {
    formats,
    use(next) {
      options = next;
      made = undefined;
    },
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
        place: placeOf(surroundings, fileOf(uri)),
        ...(unchecked !== undefined && { unchecked }),
      };
    },
    async configurationFor(uri) {
      const { configurations } = await means();
      return configuredFor(uri, await surroundingsOf(uri), configurations);
    },
    async gather(uri, needs, signal, base) {
      const now = new Date().toISOString();
      const file = fileOf(uri);
      if (!options.trusted || file === undefined) return noFacts(now, (await surroundingsOf(uri)).unchecked);
      const { git, locator, configurations, cache } = await means();
      const surroundings = await locator.locate(file);
      const { configuration } = await configuredFor(uri, surroundings, configurations);
      return gather(surroundings, file, needs, { git, now, base: base ?? configuration.git.base, signal, cache });
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

async function configuredFor(
  uri: string,
  { root }: Surroundings,
  configurations: Means['configurations'],
): Promise<Configured> {
  const file = fileOf(uri);
  if (root === undefined || file === undefined) return { configuration: defaultConfiguration, listed: false };
  const place = path.dirname(file);
  const known = configurations.get(place) ?? read(place, root);
  configurations.set(place, known);
  const { folder, ...configured } = await known;
  const relative = folder === undefined ? undefined : path.relative(folder, file).split(path.sep).join('/');
  const { files } = configured.configuration;
  return { ...configured, listed: relative !== undefined && files.some((glob) => matchesGlob(glob, relative)) };
}

async function read(folder: string, root: string): Promise<Configuration> {
  const file = await readConfiguration(folder, root);
  const standard = { configuration: defaultConfiguration, folder: undefined };
  if (file === undefined) return standard;
  if (file.kind === 'unreadable') return { ...standard, problem: file.message };
  const parsed = parseConfiguration(file.text);
  if ('configuration' in parsed) return { configuration: parsed.configuration, folder: path.dirname(file.path) };
  const [first] = parsed.problems;
  const { line, character } = createPositions(file.text, 'utf-16').positionAt(first?.span.start ?? 0);
  const message = first?.message ?? 'it has mistakes.';
  return {
    ...standard,
    problem: `${path.basename(file.path)} is not used. Line ${line + 1}, column ${character + 1}: ${message}`,
  };
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

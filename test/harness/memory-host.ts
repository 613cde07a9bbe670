import { type Configuration, defaultConfiguration } from '../../core/configuration.ts';
import {
  type CommitFact,
  type Facts,
  type FileFact,
  type GitFacts,
  type Needs,
  needsGit,
  noFacts,
} from '../../core/evidence/facts.ts';
import type { Outcome } from '../../core/format/verdict.ts';
import { formats } from '../../core/generated/formats.ts';
import type { Host, HostOptions, Project } from '../../server/host.ts';
import { NOW } from './core.ts';

/** A world in memory: one root, with files and what git says. It may be changed while a server looks at it. */
export interface MemoryHost extends Host {
  /** URI of the root; documents outside of it are in no repository. */
  root: string;
  /** Texts by path relative to the root. */
  readonly files: Map<string, string>;
  git: Partial<GitFacts> | undefined;
  configuration: Configuration;
  listed: boolean;
  problem: string | undefined;
  project: Project | undefined;
  /** What the schema of a project says, by the document's text. */
  readonly verdicts: Map<string, Outcome>;
  /** What the server was told last. */
  options: HostOptions | undefined;
  /** All questions so far, each with the document's URI. */
  readonly asked: readonly { readonly uri: string; readonly needs: Needs }[];
  /** Questions are answered when this is. */
  gate: Promise<unknown>;
  forgotten: number;
}

export function memoryHost(files: Readonly<Record<string, string>> = {}): MemoryHost {
  const asked: { uri: string; needs: Needs }[] = [];
  const host: MemoryHost = {
    formats,
    root: 'file:///repo',
    files: new Map(Object.entries(files)),
    git: undefined,
    configuration: defaultConfiguration,
    listed: false,
    problem: undefined,
    project: undefined,
    verdicts: new Map(),
    options: undefined,
    asked,
    gate: Promise.resolve(),
    forgotten: 0,
    use(options) {
      host.options = options;
    },
    forget() {
      host.forgotten++;
    },
    watch: () => undefined,
    async locate(uri) {
      const path = pathIn(host, uri);
      if (host.options?.trusted !== true) {
        return { root: undefined, place: undefined, unchecked: 'the folder is not trusted' };
      }
      if (!uri.startsWith('file:')) {
        return { root: undefined, place: undefined, unchecked: 'the document is not on disk' };
      }
      if (path === undefined)
        return { root: uri.replace(/\/[^/]*$/, ''), place: { root: 'folder', path: baseOf(uri) } };
      return { root: host.root, place: { root: 'repository', path } };
    },
    async configurationFor() {
      await host.gate;
      const { configuration, listed, problem, project } = host;
      return {
        configuration,
        listed,
        ...(problem !== undefined && { problem }),
        ...(project !== undefined && { project }),
      };
    },
    async validate(document) {
      const verdict = host.verdicts.get(document.text);
      const format = document.recognition.format?.id;
      return verdict && format !== undefined ? { ...verdict, format, text: document.text } : undefined;
    },
    async write(root, { create, path, text }) {
      for (const file of create) host.files.set(file.path, file.text);
      host.files.set(path, text);
      return { kind: 'written', uris: [...create.map((file) => file.path), path].map((name) => `${root}/${name}`) };
    },
    async gather(uri, needs) {
      asked.push({ uri, needs });
      await host.gate;
      const { place, unchecked } = await host.locate(uri);
      return { ...noFacts(NOW, unchecked), ...(place && { place, ...factsOf(host, needs) }) };
    },
  };
  return host;
}

const NOTHING_ELSE = { shallow: false, tips: new Map(), ranges: new Map(), tracked: new Map() } as const;

function factsOf({ files, git }: MemoryHost, needs: Needs): Pick<Facts, 'files' | 'folders' | 'git'> {
  const commits = (needs.commits ?? []).map((id): readonly [string, CommitFact] => [
    id.toLowerCase(),
    git?.commits?.get(id.toLowerCase()) ?? { kind: 'absent' },
  ]);
  return {
    files: new Map((needs.files ?? []).map((path) => [path, fileFact(files, path)])),
    folders: new Map((needs.folders ?? []).map((path) => [path, namesIn(files, path)])),
    ...(needsGit(needs) && git && { git: { ...NOTHING_ELSE, ...git, commits: new Map(commits) } }),
  };
}

function fileFact(files: ReadonlyMap<string, string>, path: string): FileFact {
  const text = files.get(path);
  return text === undefined ? { kind: 'absent' } : { kind: 'file', size: Buffer.byteLength(text), text };
}

function namesIn(files: ReadonlyMap<string, string>, folder: string): readonly string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = [...files.keys()].filter((path) => path.startsWith(prefix));
  return [...new Set(inside.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))];
}

function pathIn({ root }: MemoryHost, uri: string): string | undefined {
  const path = decodeURIComponent(uri);
  return path.startsWith(`${decodeURIComponent(root)}/`) ? path.slice(decodeURIComponent(root).length + 1) : undefined;
}

function baseOf(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

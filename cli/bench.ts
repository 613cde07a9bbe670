import path from 'node:path';
import type { Facts, Place } from '../core/evidence/facts.ts';
import type { Format } from '../core/format/format.ts';
import { formats } from '../core/generated/formats.ts';
import { createEvidenceCache } from '../host/evidence-cache.ts';
import { type Cases, gatherAll, placeIn, type Request } from '../host/facts.ts';
import type { Git } from '../host/git.ts';
import { findGit } from '../host/program.ts';
import { createLocator, type Surroundings } from '../host/surroundings.ts';
import { type Configured, createConfigurations } from './configurations.ts';
import type { Terminal } from './terminal.ts';

/** What texts are judged on: the only way of a check to git and, beside the texts themselves, to the disk. */
export interface Bench {
  readonly formats: readonly Format[];
  /** The time of the check, RFC 3339 in UTC. */
  readonly now: string;
  /** Absolute path of the working folder. */
  readonly folder: string;
  /** Whether git is asked. */
  readonly useGit: boolean;
  /** Where a file stands, by its absolute path; it need not exist. */
  locate(file: string): Promise<Surroundings>;
  /** The place of a file in its surroundings; undefined where there is none, or no file. */
  place(surroundings: Surroundings, file: string | undefined): Promise<Place | undefined>;
  /** The configuration that holds in a folder, by its absolute path. */
  configured(folder: string, surroundings: Surroundings): Promise<Configured>;
  /** What git and the disk say, for all documents in one batch. `base` is the configured one. */
  gather(requests: readonly Request[], base: string | undefined): Promise<ReadonlyMap<string, Facts>>;
}

export interface BenchOptions {
  /** False: git is not asked, as the user wished. */
  readonly useGit: boolean;
  /** What work is measured against, before the configuration's. */
  readonly base?: string | undefined;
}

/** The bench of this machine. Git and configurations are asked once for what stays the same; a changed disk needs a new one. */
export async function createBench(options: BenchOptions, terminal: Terminal): Promise<Bench> {
  const { folder, environment } = terminal;
  const program = options.useGit ? await findGit({ workspaceFolders: [folder], environment }) : undefined;
  return benchWith({ program, environment }, options, {
    folder,
    now: terminal.now(),
    tell: (warning) => terminal.complain(`agent-handoff: ${warning}\n`),
  });
}

/** Where a bench stands. `tell` is called for what does not keep anything from being judged. */
export interface BenchSurroundings extends Pick<Bench, 'folder' | 'now'> {
  readonly tell?: (warning: string) => void;
}

/** The same with a git of the caller's. */
export function benchWith(
  git: Git,
  { useGit, base }: BenchOptions,
  { folder, now, tell = () => undefined }: BenchSurroundings,
): Bench {
  const locator = createLocator({ git, useGit, trusted: true, workspaceFolders: [folder] });
  const configurations = createConfigurations(folder, tell);
  const cache = createEvidenceCache();
  const cases: Cases = new Map();
  return {
    formats,
    now,
    folder,
    useGit,
    locate: (file) => locator.locate(file),
    place: (surroundings, file) => placeIn(surroundings, file, cases),
    configured: (of, surroundings) => configurations.of(of, surroundings),
    gather: (requests, configured) =>
      gatherAll(requests, { git, locator, now, cache, cases, baseOf: () => base ?? configured }),
  };
}

/** Relative to the working folder, with `/`. */
export function shownPath({ folder }: Pick<Bench, 'folder'>, file: string): string {
  const inside = folder.endsWith(path.sep) ? folder : folder + path.sep;
  const relative = file.startsWith(inside) ? file.slice(inside.length) : path.relative(folder, file);
  return path.sep === '/' ? relative : relative.replaceAll(path.sep, '/');
}

import type { Configuration } from '../core/configuration.ts';
import type { HandoffDocument } from '../core/document.ts';
import type { NewFile } from '../core/edit.ts';
import type { Facts, Needs, Place } from '../core/evidence/facts.ts';
import type { Format } from '../core/format/format.ts';
import type { Verdict } from '../core/format/verdict.ts';
import type { Mistake } from '../core/mistake.ts';

/**
 * The world around documents, by their URIs: the server's only way to git and the disk. Nothing of it throws, whatever
 * the URI: what cannot be had is left out, with a reason.
 */
export interface Host {
  /** The formats that are always known. */
  readonly formats: readonly Format[];
  /** From now on these surroundings hold; what was found in others is forgotten. */
  use(surroundings: HostOptions): void;
  /** Forgets what was found: files or repositories have changed. */
  forget(): void;
  /** From now on calls back when a repository that holds a document has changed, for clients that do not tell. */
  watch(changed: () => void): void;
  locate(uri: string): Promise<Location>;
  configurationFor(uri: string): Promise<Configured>;
  /** `base` is the branch that work is measured against, where it is not the configured one. */
  gather(uri: string, needs: Needs, signal: AbortSignal, base?: string): Promise<Facts>;
  /**
   * What the schema of a document's format says of it, where the project brings the format; undefined
   * elsewhere. `place` is the URI that the document is to have, where it is not written yet.
   */
  validate(document: HandoffDocument, place?: string): Promise<Verdict | undefined>;
  /** Writes a handoff and its side files below a root, given by its URI: all of them or none. */
  write(root: string, files: NewHandoff): Promise<WrittenHandoff>;
}

/** Paths are relative to the root, with `/`. */
export interface NewHandoff {
  readonly create: readonly NewFile[];
  readonly path: string;
  readonly text: string;
  /** Whether a file that is there may be replaced. */
  readonly replace: boolean;
}

export type WrittenHandoff =
  /** The handoff last. */
  | { readonly kind: 'written'; readonly uris: readonly string[] }
  /** Nothing is changed. */
  | { readonly kind: 'refused'; readonly message: string };

export interface HostOptions {
  /** Without it no process starts and nothing on disk is looked at. */
  readonly trusted: boolean;
  readonly useGit: boolean;
  /** Absolute path of the git program that the user chose. */
  readonly gitPath: string | undefined;
  /** URIs of the folders that are open. */
  readonly folders: readonly string[];
}

/** Where a document stands. */
export interface Location {
  /** URI of the folder that the paths in the document are relative to, without a slash at its end. */
  readonly root: string | undefined;
  readonly place: Place | undefined;
  /** Why evidence cannot be had here, for a person: one sentence without a full stop. */
  readonly unchecked?: string;
}

export interface Configured {
  readonly configuration: Configuration;
  /** Whether the configuration adds this document to the handoffs. */
  readonly listed: boolean;
  /** What is wrong with the configuration file, for a person. */
  readonly problem?: string;
  /** What the project brings of its own; undefined where it has no configuration. */
  readonly project?: Project;
}

/** What a configuration brings beside settings. The formats are the same objects as long as nothing changes in them. */
export interface Project {
  readonly formats: readonly ProjectFormat[];
  /** Ids of the formats that the document is of, by its place. */
  readonly placed: readonly string[];
  /** The configuration itself and the schemas of its formats. */
  readonly files: readonly ProjectFile[];
}

export interface ProjectFormat {
  readonly format: Format;
  /** Path of its schema, as the configuration says it. */
  readonly schema: string;
}

/** A file that handoffs are checked by, with what is wrong with it. */
export interface ProjectFile {
  readonly uri: string;
  readonly text: string;
  readonly problems: readonly (Mistake & { readonly severity: 'error' | 'warning' })[];
}

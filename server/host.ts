import type { Configuration } from '../core/configuration.ts';
import type { Facts, Needs, Place } from '../core/facts.ts';
import type { Format } from '../core/format.ts';

/**
 * The world around documents, by their URIs: the server's only way to git and the disk. Nothing of it throws, whatever
 * the URI: what cannot be had is left out, with a reason.
 */
export interface Host {
  /** The formats that are known. */
  readonly formats: readonly Format[];
  /** From now on these surroundings hold; what was found in others is forgotten. */
  use(surroundings: HostOptions): void;
  /** Forgets what was found: files or repositories have changed. */
  forget(): void;
  locate(uri: string): Promise<Location>;
  configurationFor(uri: string): Promise<Configured>;
  gather(uri: string, needs: Needs, signal: AbortSignal): Promise<Facts>;
}

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
}

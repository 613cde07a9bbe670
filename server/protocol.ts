/*
 * What our client and the server say to one another beyond the language server protocol. Types and names only: the
 * client imports nothing else of the server, and other editors need none of it.
 */

import type { Severity } from '../core/finding.ts';

/** The `source` of every diagnostic. */
export const diagnosticSource = 'agent-handoff';

/** `initializationOptions`. */
export interface InitializationOptions {
  /** Whether the workspace may be looked at: without it no process starts and no path outside a document is touched. */
  readonly trusted?: boolean;
  /** Absolute path of the git program that the user chose. */
  readonly gitPath?: string;
  /** The workspace is not on this machine's disk. */
  readonly virtual?: boolean;
  /** The client wants `statusNotification`. */
  readonly status?: boolean;
  /** The client has our commands, for example `agentHandoff.compare`. */
  readonly commands?: boolean;
}

/** Client to server: the person trusts the workspace now. No parameters. */
export const trustedNotification = 'agentHandoff/trusted';

/** Client to server: the state of a git repository has changed, for example its head. No parameters. */
export const gitChangedNotification = 'agentHandoff/gitChanged';

/** Server to client, for each open handoff and whenever it changes. */
export const statusNotification = 'agentHandoff/status';

/** What is checked in a document and what is not. */
export interface DocumentStatus {
  /** As the client spells it. */
  readonly uri: string;
  /** Undefined where no format was recognised, so that only the text as JSON is checked. */
  readonly format?: { readonly id: string; readonly title: string };
  /** Whether the version that the document names is one that can be checked. */
  readonly versionKnown: boolean;
  readonly findings: Readonly<Record<Severity, number>>;
  readonly evidence: EvidenceStatus;
  /** What is wrong with the configuration file, for a person; its defaults are used meanwhile. */
  readonly configurationProblem?: string;
}

/** Client to server: a document is of the format that a person chose, `ChosenFormat`. Told for documents that are not open too. */
export const chooseFormatNotification = 'agentHandoff/chooseFormat';

export interface ChosenFormat {
  readonly uri: string;
  /** Id of the format; undefined: of that which the document looks like. */
  readonly format?: string;
}

/** Client to server: which formats a document, by `{ uri }`, can be taken for. */
export const formatsRequest = 'agentHandoff/formats';

export interface KnownFormats {
  readonly formats: readonly {
    readonly id: string;
    readonly title: string;
    /** Path of the schema, where the project brings the format. */
    readonly schema?: string;
  }[];
  /** Ids of the format that it is taken for now, and of the one that was chosen. */
  readonly found?: string;
  readonly chosen?: string;
}

/** Client to server: whether the project's configuration says that a file, by `{ uri }`, is a handoff. Answers a boolean. */
export const listedRequest = 'agentHandoff/listed';

export type EvidenceStatus =
  /** Git and the disk are being asked. */
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked' }
  /** Why not, for a person: one sentence without a full stop. */
  | { readonly kind: 'unchecked'; readonly reason: string };

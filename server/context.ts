import type { Connection } from 'vscode-languageserver/node';
import type { Abilities } from './abilities.ts';
import type { Documents, OpenDocument } from './documents.ts';
import type { Evidence } from './evidence.ts';
import type { Host } from './host.ts';

/** What every feature of the server is made from. The functions tell the state of the moment. */
export interface Context {
  readonly connection: Connection;
  readonly host: Host;
  readonly documents: Documents;
  readonly evidence: Evidence;
  readonly abilities: () => Abilities;
  /** URIs of the folders that are open. */
  readonly folders: () => readonly string[];
  /** Whether the disk and git may be asked about this document. */
  readonly mayAsk: (document: OpenDocument) => boolean;
  /** Whether a person edits this document, rather than being shown it again by another name. */
  readonly isEditable: (document: OpenDocument) => boolean;
  /** The open document of a URI, in any spelling, where it is a handoff. */
  readonly handoff: (uri: string) => OpenDocument | undefined;
}

import type { TextDocumentEdit } from 'vscode-languageserver/node';

/*
 * What is done with a handoff beside editing it: reading its brief, comparing its commits, taking evidence anew. The
 * server answers for the text as it is open in the editor.
 */

/** All of them take the URI of an open handoff. */
export interface HandoffParams {
  readonly uri: string;
}

/** What a person or the next agent resumes from, verified first. */
export const briefRequest = 'agentHandoff/brief';

export type BriefResult =
  | {
      readonly kind: 'brief';
      readonly title: string;
      readonly markdown: string;
      /** URI of the folder that paths are relative to. */
      readonly root: string;
      /** Short name of the branch that the work is on, where git knows it. */
      readonly branch?: string;
      /** Full ids, where git knows the commits. */
      readonly base?: string;
      readonly head?: string;
      /** URIs of files to read: those that hold texts, then those that were changed. */
      readonly sideFiles: readonly string[];
      readonly changed: readonly string[];
      /** Messages of the errors in it, the contradicted claims among them. */
      readonly errors: readonly string[];
      /** Why evidence could not be had. */
      readonly unchecked?: string;
    }
  | { readonly kind: 'refused'; readonly message: string };

/** Head, changed paths and time taken from git anew. */
export const refreshRequest = 'agentHandoff/refresh';

export type RefreshResult =
  /** `changes` says in words what the edit changes. */
  | { readonly kind: 'changes'; readonly changes: readonly string[]; readonly edit: TextDocumentEdit }
  | { readonly kind: 'current' }
  | { readonly kind: 'refused'; readonly message: string };

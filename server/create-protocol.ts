import type { Obstacle, Question } from '../core/draft.ts';
import type { Json } from '../core/schema.ts';

/*
 * Creating a handoff, between an editor and the server. Each request stands alone: the server keeps nothing between
 * them, so whatever changed meanwhile in the repository is seen, and a cancelled dialogue leaves nothing behind.
 */

/** What has to be asked for a new handoff. */
export const prepareCreate = 'agentHandoff/create/prepare';

export interface PrepareCreateParams {
  /** URI of the folder, or of a file in it, that the handoff is for. */
  readonly folder: string;
  /** Id of the format; without it the configured one, else the first. */
  readonly format?: string;
  /** The branch that work is measured against, where the user named one. */
  readonly base?: string;
}

export interface PrepareCreateResult {
  /** URI of the root that paths are relative to. */
  readonly root: string;
  readonly format: { readonly id: string; readonly title: string };
  readonly obstacles: readonly Obstacle[];
  readonly questions: readonly Question[];
}

/** Writes the handoff, or says what has to be agreed to first. */
export const finishCreate = 'agentHandoff/create/finish';

export interface FinishCreateParams extends PrepareCreateParams {
  /** By member name. */
  readonly answers: Readonly<Record<string, Json>>;
  /** What to do where a file of that name is there. */
  readonly taken?: 'replace' | 'beside';
  /** Write it although the rules find errors in it. */
  readonly despiteErrors?: boolean;
}

export type FinishCreateResult =
  | {
      readonly kind: 'written';
      readonly handoff: string;
      readonly sideFiles: readonly string[];
      readonly base?: string;
    }
  | { readonly kind: 'taken'; readonly path: string; readonly free: string }
  | { readonly kind: 'errors'; readonly messages: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

import type { Obstacle } from '../core/create/obstacle.ts';
import type { Question } from '../core/create/question.ts';
import type { ShapeChoice } from '../core/create/shape-choice.ts';
import type { Json } from '../core/format/schema.ts';

/*
 * Creating a handoff, between an editor and the server. Each request stands alone: the server keeps nothing between
 * them, so whatever changed meanwhile in the repository is seen, and a cancelled dialogue leaves nothing behind.
 */

/** Which handoffs can be made in a folder. */
export const offerCreate = 'agentHandoff/create/offer';

export interface OfferCreateParams {
  /** URI of the folder, or of a file in it, that the handoff is for. */
  readonly folder: string;
}

export interface OfferCreateResult {
  /** The likeliest first. */
  readonly formats: readonly OfferedFormat[];
}

export interface OfferedFormat {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Globs of the usual places. */
  readonly files: readonly string[];
  /** Whether a handoff of it may follow another. */
  readonly chained: boolean;
}

/** Which of some documents a new handoff of a format can follow. */
export const listPrevious = 'agentHandoff/create/previous';

export interface ListPreviousParams {
  readonly format: string;
  /** URIs. */
  readonly documents: readonly string[];
}

export interface ListPreviousResult {
  /** URIs, in the order of the question. */
  readonly documents: readonly string[];
}

/** What has to be asked for a new handoff. */
export const prepareCreate = 'agentHandoff/create/prepare';

export interface PrepareCreateParams {
  /** URI of the folder, or of a file in it, that the handoff is for. */
  readonly folder: string;
  /** Id of the format; without it the configured one, else the first. */
  readonly format?: string;
  /** Id of the shape, where the format has several; else that of the handoff it follows, else the first. */
  readonly shape?: string;
  /** URI of the handoff that the new one follows. */
  readonly from?: string;
  /** The branch that work is measured against, where the user named one. */
  readonly base?: string;
}

export interface PrepareCreateResult {
  /** URI of the root that paths are relative to. */
  readonly root: string;
  readonly format: { readonly id: string; readonly title: string };
  /** The shapes to choose from, the likeliest first; none where there is no choice. */
  readonly shapes: readonly ShapeChoice[];
  readonly obstacles: readonly Obstacle[];
  readonly questions: readonly Question[];
}

/** What is wrong with one answer, so that it can be said while it is typed. */
export const checkAnswer = 'agentHandoff/create/answer';

export interface CheckAnswerParams {
  /** As for the rest of the dialogue; without it only bundled formats are known. */
  readonly folder?: string;
  readonly format: string;
  readonly shape?: string;
  readonly path: readonly (string | number)[];
  readonly answer: Json;
}

export interface CheckAnswerResult {
  /** For a person; undefined where nothing is wrong. */
  readonly message?: string;
}

/** Writes the handoff, or says what has to be agreed to first. */
export const finishCreate = 'agentHandoff/create/finish';

export interface FinishCreateParams extends PrepareCreateParams {
  /** The part of the handoff that was answered, nested as the handoff is. A text stands for what it reads as. */
  readonly answers: Readonly<Record<string, Json>>;
  /** Where the handoff goes, relative to the root. */
  readonly path?: string;
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
  /** The format has no usual place, so it has to be said where the handoff goes. */
  | { readonly kind: 'place'; readonly path: string }
  | { readonly kind: 'taken'; readonly path: string; readonly free: string }
  | { readonly kind: 'errors'; readonly messages: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

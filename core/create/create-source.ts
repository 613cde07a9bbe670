import type { Configuration } from '../configuration.ts';
import type { Facts } from '../evidence/facts.ts';
import type { Format } from '../format/format.ts';
import type { Json } from '../format/schema.ts';

/** What a new handoff is made from. */
export interface CreateSource {
  /** In the shape that the new handoff gets, where the format leaves a choice. */
  readonly format: Format;
  readonly facts: Facts;
  readonly configuration: Configuration;
  /** Where it goes, relative to the root; undefined for the usual place, under the name of its task. */
  readonly path?: string;
  /** Whether files that are not committed count as changed. */
  readonly includesUncommitted?: boolean;
  /** The handoff that the new one follows. */
  readonly previous?: Previous;
}

/** An earlier handoff of the same format. */
export interface Previous {
  /** As a message names it. */
  readonly name: string;
  /** Relative to the root; undefined where it lies outside or is no file. */
  readonly path?: string;
  readonly value: Members;
}

export type Members = { readonly [name: string]: Json };

/** What was answered: the part of the new handoff that a person has said, nested as the handoff is. */
export type Answers = Members;

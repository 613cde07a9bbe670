import type { Severity } from './finding.ts';

/** What `.agent-handoff.json` says, completed with defaults. */
export interface Configuration {
  /** By rule id. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Further globs of handoff files, relative to the folder of the configuration. */
  readonly files: readonly string[];
  readonly git: { readonly base?: string };
  readonly create: {
    readonly format?: string;
    readonly allow?: readonly string[];
    readonly forbid?: readonly string[];
  };
}

export const defaultConfiguration: Configuration = { rules: {}, files: [], git: {}, create: {} };

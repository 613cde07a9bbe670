import path from 'node:path';
import type { ConfiguredFormat } from '../../core/configuration.ts';
import type { HandoffDocument } from '../../core/document.ts';
import type { Format } from '../../core/format/format.ts';
import type { Verdict } from '../../core/format/verdict.ts';
import type { Mistake } from '../../core/mistake.ts';
import { matchesGlob } from '../../core/paths/glob.ts';
import { configurationName } from '../configuration.ts';
import type { SchemaProblem } from './inspect.ts';

/** A format that a project brings, with what is wrong with its schema. */
export interface OwnFormat {
  readonly format: Format;
  /** Absolute path of the configuration's folder: globs and the schema's path are relative to it. */
  readonly folder: string;
  /** Globs of its files. */
  readonly files: readonly string[];
  /** Path of its schema, as the configuration says it. */
  readonly schema: string;
  /** The schema's text; undefined where it could not be read. */
  readonly text: string | undefined;
  /** What is wrong with the schema, in text order. With an error among it nothing can be validated. */
  readonly problems: readonly SchemaProblem[];
  /** Why the schema could not be read: a mistake in the configuration. */
  readonly mistake: Mistake | undefined;
  /** What the schema says of a document. Never throws: a schema that cannot be used says why. */
  validate(document: HandoffDocument): Promise<Verdict>;
}

export interface OwnFormats {
  /**
   * The formats of a configuration in a folder, by its absolute path. Schemas are read anew each time, and compiled anew
   * only where their text has changed. What is returned is the same for the same text.
   */
  load(folder: string, configured: readonly ConfiguredFormat[]): Promise<readonly OwnFormat[]>;
}

/** Reads and keeps formats that projects bring. Nothing is read, and nothing is loaded for it, before there is one. */
export function createOwnFormats(): OwnFormats {
  let loader: Promise<OwnFormats> | undefined;
  return {
    async load(folder, configured) {
      if (configured.length === 0) return [];
      loader ??= import('./load.ts').then(({ createLoader }) => createLoader());
      return (await loader).load(folder, configured);
    },
  };
}

/**
 * The formats of a project that a file is of, by what the project says. Paths are absolute. Whatever a glob matches, what says
 * how handoffs look is none: neither the configuration nor a schema.
 */
export function ownAt(formats: readonly OwnFormat[], file: string): readonly OwnFormat[] {
  const saysHow = ({ folder, schema }: OwnFormat) =>
    [configurationName, schema].some((name) => path.resolve(folder, name) === file);
  if (formats.some(saysHow)) return [];
  return formats.filter(({ folder, files }) => {
    const relative = path.relative(folder, file).split(path.sep).join('/');
    return files.some((glob) => matchesGlob(glob.replace(/^\.\//, ''), relative));
  });
}

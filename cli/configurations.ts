import path from 'node:path';
import { type Configuration, defaultConfiguration, parseConfiguration } from '../core/configuration.ts';
import { visible } from '../core/words.ts';
import { type ConfigurationFile, readConfiguration } from '../host/configuration.ts';
import type { Surroundings } from '../host/surroundings.ts';
import { excerpt } from './excerpt.ts';
import { linesOf } from './position.ts';
import { placeOf } from './report-pretty.ts';

/** The configuration that holds in a folder. */
export type Configured =
  | {
      readonly kind: 'configured';
      readonly configuration: Configuration;
      /** Absolute path of the folder its globs are relative to; undefined where there is no file. */
      readonly folder?: string;
    }
  /** It is there and cannot be used: nothing can be judged by it. `complaint` is for a person, with the place. */
  | { readonly kind: 'unusable'; readonly complaint: string };

export interface Configurations {
  /** For the documents of a folder, given by its absolute path. */
  of(folder: string, surroundings: Surroundings): Promise<Configured>;
}

/** Reads each configuration once. Paths in complaints are relative to the working folder. */
export function createConfigurations(workingFolder: string): Configurations {
  const byFolder = new Map<string, Promise<Configured>>();
  return {
    of(folder, { root, kind }) {
      // Surroundings of the kind "folder" are those in which no configuration was found.
      if (root === undefined || kind === 'folder') return Promise.resolve(unconfigured);
      const known = byFolder.get(folder) ?? readConfiguration(folder, root).then((file) => use(file, workingFolder));
      byFolder.set(folder, known);
      return known;
    },
  };
}

const unconfigured: Configured = { kind: 'configured', configuration: defaultConfiguration };

function use(file: ConfigurationFile | undefined, workingFolder: string): Configured {
  if (file === undefined) return unconfigured;
  if (file.kind === 'unreadable') return { kind: 'unusable', complaint: `${visible(file.message)}.` };
  const parsed = parseConfiguration(file.text);
  if ('configuration' in parsed) {
    return { kind: 'configured', configuration: parsed.configuration, folder: path.dirname(file.path) };
  }
  const shown = path.relative(workingFolder, file.path).split(path.sep).join('/');
  const lines = linesOf(file.text);
  const problems = parsed.problems.map(({ span, message }) => {
    const marked = excerpt(lines, span, CONFIGURATION_WIDTH).map((line) => `  ${line}`);
    return [`${placeOf({ path: shown }, lines, span.start)}: ${visible(message)}`, ...marked].join('\n');
  });
  return { kind: 'unusable', complaint: problems.join('\n') };
}

/** Cells of a line of a configuration that are shown. */
const CONFIGURATION_WIDTH = 78;

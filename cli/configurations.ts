import path from 'node:path';
import { type Configuration, defaultConfiguration, parseConfiguration } from '../core/configuration.ts';
import type { Mistake } from '../core/mistake.ts';
import { visible } from '../core/text/words.ts';
import { type ConfigurationFile, readConfiguration } from '../host/configuration.ts';
import { createOwnFormats, type OwnFormat, type OwnFormats } from '../host/schemas/own-formats.ts';
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
      /** Formats that it brings. */
      readonly own: readonly OwnFormat[];
    }
  /** It is there and cannot be used: nothing can be judged by it. `complaint` is for a person, with the place. */
  | { readonly kind: 'unusable'; readonly complaint: string };

export interface Configurations {
  /** For the documents of a folder, given by its absolute path. */
  of(folder: string, surroundings: Surroundings): Promise<Configured>;
}

/**
 * Reads each configuration once, and the schemas of the formats that it brings. Paths in complaints are relative to the
 * working folder. `tell` is called once for what is wrong with a schema that can be used all the same.
 */
export function createConfigurations(workingFolder: string, tell: (warning: string) => void): Configurations {
  const byFolder = new Map<string, Promise<Configured>>();
  const byFile = new Map<string, Promise<Configured>>();
  const ownFormats = createOwnFormats();
  const use = (file: ConfigurationFile | undefined) => {
    if (file === undefined) return Promise.resolve(unconfigured);
    const known = byFile.get(file.path) ?? configuredBy(file, { workingFolder, ownFormats, tell });
    byFile.set(file.path, known);
    return known;
  };
  return {
    of(folder, { root, kind }) {
      // Surroundings of the kind "folder" are those in which no configuration was found.
      if (root === undefined || kind === 'folder') return Promise.resolve(unconfigured);
      const known = byFolder.get(folder) ?? readConfiguration(folder, root).then(use);
      byFolder.set(folder, known);
      return known;
    },
  };
}

const unconfigured: Configured = { kind: 'configured', configuration: defaultConfiguration, own: [] };

interface Use {
  readonly workingFolder: string;
  readonly ownFormats: OwnFormats;
  readonly tell: (warning: string) => void;
}

async function configuredBy(file: ConfigurationFile, { workingFolder, ownFormats, tell }: Use): Promise<Configured> {
  if (file.kind === 'unreadable') return { kind: 'unusable', complaint: `${visible(file.message)}.` };
  const parsed = parseConfiguration(file.text);
  const place = (of: string) => path.relative(workingFolder, of).split(path.sep).join('/');
  if ('problems' in parsed) {
    return { kind: 'unusable', complaint: complaintOf(place(file.path), file.text, parsed.problems) };
  }
  const { configuration } = parsed;
  const folder = path.dirname(file.path);
  const own = await ownFormats.load(folder, configuration.formats);
  const complaints = own.flatMap(({ mistake, text = '', problems, schema }) => {
    if (mistake !== undefined) return [complaintOf(place(file.path), file.text, [mistake])];
    const errors = problems.filter(({ severity }) => severity === 'error');
    return errors.length === 0 ? [] : [complaintOf(place(path.join(folder, schema)), text, errors)];
  });
  if (complaints.length > 0) return { kind: 'unusable', complaint: complaints.join('\n') };
  for (const { text = '', problems, schema } of own) {
    if (problems.length > 0) tell(complaintOf(place(path.join(folder, schema)), text, problems, 'warning: '));
  }
  return { kind: 'configured', configuration, folder, own };
}

/** Each mistake with its place and its line. */
function complaintOf(shown: string, text: string, mistakes: readonly Mistake[], what = ''): string {
  const lines = linesOf(text);
  const said = mistakes.map(({ span, message }) => {
    const marked = excerpt(lines, span, CONFIGURATION_WIDTH).map((line) => `  ${line}`);
    return [`${placeOf({ path: shown }, lines, span.start)}: ${what}${visible(message)}`, ...marked].join('\n');
  });
  return said.join('\n');
}

/** Cells of a line of a configuration that are shown. */
const CONFIGURATION_WIDTH = 78;

import { check } from '../../core/check.ts';
import { type Configuration, defaultConfiguration } from '../../core/configuration.ts';
import { createDocument, type HandoffDocument } from '../../core/document.ts';
import type { Facts } from '../../core/evidence/facts.ts';
import type { Report } from '../../core/finding.ts';
import { createFormat, type Format } from '../../core/format/format.ts';
import type { Schema } from '../../core/format/schema.ts';
import { formats } from '../../core/generated/formats.ts';
import { createAjv } from '../../host/schemas/ajv.ts';
import type { Fixture } from './fixture.ts';

/** The time of every test that does not say otherwise. */
export const NOW = '2026-06-01T00:00:00.000Z';

/** A document as it stands in a repository at `path`, relative to the top level; `schema` makes a format of its own. */
export function documentAt(path: string, text: string, schema?: Schema): HandoffDocument {
  const uri = `file:///repo/${path}`;
  if (schema === undefined) return createDocument(uri, text, { formats, placed: placedAt(path) });
  const own = ownFormats.get(schema) ?? createFormat('own', schema, createAjv(schema).compile(schema));
  ownFormats.set(schema, own);
  return createDocument(uri, text, { formats: [...formats, own], placed: [], chosen: own.id });
}

/** The facts a fixture states; a document's folder holds the document alone where it says nothing else. */
export function factsOf({
  path,
  text,
  facts,
}: Pick<Fixture, 'path' | 'facts'> & Partial<Pick<Fixture, 'text'>>): Facts {
  const { files = {}, folders, git, place, verdict, ...rest } = facts as Record<string, Record<string, never>>;
  const slash = path.lastIndexOf('/');
  return {
    now: NOW,
    place: { path, root: 'repository', ...place },
    files: new Map(Object.entries(files)),
    folders: new Map(Object.entries(folders ?? { [path.slice(0, Math.max(0, slash))]: [path.slice(slash + 1)] })),
    ...(git && { git: { shallow: false, ...git, ...mapsOf(git) } }),
    ...(verdict && { verdict: { format: 'own', text, ...verdict } }),
    ...rest,
  } as unknown as Facts;
}

function mapsOf(git: Readonly<Record<string, Record<string, never>>>) {
  const map = (part: string) => new Map(Object.entries(git[part] ?? {}));
  return { commits: map('commits'), tips: map('tips'), ranges: map('ranges'), tracked: map('tracked') };
}

export function configurationOf({ configuration }: Pick<Fixture, 'configuration'>): Configuration {
  return { ...defaultConfiguration, ...configuration };
}

/** What the product reports for a text, with nothing known of its surroundings. */
export function findingsIn(text: string, path = 'memory/handoffs/task-1.json'): readonly Report[] {
  return check(documentAt(path, text), { now: NOW, files: new Map(), folders: new Map() }, defaultConfiguration);
}

export { check };

/** Compiling a schema takes longer than everything else in a test. */
const ownFormats = new WeakMap<Schema, Format>();

function placedAt(path: string): readonly string[] {
  return formats.filter(({ traits }) => traits.files.some((glob) => matches(glob, path))).map(({ id }) => id);
}

/** Enough of globbing for the usual places: `**` and `*`. */
function matches(glob: string, path: string): boolean {
  const source = glob
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : part.replace(/[.]/g, '\\.')))
    .join('');
  return new RegExp(`^${source}$`).test(path);
}

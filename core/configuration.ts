import { createDocument, type HandoffDocument, spanOfValue } from './document.ts';
import type { Severity } from './finding.ts';
import { child, isObject, issuesOf, type Json } from './format/schema.ts';
import { validate } from './generated/configuration.validator.js';
import { formats as bundled } from './generated/formats.ts';
import { type Mistake, mistakesIn, mistakesOf } from './mistake.ts';
import type { Span } from './text/span.ts';
import { shown } from './text/words.ts';

/** What `.agent-handoff.json` says, completed with defaults. */
export interface Configuration {
  /** By rule id. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
  /** Further globs of handoff files, relative to the folder of the configuration. */
  readonly files: readonly string[];
  /** Formats that the project brings. */
  readonly formats: readonly ConfiguredFormat[];
  readonly git: { readonly base?: string };
  readonly create: {
    readonly format?: string;
    readonly allow?: readonly string[];
    readonly forbid?: readonly string[];
  };
}

/** A format that a project brings. Paths are relative to the folder of the configuration. */
export interface ConfiguredFormat {
  readonly id: string;
  /** Globs of its files. */
  readonly files: readonly string[];
  /** Path of its JSON Schema. */
  readonly schema: string;
  /** Where that path stands in the configuration. */
  readonly span: Span;
}

export const defaultConfiguration: Configuration = { rules: {}, files: [], formats: [], git: {}, create: {} };

export type ParsedConfiguration =
  | { readonly configuration: Configuration }
  /** In text order; at least one. */
  | { readonly problems: readonly Mistake[] };

/**
 * Reads the text of an `.agent-handoff.json`. All or nothing: a part that was misunderstood would judge handoffs by other
 * rules than its author wrote. A byte-order mark is accepted. Never throws.
 */
export function parseConfiguration(text: string): ParsedConfiguration {
  const document = createDocument('', text, { formats: [], placed: [] });
  const broken = mistakesIn(document, 'a configuration');
  const problems =
    broken.length > 0
      ? broken
      : [
          ...mistakesOf(document, issuesOf(validate, document.value ?? null), 'the configuration'),
          ...takenIds(document),
        ];
  if (problems.length > 0) return { problems: [...problems].sort((a, b) => a.span.start - b.span.start) };
  return { configuration: configurationOf(document) };
}

/** An id names one format wherever it is used. */
function takenIds(document: HandoffDocument): readonly Mistake[] {
  const ids = formatsIn(document).map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const isBundled = bundled.some((format) => format.id === id);
    if (!isBundled && ids.indexOf(id) === index) return [];
    const whose = isBundled ? 'a format that is always known' : 'a format above';
    const message = `"id" must be a name of its own; ${shown(id)} is that of ${whose}.`;
    return [{ span: spanOfValue(document, ['formats', index, 'id']), message }];
  });
}

/** Of a valid configuration. What has another shape is left out, so nothing depends on the schema being right. */
function configurationOf(document: HandoffDocument): Configuration {
  const { value } = document;
  const create = child(value, 'create');
  const format = child(create, 'format');
  const allow = strings(child(create, 'allow'));
  const forbid = strings(child(create, 'forbid'));
  const base = child(child(value, 'git'), 'base');
  return {
    rules: severities(child(value, 'rules')),
    files: strings(child(value, 'files')) ?? [],
    formats: formatsIn(document),
    git: typeof base === 'string' ? { base } : {},
    create: {
      ...(typeof format === 'string' && { format }),
      ...(allow && { allow }),
      ...(forbid && { forbid }),
    },
  };
}

function formatsIn(document: HandoffDocument): readonly ConfiguredFormat[] {
  const listed = child(document.value, 'formats');
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one: Json, index) => {
    const [id, files, schema] = [child(one, 'id'), strings(child(one, 'files')), child(one, 'schema')];
    if (typeof id !== 'string' || files === undefined || typeof schema !== 'string') return [];
    return [{ id, files, schema, span: spanOfValue(document, ['formats', index, 'schema']) }];
  });
}

function severities(value: Json | undefined): Configuration['rules'] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([id, chosen]) => (isSeverity(chosen) ? [[id, chosen]] : [])));
}

function isSeverity(value: Json): value is Severity | 'off' {
  return value === 'error' || value === 'warning' || value === 'information' || value === 'hint' || value === 'off';
}

function strings(value: Json | undefined): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry: Json) => (typeof entry === 'string' ? [entry] : []));
}

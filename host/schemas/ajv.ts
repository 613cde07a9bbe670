import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import Ajv04 from 'ajv-draft-04';
import { meaningSchema } from '../../core/format/meaning.ts';
import type { Schema } from '../../core/format/schema.ts';
import { readTimestamp } from '../../core/text/timestamp.ts';
import { type Dialect, dialectUris, ignoresBesideRef } from './dialect.ts';
import { regularExpression } from './prepare.ts';
import { oneOfKeyword } from './shape-keyword.ts';

export type AnyAjv = Ajv | Ajv2019 | Ajv2020 | Ajv04.default;

/** What holds for every validator. */
const common: Options = {
  allErrors: true,
  verbose: true,
  // What is wrong is said in our own words.
  messages: false,
  // A part that is used in many places is one function: schemas that say much would else be code many times over.
  inlineRefs: false,
  ownProperties: true,
};

/** For a schema of ours, by the dialect that it names: strict, and made into source. */
export function createAjv(schema: Schema & { readonly $schema?: string }): Ajv | Ajv2020 {
  const Class = schema.$schema?.includes('2020-12') ? Ajv2020 : Ajv;
  const ajv = new Class({
    ...common,
    // Times are judged by a rule: RFC 3339 is stricter than what validators accept.
    formats: { 'date-time': true },
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true },
    keywords: ['enumDescriptions', 'patternErrorMessage', { keyword: 'x-handoff', metaSchema: meaningSchema }],
  });
  ajv.removeKeyword('oneOf');
  ajv.addKeyword(oneOfKeyword(schema));
  return ajv;
}

/** What a validator of a project's schema is made by. */
export interface Making {
  readonly dialect: Dialect;
  /** As `validatable` gives it: it was found valid by its dialect. */
  readonly schema: Schema | boolean;
  /** Whether it leads to the schema of a dialect. */
  readonly refersToDialect: boolean;
  /** Whether references in it are all relative to its beginning, so that shapes can be told by following them. */
  readonly isPlain: boolean;
}

/** For a schema that a project brings, each its own: whatever is not known in it says nothing. */
export function createOwnAjv({ dialect, schema, refersToDialect, isPlain }: Making): AnyAjv {
  const ajv = tolerant(dialect, { meta: refersToDialect });
  if (isPlain && typeof schema === 'object') {
    ajv.removeKeyword('oneOf');
    ajv.addKeyword(oneOfKeyword(schema));
  }
  return ajv;
}

/** For the schema of a dialect itself. */
export function createDialectAjv(dialect: Dialect): AnyAjv {
  return tolerant(dialect, { meta: true });
}

/** The JSON Schema of schemas of a dialect, as a validator. */
export function dialectValidator(ajv: AnyAjv, dialect: Dialect) {
  const uri = dialectUris[dialect];
  return ajv.getSchema(uri) ?? ajv.getSchema(`${uri}#`);
}

function tolerant(dialect: Dialect, { meta }: { readonly meta: boolean }): AnyAjv {
  const options: Options = {
    ...common,
    // As the rule judges them, for places that are no fields.
    formats: { 'date-time': { type: 'string', validate: (time: string) => readTimestamp(time).wrong === undefined } },
    meta,
    strict: false,
    logger: false,
    validateSchema: false,
    ...(ignoresBesideRef(dialect) && { ignoreKeywordsWithRef: true }),
    code: { regExp: Object.assign((pattern: string) => regularExpression(pattern) ?? /(?:)/, { code: 'new RegExp' }) },
  };
  switch (dialect) {
    case 'draft-04':
      return new Ajv04.default(options);
    case '2019-09':
      return new Ajv2019(options);
    case '2020-12':
      return new Ajv2020(options);
    default: {
      const ajv = new Ajv(options);
      if (dialect === 'draft-06' && meta) ajv.addMetaSchema(draft06);
      return ajv;
    }
  }
}

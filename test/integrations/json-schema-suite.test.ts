import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDocument } from '../../core/document.ts';
import { isObject, type Json } from '../../core/format/schema.ts';
import { type Dialect, dialects, dialectUris } from '../../host/schemas/dialect.ts';
import { createOwnFormats } from '../../host/schemas/own-formats.ts';
import { temporaryFolder } from '../harness/repository.ts';
import known from './json-schema-suite.json' with { type: 'json' };
import { jsonSchemaSuite, suiteFolder } from './programs.ts';

/*
 * The official tests of JSON Schema, each schema taken the way that a project's schema takes: read from a file, looked at,
 * compiled and run in its thread. `json-schema-suite.json` has the groups of tests that do not all go as they say, by the
 * reason and the dialect; docs/own-schema.md has the score.
 */

interface Group {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

interface Count {
  readonly right: number;
  readonly all: number;
}

interface Score {
  readonly required: Count;
  /** What an implementation may leave out. */
  readonly optional: Count;
  /** All groups of tests: file and description. */
  readonly groups: ReadonlySet<string>;
  /** Those with a test that does not go as it says. */
  readonly failing: readonly string[];
}

const folders: Readonly<Record<Dialect, string>> = {
  'draft-04': 'draft4',
  'draft-06': 'draft6',
  'draft-07': 'draft7',
  '2019-09': 'draft2019-09',
  '2020-12': 'draft2020-12',
};

const explained = (dialect: Dialect) =>
  Object.values(known).flatMap((groups: Partial<Record<Dialect, readonly string[]>>) => groups[dialect] ?? []);

test.skipIf(!jsonSchemaSuite.isThere()).for(dialects)(
  'the schemas of %s judge as JSON Schema says, but for what is explained',
  async (dialect) => {
    const { required, optional, groups, failing } = await scoreOf(dialect);
    console.log(`${dialect}: ${shown(required)} required tests, ${shown(optional)} optional ones`);
    expect(required.all).toBeGreaterThan(500);
    // Other releases of the suite have other groups.
    expect([...failing].sort()).toEqual([...explained(dialect).filter((group) => groups.has(group))].sort());
  },
);

test.skipIf(!jsonSchemaSuite.isThere())('the score of each dialect stands in docs/own-schema.md', async () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/own-schema.md'), 'utf8');
  for (const dialect of dialects) {
    const { required, optional } = await scoreOf(dialect);
    const told = new RegExp(`\\| ${dialect} +\\| \\d+ of ${required.all} +\\| \\d+ of ${optional.all} +\\|`);
    if (!told.test(page)) {
      console.log(`${dialect}: this is another release of the suite than the page is about`);
      continue;
    }
    expect(page).toMatch(new RegExp(`\\| ${dialect} +\\| ${shown(required)} +\\| ${shown(optional)} +\\|`));
  }
});

function shown({ right, all }: Count): string {
  return `${right} of ${all}`;
}

const scores = new Map<Dialect, Promise<Score>>();

function scoreOf(dialect: Dialect): Promise<Score> {
  const score = scores.get(dialect) ?? run(dialect);
  scores.set(dialect, score);
  return score;
}

async function run(dialect: Dialect): Promise<Score> {
  const folder = await temporaryFolder();
  const formats = createOwnFormats();
  const top = path.join(suiteFolder, folders[dialect]);
  const failing: string[] = [];
  const names = new Set<string>();
  const counts = { required: { right: 0, all: 0 }, optional: { right: 0, all: 0 } };
  for (const file of filesIn(top)) {
    const groups: readonly Group[] = JSON.parse(readFileSync(path.join(top, file), 'utf8'));
    for (const { description, schema, tests } of groups) {
      await writeFile(path.join(folder, 'schema.json'), JSON.stringify(inDialect(schema, dialect)));
      const [own] = await formats.load(folder, [{ id: 'own', files: ['*'], schema: 'schema.json', span: NOWHERE }]);
      const verdicts = tests.map(async ({ data, valid }) => {
        const options = { formats: own === undefined ? [] : [own.format], placed: ['own'], chosen: 'own' };
        const verdict = await own?.validate(createDocument('file:///data.json', JSON.stringify(data), options));
        return verdict?.kind === 'validated' && (verdict.issues.length === 0) === valid;
      });
      const good = (await Promise.all(verdicts)).filter(Boolean).length;
      const count = file.startsWith('optional/') ? counts.optional : counts.required;
      count.right += good;
      count.all += tests.length;
      names.add(`${file}: ${description}`);
      if (good < tests.length) failing.push(`${file}: ${description}`);
    }
  }
  return { ...counts, groups: names, failing };
}

/** Files of older dialects leave it to their folder to say which that is. */
function inDialect(schema: Json, dialect: Dialect): Json {
  return isObject(schema) && schema['$schema'] === undefined ? { $schema: dialectUris[dialect], ...schema } : schema;
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return names.map((name) => name.split(path.sep).join('/')).sort();
}

const NOWHERE = { start: 0, end: 0 };

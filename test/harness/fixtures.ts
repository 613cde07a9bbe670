import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Fixture, readFixture } from './fixture.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

export interface RuleFixture extends Fixture {
  /** Id of the rule whose folder it is in. */
  readonly rule: string;
  /** Name of its file without the extension. */
  readonly name: string;
}

/** Every `test/rules/<id>/<case>.fixture`, sorted. */
export function ruleFixtures(): readonly RuleFixture[] {
  return readdirSync(join(folder, 'rules'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: rule }) =>
      readdirSync(join(folder, 'rules', rule))
        .filter((file) => file.endsWith('.fixture'))
        .sort()
        .map((file) => {
          const source = readFileSync(join(folder, 'rules', rule, file), 'utf8');
          return {
            rule,
            name: file.slice(0, -'.fixture'.length),
            ...named(`${rule}/${file}`, () => readFixture(source, sample)),
          };
        }),
    )
    .sort((a, b) => (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0));
}

/** The smallest valid document of the format whose usual place a path is; formats name theirs in `test/formats`. */
export function sample(path: string): Readonly<Record<string, unknown>> {
  const places: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(folder, 'formats/places.json'), 'utf8'),
  );
  const format = Object.entries(places).find(([part]) => path.includes(part))?.[1];
  return format === undefined ? {} : JSON.parse(readFileSync(join(folder, 'formats', format, 'smallest.json'), 'utf8'));
}

function named<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

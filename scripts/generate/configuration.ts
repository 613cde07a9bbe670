import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedRule } from '../../core/rule.ts';

/** `schemas/configuration.json` with the rules as they are: hand-written, except for the property `rules`. */
export async function configurationSchema(top: string, rules: readonly NamedRule[]): Promise<string> {
  const schema = JSON.parse(await readFile(join(top, 'schemas/configuration.json'), 'utf8'));
  schema.properties.rules.properties = Object.fromEntries(
    rules.map(({ id, summary, severity }) => [
      id,
      { $ref: '#/$defs/severity', description: `${summary}.`, default: severity },
    ]),
  );
  return `${JSON.stringify(schema, null, 2)}\n`;
}

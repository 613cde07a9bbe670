import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedSchema } from './validators.ts';

/** `package.json` with the parts that follow from the formats: which files are handoffs, and what activates the extension. */
export async function manifest(top: string, schemas: readonly NamedSchema[]): Promise<string> {
  const json = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  const files = [...new Set(schemas.flatMap(({ schema }) => schema['x-handoff']?.format?.files ?? []))].sort();
  for (const language of json.contributes?.languages ?? []) {
    if (language.id === 'agent-handoff') language.filenamePatterns = files;
  }
  json.activationEvents = files.map((glob) => `workspaceContains:${glob}`);
  return `${JSON.stringify(json, null, 2)}\n`;
}

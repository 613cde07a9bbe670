import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedSchema } from './validators.ts';

/**
 * `package.json` with the parts that follow from the formats: which files are handoffs, what activates the extension, and
 * the snippets there are.
 */
export async function manifest(top: string, schemas: readonly NamedSchema[]): Promise<string> {
  const json = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  const files = [...new Set(schemas.flatMap(({ schema }) => schema['x-handoff']?.format?.files ?? []))].sort();
  for (const language of json.contributes?.languages ?? []) {
    if (language.id === 'agent-handoff') language.filenamePatterns = files;
  }
  const names = (await readdir(join(top, 'snippets'))).filter((name) => name.endsWith('.code-snippets')).sort();
  json.contributes.snippets = names.map((name) => ({ language: 'agent-handoff', path: `./snippets/${name}` }));
  // A project's configuration may name handoffs anywhere.
  json.activationEvents = [...files, '**/.agent-handoff.json'].map((glob) => `workspaceContains:${glob}`);
  return `${JSON.stringify(json, null, 2)}\n`;
}

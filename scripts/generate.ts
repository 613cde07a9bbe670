import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationSchema } from './generate/configuration.ts';
import { rulePages } from './generate/docs.ts';
import { manifest } from './generate/manifest.ts';
import { readRules, ruleIndex } from './generate/rules.ts';
import { secretScanner } from './generate/secrets.ts';
import { formatIndex, readSchemas, validators } from './generate/validators.ts';

/*
 * Derives everything that follows from the rules and schemas. `--check` writes nothing and fails where a file on disk is
 * not what would be written.
 */

const top = join(dirname(fileURLToPath(import.meta.url)), '..');
const checkOnly = process.argv.includes('--check');

const rules = await readRules(top);
const schemas = await readSchemas(top);
const configuration = await configurationSchema(top, rules);
const files = new Map<string, string>([
  ['core/generated/rules.ts', ruleIndex(rules)],
  ['core/generated/formats.ts', formatIndex(schemas)],
  ['schemas/configuration.json', configuration],
  ['package.json', await manifest(top, schemas)],
  ...(await validators(top, schemas, configuration)),
  ...(await secretScanner(top)),
  ...(await rulePages(top, rules)),
]);
const stale = await stalePaths(['core/generated', 'docs/rules']);

let drift = 0;
for (const [path, text] of files) {
  const before = await readFile(join(top, path), 'utf8').catch(() => undefined);
  if (before === text) continue;
  drift++;
  console.log(`${checkOnly ? 'differs' : 'written'}: ${path}`);
  if (checkOnly) continue;
  await mkdir(dirname(join(top, path)), { recursive: true });
  await writeFile(join(top, path), text);
}
for (const path of stale) {
  drift++;
  console.log(`${checkOnly ? 'left over' : 'removed'}: ${path}`);
  if (!checkOnly) await rm(join(top, path));
}
if (checkOnly && drift > 0) {
  console.error(`${drift} generated files are not what the rules and schemas say. Run: npm run generate`);
  process.exitCode = 1;
}

/** Files in derived folders that nothing derives any more. */
async function stalePaths(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(top, folder)).catch(() => []);
      return names.map((name) => `${folder}/${name}`);
    }),
  );
  return found.flat().filter((path) => !files.has(path));
}

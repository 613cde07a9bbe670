import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, programs } from '../scripts/build/bundle.ts';
import { vscodeServer } from '../scripts/editor/vscode-server.ts';
import { fail, PlainError } from '../scripts/progress.ts';
import { type Competitors, competitors } from './competitors.ts';
import { measureEditor } from './editor.ts';
import { measureGrowth } from './growth.ts';
import { writePage } from './page.ts';
import { idleServer, jsonServer, ourServer, type ServerProgram } from './protocol/servers.ts';
import { measureProtocol } from './protocol.ts';
import { inTemporaryFolder } from './repository.ts';
import { measureSizes } from './sizes.ts';
import { activationTable, growthTables, protocolTables, sizeTable, targetTable, terminalTable } from './tables.ts';
import { measureTerminal } from './terminal.ts';

/*
 * npm run bench [-- OPTIONS]
 *   --only PART   protocol, terminal, growth or editor alone; prints its tables and writes nothing
 *   --quick       fewer rounds and smaller inputs; prints its tables and writes nothing
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const top = dirname(import.meta.dirname);
const begin = Date.now();
const options = {
  quick: values.quick,
  say: (line: string) => void process.stderr.write(`${Math.round((Date.now() - begin) / 1000)} s  ${line}\n`),
};

try {
  await run(values.only);
} catch (error) {
  fail(error);
}

async function run(only: string | undefined): Promise<void> {
  const metafile = await bundle({ top, folder: join(top, 'dist'), programs });
  const against = await competitors();
  const parts = {
    terminal: () => measureTerminal(against, options),
    protocol: () => inTemporaryFolder(async (folder) => measureProtocol(await servers(against, folder), options)),
    growth: () => measureGrowth(against, options),
    editor: () => measureEditor(options),
    sizes: () => measureSizes(metafile),
  };
  switch (only) {
    case undefined:
      break;
    case 'terminal':
      return console.log(terminalTable(await parts.terminal()));
    case 'protocol':
      return console.log(protocolTables(await parts.protocol()));
    case 'growth':
      return console.log(growthTables(await parts.growth()));
    case 'editor':
      return console.log(`${activationTable(await parts.editor())}\n${sizeTable(await parts.sizes())}`);
    default:
      throw new PlainError(`--only must be one of terminal, protocol, growth and editor; it is ${only}.`);
  }
  const results = {
    terminal: await parts.terminal(),
    protocol: await parts.protocol(),
    growth: await parts.growth(),
    ...(await parts.editor()),
    sizes: await parts.sizes(),
  };
  console.log(targetTable(results));
  if (!options.quick) await writePage(results, against);
}

/** Ours, VS Code's JSON server, from npm and, where there is time, as VS Code ships it, and what any server takes. */
async function servers(against: Competitors, folder: string): Promise<readonly ServerProgram[]> {
  const npm = jsonServer('VS Code’s JSON server', against.jsonServer, against);
  const idle = await idleServer(folder, against);
  if (options.quick) return [ourServer(against), npm, idle];
  const file = '../extensions/json-language-features/server/dist/node/jsonServerMain.js';
  const shipped = jsonServer('the same as shipped', join(dirname(await vscodeServer()), file), against);
  return [ourServer(against), npm, shipped, idle];
}

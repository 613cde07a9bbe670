import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle, programs } from '../scripts/build/bundle.ts';
import { vscodeServer } from '../scripts/editor/vscode-server.ts';
import { fail, PlainError } from '../scripts/progress.ts';
import { competitors } from './competitors.ts';
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
const { values } = parseArgs({
  options: { only: { type: 'string' }, part: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const top = dirname(import.meta.dirname);
const begin = Date.now();
const options = {
  quick: values.quick,
  say: (line: string) => void process.stderr.write(`${Math.round((Date.now() - begin) / 1000)} s  ${line}\n`),
};

/** What is measured each in a process of its own: the more memory one holds, the longer it takes to start others. */
const parts = {
  terminal: async () => measureTerminal(await competitors(), options),
  protocol: () => inTemporaryFolder(async (folder) => measureProtocol(await servers(folder), options)),
  growth: async () => measureGrowth(await competitors(), options),
  editor: () => measureEditor(options),
};

try {
  await (values.part === undefined ? run(values.only) : measurePart(values.part));
} catch (error) {
  fail(error);
}

async function run(only: string | undefined): Promise<void> {
  const metafile = await bundle({ top, folder: join(top, 'dist'), programs });
  switch (only) {
    case undefined:
      break;
    case 'terminal':
      return console.log(terminalTable(await measuredApart('terminal')));
    case 'protocol':
      return console.log(protocolTables(await measuredApart('protocol')));
    case 'growth':
      return console.log(growthTables(await measuredApart('growth')));
    case 'editor':
      return console.log(
        `${activationTable(await measuredApart('editor'))}\n${sizeTable(await measureSizes(metafile))}`,
      );
    default:
      throw new PlainError(`--only must be one of terminal, protocol, growth and editor; it is ${only}.`);
  }
  const results = {
    terminal: await measuredApart('terminal'),
    protocol: await measuredApart('protocol'),
    growth: await measuredApart('growth'),
    ...(await measuredApart('editor')),
    sizes: await measureSizes(metafile),
  };
  console.log(targetTable(results));
  if (!options.quick) await writePage(results, await competitors());
}

type Part = keyof typeof parts;

async function measuredApart<P extends Part>(part: P): Promise<Awaited<ReturnType<(typeof parts)[P]>>> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), `--part=${part}`], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let result: unknown;
  child.on('message', (message: unknown) => {
    result = message;
  });
  // It can have ended before its last message is read.
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (code !== 0 || result === undefined) throw new PlainError(`${part} could not be measured.`);
  return result as Awaited<ReturnType<(typeof parts)[P]>>;
}

async function measurePart(part: string): Promise<void> {
  const known = Object.entries(parts).find(([name]) => name === part);
  if (known === undefined) throw new PlainError(`There is no part ${part}.`);
  const [, measure] = known;
  const measured = await measure();
  await new Promise((sent) => process.send?.(measured, undefined, undefined, sent));
  process.disconnect();
}

/** Ours, VS Code's JSON server, from npm and, where there is time, as VS Code ships it, and what any server takes. */
async function servers(folder: string): Promise<readonly ServerProgram[]> {
  const against = await competitors();
  const npm = jsonServer('VS Code’s JSON server', against.jsonServer, against);
  const idle = await idleServer(folder, against);
  if (options.quick) return [ourServer(against), npm, idle];
  const file = '../extensions/json-language-features/server/dist/node/jsonServerMain.js';
  const shipped = jsonServer('the same as shipped', join(dirname(await vscodeServer()), file), against);
  return [ourServer(against), npm, shipped, idle];
}

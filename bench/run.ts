import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, programs } from '../scripts/build/bundle.ts';
import { fail, PlainError } from '../scripts/progress.ts';
import { competitors } from './competitors.ts';
import { jsonServer, ourServer } from './protocol/servers.ts';
import { measureProtocol } from './protocol.ts';
import { protocolTables, terminalTable } from './report.ts';
import { measureTerminal } from './terminal.ts';

/*
 * npm run bench [-- OPTIONS]
 *   --only PART   protocol or terminal alone; prints its tables and writes nothing
 *   --quick       fewer rounds and no 30 MB; prints its tables and writes nothing
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } } });
const parts = ['protocol', 'terminal'];

try {
  await run(values.only, values.quick);
} catch (error) {
  fail(error);
}

async function run(only: string | undefined, quick: boolean): Promise<void> {
  if (only !== undefined && !parts.includes(only)) throw new PlainError(`--only must be one of ${parts.join(', ')}.`);
  const top = dirname(import.meta.dirname);
  await bundle({ top, folder: `${top}/dist`, programs });
  const against = await competitors();
  const options = { quick, say: (line: string) => process.stderr.write(`${line}\n`) };
  if (only === undefined || only === 'terminal') console.log(terminalTable(await measureTerminal(against, options)));
  if (only === undefined || only === 'protocol') {
    const servers = [ourServer(against), jsonServer('VS Code’s JSON server', against.jsonServer, against)];
    console.log(protocolTables(await measureProtocol(servers, options)));
  }
}

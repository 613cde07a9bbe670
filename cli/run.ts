import { Command, CommanderError } from 'commander';
import { CallError } from './call-error.ts';
import type { ExitCode } from './check.ts';
import { addCheck, addCreate, addRefresh, addShow } from './commands.ts';
import { addCompletion, addKnown, addServer } from './commands-known.ts';
import { version } from './shipped.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one call of the program and gives its exit code: 0 for nothing that fails, 1 for findings, 2 where the call or
 * its surroundings are wrong. Never throws: a failure of the program itself is code 2 too, and said.
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = 0;
  try {
    const program = createProgram(terminal, (result) => {
      code = result;
    });
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has said already what is wrong; help and version that were asked for are no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const said = error instanceof CallError || !(error instanceof Error) ? `${error}` : (error.stack ?? error.message);
    terminal.complain(`agent-handoff: ${said.replace(/^Error: /, '')}\n`);
    return 2;
  }
}

function createProgram(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const program = new Command('agent-handoff')
    .description('Checks and creates the JSON files that coding agents hand work over with.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      writeErr: terminal.complain,
      getOutHelpWidth: () => terminal.output.columns ?? 80,
      getErrHelpWidth: () => terminal.output.columns ?? 80,
      outputError: (message, write) => write(message.replace(/^error: /, 'agent-handoff: ')),
    })
    .showHelpAfterError('Run it with --help to see what it takes.');
  addCheck(program, terminal, done);
  addCreate(program, terminal, done);
  addRefresh(program, terminal, done);
  addShow(program, terminal, done);
  addKnown(program, terminal);
  addServer(program);
  addCompletion(program, terminal);
  return program;
}

const EXAMPLES = `
Exit codes: 0 nothing that fails, 1 findings, 2 the call or its surroundings are wrong.

Examples:
  agent-handoff check                                  the usual places below the working folder
  agent-handoff check memory/handoffs/task-2454.json   one file
  agent-handoff check --format json --max-warnings 0   for programs; a warning fails too
  agent-handoff create --reason complete               a handoff from the state of the repository
  agent-handoff refresh memory/handoffs/*.json         its evidence, taken from git anew
  agent-handoff show memory/handoffs/task-2454.json    the brief to resume from
  agent-handoff rules ID                               what a rule finds, why, and what repairs it`;

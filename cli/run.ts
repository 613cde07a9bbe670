import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { formats } from '../core/generated/formats.ts';
import { rules } from '../core/generated/rules.ts';
import { CallError } from './call-error.ts';
import { type CheckOptions, checkCommand, type ExitCode } from './check.ts';
import { completionScript, type KnownValues, type Shell, shells } from './completion.ts';
import { type CreateOptions, createCommand } from './create.ts';
import { formatsText, rulesText, ruleText, schemaText } from './known.ts';
import { reportFormats } from './reporters.ts';
import { version } from './shipped.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one call of the program and gives its exit code: 0 for nothing that fails, 1 for findings, 2 where the call or
 * its surroundings are wrong. Never throws: a failure of the program itself is code 2 too, and said.
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = 0;
  try {
    const program = await createProgram(terminal, (result) => {
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

async function createProgram(terminal: Terminal, done: (code: ExitCode) => void): Promise<Command> {
  const program = new Command('agent-handoff')
    .description('Checks and creates the JSON files that coding agents hand work over with.')
    .version(await version(), '-v, --version', 'print the version')
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
  agent-handoff rules ID                               what a rule finds, why, and what repairs it`;

function addCheck(program: Command, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command('check')
    .summary('check handoffs')
    .description(
      'Checks handoffs. A path is a file, a folder, a glob, or - for standard input; without one, the usual places of every format below the working folder are checked. What exists is never read as a glob. Folders are searched without following links.',
    )
    .argument('[paths...]', 'files, folders, globs or -')
    .addOption(new Option('--format <format>', 'how to report').choices(reportFormats).default(reportFormats[0]))
    .option('--fix', 'apply the safe fixes; what is reported is what remains')
    .option('--fix-dry-run', 'print what --fix would change, as a diff')
    .option('--quiet', 'show errors only; what is counted stays the same')
    .option('--no-git', 'do not ask git')
    .option('--base <ref>', 'what work is measured against, for example origin/main')
    .option('--max-warnings <n>', 'fail where there are more warnings', wholeNumber)
    .option('--allow-no-files', 'do not fail where a folder or glob holds no handoff')
    .option('--stdin-filename <path>', 'the file that standard input is')
    .option('--color', 'colour the report')
    .option('--no-color', 'do not colour the report')
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (paths: string[], options: CheckOptions) => done(await checkCommand(paths, options, terminal)));
}

const CHECK_EXAMPLES = `
Exit codes: 0 nothing that fails, 1 an error or too many warnings, 2 the call or its surroundings are wrong
(no such file, no handoff found, a bad configuration, not UTF-8).

Examples:
  agent-handoff check memory/handoffs
  agent-handoff check "work/**/handoff.json"
  git show HEAD:memory/handoffs/task-1.json | agent-handoff check - --stdin-filename memory/handoffs/task-1.json`;

function addCreate(program: Command, terminal: Terminal, done: (code: ExitCode) => void): void {
  program
    .command('create')
    .summary('write a handoff from the state of the repository')
    .description(
      "Writes a handoff: branch, base, head and changed paths from git, task and bot from the branch name, allowed and forbidden paths from the task's latest handoff. Long texts go into files beside it. Prints the paths of what it wrote, the handoff last.",
    )
    .option('--task <id>', 'the task; else from the branch name')
    .option('--reason <reason>', 'why the work changes hands')
    .option('--pending <text>', 'what is left to do')
    .option('--failures <text>', 'what is known to fail')
    .option('--bot <name>', 'who hands over; else from the branch name')
    .option('--pending-file <file>', 'what is left to do, from a file or from - (standard input)')
    .option('--failures-file <file>', 'what is known to fail, from a file or from - (standard input)')
    .option('--allow <path>', 'a path that may be changed; can be repeated', each)
    .option('--forbid <path>', 'a path that must not be changed; can be repeated', each)
    .option('--test <name=status>', 'how a test or check ended; can be repeated', each)
    .option('--test-report <file>', 'test results as JUnit XML; can be repeated', each)
    .option('--include-uncommitted', 'count what is not committed among the changed paths')
    .option('--format-id <id>', 'the format; else the configured one')
    .option('--base <ref>', 'what the work is measured against, for example origin/main')
    .option('--output <file>', 'where to write it; else the usual place')
    .option('--force', 'replace a handoff that is there')
    .option('--dry-run', 'print the handoff instead of writing it')
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (options: CreateOptions) => done(await createCommand(options, terminal)));
}

const CREATE_EXAMPLES = `
Exit codes: 0 written, 1 written though it breaks a rule, 2 nothing written.

Examples:
  agent-handoff create --reason complete --pending "Review the parser."
  agent-handoff create --task task-2454 --reason interrupt --pending "Tests for b." --failures "none" --bot dev4
  agent-handoff create --reason complete --pending-file left.md --test lint=passed --test-report junit.xml
  git log --oneline origin/main.. | agent-handoff create --reason takeover_request --pending-file -`;

function addKnown(program: Command, terminal: Terminal): void {
  program
    .command('formats')
    .description('Lists the formats that are known and where their files usually are.')
    .addHelpText('after', examples('agent-handoff formats'))
    .action(() => terminal.write(formatsText()));
  program
    .command('schema')
    .description('Prints the JSON Schema of a format.')
    .argument('<id>', 'id of the format, as formats lists it')
    .addHelpText('after', examples('agent-handoff schema ID > handoff.schema.json'))
    .action((id: string) => terminal.write(schemaText(id)));
  program
    .command('rules')
    .description('Lists the rules, or prints the page of one as Markdown.')
    .argument('[id]', 'id of the rule')
    .addHelpText('after', examples('agent-handoff rules', 'agent-handoff rules ID'))
    .action(async (id?: string) => terminal.write(id === undefined ? rulesText() : await ruleText(id)));
}

function addServer(program: Command): void {
  program
    .command('lsp')
    .description('Runs the language server, for any editor.')
    .requiredOption('--stdio', 'speak over standard input and output')
    .addHelpText('after', examples('agent-handoff lsp --stdio'))
    .action(async () => {
      // Nothing of it is needed for anything else.
      const { serve } = await import('../server/serve.ts');
      await serve('stdio');
    });
}

function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('Prints a script that completes commands, options and values in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      examples(
        'eval "$(agent-handoff completion bash)"                                    in ~/.bashrc',
        'source <(agent-handoff completion zsh)                                     in ~/.zshrc',
        'agent-handoff completion fish > ~/.config/fish/completions/agent-handoff.fish',
      ),
    )
    .action((shell: Shell) => terminal.write(completionScript(program, shell, knownValues(program))));
}

/** What the arguments of commands can be, where that is known only here. */
function knownValues({ commands }: Command): KnownValues {
  const ids = formats.map(({ id }) => id);
  const reasons = formats.flatMap(({ root }) =>
    [...root.members.values()].flatMap(({ meaning }) => Object.keys(meaning.reason ?? {})),
  );
  return {
    'help command': commands.map((command) => command.name()),
    'schema id': ids,
    'rules id': rules.map(({ id }) => id),
    'create --format-id': ids,
    'create --reason': [...new Set(reasons)],
  };
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Collects the values of an option that can be repeated. */
function each(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

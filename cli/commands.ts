import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CheckOptions, checkCommand, type ExitCode } from './check.ts';
import type { CreateOptions } from './create.ts';
import { examples } from './examples.ts';
import type { RefreshOptions } from './refresh.ts';
import { reportFormats } from './reporters.ts';
import type { ShowOptions } from './show.ts';
import type { Terminal } from './terminal.ts';

/* What is done to handoffs, as people call it. */

/** Takes the exit code of what was done. */
type Done = (code: ExitCode) => void;

export function addCheck(program: Command, terminal: Terminal, done: Done): void {
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

export function addCreate(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('create')
    .summary('write a handoff from the state of the repository')
    .description(
      "Writes a handoff: branch, base, head and changed paths from git, task and bot from the branch name, allowed and forbidden paths from the task's latest handoff. Long texts go into files beside it. What nothing tells is said with options, any member with --set. Prints the paths of what it wrote, the handoff last.",
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
    .option('--set <name=value>', 'what any other member says; can be repeated', each)
    .option('--from <file>', 'the handoff that the new one follows, or - for standard input')
    .option('--shape <id>', 'the shape, where the format has several; else as the answers tell')
    .option('--include-uncommitted', 'count what is not committed among the changed paths')
    .option('--format-id <id>', 'the format; else that of --from, else the configured one')
    .option('--base <ref>', 'what the work is measured against, for example origin/main')
    .option('--output <file>', 'where to write it; else the usual place')
    .option('--force', 'replace a handoff that is there')
    .option('--dry-run', 'print the handoff instead of writing it')
    .addHelpText('after', CREATE_EXAMPLES)
    .action(async (options: CreateOptions) => {
      // Nothing of it is needed for anything else.
      const { createCommand } = await import('./create.ts');
      done(await createCommand(options, terminal));
    });
}

const CREATE_EXAMPLES = `
Exit codes: 0 written, 1 written though it breaks a rule, 2 nothing written.

Examples:
  agent-handoff create --reason complete --pending "Review the parser."
  agent-handoff create --task task-2454 --reason interrupt --pending "Tests for b." --failures "none" --bot dev4
  agent-handoff create --reason complete --pending-file left.md --test lint=passed --test-report junit.xml
  git log --oneline origin/main.. | agent-handoff create --reason takeover_request --pending-file -
  agent-handoff create --format-id ID --task T-3 --set limits.deadline=2027-01-31T18:00:00Z --set files=a.ts --set files=b.ts
  agent-handoff create --format-id ID --from last.handoff.json --bot builder

NAME in --set is a member's name, with dots for members within members (limits.deadline), or a JSON Pointer. VALUE is text or
JSON, as the member wants it; given again for a list, it is one entry more.`;

export function addRefresh(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('refresh')
    .summary('take the evidence of handoffs from git anew')
    .description(
      'Brings head, base, branch, changed and uncommitted paths, and the time of handoffs up to date from git, and prints what has changed. Nothing else in a file is touched; one that is up to date is not written.',
    )
    .argument('<files...>', 'handoffs')
    .option('--base <ref>', 'what the work is measured against, for example origin/main')
    .option('--dry-run', 'print what would change, as a diff')
    .addHelpText('after', REFRESH_EXAMPLES)
    .action(async (files: string[], options: RefreshOptions) => {
      // Nothing of it is needed for anything else.
      const { refreshCommand } = await import('./refresh.ts');
      done(await refreshCommand(files, options, terminal));
    });
}

const REFRESH_EXAMPLES = `
Exit codes: 0 up to date now, 2 a file could not be refreshed and is as it was.

Examples:
  agent-handoff refresh memory/handoffs/task-2454.json
  agent-handoff refresh --dry-run memory/handoffs/*.json`;

export function addShow(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('show')
    .summary('print the brief to resume from')
    .description(
      'Prints the brief that the next agent or a person resumes from, as Markdown: what is wrong or unchecked first, then what is left, what fails, and what may be changed.',
    )
    .argument('<file>', 'a handoff, or - for standard input')
    .option('--no-git', 'do not ask git')
    .option('--base <ref>', 'what work is measured against, for example origin/main')
    .addHelpText(
      'after',
      examples('agent-handoff show memory/handoffs/task-2454.json', 'agent-handoff show - < handoff.json'),
    )
    .action(async (file: string, options: ShowOptions) => {
      // Nothing of it is needed for anything else.
      const { showCommand } = await import('./show.ts');
      done(await showCommand(file, options, terminal));
    });
}

/** Collects the values of an option that can be repeated. */
function each(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

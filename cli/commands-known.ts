import { Argument, type Command } from 'commander';
import { shapeChoices } from '../core/create/shape-choice.ts';
import { formats } from '../core/generated/formats.ts';
import { rules } from '../core/generated/rules.ts';
import { completionScript, type KnownValues, type Shell, shells } from './completion.ts';
import { examples } from './examples.ts';
import { formatsText, rulesText, ruleText, schemaText } from './known.ts';
import { ownFormatsHere } from './own-formats.ts';
import type { Terminal } from './terminal.ts';

/* What is known, and what other programs ask for. */

export function addKnown(program: Command, terminal: Terminal): void {
  program
    .command('formats')
    .description('Lists the formats that are known and where their files usually are.')
    .addHelpText('after', examples('agent-handoff formats'))
    .action(async () => terminal.write(formatsText(await ownFormatsHere(terminal))));
  program
    .command('schema')
    .description('Prints the JSON Schema of a format.')
    .argument('<id>', 'id of the format, as formats lists it')
    .addHelpText('after', examples('agent-handoff schema ID > handoff.schema.json'))
    .action(async (id: string) => terminal.write(schemaText(id, await ownFormatsHere(terminal))));
  program
    .command('rules')
    .description('Lists the rules, or prints the page of one as Markdown.')
    .argument('[id]', 'id of the rule')
    .addHelpText('after', examples('agent-handoff rules', 'agent-handoff rules ID'))
    .action(async (id?: string) => terminal.write(id === undefined ? rulesText() : await ruleText(id)));
}

export function addServer(program: Command): void {
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

export function addCompletion(program: Command, terminal: Terminal): void {
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
    [...root.members.values()].flatMap(({ meaning: { reason }, schema: { enum: values = [] } }) =>
      reason === undefined ? [] : [...Object.keys(reason), ...values.filter((value) => typeof value === 'string')],
    ),
  );
  return {
    'help command': commands.map((command) => command.name()),
    'schema id': ids,
    'rules id': rules.map(({ id }) => id),
    'create --format-id': ids,
    'create --reason': [...new Set(reasons)],
    'create --shape': [...new Set(formats.flatMap((format) => shapeChoices(format).map(({ id }) => id)))],
  };
}

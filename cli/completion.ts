import type { Command, Option } from 'commander';

/** The shells whose completion is known. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/**
 * Values that commander is not told of, by command and option (`create --reason`) or by command and argument (`rules id`).
 */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** A script that completes a program's commands, options and values in a shell. Nothing runs when a key is pressed. */
export function completionScript(program: Command, shell: Shell, values: KnownValues): string {
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => completable(command, values));
  const shape: Shape = {
    name: program.name(),
    commands,
    options: optionsOf(program, values),
  };
  switch (shell) {
    case 'bash':
      return bash(shape);
    case 'zsh':
      return zsh(shape);
    case 'fish':
      return fish(shape);
  }
}

interface Shape {
  readonly name: string;
  readonly commands: readonly CompletableCommand[];
  readonly options: readonly CompletableOption[];
}

interface CompletableCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletableOption[];
  readonly operands: Value;
}

interface CompletableOption {
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined where it takes none. */
  readonly value: Value | undefined;
  readonly isRepeated: boolean;
}

/** What can be typed: one of some words, a file's name, or something that only the person knows. */
type Value = readonly string[] | 'file' | 'anything';

function completable(command: Command, values: KnownValues): CompletableCommand {
  const [operand] = command.registeredArguments;
  const named = operand && (operand.argChoices ?? values[`${command.name()} ${operand.name()}`]);
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    options: optionsOf(command, values),
    operands: named ?? (operand === undefined ? 'anything' : valueNamed(operand.name())),
  };
}

function optionsOf(command: Command, values: KnownValues): readonly CompletableOption[] {
  const options: readonly Option[] = command.createHelp().visibleOptions(command);
  return options.map((option) => {
    const takes = option.required || option.optional;
    const known = option.argChoices ?? values[`${command.name()} ${option.long}`];
    return {
      names: [option.short, option.long].flatMap((name) => name ?? []),
      description: option.description,
      value: takes ? (known ?? valueNamed(/[<[]([^>\]]*)/.exec(option.flags)?.[1] ?? '')) : undefined,
      isRepeated: option.description.includes('can be repeated'),
    };
  });
}

/** Placeholders say what a value is. */
function valueNamed(placeholder: string): Value {
  return /^(?:file|path)s?\b/.test(placeholder) ? 'file' : 'anything';
}

/** Works from bash 3.2 on, which macOS has, and needs no further package. */
function bash({ name, commands, options }: Shape): string {
  const id = name.replace(/\W/g, '_');
  const values = commands.flatMap((command) =>
    command.options.flatMap(({ names, value }) => (value === undefined ? [] : [{ command, names, value }])),
  );
  const offers = (value: Value) =>
    value === 'file'
      ? 'return'
      : `_${id}_offer "$current" ${quoted(value === 'anything' ? '' : value.join(' '))}; return`;
  const branches = values.map(({ command, names, value }) => {
    const patterns = names.map((option) => quoted(`${command.name} ${option}`)).join('|');
    return `    ${patterns}) ${offers(value)} ;;`;
  });
  const operands = commands.map((command) => `    ${quoted(command.name)}) ${offers(command.operands)} ;;`);
  const flags = commands.map(
    (command) => `        ${quoted(command.name)}) words=${quoted(namesOf(command.options))} ;;`,
  );
  return `# Completion of ${name} in bash. To load it: eval "$(${name} completion bash)"
_${id}_offer() {
  # Only where nothing is offered and files make sense are files offered.
  compopt +o default +o bashdefault 2>/dev/null
  COMPREPLY=($(compgen -W "$2" -- "$1"))
}
_${id}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command= words= i
  # bash takes the = of --option=value for a word.
  if [[ $current == "=" ]]; then current=
  elif [[ $previous == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in ${commands.map((command) => command.name).join('|')}) command="\${COMP_WORDS[i]}"; break ;; esac
  done
  COMPREPLY=()
  case "$command $previous" in
${branches.join('\n')}
  esac
  case "$current" in
    -*)
      case "$command" in
${flags.join('\n')}
        *) words=${quoted(namesOf(options))} ;;
      esac
      _${id}_offer "$current" "$words"; return ;;
  esac
  case "$command" in
${operands.join('\n')}
    *) ${offers(commands.map((command) => command.name))} ;;
  esac
}
complete -o bashdefault -o default -F _${id} ${name}
`;
}

function zsh({ name, commands, options }: Shape): string {
  const id = name.replace(/\W/g, '_');
  const list = commands.map((command) => `        ${quoted(`${colonless(command.name)}:${command.summary}`)}`);
  const branches = commands.map((command) => {
    const operands = `'*:argument:${zshAction(command.operands)}'`;
    const specs = [...command.options.map(zshOption), operands].map((spec) => `            ${spec}`);
    return `        ${command.name})\n          _arguments -s \\\n${specs.join(' \\\n')} ;;`;
  });
  return `#compdef ${name}
# Completion of ${name} in zsh. To load it: source <(${name} completion zsh)
_${id}() {
  local state line context
  local -A opt_args
  _arguments -C \\
${options.map((option) => `    ${zshOption(option)} \\`).join('\n')}
    '1:command:->command' \\
    '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${list.join('\n')}
      )
      _describe command commands ;;
    argument)
      case $line[1] in
${branches.join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _${id} ]]; then _${id} "$@"; else compdef _${id} ${name}; fi
`;
}

function zshOption({ names, description, value, isRepeated }: CompletableOption): string {
  const told = description.replace(/[[\]\\]/g, '\\$&');
  const takes = value === undefined ? '' : `:${colonless(names.at(-1)?.replace(/^-+/, '') ?? '')}:${zshAction(value)}`;
  const others = isRepeated ? '' : names.length > 1 ? `(${names.join(' ')})` : '';
  return names
    .map((option) => quoted(`${isRepeated ? '*' : others}${option}${value === undefined ? '' : '='}[${told}]${takes}`))
    .join(' ');
}

function zshAction(value: Value): string {
  if (value === 'file') return '_files';
  return value === 'anything' ? ' ' : `(${value.join(' ')})`;
}

function colonless(text: string): string {
  return text.replace(/:/g, '\\:');
}

function fish({ name, commands, options }: Shape): string {
  const lines = commands.flatMap((command) => {
    const inside = `-n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`;
    const operands =
      command.operands === 'file'
        ? [`${inside} -F`]
        : command.operands === 'anything'
          ? []
          : [`${inside} -a ${quoted(command.operands.join(' '))}`];
    return [
      `-n __fish_use_subcommand -a ${command.name} -d ${fishQuoted(command.summary)}`,
      ...command.options.map((option) => `${inside} ${fishOption(option)}`),
      ...operands,
    ];
  });
  const all = ['-f', ...options.map((option) => `-n __fish_use_subcommand ${fishOption(option)}`), ...lines];
  return `# Completion of ${name} in fish. To load it: ${name} completion fish | source
${all.map((line) => `complete -c ${name} ${line}\n`).join('')}`;
}

function fishOption({ names, description, value }: CompletableOption): string {
  const flags = names.map((option) => (option.startsWith('--') ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`));
  const takes =
    value === undefined
      ? []
      : value === 'file'
        ? ['-r', '-F']
        : value === 'anything'
          ? ['-x']
          : ['-x', `-a ${quoted(value.join(' '))}`];
  return [...flags, ...takes, `-d ${fishQuoted(description)}`].join(' ');
}

function namesOf(options: readonly CompletableOption[]): string {
  return options.flatMap(({ names }) => names.filter((option) => option.startsWith('--'))).join(' ');
}

/** A word as bash and zsh take it literally. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

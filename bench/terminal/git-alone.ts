import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type CommandLine, environment, timed } from '../child.ts';

/**
 * What git takes to answer what a command asks of it: a script that asks all of it again, one question after the other, and
 * drops the answers. `folder` is an empty one for what is needed. The command is run once, with a git that writes down what it is
 * asked, and must end with one of `codes`. Throws where it asks nothing.
 */
export async function gitAlone(
  line: CommandLine,
  git: string,
  folder: string,
  codes: readonly number[],
): Promise<CommandLine> {
  const calls = join(folder, 'calls');
  const program = join(folder, 'bin', 'git');
  await mkdir(calls, { recursive: true });
  await mkdir(join(folder, 'bin'));
  await writeFile(program, listening(git, calls));
  await chmod(program, 0o755);
  const path = [join(folder, 'bin'), environment()['PATH'] ?? ''].join(delimiter);
  await timed({ ...line, env: { ...line.env, PATH: path } }, codes);
  const script = join(folder, 'again.sh');
  await writeFile(script, await asked(calls, git));
  return { command: '/bin/sh', args: ['-e', script], folder: line.folder };
}

/** A git that keeps its folder, its arguments and its input, and ends with another code where it did not do its work. */
function listening(git: string, calls: string): string {
  return `#!/bin/sh
call=$(mktemp ${quoted(calls)}/XXXXXXXX)
pwd > "$call"
for argument in "$@"; do printf '%s\\0' "$argument"; done > "$call.arguments"
cat > "$call.input"
${quoted(git)} "$@" < "$call.input"
code=$?
echo "$code" > "$call.code"
exit "$code"
`;
}

async function asked(calls: string, git: string): Promise<string> {
  const names = (await readdir(calls)).filter((name) => !name.includes('.'));
  if (names.length === 0) throw new Error('Git was asked nothing.');
  const at = async (name: string) => (await stat(join(calls, name))).mtimeMs;
  const times = new Map(await Promise.all(names.map(async (name) => [name, await at(name)] as const)));
  const inOrder = names.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
  const lines = inOrder.map(async (name) => {
    const read = (part: string) => readFile(join(calls, `${name}${part}`), 'utf8');
    const words = (await read('.arguments')).split('\0').slice(0, -1).map(quoted);
    const ends = (await read('.code')).trim();
    const folder = quoted((await read('')).trim());
    const input = quoted(join(calls, `${name}.input`));
    return `cd ${folder}\ncode=0\n${quoted(git)} ${words.join(' ')} < ${input} > /dev/null 2>&1 || code=$?\ntest "$code" = ${ends}\n`;
  });
  return (await Promise.all(lines)).join('');
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

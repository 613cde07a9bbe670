import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { folderWith, runIn } from './program.ts';

const run = promisify(execFile);

const installed = async (shell: string) =>
  run(shell, ['-c', 'exit 0']).then(
    () => true,
    () => false,
  );

/** A folder with some files and the script for a shell in it. */
async function loaded(shell: string): Promise<string> {
  const folder = await folderWith({ 'left over.md': '', 'notes.md': '' });
  const { code, output, complaints } = await runIn(folder, ['completion', shell]);
  expect([code, complaints]).toEqual([0, '']);
  await writeFile(join(folder, '.script'), output);
  return folder;
}

/** Commands, options, values, and nothing where only the person knows. Files are the shell's own business. */
const cases: readonly (readonly [line: string, offers: readonly string[]])[] = [
  ['agent-handoff che', ['check']],
  ['agent-handoff --v', ['--version']],
  ['agent-handoff check --fix', ['--fix', '--fix-dry-run']],
  ['agent-handoff check --format s', ['sarif']],
  ['agent-handoff create --reason in', ['interrupt']],
  ['agent-handoff rules text-t', ['text-too-long']],
  ['agent-handoff schema ta', ['task']],
  ['agent-handoff completion f', ['fish']],
];

describe.skipIf(!(await installed('bash')))('in bash', () => {
  /** What the function that completes offers, as bash would call it; words are divided as bash divides them. */
  async function offers(folder: string, words: readonly string[]): Promise<readonly string[]> {
    const script = `source ./.script
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_handoff
((\${#COMPREPLY[@]} == 0)) || printf '%s\\n' "\${COMPREPLY[@]}"
complete -p agent-handoff >&2`;
    const { stdout, stderr } = await run('bash', ['--norc', '-c', script, 'bash', ...words], { cwd: folder });
    expect(stderr).toBe('complete -o bashdefault -o default -F _agent_handoff agent-handoff\n');
    return stdout.split('\n').filter((line) => line !== '');
  }

  test.each([
    ...cases,
    ['agent-handoff check --format = js', ['json']] as const,
    ['agent-handoff check --format =', ['pretty', 'json', 'sarif', 'github', 'junit']] as const,
    ['agent-handoff create --task ', []] as const,
    ['agent-handoff create --pending-file no', []] as const,
    ['agent-handoff check no', []] as const,
  ])('%j offers %j', async (line, expected) => {
    expect(await offers(await loaded('bash'), line.split(' '))).toEqual(expected);
  });
});

describe.skipIf(!(await installed('fish')))('in fish', () => {
  test('offers commands, options, values and files', async () => {
    const folder = await loaded('fish');
    const offers = async (line: string) => {
      const script = 'source .script; complete -C $argv[1]';
      const { stdout } = await run('fish', ['--no-config', '-c', script, line], { cwd: folder });
      return stdout.split('\n').flatMap((offer) => (offer === '' ? [] : [offer.split('\t')[0]]));
    };
    for (const [line, expected] of cases) expect(await offers(line)).toEqual(expected);
    expect(await offers('agent-handoff create --pending-file no')).toEqual(['notes.md']);
    expect(await offers('agent-handoff create --task no')).toEqual([]);
  });
});

describe.skipIf(!(await installed('zsh')))('in zsh', () => {
  test('loads without a word', async () => {
    const folder = await loaded('zsh');
    const load = 'autoload -Uz compinit; compinit -D -u; source ./.script; print -r -- $_comps[agent-handoff]';
    const { stdout, stderr } = await run('zsh', ['-f', '-c', load], { cwd: folder });
    expect([stdout, stderr]).toEqual(['_agent_handoff\n', '']);
  });
});

test('another shell is a wrong call', async () => {
  const { code, complaints } = await runIn(await folderWith({}), ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(complaints).toMatch(/Allowed choices are bash, zsh, fish\./);
});

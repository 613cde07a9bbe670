import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository, temporaryFolder } from '../harness/repository.ts';
import { type Ended, makeCheckout, runProgram, top } from './checkout.ts';
import { name, oneLine } from './handoff.ts';

/** Runs a checker that knows GitHub's own schema of actions. */
async function validate(text: string): Promise<Ended> {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'action.yml'), text);
  const packages = ['core', 'cli'].map((part) => `--package=@action-validator/${part}@0.6.0`);
  return runProgram('npm', ['exec', '--yes', ...packages, '--', 'action-validator', 'action.yml'], folder);
}

const read = () => readFile(path.join(top, 'action.yml'), 'utf8');

test('action.yml is an action by the schema of GitHub actions', async () => {
  const text = await read();
  expect(await validate(text)).toMatchObject({ code: 0 });
  expect((await validate(text.replace('shell: bash', 'shall: bash'))).code).toBe(1);
});

/** A step as it is written. Its expressions take inputs alone. */
interface Step {
  readonly name: string;
  readonly env: ReadonlyMap<string, string>;
  readonly script: string;
}

/** The steps of `action.yml`, which is written in one fixed form. */
function stepsOf(text: string): readonly Step[] {
  return text
    .split(/^ {4}- name: /m)
    .slice(1)
    .map((step) => ({
      name: step.split('\n', 1)[0] ?? '',
      env: new Map(
        Array.from(step.matchAll(/^ {8}(\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm), ([, to = '', from = '']) => [
          to,
          from,
        ]),
      ),
      script: (step.split(/^ {6}run: \|\n/m)[1] ?? '').replace(/^ {8}/gm, ''),
    }));
}

/** What the inputs are where a workflow gives none. */
function defaultsOf(text: string): Readonly<Record<string, string>> {
  const found = text.matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default: (.*)$/gm);
  return Object.fromEntries(Array.from(found, ([, input = '', value = '']) => [input, value.replaceAll(/['"]/g, '')]));
}

/** Runs the steps as a runner does: each a script of bash that stops at the first error. */
async function act(action: string, workspace: string, inputs: Readonly<Record<string, string>>): Promise<Ended> {
  const text = await read();
  const given = { ...defaultsOf(text), ...inputs };
  const script = path.join(await temporaryFolder(), 'step.sh');
  let ended: Ended = { code: 0, said: '' };
  for (const step of stepsOf(text)) {
    await writeFile(script, step.script);
    const env = Object.fromEntries(Array.from(step.env, ([variable, input]) => [variable, given[input] ?? '']));
    const around = { GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: action, GITHUB_WORKSPACE: workspace, CI: 'true' };
    const folder = path.join(workspace, given['working-directory'] ?? '');
    const { code, said } = await runProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], folder, {
      ...around,
      ...env,
    });
    ended = { code, said: ended.said + said };
    if (code !== 0) break;
  }
  return ended;
}

describe('the action', () => {
  test('has the steps and inputs that these tests run', async () => {
    const text = await read();
    expect(stepsOf(text).map(({ name, env, script }) => [name, env.size, script.length > 0])).toEqual([
      ['Build agent-handoff', 0, true],
      ['Check handoffs', 4, true],
    ]);
    expect(defaultsOf(text)).toEqual({
      paths: '',
      base: '',
      'max-warnings': '',
      'allow-no-files': 'true',
      'working-directory': '.',
    });
  });

  test('builds itself, annotates what is wrong and fails for it, and for nothing else', async () => {
    const action = await makeCheckout();
    const { folder, commit, write } = await makeRepository();
    const head = await commit({ 'src/a b.ts': 'export {};\n' });
    const nothing = await act(action.folder, folder, {});
    expect(nothing).toEqual({ code: 0, said: expect.not.stringContaining('::') });

    await write({ [name]: oneLine(head, 'interrupt'), 'other place/task-1.json': oneLine(head, 'interupt') });
    expect(await act(action.folder, folder, {})).toMatchObject({ code: 0 });

    const named = await act(action.folder, folder, { paths: `${name}\nother place/task-1.json\n` });
    expect(named.code).toBe(1);
    expect(named.said.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      expect.stringMatching(
        /^::error file=other place\/task-1\.json,line=1,endLine=1,col=\d+,endColumn=\d+,title=value-not-allowed::.*"interupt"/,
      ),
    ]);

    const inside = await act(action.folder, folder, { paths: 'task-1.json', 'working-directory': 'other place' });
    expect(inside.code).toBe(1);
    expect(inside.said).toContain('::error file=other place/task-1.json,line=1,');

    const missing = await act(action.folder, folder, {
      paths: '$(touch injected)\n; touch injected\nnone.json',
      'allow-no-files': 'false',
    });
    expect(missing.code).toBe(2);
    expect(missing.said).toMatch(/injected/);
    expect((await readdir(folder)).sort()).toEqual(['.git', 'memory', 'other place', 'src']);
  });
});

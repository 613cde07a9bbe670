import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository, temporaryFolder } from '../harness/repository.ts';
import { type Ended, programFolder, runProgram, top } from './checkout.ts';
import { name } from './handoff.ts';
import { emacs, neovim } from './programs.ts';

/* The real editors, set up as docs/editors.md says, on a broken handoff in a real repository. */

/** 4201 code points, with what is easily lost on the way into another file, and no line end at its end. */
const pending = `Left: "tests". 🚧 남은 작업 C:\\work\n\tRun them.\n${'x'.repeat(4156)}`;

interface Members {
  readonly pending: string;
  readonly time: string;
}

/** Neither spaces nor the order of members are what a serialiser would write: they must stay. */
function handoff(head: string, { pending, time }: Members): string {
  return `{
   "schema_version": "1.0", "task_id": "task-1",
\t"previous_bot": "🕵️",  "current_branch": "main",
  "base_sha": "${head}",
  "head_sha": "${head}",
  "changed_paths": [], "allowed_paths": [],
  "forbidden_paths": [   ],
  ${pending},
  "test_results": {"ratio": 1.0e+2},
  "handoff_reason": "interrupt",
  "created_at": "${time}"
}
`;
}

const inline = `"pending_work": ${JSON.stringify(pending)}`;
const inFile = '"pending_work_path": "memory/handoffs/task-1-pending.txt"';
const offset = '2026-05-05T12:34:56+09:00';
const utc = '2026-05-05T03:34:56Z';

interface Sample {
  readonly folder: string;
  readonly file: string;
  readonly head: string;
}

async function makeSample(): Promise<Sample> {
  const { folder, commit, write } = await makeRepository();
  const head = await commit({ 'src/a.ts': 'export {};\n' });
  await write({ [name]: handoff(head, { pending: inline, time: offset }) });
  return { folder, file: path.join(folder, name), head };
}

interface Chosen {
  readonly rule: string;
  readonly title: string;
}

const writeUtc: Chosen = { rule: 'timestamp-not-utc', title: `Write ${utc}` };
const move: Chosen = { rule: 'text-too-long', title: 'Move pending_work to file' };

interface Seen {
  readonly found?: readonly string[];
  readonly offered?: readonly string[];
  readonly problem?: string;
}

/** Starts an editor without anything of the person's own, and gives what its driver has seen. */
async function drive(
  { folder, file }: Sample,
  fixes: readonly Chosen[],
  setup: { readonly name: string; readonly text: string },
  start: (setup: string, env: Readonly<Record<string, string>>) => Promise<Ended>,
): Promise<Seen> {
  const home = await temporaryFolder();
  const report = path.join(home, 'report.json');
  const setupFile = path.join(home, setup.name);
  await writeFile(setupFile, setup.text);
  const { code, said } = await start(setupFile, {
    PATH: `${await programFolder()}:${process.env['PATH']}`,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_STATE_HOME: home,
    XDG_CACHE_HOME: home,
    SETUP: setupFile,
    HANDOFF: file,
    FIXES: JSON.stringify(fixes),
    REPORT: report,
  });
  const seen = await readFile(report, 'utf8').catch(() => undefined);
  if (seen === undefined) throw new Error(`The editor ended with ${code} in ${folder} and said:\n${said}`);
  return JSON.parse(seen);
}

/** The code blocks of one language on the page about editors, in order. */
async function blocks(language: string): Promise<readonly string[]> {
  const page = await readFile(path.join(top, 'docs/editors.md'), 'utf8');
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, code]) =>
    name === language && code !== undefined ? [code] : [],
  );
}

describe.skipIf(!neovim.isThere())('Neovim', () => {
  const runNeovim = async (sample: Sample, fixes: readonly Chosen[]) => {
    const [newer = '', older = '', bytes = ''] = await blocks('lua');
    const { code } = await runProgram(
      'nvim',
      ['--clean', '--headless', '-c', 'if has("nvim-0.11") | cq | endif | q'],
      top,
    );
    const text = `${code === 0 ? older : newer}\n${bytes}`;
    return drive(sample, fixes, { name: 'init.lua', text }, (setup, env) =>
      runProgram(
        'nvim',
        ['--clean', '--headless', '-n', '-i', 'NONE', '-u', setup, '-c', `luafile ${top}test/integrations/neovim.lua`],
        sample.folder,
        env,
      ),
    );
  };

  test('shows the findings, and a chosen fix changes one member alone', async () => {
    const sample = await makeSample();
    await writeFile(sample.file, handoff(sample.head, { pending: '"pending_work": "Tests."', time: offset }));
    const seen = await runNeovim(sample, [writeUtc]);
    expect(seen).toEqual({ found: ['timestamp-not-utc'], offered: [`Write ${utc}`] });
    expect(await readFile(sample.file, 'utf8')).toBe(
      handoff(sample.head, { pending: '"pending_work": "Tests."', time: utc }),
    );
  });

  test('moves a long text into a file that holds it byte for byte, and both are saved (pitfall 66)', async () => {
    const sample = await makeSample();
    const seen = await runNeovim(sample, [move, writeUtc]);
    expect(seen.problem).toBeUndefined();
    expect(seen.found).toEqual(['text-too-long', 'timestamp-not-utc']);
    expect(await readFile(sample.file, 'utf8')).toBe(handoff(sample.head, { pending: inFile, time: utc }));
    const folder = path.dirname(sample.file);
    expect((await readdir(folder)).sort()).toEqual(['task-1-pending.txt', 'task-1.json']);
    expect(await readFile(path.join(folder, 'task-1-pending.txt'), 'utf8')).toBe(pending);
  });

  test('the set-up for the newest version is Lua', async () => {
    const [newer = ''] = await blocks('lua');
    const file = path.join(await temporaryFolder(), 'newer.lua');
    await writeFile(file, newer);
    const { code } = await runProgram(
      'nvim',
      ['--clean', '--headless', '-c', `lua if not loadfile('${file}') then vim.cmd('cq') end`, '-c', 'q'],
      top,
    );
    expect(code).toBe(0);
  });
});

describe.skipIf(!emacs.isThere())('Emacs with eglot', () => {
  test('shows the findings, and a chosen fix changes one member alone', async () => {
    const sample = await makeSample();
    const [text = ''] = await blocks('elisp');
    const seen = await drive(sample, [writeUtc], { name: 'init.el', text }, (_, env) =>
      runProgram('emacs', ['--batch', '-q', '-l', `${top}test/integrations/emacs.el`], sample.folder, env),
    );
    expect(seen.problem).toBeUndefined();
    expect(seen.found).toEqual(['text-too-long', 'timestamp-not-utc']);
    expect(seen.offered).toEqual([`Write ${utc}`]);
    expect(await readFile(sample.file, 'utf8')).toBe(handoff(sample.head, { pending: inline, time: utc }));
    expect(await readdir(path.dirname(sample.file))).toEqual(['task-1.json']);
  });

  test('has the terminal program move a long text into a file, and shows what came out (pitfall 66)', async () => {
    const sample = await makeSample();
    const [setup = '', command = ''] = await blocks('elisp');
    const home = await temporaryFolder();
    const init = path.join(home, 'init.el');
    await writeFile(init, `${setup.replace(/^\(add-hook.*$/m, '')}\n${command}`);
    const calls = ['(agent-handoff-fix)', '(princ (buffer-string))'].flatMap((call) => ['--eval', call]);
    const PATH = `${await programFolder()}:${process.env['PATH']}`;
    const { said } = await runProgram('emacs', ['--batch', '-q', '-l', init, sample.file, ...calls], sample.folder, {
      HOME: home,
      PATH,
    });
    const fixed = handoff(sample.head, { pending: inFile, time: utc });
    expect(said).toContain(fixed);
    expect(await readFile(sample.file, 'utf8')).toBe(fixed);
    expect(await readFile(path.join(path.dirname(sample.file), 'task-1-pending.txt'), 'utf8')).toBe(pending);
  });
});

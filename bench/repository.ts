import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './corruption/history.ts';
import { FOLDER, pathAt, textOf } from './documents.ts';

/** A task to make a handoff for. */
export interface Task {
  readonly task: string;
  /** How many files its branch changes: `pathAt(from)` and the following ones. */
  readonly changes: number;
  readonly from: number;
  readonly results: number;
  readonly mistake: boolean;
}

/** A handoff as it was written. */
export interface Written {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/** How many commits the main branch has; tasks start from one after the other. */
const MAIN_LENGTH = 50;

/** The first commit's time, in seconds since 1970: all are older than the handoffs. */
const START = Date.UTC(2026, 1, 1) / 1000;

/** Runs with a new folder, by its real path, that is removed afterwards. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-bench-')));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a git repository in an empty folder: a main branch, and for each task a branch of its own with one commit that
 * changes what its handoff lists. The handoffs are written into the work tree, and all of them are true but for the
 * mistakes asked for.
 */
export async function makeRepository(folder: string, tasks: readonly Task[]): Promise<readonly Written[]> {
  await git(folder, ['init', '--quiet', '--initial-branch=main']);
  const marks = join(folder, '.git', 'bench-marks');
  await git(folder, ['fast-import', '--quiet', `--export-marks=${marks}`], streamOf(tasks));
  const ids = idsOf(await readFile(marks, 'utf8'));
  const mainId = (index: number) => ids.get(markOfMain(index)) ?? '';
  const tip = mainId(MAIN_LENGTH - 1);
  const remote = `create refs/remotes/origin/main ${tip}\n`;
  await git(folder, ['update-ref', '--stdin'], remote);
  await git(folder, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main']);
  await git(folder, ['pack-refs', '--all']);
  await git(folder, ['reset', '--quiet', '--hard']);
  await mkdir(join(folder, FOLDER), { recursive: true });
  const written: Written[] = [];
  for (const [index, { task, changes, from, results, mistake }] of tasks.entries()) {
    const changed = Array.from({ length: changes }, (_, offset) => pathAt(from + offset));
    const [base, head] = [mainId(index % MAIN_LENGTH), ids.get(markOfTask(index)) ?? ''];
    const text = textOf({ task, branch: branchOf(task), base, head, changed, results, mistake });
    const file = join(folder, FOLDER, `${task}.json`);
    await writeFile(file, text);
    written.push({ file, text });
  }
  return written;
}

function branchOf(task: string): string {
  return `task/${task}-dev4`;
}

/** Marks of `git fast-import`: 1 is the content of every changed file. */
const CONTENT = 1;

function markOfMain(index: number): number {
  return CONTENT + 1 + index;
}

function markOfTask(index: number): number {
  return markOfMain(MAIN_LENGTH) + index;
}

function streamOf(tasks: readonly Task[]): string {
  const stream = [`blob\nmark :${CONTENT}\ndata 8\nchanged\n\n`];
  for (let index = 0; index < MAIN_LENGTH; index++) {
    const from = index === 0 ? '' : `from :${markOfMain(index - 1)}\n`;
    const change = `M 100644 :${CONTENT} docs/page-${index}.md\n`;
    stream.push(commit('main', markOfMain(index), START + index * 3600, from + change));
  }
  for (const [index, { task, changes, from }] of tasks.entries()) {
    const lines = [`from :${markOfMain(index % MAIN_LENGTH)}\n`];
    for (let offset = 0; offset < changes; offset++) lines.push(`M 100644 :${CONTENT} ${pathAt(from + offset)}\n`);
    const time = START + (MAIN_LENGTH + (index % 400)) * 3600;
    stream.push(commit(branchOf(task), markOfTask(index), time, lines.join('')));
  }
  return stream.join('');
}

function commit(branch: string, mark: number, time: number, rest: string): string {
  const who = `committer Carl <carl@example.com> ${time} +0000\n`;
  return `commit refs/heads/${branch}\nmark :${mark}\n${who}data 7\nChange\n${rest}\n`;
}

function idsOf(marks: string): ReadonlyMap<number, string> {
  return new Map(
    marks
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [mark = '', id = ''] = line.slice(1).split(' ');
        return [Number(mark), id] as const;
      }),
  );
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';
import { otherHandoffs } from './sample-formats.ts';

/**
 * Open work of the sample's third handoff: more than 4000 code points, with what is easily lost on the way into
 * another file: quotes, backslashes, tabs, line ends, Hangul, a character beyond 16 bits and no final line end.
 */
export const longPendingWork: string = [
  'The importer is half done. 남은 작업: 결과 파싱. 🚧\r\n\tRun "npm test" in C:\\work\\importer first.',
  ...Array.from(
    { length: 60 },
    (_, index) => `${index + 1}. Table ${index + 1} still needs its mapping: ${'see the notes; '.repeat(4)}`,
  ),
].join('\n');

/**
 * Makes a git repository to try everything in, into an empty folder: a remote-tracking `origin/main`, the branch
 * `task/task-2454-dev4` checked out with two commits of its own, and three handoffs in `memory/handoffs`:
 * `task-2453.json` is good, `task-2460.json` is wrong in several ways, and `task-2461.json` holds `longPendingWork`.
 * None of them is committed, and `task-2454` has none yet: it is the one to create. One handoff of each other format is
 * committed, with mistakes.
 */
export function makeSample(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commit(folder, 'Start the importer', 'dev1', {
    'README.md': '# Importer\n\nReads bank statements.\n',
    'src/read.py': 'def read(path):\n    return open(path, encoding="utf-8").read()\n',
    'scripts/start_task_guard.py': 'print("guard")\n',
    ...otherHandoffs,
  });
  const start = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'checkout', '--quiet', '-b', 'task/task-2453-dev3');
  commit(folder, 'Parse amounts', 'dev3', {
    'src/amount.py': 'def amount(text):\n    return int(text.replace(",", ""))\n',
  });
  const parsed = git(folder, 'rev-parse', 'HEAD');
  git(folder, 'checkout', '--quiet', 'main');
  git(folder, 'merge', '--quiet', '--ff-only', 'task/task-2453-dev3');
  git(folder, 'remote', 'add', 'origin', 'https://example.invalid/importer.git');
  git(folder, 'update-ref', 'refs/remotes/origin/main', parsed);
  git(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  git(folder, 'checkout', '--quiet', '-b', 'task/task-2454-dev4');
  commit(folder, 'Map table 1', 'dev4', { 'src/tables.py': 'TABLES = {"1": "accounts"}\n' });
  commit(folder, 'Describe the tables', 'dev4', { 'docs/tables.md': '# Tables\n\n1. accounts\n' });
  const head = git(folder, 'rev-parse', 'HEAD');
  write(folder, 'memory/handoffs/task-2453.json', json(good(start, parsed)));
  write(folder, 'memory/handoffs/task-2460.json', json(broken(parsed, head)));
  write(folder, 'memory/handoffs/task-2461.json', json(long(parsed, head)));
}

/** Writes a handoff that is true of the sample as it is checked out, for the task, and gives its path. */
export function writeTrueHandoff(folder: string, task: string): string {
  const path = `memory/handoffs/${task}.json`;
  const [base, head] = ['refs/remotes/origin/main', 'HEAD'].map((ref) => git(folder, 'rev-parse', ref));
  const changed_paths = ['docs/tables.md', 'src/tables.py'];
  const current_branch = 'task/task-2454-dev4';
  const members = { task_id: task, previous_bot: 'dev4', current_branch, changed_paths };
  write(folder, path, json({ ...good(base ?? '', head ?? ''), ...members }));
  return path;
}

function good(base: string, head: string): object {
  return {
    task_id: 'task-2453',
    schema_version: '1.0',
    previous_bot: 'dev3',
    current_branch: 'task/task-2453-dev3',
    base_sha: base,
    head_sha: head,
    changed_paths: ['src/amount.py'],
    allowed_paths: ['src/', 'docs/'],
    forbidden_paths: ['scripts/start_task_guard.py'],
    test_results: { pytest: 'passed' },
    handoff_reason: 'complete',
    created_at: '2026-05-04T09:30:00Z',
  };
}

/** Wrong: a value that is no reason, a field that is missing, one that nobody reads, two paths and a time. */
function broken(base: string, head: string): object {
  return {
    task_id: 'task-2460',
    schema_version: '1.0',
    current_branch: 'task/task-2454-dev4',
    base_sha: base,
    head_sha: head,
    changed_paths: ['src\\tables.py', 'docs/tables.md'],
    allowed_paths: ['src/', 'docs/'],
    forbidden_paths: ['docs/tables.md', 'scripts/start_task_guard.py'],
    pending_wrok: 'Tables 2 to 60 have no mapping yet.',
    test_results: { pytest: 'passed' },
    handoff_reason: 'interupt',
    created_at: '2026-05-05T21:34:56+09:00',
  };
}

function long(base: string, head: string): object {
  return {
    task_id: 'task-2461',
    schema_version: '1.0',
    previous_bot: 'dev4',
    current_branch: 'task/task-2454-dev4',
    base_sha: base,
    head_sha: head,
    changed_paths: ['docs/tables.md', 'src/tables.py'],
    allowed_paths: ['src/', 'docs/'],
    forbidden_paths: ['scripts/start_task_guard.py'],
    pending_work: longPendingWork,
    test_results: { pytest: 'passed' },
    handoff_reason: 'interrupt',
    created_at: '2026-05-05T12:34:56Z',
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function commit(folder: string, message: string, author: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  git(folder, 'add', '--all');
  git(
    folder,
    '-c',
    `user.name=${author}`,
    '-c',
    `user.email=${author}@example.invalid`,
    'commit',
    '--quiet',
    '-m',
    message,
  );
}

/** When all commits were made: before the handoffs that tell of them. */
const WORKED = '2026-05-04T09:00:00Z';

/** Git with nothing of the user's: no configuration, hooks or signing, and not the repository that a hook runs in. */
function git(folder: string, ...args: readonly string[]): string {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: WORKED,
    GIT_COMMITTER_DATE: WORKED,
  };
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', env, maxBuffer: 1 << 20 }).trim();
}

import { differing, type History, type Planned, type Work } from './history.ts';
import type { Random } from './random.ts';

/** A handoff that is true, and the history that it is true of. */
export interface Truth {
  readonly work: Work;
  readonly history: History;
  /** Relative to the repository's top level. */
  readonly path: string;
  readonly members: Members;
  readonly text: string;
  /** Writes other members in the same style. */
  write(members: Members): string;
  /** Full id of a commit. */
  idOf(commit: Planned): string;
}

export type Members = Readonly<Record<string, unknown>>;

/** Side files that stand beside the handoffs of every repository, by their path. */
export const sideFiles: Readonly<Record<string, string>> = {
  'memory/handoffs/pending-work.txt': `${'What is left to do. '.repeat(400)}\n`,
  'memory/handoffs/nothing.txt': '',
};

export const FOLDER = 'memory/handoffs';

export function tellTruth(random: Random, history: History, work: Work, ids: readonly string[]): Truth {
  const idOf = ({ place }: Planned) => ids[place] ?? '';
  const members = truthfulMembers(random, work, idOf);
  const indent = random.pick([2, 2, 4, '\t']);
  const eol = random.oneIn(6) ? '\r\n' : '\n';
  const write = (other: Members) => `${JSON.stringify(other, null, indent)}\n`.replaceAll('\n', eol);
  return { work, history, path: `${FOLDER}/${work.task}.json`, members, text: write(members), write, idOf };
}

function truthfulMembers(random: Random, work: Work, idOf: Truth['idOf']): Members {
  const changed = [...differing(work.base.tree, work.head.tree)];
  if (random.oneIn(5)) changed.push(`${FOLDER}/${work.task}.json`);
  const reason = random.pick(['interrupt', 'complete', 'takeover_request']);
  const short = random.oneIn(5) ? 10 + random.below(6) : 64;
  const folders = [...new Set(changed.map((path) => path.replace(/\/.*/, '/')))];
  const written = new Date((work.head.date + 30 + random.below(7200)) * 1000).toISOString();
  return {
    task_id: work.task,
    schema_version: '1.0',
    previous_bot: work.bot,
    current_branch: work.branch,
    base_sha: idOf(work.base).slice(0, short),
    head_sha: idOf(work.head).slice(0, short),
    changed_paths: changed,
    allowed_paths: random.oneIn(4) ? [] : folders.filter((folder) => folder !== `${FOLDER.slice(0, 7)}`),
    forbidden_paths: random.oneIn(3) ? [] : ['infra/', 'README.md'],
    ...pending(random, reason),
    known_failures: random.pick(['none', '없음', 'The nightly job is slow on Windows.']),
    test_results: random.pick([{}, { unit: 'pass' }, { unit: { passed: 12, failed: 0 }, lint: 'ok' }]),
    handoff_reason: reason,
    created_at: random.oneIn(2) ? written : written.replace(/\.\d+Z$/, 'Z'),
  };
}

function pending(random: Random, reason: string): Members {
  if (reason === 'complete') return {};
  if (random.oneIn(4)) return { pending_work_path: 'memory/handoffs/pending-work.txt' };
  return { pending_work: random.pick(['Write the tests.', '테스트를 마저 작성해야 함. 😀', 'Line one.\nLine two.']) };
}

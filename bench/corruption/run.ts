import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { git, type History, makeHistory, planHistory } from './history.ts';
import { type Case, createAjvJudge, createServiceJudge, judgeByUs } from './judges.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { NOW } from './kinds-of-commits.ts';
import { createRandom } from './random.ts';
import { FOLDER, sideFiles, type Truth, tellTruth } from './truth.ts';

export interface Size {
  readonly seed: number;
  /** Each with a history of its own; every third one has SHA-256 ids. */
  readonly repositories: number;
  /** Handoffs in each. */
  readonly tasks: number;
  /** In how many of them what the handoff is about is checked out in turn. */
  readonly checkedOut: number;
}

/** How often a kind was tried, and who caught it how often. */
export interface Row {
  readonly kind: Kind;
  tried: number;
  us: number;
  ajv: number;
  service: number;
  /** Handoffs that passed. */
  readonly passed: string[];
  /** Rules of ours that caught it. */
  readonly rules: Set<string>;
}

export interface Result {
  readonly truths: number;
  /** True handoffs that are accused, by whom. */
  readonly accused: { readonly us: readonly string[]; readonly ajv: number; readonly service: number };
  readonly rows: readonly Row[];
}

/** Makes the histories in temporary folders, writes true handoffs, breaks each in every way, and asks the judges. */
export async function run({ seed, repositories, tasks, checkedOut }: Size): Promise<Result> {
  const rows = kinds.map((kind): Row => ({ kind, tried: 0, us: 0, ajv: 0, service: 0, passed: [], rules: new Set() }));
  const accused = { us: [] as string[], ajv: 0, service: 0 };
  for (let n = 0; n < repositories; n++) {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-handoff-bench-')));
    try {
      await runIn(folder, { seed: seed + n, tasks, checkedOut, sha256: n % 3 === 2 }, rows, accused);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { truths: repositories * tasks, accused, rows };
}

interface World {
  readonly seed: number;
  readonly tasks: number;
  readonly checkedOut: number;
  readonly sha256: boolean;
}

async function runIn(
  folder: string,
  { seed, tasks, checkedOut, sha256 }: World,
  rows: readonly Row[],
  accused: { us: string[]; ajv: number; service: number },
): Promise<void> {
  const random = createRandom(seed);
  const history = planHistory(random, tasks);
  const repository = path.join(folder, 'repository');
  const ids = await prepare(folder, repository, history, sha256);
  const truths = history.works.map((work) => tellTruth(random, history, work, ids));
  const ajv = createAjvJudge();
  const service = createServiceJudge();
  const tried = new Map<Case, Row>();
  const attempt = (truth: Truth, row: Row) => {
    const text = row.kind.corrupt(truth, random);
    if (text !== undefined && text !== truth.text) tried.set({ path: truth.path, text }, row);
  };
  for (const row of rows.filter(({ kind }) => kind.checkedOut !== true))
    for (const truth of truths) attempt(truth, row);
  const plain = truths.map(({ path, text }): Case => ({ path, text }));
  const verdicts = await judgeByUs(repository, [...plain, ...tried.keys()], now);
  for (const one of plain) {
    const rules = verdicts.get(one) ?? [];
    if (rules.length > 0) accused.us.push(`${one.path}: ${rules.join(', ')}`);
    if (!ajv(one.text)) accused.ajv++;
    if (!(await service(one.text))) accused.service++;
  }
  await count(tried, verdicts);
  for (const truth of truths.slice(0, checkedOut)) {
    await git(repository, ['symbolic-ref', 'HEAD', `refs/heads/${truth.work.branch}`]);
    await git(repository, ['read-tree', 'HEAD']);
    tried.clear();
    // A handoff that is committed on top is not what is handed over.
    if (truth.work.tip !== truth.work.head) continue;
    for (const row of rows.filter(({ kind }) => kind.checkedOut === true)) attempt(truth, row);
    const here = { path: truth.path, text: truth.text };
    const found = await judgeByUs(repository, [here, ...tried.keys()], now);
    const rules = found.get(here) ?? [];
    if (rules.length > 0) accused.us.push(`${truth.path}, checked out: ${rules.join(', ')}`);
    await count(tried, found);
  }

  async function count(cases: ReadonlyMap<Case, Row>, found: Awaited<ReturnType<typeof judgeByUs>>): Promise<void> {
    for (const [one, row] of cases) {
      const rules = found.get(one) ?? [];
      row.tried++;
      for (const rule of rules) row.rules.add(rule);
      if (rules.length > 0) row.us++;
      else row.passed.push(one.text);
      if (!ajv(one.text)) row.ajv++;
      if (!(await service(one.text))) row.service++;
    }
  }
}

const now = new Date(NOW * 1000).toISOString();

async function prepare(
  folder: string,
  repository: string,
  history: History,
  sha256: boolean,
): Promise<readonly string[]> {
  await mkdir(path.join(repository, FOLDER), { recursive: true });
  await git(repository, ['init', '--quiet', '--initial-branch=main', ...(sha256 ? ['--object-format=sha256'] : [])]);
  const ids = await makeHistory(repository, history);
  for (const [name, text] of Object.entries(sideFiles)) await writeFile(path.join(repository, name), text);
  await writeFile(path.join(folder, 'pending-work.txt'), 'What is left to do.\n');
  await symlink('../../../pending-work.txt', path.join(repository, FOLDER, 'elsewhere.txt'));
  return ids;
}

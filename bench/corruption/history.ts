import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from './random.ts';

/** A tree of files by path. What changed between two is known without asking git. */
export type Tree = ReadonlyMap<string, Entry>;

export interface Entry {
  readonly mode: '100644' | '100755' | '120000';
  readonly content: string;
}

/** A commit before it has an id: its place in the order of making. */
export interface Planned {
  readonly place: number;
  readonly tree: Tree;
  /** Seconds since 1970. */
  readonly date: number;
  readonly parents: readonly Planned[];
}

/** One task's work, as it lies in the history. */
export interface Work {
  readonly task: string;
  readonly branch: string;
  readonly bot: string;
  /** Where it left the main branch, or took it in last. */
  readonly base: Planned;
  /** Its own commits from the first to the head. */
  readonly commits: readonly Planned[];
  readonly head: Planned;
  /** Commits that only add the handoff itself, behind the head. */
  readonly tip: Planned;
  /** The head as it was before it was made anew: nothing leads to it any more. */
  readonly lost: Planned;
  /** What happened to which file. */
  readonly renamed: { readonly from: string; readonly to: string };
  readonly moved: { readonly from: string; readonly to: string };
  readonly deleted: string;
  readonly modeOnly: string;
  readonly typeChanged: string;
}

export interface History {
  readonly main: readonly Planned[];
  readonly works: readonly Work[];
  /** A commit that has nothing in common with the others. */
  readonly orphan: Planned;
  /** All commits in the order of making. */
  readonly commits: readonly Planned[];
  /** Offset of the committers, such as `+0900`. */
  readonly zone: string;
}

const START = Date.UTC(2026, 1, 1) / 1000;
const MAIN_LENGTH = 14;
const BOTS = ['dev1', 'dev2', 'dev4', 'design', 'qc'];

/** A main branch and a branch for each task, every one with a rename, a move, a deletion, a change of mode and of type. */
export function planHistory(random: Random, tasks: number): History {
  const commits: Planned[] = [];
  let clock = START;
  const commit = (tree: Tree, ...parents: readonly Planned[]): Planned => {
    clock += 60 * (5 + random.below(600));
    const made = { place: commits.length, tree, date: clock, parents };
    commits.push(made);
    return made;
  };
  const main: Planned[] = [commit(firstTree(tasks))];
  for (let n = 1; n < MAIN_LENGTH; n++) {
    const before = main.at(-1);
    if (before !== undefined)
      main.push(commit(changed(before.tree, { [`main/m${n}.txt`]: file(`main ${n}`) }), before));
  }
  const works = Array.from({ length: tasks }, (_, index) => planWork(random, index, main, commit));
  const orphan = commit(new Map([['alone.txt', file('alone')]]));
  return { main, works, orphan, commits, zone: random.pick(['+0000', '+0900', '-0700']) };
}

/** Paths that differ between two trees, sorted: also where only the mode or the type does. */
export function differing(from: Tree, to: Tree): readonly string[] {
  const paths = new Set([...from.keys(), ...to.keys()]);
  const same = (a: Entry | undefined, b: Entry | undefined) => a?.mode === b?.mode && a?.content === b?.content;
  return [...paths].filter((name) => !same(from.get(name), to.get(name))).sort();
}

/** Makes the history in an empty repository, and gives the full id of each commit by its place. */
export async function makeHistory(folder: string, history: History): Promise<readonly string[]> {
  const marks = path.join(folder, '.git', 'bench-marks');
  const ref = 'refs/bench/all';
  const stream = history.commits.map((commit) => commitText(commit, ref, history.zone)).join('');
  await git(folder, ['fast-import', '--quiet', '--force', `--export-marks=${marks}`], stream);
  const ids: string[] = [];
  for (const line of (await readFile(marks, 'utf8')).split('\n')) {
    const [, mark, id] = /^:(\d+) (\w+)$/.exec(line) ?? [];
    if (id !== undefined) ids[Number(mark) - 1] = id;
  }
  const at = ({ place }: Planned) => ids[place] ?? '';
  const last = history.main.at(-1);
  const refs = [
    ...(last === undefined
      ? []
      : [`create refs/remotes/origin/main ${at(last)}`, `create refs/heads/main ${at(last)}`]),
    ...history.works.map(({ branch, tip }) => `create refs/heads/${branch} ${at(tip)}`),
    `create refs/heads/orphan ${at(history.orphan)}`,
    `delete ${ref}`,
  ];
  await git(folder, ['update-ref', '--stdin'], `${refs.join('\n')}\n`);
  return ids;
}

/** Runs git in a folder, cut off from the configuration of whoever runs the benchmark, and gives its output. */
export async function git(folder: string, args: readonly string[], input = ''): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const env = { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const child = spawn('git', [...args], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  // Most commands end without reading it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}.`);
  return output.trim();
}

function planWork(
  random: Random,
  index: number,
  main: readonly Planned[],
  commit: (tree: Tree, ...parents: readonly Planned[]) => Planned,
): Work {
  const task = `task-${1000 + index}${random.oneIn(4) ? '.1' : ''}`;
  const bot = random.pick(BOTS);
  const start = main[3 + random.below(main.length - 5)] ?? main[3];
  if (start === undefined) throw new Error('The main branch is too short.');
  const own = `feature/${index}`;
  const renamed = { from: `lib/old-${index}.ts`, to: `${own}/renamed.ts` };
  const moved = { from: `secret/s${index}.txt`, to: `${own}/moved.txt` };
  const [deleted, modeOnly, typeChanged] = [`docs/d${index}.md`, `tools/t${index}.sh`, `test/link-${index}`];
  const first = changed(start.tree, {
    [`src/s${random.below(10)}.ts`]: file(`by ${task}`),
    [`${own}/c1.ts`]: file(`${task} 1`),
  });
  const second = changed(first, {
    ...moving(first, renamed),
    ...moving(first, moved),
    [deleted]: undefined,
    [`${own}/c2.ts`]: file(`${task} 2`),
    'src/undone.ts': file(`for a while, by ${task}`),
  });
  const third = changed(second, {
    [modeOnly]: { mode: '100755', content: second.get(modeOnly)?.content ?? '' },
    [typeChanged]: { mode: '120000', content: '../src/s1.ts' },
    [`${own}/c3.ts`]: file(`${task} 3`),
    'src/undone.ts': start.tree.get('src/undone.ts'),
  });
  const commits = [commit(first, start)];
  const last = () => commits.at(-1) ?? start;
  commits.push(commit(second, last()), commit(third, last()));
  let base = start;
  if (random.oneIn(4)) {
    // The main branch is taken in, and what differs from it is still the work alone.
    base = main[main.indexOf(start) + 1] ?? start;
    const news = differing(start.tree, base.tree).map((name) => [name, base.tree.get(name)] as const);
    commits.push(commit(changed(last().tree, Object.fromEntries(news)), last(), base));
    commits.push(commit(changed(last().tree, { [`${own}/c4.ts`]: file(`${task} 4`) }), last()));
  }
  const head = last();
  const handoff = { [`memory/handoffs/${task}.json`]: file('{}') };
  const lost = commit(
    changed(head.tree, { [`${own}/c3.ts`]: file(`${task} 3, before it was made anew`) }),
    ...head.parents,
  );
  const tip = random.oneIn(3) ? commit(changed(head.tree, handoff), head) : head;
  return {
    task,
    bot,
    branch: `task/${task}-${bot}`,
    base,
    commits,
    head,
    tip,
    lost,
    renamed,
    moved,
    deleted,
    modeOnly,
    typeChanged,
  };
}

function firstTree(tasks: number): Tree {
  const tree = new Map<string, Entry>();
  for (let n = 0; n < 10; n++) tree.set(`src/s${n}.ts`, file(`source ${n}`));
  for (const name of ['src/undone.ts', 'infra/deploy.yml', 'infra/keys.yml', 'README.md']) tree.set(name, file(name));
  for (let n = 0; n < tasks; n++) {
    for (const name of [`lib/old-${n}.ts`, `secret/s${n}.txt`, `docs/d${n}.md`, `tools/t${n}.sh`, `test/link-${n}`])
      tree.set(name, file(`${name} as it was\n`.repeat(5)));
  }
  return tree;
}

function file(content: string): Entry {
  return { mode: '100644', content };
}

function moving(tree: Tree, { from, to }: { readonly from: string; readonly to: string }) {
  return { [from]: undefined, [to]: tree.get(from) };
}

function changed(tree: Tree, changes: Readonly<Record<string, Entry | undefined>>): Tree {
  const next = new Map(tree);
  for (const [name, entry] of Object.entries(changes)) {
    if (entry === undefined) next.delete(name);
    else next.set(name, entry);
  }
  return next;
}

function commitText({ place, tree, date, parents: [first, ...others] }: Planned, ref: string, zone: string): string {
  const before = first?.tree ?? new Map<string, Entry>();
  const changes = differing(before, tree).map((name) => {
    const entry = tree.get(name);
    if (entry === undefined) return `D ${name}\n`;
    return `M ${entry.mode} inline ${name}\ndata ${Buffer.byteLength(entry.content)}\n${entry.content}\n`;
  });
  const subject = `Commit ${place}`;
  return [
    first === undefined ? `reset ${ref}\n\n` : '',
    `commit ${ref}\nmark :${place + 1}\ncommitter C <c@example.com> ${date} ${zone}\n`,
    `data ${subject.length}\n${subject}\n`,
    first === undefined ? '' : `from :${first.place + 1}\n`,
    ...others.map((parent) => `merge :${parent.place + 1}\n`),
    ...changes,
    '\n',
  ].join('');
}

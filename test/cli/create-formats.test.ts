import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository, type TestRepository, temporaryFolder } from '../harness/repository.ts';
import { type Around, type Result, runIn } from './program.ts';

const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

async function repositoryWith(files: Readonly<Record<string, string>> = {}): Promise<TestRepository> {
  const repository = await makeRepository();
  await repository.commit({ 'a.ts': '1' });
  await repository.write(files);
  return repository;
}

const create = (
  { folder }: TestRepository,
  id: string,
  argv: readonly string[],
  around: Around = {},
): Promise<Result> => runIn(folder, ['create', '--format-id', id, ...argv], { environment, ...around });

const textOf = ({ folder }: TestRepository, path: string) => readFile(join(folder, path), 'utf8');
const set = (...all: readonly string[]) => all.flatMap((one) => ['--set', one]);

/** What `check` says of a file that was just made. */
const checked = ({ folder }: TestRepository, path: string) => runIn(folder, ['check', path], { environment });

describe('swl', () => {
  const transfer = { reason: 'direct_handoff', parentAgent: 'lead', transferCount: 9, sessionId: 's-1' };
  const step = {
    reason: 'pipeline_execution',
    parentAgent: 'lead',
    transferCount: 1,
    pipelineName: 'phase-2',
    currentStep: 1,
    totalSteps: 2,
  };

  test('a transfer, and the next one beside it, are written to the byte and are clean', async () => {
    const repository = await repositoryWith();
    const first = await create(repository, 'swl', [
      '--reason',
      'escalation',
      '--bot',
      'lead',
      '--output',
      'x/one.handoff.json',
    ]);
    expect(first).toEqual({ code: 0, output: 'x/one.handoff.json\n', complaints: '' });
    const next = await create(repository, 'swl', [
      '--from',
      'x/one.handoff.json',
      '--bot',
      'builder',
      '--reason',
      'review_request',
    ]);
    expect(next).toEqual({ code: 0, output: 'x/one-2.handoff.json\n', complaints: '' });
    expect(await textOf(repository, 'x/one-2.handoff.json')).toBe(`{
  "reason": "review_request",
  "parentAgent": "builder",
  "transferCount": 2
}
`);
    expect(await checked(repository, 'x/one-2.handoff.json')).toMatchObject({ code: 0 });
  });

  test('the shape is told by the answers, else asked for', async () => {
    const repository = await repositoryWith();
    expect(await create(repository, 'swl', ['--bot', 'lead'])).toEqual({
      code: 2,
      output: '',
      complaints:
        'agent-handoff: The format SWL handoff context has 3 shapes, so --shape must say which: plain (Transfer), pipeline (Pipeline step) or delegation (Delegated task).\n',
    });
    const { complaints } = await create(repository, 'swl', ['--shape', 'step']);
    expect(complaints).toContain('has no shape "step"; it must be plain (Transfer), pipeline (Pipeline step) or');
    const delegation = [
      '--task',
      'T-3',
      '--bot',
      'lead',
      ...set('taskDescription=Add users.', 'relevantFiles=a.ts:1', 'relevantFiles=a.ts'),
    ];
    expect(await create(repository, 'swl', delegation)).toMatchObject({ code: 0, output: 'T-3.handoff.json\n' });
    expect(JSON.parse(await textOf(repository, 'T-3.handoff.json'))).toEqual({
      reason: 'task_delegation',
      parentAgent: 'lead',
      transferCount: 1,
      taskId: 'T-3',
      taskDescription: 'Add users.',
      relevantFiles: ['a.ts:1', 'a.ts'],
    });
  });

  test('a number in a name is an index only where there is a list', async () => {
    const repository = await repositoryWith();
    const answers = set('metadata.1=one', 'metadata.a.b={"c":[1]}', '/metadata/x~1y=2', 'reason=escalation');
    expect(await create(repository, 'swl', ['--bot', 'lead', ...answers])).toMatchObject({ code: 0 });
    expect(JSON.parse(await textOf(repository, 'swl.handoff.json')).metadata).toEqual({
      '1': 'one',
      a: { b: { c: [1] } },
      'x/y': 2,
    });
  });

  test('a step follows a step, and says what is missing about the one before', async () => {
    const repository = await repositoryWith({ 'p.handoff.json': JSON.stringify(step) });
    const from = ['--from', 'p.handoff.json', '--bot', 'lead'];
    expect(await create(repository, 'swl', from)).toEqual({
      code: 2,
      output: '',
      complaints:
        "agent-handoff: Neither git nor the branch's name tells this, so it must be given: --set stepResults.0.agentName=… (Result of step 1: Agent).\n",
    });
    const result = set('stepResults.0.agentName=builder', 'stepResults.0.output={"table":"users"}');
    expect(await create(repository, 'swl', [...from, ...result])).toMatchObject({
      code: 0,
      output: 'p-2.handoff.json\n',
    });
    expect(JSON.parse(await textOf(repository, 'p-2.handoff.json'))).toEqual({
      ...step,
      transferCount: 2,
      currentStep: 2,
      isLastStep: true,
      stepResults: [{ step: 1, agentName: 'builder', output: { table: 'users' } }],
    });
    const past = await create(repository, 'swl', ['--from', 'p-2.handoff.json', '--bot', 'lead']);
    expect(past).toMatchObject({ code: 2, output: '' });
    expect(past.complaints).toBe('agent-handoff: p-2.handoff.json is for step 2 of 2, so no step follows it.\n');
  });

  test('the tenth transfer is written with a warning, the eleventh refused as a loop', async () => {
    const repository = await repositoryWith({ 'nine.handoff.json': JSON.stringify(transfer) });
    const argv = (from: string) => ['--from', from, '--bot', 'b', '--reason', 'escalation'];
    const tenth = await create(repository, 'swl', argv('nine.handoff.json'));
    expect(tenth).toMatchObject({ code: 0, output: 'nine-2.handoff.json\n' });
    expect(JSON.parse(await textOf(repository, 'nine-2.handoff.json'))).toMatchObject({
      transferCount: 10,
      sessionId: 's-1',
    });
    const before = await readdir(repository.folder);
    expect(await create(repository, 'swl', argv('nine-2.handoff.json'))).toEqual({
      code: 2,
      output: '',
      complaints:
        'agent-handoff: "transferCount" in nine-2.handoff.json is 10, and past 10 the work is taken to go in a circle. Nothing is passed on: report the loop to whoever gave the task.\n',
    });
    expect(await readdir(repository.folder)).toEqual(before);
  });

  test('an earlier handoff comes from standard input too, and another kind is refused', async () => {
    const repository = await repositoryWith({
      'aos.json': '{ "task_id": "AOS-1", "from": "a", "goal": "g", "definition_of_done": [] }',
    });
    const argv = ['--bot', 'b', '--reason', 'escalation', '--from'];
    const input = `\ufeff${JSON.stringify(transfer)}`;
    expect(await create(repository, 'swl', [...argv, '-'], { input })).toMatchObject({
      code: 0,
      output: 'swl.handoff.json\n',
    });
    const { complaints } = await create(repository, 'swl', [...argv, 'aos.json']);
    expect(complaints).toBe(
      'agent-handoff: --from: aos.json must be of the format SWL handoff context for another one to follow it; it is of the format AgentHandoff.\n',
    );
    expect((await create(repository, 'swl', [...argv, 'none.json'])).complaints).toMatch(
      /--from: .*none\.json does not exist/,
    );
    const told = await runIn(repository.folder, ['create', ...argv, '-', '--dry-run'], { environment, input });
    expect(JSON.parse(told.output)).toMatchObject({ reason: 'escalation', transferCount: 10 });
    expect((await create(repository, 'aos', ['--from', 'aos.json'])).complaints).toBe(
      'agent-handoff: --from says nothing in the format AgentHandoff: none follows another.\n',
    );
    expect((await create(repository, 'swl', [...argv, '-', '--set', 'transferCount=1'], { input })).complaints).toBe(
      'agent-handoff: --set: "transferCount" counts on from Standard input, where it is 9: leave it out.\n',
    );
  });
});

describe('aos', () => {
  const argv = ['--task', 'AOS-7', '--bot', 'lead', ...set('to=ads', 'goal=It is live.')];

  test('a delegation is written to the byte, and is clean', async () => {
    const repository = await repositoryWith();
    const answers = set(
      'definition_of_done=It runs.',
      'definition_of_done=It says = what it costs.',
      'constraints.deadline=2027-01-31T18:00:00Z',
      '/constraints/budget_eur=0',
      'inputs=["AOS-1", "briefs"]',
    );
    expect(await create(repository, 'aos', [...argv, ...answers])).toEqual({
      code: 0,
      output: 'AOS-7.handoff.json\n',
      complaints: '',
    });
    expect(await textOf(repository, 'AOS-7.handoff.json')).toBe(`{
  "task_id": "AOS-7",
  "from": "lead",
  "to": "ads",
  "goal": "It is live.",
  "inputs": [
    "AOS-1",
    "briefs"
  ],
  "constraints": {
    "budget_eur": 0,
    "deadline": "2027-01-31T18:00:00Z"
  },
  "definition_of_done": [
    "It runs.",
    "It says = what it costs."
  ]
}
`);
    expect(await checked(repository, 'AOS-7.handoff.json')).toMatchObject({ code: 0 });
  });

  test('needs no git, and speaks of no base that nothing was measured against', async () => {
    const folder = await temporaryFolder();
    const answers = [...argv, ...set('definition_of_done=It runs.')];
    const alone = await runIn(folder, ['create', '--format-id', 'aos', ...answers], { environment });
    expect(alone).toEqual({ code: 0, output: 'AOS-7.handoff.json\n', complaints: '' });
    const repository = await repositoryWith();
    await repository.remote();
    expect(await create(repository, 'aos', answers)).toEqual(alone);
  });

  test('nothing is written into .git', async () => {
    const repository = await repositoryWith();
    const result = await create(repository, 'aos', [
      ...argv,
      ...set('definition_of_done=a'),
      '--output',
      '.git/x.json',
    ]);
    expect(result).toEqual({
      code: 2,
      output: '',
      complaints: 'agent-handoff: --output must lie outside of .git; it is .git/x.json.\n',
    });
  });

  test('all that is missing is named with the option that says it, and the next free number', async () => {
    const repository = await repositoryWith({ 'AOS-41.handoff.json': '{}' });
    expect(await create(repository, 'aos', [])).toEqual({
      code: 2,
      output: '',
      complaints:
        "agent-handoff: Neither git nor the branch's name tells this, so it must be given: --task (Task: AOS-42), --bot (From), --set to=… (To), --set goal=… (Goal) and --set definition_of_done=… (Definition of done; once for each entry).\n",
    });
  });

  test.each([
    [['definition_of_done=[]'], '--set definition_of_done: definition_of_done must have at least 1 entry.'],
    [
      ['definition_of_done=a', 'definition_of_done='],
      '--set definition_of_done: Entry 2 of definition_of_done must not be empty.',
    ],
    [['constraints.autonomy=L9'], '--set constraints.autonomy: constraints.autonomy must be L0, L1 or L2; it is "L9".'],
    [
      ['constraints.budget_eur=much'],
      '--set constraints.budget_eur: constraints.budget_eur must be a number; it is "much".',
    ],
    [['constraints=5'], '--set constraints: constraints must be an object; it is "5".'],
    [
      ['output_format=report', 'output_format=data'],
      '--set output_format: output_format is given more than once: give it once.',
    ],
    [
      ['constraints={"max_tokens":1}', 'constraints.max_tokens=2'],
      '--set constraints.max_tokens: constraints.max_tokens is given more than once: give it once.',
    ],
    [
      ['inputs.2=a'],
      '--set inputs.2: inputs.2 does not fit beside what was given before: entries of a list count from 0.',
    ],
    [['gaol=a'], '--set gaol: The format has no member gaol. Did you mean goal?'],
    [['__proto__.x=1'], '--set __proto__.x: The format has no member __proto__.'],
    [['=a'], '--set must be NAME=VALUE, for example goal="Ship it"; it is "=a".'],
  ])('--set %j is a wrong call, and nothing is written', async (answers, complaint) => {
    const repository = await repositoryWith();
    const result = await create(repository, 'aos', [...argv, ...set(...answers)]);
    expect(result).toEqual({ code: 2, output: '', complaints: `agent-handoff: ${complaint}\n` });
    expect(await readdir(repository.folder)).toEqual(['.git', 'a.ts']);
  });

  test('an option and --set do not say the same member twice', async () => {
    const { complaints } = await create(await repositoryWith(), 'aos', [...argv, ...set('task_id=AOS-8')]);
    expect(complaints).toBe('agent-handoff: --set task_id: task_id is given more than once: give it once.\n');
  });
});

describe('gsd', () => {
  const plans = {
    '.planning/STATE.md': 'Phase: 2 of 3 (Login)\n',
    '.planning/phases/01-setup/01-01-PLAN.md': 'p',
    '.planning/phases/01-setup/01-01-SUMMARY.md': 's',
    '.planning/phases/02-login/02-01-PLAN.md': 'p',
  };

  async function planned(): Promise<TestRepository> {
    const repository = await makeRepository();
    await repository.commit({ 'a.ts': '1', ...plans });
    await repository.write({ 'a.ts': '2', 'new file.ts': '1' });
    return repository;
  }

  test('a pause takes what git and the plans tell, to the byte, and is clean', async () => {
    const repository = await planned();
    const said = [
      '--pending',
      'Finish the form.',
      ...set('decisions.0.decision=No captcha.', 'task=1', 'milestone=v1'),
    ];
    expect(await create(repository, 'gsd', said)).toEqual({
      code: 0,
      output: '.planning/HANDOFF.json\n',
      complaints: '',
    });
    expect(await textOf(repository, '.planning/HANDOFF.json')).toBe(`{
  "version": "1.0",
  "timestamp": "2026-06-01T00:00:00Z",
  "phase": "02",
  "phase_name": "login",
  "phase_dir": ".planning/phases/02-login",
  "plan": 1,
  "task": 1,
  "total_tasks": null,
  "status": "paused",
  "completed_tasks": [],
  "remaining_tasks": [],
  "blockers": [],
  "human_actions_pending": [],
  "decisions": [
    {
      "decision": "No captcha."
    }
  ],
  "uncommitted_files": [
    "a.ts",
    "new file.ts"
  ],
  "next_action": "Finish the form.",
  "context_notes": null,
  "milestone": "v1"
}
`);
    expect(await checked(repository, '.planning/HANDOFF.json')).toMatchObject({
      code: 0,
      output: '1 file: nothing found.\n',
    });
  });

  test('one that is there is kept without --force, and does not list itself with it', async () => {
    const repository = await planned();
    await repository.write({ '.planning/HANDOFF.json': 'mine' });
    expect(await create(repository, 'gsd', [])).toEqual({
      code: 2,
      output: '',
      complaints: 'agent-handoff: .planning/HANDOFF.json is there already, and is kept. Replace it with --force.\n',
    });
    expect(await textOf(repository, '.planning/HANDOFF.json')).toBe('mine');
    expect(await create(repository, 'gsd', ['--force', '--reason', 'complete'])).toMatchObject({ code: 0 });
    expect(JSON.parse(await textOf(repository, '.planning/HANDOFF.json'))).toMatchObject({
      status: 'complete',
      uncommitted_files: ['a.ts', 'new file.ts'],
    });
  });

  test('without a planning folder there is nothing to pause', async () => {
    const repository = await repositoryWith();
    expect(await create(repository, 'gsd', [])).toEqual({
      code: 2,
      output: '',
      complaints:
        'agent-handoff: A GSD pause says where the work in .planning stands, and there is no folder .planning here.\n',
    });
    expect(await readdir(repository.folder)).toEqual(['.git', 'a.ts']);
  });
});

test('yarramate: a skeleton is written, what it is is said, and the rules name all that is to be filled in', async () => {
  const repository = await repositoryWith();
  const { code, output, complaints } = await create(repository, 'yarramate', set('summary=A talk.', 'lastSequence=0'));
  expect([code, output]).toEqual([1, 'yarramate.handoff.json\n']);
  expect(complaints.split('\n').map((line) => line.replace(/ must .*/, ''))).toEqual([
    "agent-handoff: A YarraMate visual handoff is written by YarraMate's server when a session ends: this makes a skeleton, and what nobody says stays to be filled in.",
    'agent-handoff: error bad-shape: "sessionId"',
    'agent-handoff: error value-not-allowed: "decision"',
    'agent-handoff: error value-not-allowed: "terminationReason"',
    'agent-handoff: error text-empty: "transcriptPath"',
    '',
  ]);
});

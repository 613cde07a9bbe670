import { describe, expect, test } from 'vitest';
import { asText, valueParts } from '../../core/complete/snippet.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { problemOfAnswers, readAnswers } from '../../core/create/answers.ts';
import { countedAnew, readPrevious } from '../../core/create/chain.ts';
import type { Answers, CreateSource, Members, Previous } from '../../core/create/create-source.ts';
import { createDraft, createNeeds, furtherNeeds } from '../../core/create/draft.ts';
import { obstacles } from '../../core/create/obstacle.ts';
import { type Question, questions } from '../../core/create/question.ts';
import { inShapeCalled, shapeChoices } from '../../core/create/shape-choice.ts';
import type { Facts, GitFacts } from '../../core/evidence/facts.ts';
import { createFormat, type Format } from '../../core/format/format.ts';
import type { Schema } from '../../core/format/schema.ts';
import { formats } from '../../core/generated/formats.ts';
import { createAjv } from '../../host/schemas/ajv.ts';

/* New handoffs of the formats that are no task handoffs: `draft.test.ts` is about those. */

const git: GitFacts = {
  branch: 'main',
  head: 'a1b2c3d400000000000000000000000000000002',
  uncommitted: [],
  shallow: false,
  commits: new Map(),
  tips: new Map(),
  ranges: new Map(),
  tracked: new Map(),
};

function formatCalled(id: string): Format {
  const format = formats.find((known) => known.id === id);
  if (format === undefined) throw new Error('no format');
  return format;
}

function source(format: Format, facts: Partial<Facts> = {}): CreateSource {
  return {
    format,
    configuration: defaultConfiguration,
    facts: {
      now: '2026-05-05T12:34:56.789Z',
      place: { root: 'repository' },
      files: new Map(),
      folders: new Map([['', []]]),
      git,
      ...facts,
    },
  };
}

/** A source in one of the shapes of the format, following an earlier handoff. */
function shaped(shape: string, previous?: Members): CreateSource {
  const format = inShapeCalled(formatCalled('swl'), shape);
  if (format === undefined) throw new Error('no shape');
  const before: Previous | undefined = previous && {
    name: 'a.handoff.json',
    path: 'sub/a.handoff.json',
    value: previous,
  };
  const folders = new Map([
    ['', []],
    ['sub', ['a.handoff.json']],
  ]);
  return { ...source(format, { folders }), ...(before && { previous: before }) };
}

const asked = (source: CreateSource, answers?: Answers) =>
  questions(source, answers)
    .filter((question) => question.asked === 'always')
    .map(({ member }) => member);

const offered = (source: CreateSource) =>
  questions(source)
    .filter((question) => question.asked !== 'always')
    .map(({ member }) => member);

function draft(source: CreateSource, answers: Answers) {
  const { path, text, reports } = createDraft(source, answers);
  return { path, value: JSON.parse(text), findings: reports.map(({ rule }) => rule) };
}

function find(all: readonly Question[], member: string): Question {
  const found = all.find((question) => question.member === member);
  if (found === undefined) throw new Error(`no question ${member}`);
  return found;
}

describe('a format with several shapes', () => {
  test('offers them in words of a person', () => {
    expect(shapeChoices(formatCalled('swl')).map(({ id, title }) => [id, title])).toEqual([
      ['plain', 'Transfer'],
      ['pipeline', 'Pipeline step'],
      ['delegation', 'Delegated task'],
    ]);
    expect(shapeChoices(formatCalled('aos'))).toEqual([]);
  });

  test('asks in each only for what it has, and offers no value that belongs to another', () => {
    expect(asked(shaped('plain'))).toEqual(['reason', 'parentAgent']);
    expect(find(questions(shaped('plain')), 'reason').choices.map(({ value }) => value)).toEqual([
      'direct_handoff',
      'escalation',
      'review_request',
    ]);
    expect(asked(shaped('pipeline'))).toEqual(['parentAgent', 'pipelineName', 'currentStep', 'totalSteps']);
    expect(asked(shaped('delegation'))).toEqual(['parentAgent', 'taskId', 'taskDescription']);
    expect(offered(shaped('delegation'))).toEqual([
      'sessionId',
      'verificationCriteria',
      'relevantFiles',
      'previousTaskOutputs',
      'metadata',
    ]);
  });

  test('writes each shape, called after its task where it has one', () => {
    expect(draft(shaped('plain'), { reason: 'escalation', parentAgent: 'lead' })).toEqual({
      path: 'swl.handoff.json',
      value: { reason: 'escalation', parentAgent: 'lead', transferCount: 1 },
      findings: [],
    });
    const delegation = { parentAgent: 'lead', taskId: 'T-03', taskDescription: 'Add users.', relevantFiles: ['a.ts'] };
    expect(draft(shaped('delegation'), delegation)).toMatchObject({
      path: 'T-03.handoff.json',
      value: { reason: 'task_delegation', parentAgent: 'lead', transferCount: 1, taskId: 'T-03' },
    });
    expect(
      draft(shaped('pipeline'), { parentAgent: 'a', pipelineName: 'p', currentStep: 3, totalSteps: 3 }),
    ).toMatchObject({ value: { reason: 'pipeline_execution', currentStep: 3, totalSteps: 3, isLastStep: true } });
  });

  test('refuses the value of another shape', () => {
    expect(problemOfAnswers(shaped('plain'), { reason: 'task_delegation' })).toBe(
      'reason must be direct_handoff, escalation or review_request; it is "task_delegation".',
    );
  });
});

describe('the next transfer', () => {
  const transfer = {
    reason: 'direct_handoff',
    parentAgent: 'lead',
    transferCount: 3,
    sessionId: 's-1',
    metadata: { a: 1 },
  };

  test('counts up, carries the session on and leaves what was said for one handoff', () => {
    const next = shaped('plain', transfer);
    expect(asked(next)).toEqual(['reason', 'parentAgent']);
    expect(draft(next, { reason: 'review_request', parentAgent: 'builder' })).toEqual({
      path: 'sub/a-2.handoff.json',
      value: { reason: 'review_request', parentAgent: 'builder', transferCount: 4, sessionId: 's-1' },
      findings: [],
    });
  });

  test.each([
    ['T-3.handoff.json', ['T-3.handoff.json'], 'T-3-2.handoff.json'],
    ['T-3-2.handoff.json', ['T-3.handoff.json', 'T-3-2.handoff.json'], 'T-3-3.handoff.json'],
    ['notes.json', ['notes.json'], 'swl.handoff.json'],
  ])('is called after %s, whose number may be part of its name', (path, names, next) => {
    const here = { ...shaped('plain', transfer), facts: { ...shaped('plain').facts, folders: new Map([['', names]]) } };
    expect(createDraft({ ...here, previous: { name: path, path, value: transfer } }, {}).path).toBe(next);
  });

  test('is the tenth at most; the eleventh is a loop and is reported', () => {
    expect(obstacles(shaped('plain', { ...transfer, transferCount: 9 }))).toEqual([]);
    expect(obstacles(shaped('plain', { ...transfer, transferCount: 10 }))).toEqual([
      {
        kind: 'stop',
        message:
          '"transferCount" in a.handoff.json is 10, and past 10 the work is taken to go in a circle. Nothing is passed on: report the loop to whoever gave the task.',
      },
    ]);
  });

  test.each([
    [{ ...transfer, transferCount: '3' }, 'it is "3"'],
    [{ ...transfer, transferCount: 1.5 }, 'it is 1.5'],
    [{ ...transfer, transferCount: {} }, 'it is an object'],
    [{ reason: 'escalation', parentAgent: 'x' }, 'it is missing'],
  ])('is refused where there is nothing to count on from: %j', (before, is) => {
    expect(obstacles(shaped('plain', before))).toEqual([
      {
        kind: 'stop',
        message: `"transferCount" in a.handoff.json must be a whole number, so that the next one can count on; ${is}.`,
      },
    ]);
  });

  test('cannot be counted anew by an answer', () => {
    expect(countedAnew(shaped('plain', transfer), { transferCount: 1 })).toBe(
      '"transferCount" counts on from a.handoff.json, where it is 3: leave it out.',
    );
    expect(countedAnew(shaped('plain'), { transferCount: 5 })).toBeUndefined();
  });

  test('follows only a handoff of its own format that can be read', () => {
    const read = (text: string) => readPrevious(formatCalled('swl'), formats, { name: 'a.json', text });
    expect(read('{ "reason": ')).toEqual({ message: 'a.json is no valid JSON object: repair it first.' });
    expect(read('[]')).toEqual({ message: 'a.json is no valid JSON object: repair it first.' });
    expect(read('{ "task_id": "AOS-1", "from": "a", "goal": "g", "definition_of_done": ["d"] }')).toEqual({
      message:
        'a.json must be of the format SWL handoff context for another one to follow it; it is of the format AgentHandoff.',
    });
    expect(read(JSON.stringify(transfer))).toMatchObject({ previous: { name: 'a.json', value: transfer } });
  });
});

describe('the next step of a pipeline', () => {
  const step = {
    reason: 'pipeline_execution',
    parentAgent: 'lead',
    transferCount: 2,
    pipelineName: 'phase-2',
    currentStep: 2,
    totalSteps: 3,
    isLastStep: false,
    stepResults: [{ step: 1, agentName: 'designer', status: 'completed' }],
    pipelineData: { branch: 'main' },
  };

  test('asks what the step before gave, and nothing that follows from it', () => {
    const next = shaped('pipeline', step);
    expect(asked(next)).toEqual([
      'parentAgent',
      'stepResults.0.agentName',
      'stepResults.0.output',
      'stepResults.0.status',
    ]);
    expect(find(questions(next), 'stepResults.0.agentName')).toMatchObject({
      title: 'Result of step 2: Agent',
      required: true,
    });
  });

  test('has the earlier results, the new one among them, and is known to be the last', () => {
    const answers = { parentAgent: 'lead', stepResults: [{ agentName: 'builder', output: { table: 'users' } }] };
    expect(draft(shaped('pipeline', step), answers)).toEqual({
      path: 'sub/a-2.handoff.json',
      value: {
        reason: 'pipeline_execution',
        parentAgent: 'lead',
        transferCount: 3,
        pipelineName: 'phase-2',
        currentStep: 3,
        totalSteps: 3,
        isLastStep: true,
        stepResults: [
          { step: 1, agentName: 'designer', status: 'completed' },
          { step: 2, agentName: 'builder', output: { table: 'users' } },
        ],
        pipelineData: { branch: 'main' },
      },
      findings: [],
    });
  });

  test('does not follow the last one, but another kind of transfer does', () => {
    const last = { ...step, currentStep: 3, isLastStep: true };
    expect(obstacles(shaped('pipeline', last))).toEqual([
      { kind: 'stop', message: 'a.handoff.json is for step 3 of 3, so no step follows it.' },
    ]);
    expect(obstacles(shaped('plain', last))).toEqual([]);
  });
});

describe('a delegation', () => {
  const aos = formatCalled('aos');

  test('asks for what must be said, and offers the rest with its limits one by one', () => {
    expect(asked(source(aos))).toEqual(['task_id', 'from', 'to', 'goal', 'definition_of_done']);
    expect(offered(source(aos))).toEqual([
      'inputs',
      'constraints.budget_eur',
      'constraints.max_tokens',
      'constraints.deadline',
      'constraints.autonomy',
      'output_format',
      'needs_approval_for',
      'context_refs',
    ]);
    const done = find(questions(source(aos)), 'definition_of_done');
    expect(done).toMatchObject({ kind: 'list', required: true, title: 'Definition of done' });
    expect(done.parts.map(({ path, kind }) => ({ path, kind }))).toEqual([{ path: [], kind: 'text' }]);
    expect(find(questions(source(aos)), 'constraints.deadline').title).toBe('Constraints: Deadline');
  });

  test.each([
    [[], 'AOS-1'],
    [['AOS-7.handoff.json', 'AOS-12.handoff.json', 'AOS-12-2.handoff.json', 'AOS-99.json', 'notes.md'], 'AOS-13'],
  ])('offers the next free number beside %j', (names, next) => {
    const here = source(aos, { folders: new Map([['', names]]) });
    expect(find(questions(here), 'task_id').choices).toEqual([{ value: next, description: '' }]);
  });

  test('is written as it was said, typed texts as what their members hold', () => {
    const typed = {
      task_id: 'AOS-7',
      from: 'lead',
      to: 'ads',
      goal: 'It is live.',
      constraints: { budget_eur: '250.5', autonomy: 'L1' },
      definition_of_done: ['It runs.', '42'],
    };
    const answers = readAnswers(aos, typed);
    expect(problemOfAnswers({ format: aos }, answers)).toBeUndefined();
    expect(draft(source(aos), answers)).toEqual({
      path: 'AOS-7.handoff.json',
      value: { ...typed, constraints: { budget_eur: 250.5, autonomy: 'L1' } },
      findings: ['spending-unapproved'],
    });
  });

  test('gets a free name that still is a name of the format', () => {
    const here = source(aos, { folders: new Map([['', ['AOS-7.handoff.json']]]) });
    expect(createDraft(here, { task_id: 'AOS-7' })).toMatchObject({
      path: 'AOS-7-2.handoff.json',
      taken: 'AOS-7.handoff.json',
    });
  });

  test.each([
    [{ task_id: 'T-7' }, 'task_id must be "AOS-" and then digits; it is "T-7".'],
    [{ definition_of_done: [] }, 'definition_of_done must have at least 1 entry.'],
    [{ definition_of_done: ['a', ' '] }, 'Entry 2 of definition_of_done must not be empty.'],
    [{ constraints: { budget_eur: -1 } }, 'constraints.budget_eur must be at least 0; it is -1.'],
    [{ constraints: { max_tokens: 'many' } }, 'constraints.max_tokens must be a whole number; it is "many".'],
    [
      { constraints: { deadline: '2026-02-30T00:00:00Z' } },
      'constraints.deadline must be a time such as 2026-12-31T18:00:00Z; it is "2026-02-30T00:00:00Z".',
    ],
    [{ constraints: { autonomy: 'L3' } }, 'constraints.autonomy must be L0, L1 or L2; it is "L3".'],
    [
      { constraints: { dedline: 'x' } },
      'The format has no member constraints.dedline. Did you mean constraints.deadline?',
    ],
    [{ gaol: 'x' }, 'The format has no member gaol. Did you mean goal?'],
  ])('refuses %j in words', (answers, message) => {
    expect(problemOfAnswers({ format: aos }, answers)).toBe(message);
  });
});

describe('a pause', () => {
  const gsd = formatCalled('gsd');
  const planning = {
    '.planning': ['phases', 'STATE.md'],
    '.planning/phases': ['01-setup', '02-login', 'notes.md'],
    '.planning/phases/01-setup': ['01-01-PLAN.md', '01-01-SUMMARY.md'],
    '.planning/phases/02-login': ['02-01-PLAN.md', '02-01-SUMMARY.md', '02-02-PLAN.md', '02-CONTEXT.md'],
  };
  const facts = (folders: Readonly<Record<string, readonly string[]>>, state?: string): Partial<Facts> => ({
    folders: new Map(Object.entries(folders)),
    files: new Map(state === undefined ? [] : [['.planning/STATE.md', { kind: 'file', size: 1, text: state }]]),
  });

  test('looks into the folders of the phases once it knows them', () => {
    expect(createNeeds({ format: gsd }).folders).toEqual(['.planning', '.planning/phases']);
    expect(createNeeds({ format: gsd }).git).toContain('recent');
    expect(furtherNeeds(source(gsd, facts(planning)), {}).folders).toEqual([
      '.planning/phases',
      '.planning/phases/01-setup',
      '.planning/phases/02-login',
    ]);
  });

  test('says where the work stands, what is not committed and when', () => {
    const here = source(gsd, {
      ...facts(planning),
      git: { ...git, uncommitted: ['.planning/HANDOFF.json', 'src/a.ts'] },
    });
    expect(draft(here, { next_action: 'Finish the form.', decisions: [{ decision: 'No captcha.' }] })).toEqual({
      path: '.planning/HANDOFF.json',
      value: {
        version: '1.0',
        timestamp: '2026-05-05T12:34:56Z',
        phase: '02',
        phase_name: 'login',
        phase_dir: '.planning/phases/02-login',
        plan: 2,
        task: null,
        total_tasks: null,
        status: 'paused',
        completed_tasks: [],
        remaining_tasks: [],
        blockers: [],
        human_actions_pending: [],
        decisions: [{ decision: 'No captcha.' }],
        uncommitted_files: ['src/a.ts'],
        next_action: 'Finish the form.',
        context_notes: null,
      },
      findings: [],
    });
  });

  test.each([
    ['two phases have open plans', { '.planning/phases/01-setup': ['01-01-PLAN.md'] }, undefined, [null, null]],
    [
      'two have, and the state names one',
      { '.planning/phases/01-setup': ['01-01-PLAN.md'] },
      'Phase: 1 of 2 (Setup)',
      ['01', 1],
    ],
    ['the state names another phase than the open one', {}, '**Phase:** 1', [null, null]],
    ['the state says nothing of a phase', {}, '# State\n\nAll is well.', ['02', 2]],
    ['two plans are open', { '.planning/phases/02-login': ['02-1-PLAN.md', '02-02-PLAN.md'] }, undefined, ['02', null]],
    ['nothing is open and nothing is stated', { '.planning/phases/02-login': [] }, undefined, [null, null]],
    ['nothing is open and the state names a phase', { '.planning/phases/02-login': [] }, 'Phase: 02', ['02', null]],
    ['there are no phases', { '.planning/phases': [] }, 'Phase: 2', [null, null]],
  ])('leaves open what is not certain: %s', (_, changed, state, [phase, plan]) => {
    const { value } = draft(source(gsd, facts({ ...planning, ...changed }, state)), {});
    expect([value.phase, value.plan]).toEqual([phase, plan]);
  });

  test('asks for what is not certain, with what there is to choose', () => {
    const folders = { ...planning, '.planning/phases/01-setup': ['01-01-PLAN.md'] };
    const asks = questions(source(gsd, facts(folders)));
    expect(find(asks, 'phase').choices.map(({ value }) => value)).toEqual(['01', '02']);
    expect(find(asks, 'phase_dir').choices[1]?.value).toBe('.planning/phases/02-login');
    expect(questions(source(gsd, facts(planning))).map(({ member }) => member)).not.toContain('phase');
  });

  test('offers the latest commits for a task that is done, and takes none by itself', () => {
    const commit = {
      id: 'abcdef0123456789abcdef0123456789abcdef01',
      subject: 'feat(02-01): form',
      author: 'a',
      date: '',
    };
    const here = source(gsd, { ...facts(planning), git: { ...git, recent: [commit] } });
    const tasks = find(questions(here), 'completed_tasks');
    expect(tasks.parts.map(({ member }) => member)).toEqual(['id', 'name', 'status', 'commit', 'progress']);
    expect(find(tasks.parts, 'commit').choices).toEqual([{ value: 'abcdef01', description: 'feat(02-01): form' }]);
    expect(draft(here, {}).value.completed_tasks).toEqual([]);
  });

  test('needs a planning folder, and leaves out what git cannot say', () => {
    const none = source(gsd, { folders: new Map([['.planning', undefined]]) });
    expect(obstacles(none)).toEqual([
      {
        kind: 'stop',
        message: 'A GSD pause says where the work in .planning stands, and there is no folder .planning here.',
      },
    ]);
    const { git: _, ...rest } = source(gsd, facts(planning)).facts;
    const without = { ...source(gsd), facts: { ...rest, unchecked: 'git is not installed' } };
    expect(obstacles(without)).toEqual([
      { kind: 'confirm', message: 'uncommitted_files will be left out, because git is not installed.' },
    ]);
    expect(draft(without, {}).value).not.toHaveProperty('uncommitted_files');
  });
});

test('what a program writes is a skeleton in which nothing passes for an answer', () => {
  const format = formatCalled('yarramate');
  const [obstacle] = obstacles(source(format));
  expect(obstacle).toEqual({
    kind: 'confirm',
    message:
      "A YarraMate visual handoff is written by YarraMate's server when a session ends: this makes a skeleton, and what nobody says stays to be filled in.",
  });
  expect(questions(source(format)).filter(({ required }) => required)).toEqual([]);
  const { path, value, findings } = draft(source(format), {});
  expect(path).toBe('yarramate.handoff.json');
  expect(value).toEqual({
    format: 'yarramate/visual-handoff/v2',
    sessionId: '',
    authority: 'canonical',
    decision: '',
    terminationReason: '',
    lastSequence: null,
    summary: '',
    confirmedDecisions: [],
    requestedChanges: [],
    unresolvedQuestions: [],
    finalViews: [],
    transcriptPath: '',
    completedAt: '2026-05-05T12:34:56.789Z',
  });
  expect(findings).toHaveLength(6);
});

describe("a format of the user's own", () => {
  const schema: Schema = {
    title: 'Relay',
    type: 'object',
    additionalProperties: false,
    required: ['ticket', 'hops', 'owner', 'checks'],
    properties: {
      ticket: { title: 'Ticket', type: 'string', 'x-handoff': { task: 'id', numbered: 'R' } },
      hops: { title: 'Hops', type: 'integer', maximum: 5, 'x-handoff': { transfers: true } },
      owner: {
        title: 'Owner',
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: { name: { title: 'Name', type: 'string' }, urgent: { title: 'Urgent', type: 'boolean' } },
      },
      checks: { title: 'Checks', type: 'array', minItems: 1, items: { type: 'string' } },
      trail: { title: 'Trail', type: 'string', 'x-handoff': { carried: true } },
      mood: { title: 'Mood', type: 'string', 'x-handoff': { initial: 'calm', usual: true } },
    },
    'x-handoff': { format: { files: ['**/*.relay.json'], name: '{task}.relay.json' } },
  };
  const relay = createFormat('relay', schema, createAjv(schema).compile(schema));

  test('is asked for and drafted by the same meanings', () => {
    const first = source(relay, { folders: new Map([['', ['R4.relay.json']]]) });
    expect(asked(first)).toEqual(['ticket', 'owner.name', 'checks']);
    expect(find(questions(first), 'ticket').choices[0]?.value).toBe('R5');
    const answers = { ticket: 'R5', owner: { name: 'ana', urgent: 'true' }, checks: ['runs'] };
    expect(draft(first, readAnswers(relay, answers))).toEqual({
      path: 'R5.relay.json',
      value: { ticket: 'R5', hops: 1, owner: { name: 'ana', urgent: true }, checks: ['runs'], mood: 'calm' },
      findings: [],
    });
  });

  test('gets from git what stands inside an object, and nobody is asked for it', () => {
    const nested: Schema = {
      title: 'Nested',
      type: 'object',
      required: ['at', 'what'],
      properties: {
        what: { title: 'What', type: 'string' },
        at: {
          type: 'object',
          required: ['commit', 'branch', 'by'],
          properties: {
            commit: { type: 'string', 'x-handoff': { commit: 'head' } },
            branch: { type: 'string', 'x-handoff': { branch: true } },
            by: { title: 'By', type: 'string' },
          },
        },
      },
      'x-handoff': { format: { files: ['**/*.nested.json'], name: '{task}.nested.json' } },
    };
    const format = createFormat('nested', nested, createAjv(nested).compile(nested));
    expect(createNeeds({ format }).git).toContain('head');
    expect(asked(source(format))).toEqual(['what', 'at.by']);
    expect(draft(source(format), { what: 'x', at: { by: 'ana' } })).toMatchObject({
      path: 'nested.nested.json',
      value: { what: 'x', at: { commit: git.head, branch: 'main', by: 'ana' } },
    });
    const { git: _, ...facts } = source(format).facts;
    expect(obstacles({ ...source(format), facts })).toEqual([
      { kind: 'stop', message: 'A handoff takes its commits from git, but git was not asked.' },
    ]);
  });

  test('is called after a task that is a number, which the branch tells', () => {
    const numbered: Schema = {
      type: 'object',
      required: ['ticket', 'allowed', 'more'],
      properties: {
        ticket: { type: 'integer', 'x-handoff': { task: 'id' } },
        allowed: { type: 'array', items: { type: 'string' }, 'x-handoff': { paths: 'allowed' } },
      },
      'x-handoff': { format: { files: ['work/*.json'], folder: 'work', name: '{task}.json', branch: 'task/{task}' } },
    };
    const format = createFormat('numbered', numbered);
    const at = (branch: string): CreateSource => ({
      ...source(format, {
        git: { ...git, branch },
        folders: new Map([['work', ['7.json']]]),
        files: new Map([['work/7.json', { kind: 'file', size: 9, text: '{"ticket":7,"allowed":["a"]}' }]]),
      }),
    });
    // What is required and not described can be said too.
    const more = readAnswers(format, { more: '1' });
    expect(problemOfAnswers({ format }, more)).toBeUndefined();
    expect(furtherNeeds(at('task/7'), {}).files).toEqual(['work/7.json']);
    expect(draft(at('task/7'), more)).toMatchObject({
      path: 'work/7-2.json',
      value: { ticket: 7, allowed: ['a'], more: '1' },
    });
    expect(draft(at('task/8'), more).path).toBe('work/8.json');
    expect(asked(at('task/x'))).toEqual(['ticket']);
  });

  test('counts up, carries on and ends as its schema says', () => {
    const before = { ticket: 'R5', hops: 2, trail: 'x', owner: { name: 'ana' }, checks: ['runs'] };
    const next = { ...source(relay), previous: { name: 'b', value: before } };
    expect(draft(next, { ticket: 'R5', owner: { name: 'bo' }, checks: ['runs'] }).value).toEqual({
      ticket: 'R5',
      hops: 3,
      owner: { name: 'bo' },
      checks: ['runs'],
      trail: 'x',
      mood: 'calm',
    });
    expect(obstacles({ ...next, previous: { name: 'b', value: { ...before, hops: 5 } } })).toEqual([
      expect.objectContaining({ kind: 'stop', message: expect.stringContaining('"hops" in b is 5, and past 5') }),
    ]);
  });
});

describe('an answer', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      state: { enum: ['open', 3, null] },
      head: { 'x-handoff': { commit: 'head' } },
      count: { type: 'number' },
      any: {},
      // As the schema of a project is read, where `false` may stand for a schema.
      closed: { type: 'object', properties: { a: {} }, additionalProperties: { not: {} } },
      named: { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: { not: {} } },
    },
  };
  const format = createFormat('own', schema);
  // The root of the answers is a level too.
  const deep = (levels: number): Answers => ({ any: JSON.parse('['.repeat(levels - 1) + ']'.repeat(levels - 1)) });

  test('is a text where the meaning says so and the type does not', () => {
    expect(readAnswers(format, { state: '3', head: '1234567', any: '1234567' })).toEqual({
      state: 3,
      head: '1234567',
      any: 1234567,
    });
  });

  test.each<[string, Answers, string | undefined]>([
    ['in a closed object', { closed: { b: 1 } }, 'The format has no member closed.b. Did you mean closed.a?'],
    ['in one closed but for some names', { named: { 'x-a': 1 } }, undefined],
    [
      'with a number that would be rounded',
      { any: { a: [2 ** 53] } },
      'any holds a number that is too large to be kept as it is: write it as a text, or one up to 9007199254740991.',
    ],
    [
      'with a number that is none in JSON',
      { count: Number.POSITIVE_INFINITY },
      'count holds a number that is too large to be kept as it is: write it as a text, or one up to 9007199254740991.',
    ],
    ['with more levels than files may have', deep(101), 'any must not be nested more than 100 levels deep.'],
    ['with as many levels as files may have', deep(100), undefined],
    ['with more levels than any stack', deep(50_000), 'any must not be nested more than 100 levels deep.'],
    ['with a large number that is exact', { count: 1e21 }, undefined],
  ])('%s', (_, answers, problem) => {
    expect(problemOfAnswers({ format }, readAnswers(format, answers))).toBe(problem);
  });
});

describe('a schema whose parts contain one another', () => {
  const of = (schema: Schema) => source(createFormat('own', schema));

  test('is asked for part by part as far as a person gets, and deeper parts as a whole', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    } satisfies Schema;
    const outline = ({ member, kind, parts }: Question): unknown[] => [member, kind, ...parts.map(outline)];
    expect(questions(of(schema)).map(outline)).toEqual([
      ['name', 'text'],
      ['children', 'list', ['name', 'text'], ['children', 'list', ['name', 'text'], ['children', 'json']]],
    ]);
  });

  test('and lists whose entries are lists, or can only be one thing, come to an end', () => {
    const schema = {
      type: 'object',
      properties: {
        nested: { $ref: '#/definitions/list' },
        marks: { type: 'array', minItems: 1, items: { const: 'x' } },
      },
      definitions: { list: { type: 'array', items: { $ref: '#/definitions/list' } } },
    } satisfies Schema;
    expect(questions(of(schema)).map(({ member, kind }) => [member, kind])).toEqual([
      ['nested', 'list'],
      ['marks', 'json'],
    ]);
  });

  test('costs no more where it has many of them: each is asked for as a whole, and none is drafted along', () => {
    const names = Array.from({ length: 60 }, (_, index) => `m${index}`);
    const schema: Schema = {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
    };
    const all = questions(of(schema));
    expect([all.length, all[0]?.member, all[0]?.kind, all[0]?.required]).toEqual([60, 'm0', 'json', true]);
    const { value } = draft(of(schema), { m0: { m1: {} } });
    expect([value.m0, value.m1]).toEqual([{ m1: {} }, {}]);
  });

  test('is completed no further either', () => {
    const names = Array.from({ length: 60 }, (_, index) => `m${index}`);
    const { format, facts } = of({
      type: 'object',
      required: ['inner'],
      properties: { inner: { $ref: '#/definitions/wide' } },
      definitions: {
        wide: {
          type: 'object',
          required: names,
          properties: Object.fromEntries(names.map((name) => [name, { $ref: '#/definitions/wide' }])),
        },
      },
    });
    const [inner] = format.root.members.values();
    if (inner === undefined) throw new Error('no member');
    const text = asText(
      valueParts(
        inner,
        { format, facts },
        { unit: '', indent: undefined, inline: true, eol: '\n', gap: '', space: '' },
      ),
    );
    expect([text.length, text.slice(0, 16), text.slice(-9)]).toEqual([531, '{"m0":{},"m1":{}', '"m59":{}}']);
  });
});

test('earlier handoffs of a task are found by the way in which the format names its files', () => {
  const path = { type: 'array', items: { type: 'string' } } as const;
  const schema: Schema = {
    type: 'object',
    required: ['task', 'allowed'],
    properties: {
      task: { type: 'string', 'x-handoff': { task: 'id' } },
      allowed: { ...path, 'x-handoff': { paths: 'allowed' } },
    },
    'x-handoff': { format: { files: ['h/*.json'], folder: 'h', name: 'to-{task}.handoff.json' } },
  };
  const folders = new Map([
    ['h', ['to-7.handoff.json', 'to-7-2.handoff.json', 'to-7.handoff-2.json', 'to-7-x.handoff.json', '7.handoff.json']],
  ]);
  const known = source(createFormat('own', schema), { folders });
  expect(furtherNeeds(known, { task: '7' }).files).toEqual(['h/to-7.handoff.json', 'h/to-7-2.handoff.json']);
});

import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CodeLensRequest } from 'vscode-languageserver/node';
import {
  type CheckAnswerParams,
  type CheckAnswerResult,
  checkAnswer,
  type FinishCreateParams,
  type FinishCreateResult,
  finishCreate,
  type ListPreviousParams,
  type ListPreviousResult,
  listPrevious,
  type OfferCreateParams,
  type OfferCreateResult,
  offerCreate,
  type PrepareCreateParams,
  type PrepareCreateResult,
  prepareCreate,
} from '../../server/create-protocol.ts';
import { createNodeHost } from '../../server/node-host.ts';
import type { Client } from '../harness/client.ts';
import { makeRepository } from '../harness/repository.ts';
import { serverStarter } from '../harness/server.ts';

const start = serverStarter();
const uriOf = (...parts: readonly string[]) => pathToFileURL(path.join(...parts)).href;

const offer = ({ connection }: Client, params: OfferCreateParams): Promise<OfferCreateResult> =>
  connection.sendRequest(offerCreate, params);
const previous = ({ connection }: Client, params: ListPreviousParams): Promise<ListPreviousResult> =>
  connection.sendRequest(listPrevious, params);
const prepare = ({ connection }: Client, params: PrepareCreateParams): Promise<PrepareCreateResult> =>
  connection.sendRequest(prepareCreate, params);
const judge = ({ connection }: Client, params: CheckAnswerParams): Promise<CheckAnswerResult> =>
  connection.sendRequest(checkAnswer, params);
const finish = ({ connection }: Client, params: FinishCreateParams): Promise<FinishCreateResult> =>
  connection.sendRequest(finishCreate, params);

const step = {
  reason: 'pipeline_execution',
  parentAgent: 'lead',
  transferCount: 1,
  pipelineName: 'phase-2',
  currentStep: 1,
  totalSteps: 2,
};

async function open(files: Readonly<Record<string, string>> = {}) {
  const repository = await makeRepository();
  await repository.commit({ 'a.ts': '1', ...files });
  const client = await start(
    { folders: [uriOf(repository.folder)], initializationOptions: { trusted: true } },
    createNodeHost(),
  );
  return { client, folder: repository.folder, uri: uriOf(repository.folder) };
}

const json = async (folder: string, name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

describe('what is offered', () => {
  const ids = async (files: Readonly<Record<string, string>>) => {
    const { client, uri } = await open(files);
    return (await offer(client, { folder: uri })).formats.map(({ id }) => id);
  };

  test('begins with the usual format, ends with what programs write, and leaves a pause out where nothing is planned', async () => {
    expect(await ids({})).toEqual(['task', 'aos', 'swl', 'yarramate']);
  });

  test('takes up what the folder is used for, and the configured format first', async () => {
    expect(await ids({ '.planning/STATE.md': '' })).toEqual(['task', 'gsd', 'aos', 'swl', 'yarramate']);
    expect(await ids({ '.agent-handoff.json': '{ "create": { "format": "aos" } }' })).toEqual([
      'aos',
      'task',
      'swl',
      'yarramate',
    ]);
  });

  test('of earlier handoffs are those that the format can follow, as the editor has them', async () => {
    const { client, folder } = await open({
      'a.handoff.json': JSON.stringify(step),
      'b.handoff.json': '{ "goal": "" }',
    });
    const documents = ['b.handoff.json', 'a.handoff.json', 'none.handoff.json'].map((name) => uriOf(folder, name));
    expect(await previous(client, { format: 'swl', documents })).toEqual({ documents: [documents[1]] });
    await client.open(uriOf(folder, 'a.handoff.json'), '{ "reason": ');
    expect(await previous(client, { format: 'swl', documents })).toEqual({ documents: [] });
  });
});

describe('the next step', () => {
  test('is prepared in the shape of the one before, and written beside it', async () => {
    const { client, folder, uri } = await open({ 'sub/p.handoff.json': JSON.stringify(step) });
    const params = { folder: uri, format: 'swl', from: uriOf(folder, 'sub/p.handoff.json') };
    const first = await prepare(client, params);
    expect(first.shapes.map(({ id }) => id)).toEqual(['pipeline', 'plain', 'delegation']);
    const shaped = { ...params, shape: 'pipeline' };
    const { obstacles, questions } = await prepare(client, shaped);
    expect(obstacles).toEqual([]);
    expect(questions.filter(({ required }) => required).map(({ path }) => path)).toEqual([
      ['parentAgent'],
      ['stepResults', 0, 'agentName'],
    ]);
    const answers = { parentAgent: 'lead', stepResults: [{ agentName: 'builder', output: '{"table":"users"}' }] };
    expect(await finish(client, { ...shaped, answers })).toEqual({
      kind: 'written',
      handoff: uriOf(folder, 'sub/p-2.handoff.json'),
      sideFiles: [],
    });
    expect(await json(folder, 'sub/p-2.handoff.json')).toEqual({
      ...step,
      transferCount: 2,
      currentStep: 2,
      isLastStep: true,
      stepResults: [{ step: 1, agentName: 'builder', output: { table: 'users' } }],
    });
  });

  test('is offered over a handoff that another may follow, by a client that has the command', async () => {
    const { folder, uri } = await open({ 'p.handoff.json': JSON.stringify(step) });
    const document = uriOf(folder, 'p.handoff.json');
    for (const commands of [true, false]) {
      const initializationOptions = { trusted: true, commands };
      const client = await start({ folders: [uri], initializationOptions }, createNodeHost());
      await client.open(document, JSON.stringify(step));
      const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: document } });
      const next = { title: 'Create next', command: 'agentHandoff.createNext', arguments: [document] };
      expect(lenses?.map(({ command }) => command).filter((command) => command?.title === 'Create next')).toEqual(
        commands ? [next] : [],
      );
    }
  });

  test('is counted from what the editor holds, not from what was saved', async () => {
    const { client, folder, uri } = await open({ 'p.handoff.json': JSON.stringify(step) });
    await client.open(uriOf(folder, 'p.handoff.json'), JSON.stringify({ ...step, transferCount: 7 }));
    const answers = { parentAgent: 'lead', reason: 'escalation' };
    const params = { folder: uri, format: 'swl', shape: 'plain', from: uriOf(folder, 'p.handoff.json'), answers };
    expect(await finish(client, params)).toMatchObject({ kind: 'written' });
    expect(await json(folder, 'p-2.handoff.json')).toMatchObject({ transferCount: 8 });
  });

  test('past the last one is refused, where another shape still may follow', async () => {
    const { client, folder, uri } = await open({ 'p.handoff.json': JSON.stringify({ ...step, currentStep: 2 }) });
    const params = { folder: uri, format: 'swl', from: uriOf(folder, 'p.handoff.json') };
    expect((await prepare(client, params)).obstacles).toEqual([]);
    expect((await prepare(client, { ...params, shape: 'pipeline' })).obstacles).toEqual([
      { kind: 'stop', message: 'p.handoff.json is for step 2 of 2, so no step follows it.' },
    ]);
  });

  test('past ten transfers is refused, whatever the shape and even if nobody asked before', async () => {
    const { client, folder, uri } = await open({ 'p.handoff.json': JSON.stringify({ ...step, transferCount: 10 }) });
    const params = { folder: uri, format: 'swl', from: uriOf(folder, 'p.handoff.json') };
    const stop = { kind: 'stop', message: expect.stringContaining('past 10 the work is taken to go in a circle') };
    expect((await prepare(client, params)).obstacles).toEqual([stop]);
    const answers = { parentAgent: 'lead', reason: 'escalation' };
    expect(await finish(client, { ...params, shape: 'plain', answers })).toMatchObject({ kind: 'refused' });
    const anew = await finish(client, { ...params, shape: 'plain', answers: { ...answers, transferCount: 1 } });
    expect(anew).toMatchObject({ kind: 'refused', message: expect.stringContaining('counts on from p.handoff.json') });
    await expect(access(path.join(folder, 'p-2.handoff.json'))).rejects.toThrow();
  });

  test('of a document that is no such handoff is no request', async () => {
    const { client, folder, uri } = await open({ 'b.handoff.json': '{ "goal": ' });
    const from = uriOf(folder, 'b.handoff.json');
    await expect(prepare(client, { folder: uri, format: 'swl', from })).rejects.toThrow(
      /b\.handoff\.json is no valid JSON/,
    );
    await expect(prepare(client, { folder: uri, format: 'aos', from })).rejects.toThrow(
      /No AgentHandoff follows another/,
    );
    await expect(prepare(client, { folder: uri, format: 'swl', shape: 'x' })).rejects.toThrow(/has no shape x/);
    const none = uriOf(folder, 'none.handoff.json');
    await expect(prepare(client, { folder: uri, format: 'swl', from: none })).rejects.toThrow(
      /none\.handoff\.json cannot be read/,
    );
  });
});

describe('a delegation', () => {
  const answers = { task_id: 'AOS-7', from: 'lead', to: 'ads', goal: 'It is live.', definition_of_done: ['It runs.'] };

  test('goes where it is said, since its format has no usual place', async () => {
    const { client, folder, uri } = await open({ 'AOS-7.handoff.json': '{}' });
    const params = { folder: uri, format: 'aos', answers };
    expect(await finish(client, params)).toEqual({ kind: 'place', path: 'AOS-7-2.handoff.json' });
    for (const wrong of ['../x.handoff.json', '/x.handoff.json', '.git/x.handoff.json', '']) {
      expect(await finish(client, { ...params, path: wrong })).toMatchObject({ kind: 'refused' });
    }
    expect(await finish(client, { ...params, path: 'AOS-7.handoff.json' })).toEqual({
      kind: 'taken',
      path: 'AOS-7.handoff.json',
      free: 'AOS-7-2.handoff.json',
    });
    expect(await finish(client, { ...params, path: 'work/AOS-7.handoff.json' })).toMatchObject({ kind: 'written' });
    expect(await json(folder, 'work/AOS-7.handoff.json')).toEqual(answers);
  });

  test('has its answers judged one by one, typed as they are', async () => {
    const { client } = await open();
    const said = async (path: CheckAnswerParams['path'], answer: string) =>
      (await judge(client, { format: 'aos', path, answer })).message;
    expect(await said(['task_id'], 'T-7')).toBe('task_id must be "AOS-" and then digits; it is "T-7".');
    expect(await said(['constraints', 'budget_eur'], '12.5')).toBeUndefined();
    expect(await said(['constraints', 'budget_eur'], 'much')).toBe(
      'constraints.budget_eur must be a number; it is "much".',
    );
    expect(await said(['definition_of_done', 0], 'It runs.')).toBeUndefined();
    expect(
      (await judge(client, { format: 'swl', shape: 'plain', path: ['reason'], answer: 'task_delegation' })).message,
    ).toBe('reason must be direct_handoff, escalation or review_request; it is "task_delegation".');
  });

  test('without its outcomes has an error, and is written only on request', async () => {
    const { client, uri } = await open();
    const { definition_of_done: _, ...rest } = answers;
    const params = { folder: uri, format: 'aos', path: 'x.handoff.json', answers: rest };
    expect(await finish(client, params)).toEqual({
      kind: 'errors',
      messages: ['"definition_of_done" must have at least 1 entry; it has none.'],
    });
  });
});

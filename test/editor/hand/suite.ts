import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTrueHandoff } from '../../../scripts/sample.ts';
import { test } from '../suite.ts';
import {
  acceptCompletion,
  answer,
  applyFix,
  caretAt,
  closeProblems,
  completions,
  dismissCompletions,
  hover,
  lens,
  notifications,
  openFile,
  openLightBulb,
  type Page,
  pick,
  picks,
  previewThat,
  problems,
  runCommand,
  save,
  select,
  waitForNoSquiggle,
  waitForSquiggle,
  waitForText,
} from '../workbench.ts';
import type { Picture } from './picture.ts';

export interface Hand {
  readonly page: Page;
  /** The sample that the window shows: each test has its own. */
  readonly folder: string;
  /** Folder of the installed extensions. */
  readonly extensions: string;
  readonly picture: Picture;
}

/** Driven with keyboard and mouse, with the packed extension installed. */
export const byHand = [
  test<Hand>('the packed extension brings no node_modules and is installed', async ({ extensions }) => {
    const folder = readdirSync(extensions).find((name) => name.startsWith('agent-handoff.agent-handoff-'));
    assert.ok(folder);
    assert.equal(existsSync(join(extensions, folder, 'node_modules')), false);
  }),

  test<Hand>('a broken handoff shows its mistakes, without a message in the way', async ({ page, picture }) => {
    await openFile(page, 'memory/handoffs/task-2460.json');
    await waitForSquiggle(page, '"interupt"', 'error');
    await waitForSquiggle(page, '"pending_wrok"', 'warning');
    assert.deepEqual(await notifications(page), []);
    const messages = await problems(page);
    assert.ok(
      messages.some((message) => message.startsWith('"pending_wrok" is not a member')),
      messages.join('\n'),
    );
    await picture(page, 'squiggles');
    await closeProblems(page);
  }),

  test<Hand>('a mistake that is typed is underlined, and the light bulb repairs it', async ({
    page,
    folder,
    picture,
  }) => {
    await openFile(page, 'memory/handoffs/task-2453.json');
    await select(page, 'complete');
    await page.keyboard.type('complet');
    await waitForSquiggle(page, '"complet"', 'error');
    await dismissCompletions(page);
    const titles = await openLightBulb(page);
    assert.ok(
      titles.some((title) => title.includes('"complete"')),
      titles.join(', '),
    );
    await picture(page, 'light-bulb');
    await applyFix(page, '"complete"');
    await waitForNoSquiggle(page, '"complete"');
    await save(page);
    assert.equal(
      JSON.parse(readFileSync(join(folder, 'memory/handoffs/task-2453.json'), 'utf8')).handoff_reason,
      'complete',
    );
  }),

  ...(
    [
      ['swl', 'handoffs/nightly.handoff.json', '"comment"', 'error'],
      ['aos', 'handoffs/report.handoff.json', '"AOS 12"', 'error'],
      ['yarramate', 'handoffs/layers.handoff.json', '"child-failed"', 'error'],
      ['gsd', '.planning/HANDOFF.json', '"see SUMMARY"', 'warning'],
    ] as const
  ).map(([format, path, marked, severity]) =>
    test<Hand>(`a handoff of the format ${format} is known by its content, with what is usually wrong in it`, async ({
      page,
      picture,
    }) => {
      await openFile(page, path);
      await waitForSquiggle(page, marked, severity);
      assert.notDeepEqual(await problems(page), []);
      await picture(page, format);
    }),
  ),

  test<Hand>('a completion is offered with what the field means and accepted', async ({ page, picture }) => {
    await openFile(page, 'memory/handoffs/task-2460.json');
    // Before the server has started, snippets are all that is offered.
    await waitForSquiggle(page, '"interupt"', 'error');
    await caretAt(page, 24, '  "created_at": "2026-05-05T21:34:56+09:00"'.length + 1);
    await page.keyboard.press('Enter');
    const labels = await completions(page);
    assert.equal(labels[0], 'previous_bot', labels.join(', '));
    await picture(page, 'completion');
    await acceptCompletion(page, 'previous_bot');
    const whole = /"2026-05-05T21:34:56\+09:00",\n {2}"previous_bot": "[^"\n]*"\n\}/;
    await waitForText(page, (text) => whole.test(text), 'the member, with quotes and colon, and the comma before it');
  }),

  test<Hand>('a hover says what a field means, and which commit an id is', async ({ page, folder, picture }) => {
    await openFile(page, 'memory/handoffs/task-2453.json');
    await hover(page, 'base_sha', 'The commit of the main branch');
    const { head_sha } = JSON.parse(readFileSync(join(folder, 'memory/handoffs/task-2453.json'), 'utf8'));
    await hover(page, head_sha, 'Parse amounts');
    await picture(page, 'hover');
  }),

  test<Hand>('Create Handoff from the palette asks, writes and opens the handoff', async ({
    page,
    folder,
    picture,
  }) => {
    // What is wrong with another handoff is no failure that this one could know.
    await openFile(page, 'memory/handoffs/task-2460.json');
    await waitForSquiggle(page, '"interupt"', 'error');
    await openFile(page, 'src/tables.py');
    await runCommand(page, 'Agent Handoff: Create Handoff');
    assert.equal((await picks(page, 'Create Handoff'))[0], 'Task handoff');
    await picture(page, 'create-kind');
    await pick(page, 'Task handoff');
    assert.deepEqual(await picks(page, 'Reason'), ['interrupt', 'complete', 'takeover_request']);
    await picture(page, 'create');
    await pick(page, 'interrupt');
    await pick(page, 'Type it');
    await answer(page, 'Pending work', 'Map tables 2 to 60.');
    assert.deepEqual(await picks(page, 'Known failures'), ['Type it', 'The clipboard', 'From a file…', 'Nothing']);
    await pick(page, 'Nothing');
    await waitForText(page, (text) => text.includes('"Map tables 2 to 60."'), 'the handoff');
    await picture(page, 'created');
    const handoff = JSON.parse(readFileSync(join(folder, 'memory/handoffs/task-2454.json'), 'utf8'));
    assert.equal(handoff.task_id, 'task-2454');
    assert.deepEqual(handoff.changed_paths, ['docs/tables.md', 'src/tables.py']);
  }),

  test<Hand>('Create Handoff asks a delegation entry by entry, and says at once what is wrong with an answer', async ({
    page,
    folder,
    picture,
  }) => {
    await openFile(page, 'src/tables.py');
    const before = readdirSync(folder);
    await runCommand(page, 'Agent Handoff: Create Handoff');
    await picks(page, 'Create Handoff');
    await pick(page, 'AgentHandoff');
    await picks(page, 'Create AgentHandoff: Task');
    await pick(page, 'AOS-1');
    await page.locator('.quick-input-titlebar', { hasText: 'AgentHandoff: From' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    assert.deepEqual(readdirSync(folder), before, 'Escape leaves nothing behind');
    await runCommand(page, 'Agent Handoff: Create Handoff');
    await picks(page, 'Create Handoff');
    await pick(page, 'AgentHandoff');
    assert.deepEqual(await picks(page, 'Create AgentHandoff: Task'), ['AOS-1', 'Another…']);
    await pick(page, 'Another…');
    await answer(page, 'AgentHandoff: Task', 'T-7');
    await page.locator('.quick-input-message', { hasText: 'must be "AOS-" and then digits' }).waitFor();
    await answer(page, 'AgentHandoff: Task', 'AOS-7');
    await answer(page, 'AgentHandoff: From', 'orchestrator');
    await answer(page, 'AgentHandoff: To', 'tables');
    await answer(page, 'AgentHandoff: Goal', 'All tables are mapped.');
    await answer(page, 'done, entry 1', 'The report names every table.');
    await picture(page, 'create-list');
    await answer(page, 'done, entry 2', '');
    assert.equal((await picks(page, 'AgentHandoff: More')).at(0), 'Inputs');
    await pick(page, 'Constraints: Budget in euro');
    await page.keyboard.press('Enter');
    await answer(page, 'Budget in euro', '0');
    await answer(page, 'Create Handoff: File', 'work/AOS-7.handoff.json');
    await waitForText(page, (text) => text.includes('"AOS-7"'), 'the delegation');
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'work/AOS-7.handoff.json'), 'utf8')), {
      task_id: 'AOS-7',
      from: 'orchestrator',
      to: 'tables',
      goal: 'All tables are mapped.',
      constraints: { budget_eur: 0 },
      definition_of_done: ['The report names every table.'],
    });
  }),

  test<Hand>('Create Next Handoff counts the open one up and carries it on, and a step back leads to the shape again', async ({
    page,
    folder,
    picture,
  }) => {
    const step = { reason: 'pipeline_execution', parentAgent: 'lead', transferCount: 1, pipelineName: 'tables' };
    const text = JSON.stringify({ ...step, currentStep: 1, totalSteps: 2 }, null, 2);
    writeFileSync(join(folder, 'step.handoff.json'), text);
    await openFile(page, 'step.handoff.json');
    await lens(page, 'Create next');
    await runCommand(page, 'Agent Handoff: Create Next Handoff');
    assert.deepEqual(await picks(page, 'SWL handoff context (1)'), ['Pipeline step', 'Transfer', 'Delegated task']);
    await picture(page, 'create-next');
    await pick(page, 'Delegated task');
    await picks(page, 'Parent agent');
    await page.locator('.quick-input-titlebar').getByRole('button', { name: 'Back' }).click();
    assert.equal((await picks(page, 'SWL handoff context (1)'))[0], 'Pipeline step');
    await pick(page, 'Pipeline step');
    await picks(page, 'Parent agent');
    await pick(page, 'lead');
    await answer(page, 'Result of step 1: Agent', 'mapper');
    await answer(page, 'Result of step 1: Output', '{ "tables": 60 }');
    await picks(page, 'Result of step 1: Status');
    await pick(page, 'completed');
    await picks(page, 'SWL handoff context: More');
    await page.keyboard.press('Enter');
    await waitForText(page, (shown) => shown.includes('"isLastStep": true'), 'the next step');
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'step-2.handoff.json'), 'utf8')), {
      ...step,
      transferCount: 2,
      currentStep: 2,
      totalSteps: 2,
      isLastStep: true,
      stepResults: [{ step: 1, agentName: 'mapper', output: { tables: 60 }, status: 'completed' }],
    });
  }),

  test<Hand>('a commit in a terminal is seen in the handoff, which is refreshed and compared', async ({
    page,
    folder,
    picture,
  }) => {
    await openFile(page, writeTrueHandoff(folder, 'task-2454'));
    await lens(page, 'Checked');
    const author = ['-c', 'user.name=dev4', '-c', 'user.email=dev4@example.invalid'];
    appendFileSync(join(folder, 'src/tables.py'), 'TABLES["2"] = "cards"\n');
    execFileSync('git', ['-C', folder, ...author, 'commit', '-qam', 'Map table 2']);
    await lens(page, 'Behind by 1 commit');
    await picture(page, 'behind');
    await runCommand(page, 'Agent Handoff: Refresh From Git');
    await lens(page, 'Checked');
    await save(page);
    await runCommand(page, 'Agent Handoff: Compare Base and Head');
    await page.locator('.multiDiffEntry').first().waitFor();
    await picture(page, 'compare');
  }),

  test<Hand>('Resume From Handoff shows the brief', async ({ page, folder, picture }) => {
    await openFile(page, writeTrueHandoff(folder, 'task-2454'));
    await runCommand(page, 'Agent Handoff: Resume From Handoff');
    await previewThat(page, 'What is left');
    await picture(page, 'resume');
  }),
];

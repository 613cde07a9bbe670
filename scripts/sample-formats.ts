/**
 * A handoff of each further format, by its path in the sample: each is nearly right, with the mistakes that are usual in its
 * format.
 */
export const otherHandoffs: Readonly<Record<string, string>> = {
  'handoffs/nightly.handoff.json': json({
    comment: 'Second step of the nightly import.',
    reason: 'pipeline_execution',
    parentAgent: 'orchestrator',
    transferCount: 9,
    pipelineName: 'nightly-import',
    currentStep: 2,
    totalSteps: 3,
    isLastStep: true,
    stepResults: [
      { step: 1, agentName: 'reader', output: { rows: 1204 }, status: 'completed' },
      { step: 2, agentName: 'mapper', status: 'done' },
    ],
  }),
  'handoffs/report.handoff.json': json({
    task_id: 'AOS 12',
    from: 'planner',
    to: 'planner',
    goal: 'A report of the import for the accountants.',
    inputs: ['src/read.py'],
    constraints: { budget_eur: 40, deadline: '2026-05-01', autonomy: 'L3' },
    definition_of_done: ['The report opens in a spreadsheet', ' '],
    output_format: 'report',
  }),
  'handoffs/layers.handoff.json': json({
    format: 'yarramate/visual-handoff/v2',
    sessionId: '0123456789ABCDEF0123456789abcdef',
    authority: 'canonical',
    decision: 'completed',
    terminationReason: 'child-failed',
    lastSequence: 12,
    summary: 'The layers of the importer were agreed on.',
    confirmedDecisions: ['Three layers: read, map, write.'],
    requestedChanges: [],
    unresolvedQuestions: ['Which currency comes first?'],
    finalViews: ['overview'],
    transcriptPath: 'file:///srv/sessions/import 1/transcript.jsonl',
    completedAt: '2026-05-04T09:00:00Z',
  }),
  '.planning/HANDOFF.json': json({
    version: '1.0',
    timestamp: '2026-05-04T08:00:00Z',
    phase: '2',
    phase_name: 'Tables',
    phase_dir: '.planning/phases/02-tables',
    plan: 1,
    task: 2,
    total_tasks: 3,
    status: 'paused',
    completed_tasks: [{ id: 1, name: 'Read the tables', status: 'done', commit: 'see SUMMARY' }],
    remaining_tasks: [
      { id: 2, name: 'Map table 1', status: 'in_progress', progress: 'half of the columns' },
      { id: 3, name: 'Map tables 2 to 60', status: 'not_started' },
    ],
    blockers: [{ description: 'The bank has not sent table 7.', type: 'external' }],
    human_actions_pending: [{ action: 'Ask the bank for table 7', context: 'Tables', blocking: true }],
    decisions: [{ decision: 'One file for each table', rationale: 'Diffs stay small.', phase: '2' }],
    uncommitted_files: ['src/tables.py (half done)'],
    next_action: 'Finish the mapping of table 1.',
    context_notes: 'Amounts have a comma.',
  }),
};

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

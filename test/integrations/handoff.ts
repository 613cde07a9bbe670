/** Where the handoff of a sample stands. */
export const name = 'memory/handoffs/task-1.json';

/** A handoff on one line, right where the reason is one. The head is a commit of `main`. */
export function oneLine(head: string, reason: string): string {
  return `${JSON.stringify({
    task_id: 'task-1',
    schema_version: '1.0',
    previous_bot: 'dev4',
    current_branch: 'main',
    base_sha: head,
    head_sha: head,
    changed_paths: [],
    allowed_paths: [],
    forbidden_paths: [],
    pending_work: 'Write the tests.',
    test_results: {},
    handoff_reason: reason,
    created_at: '2026-05-05T12:34:56Z',
  })}\n`;
}

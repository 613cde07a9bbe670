/** Where the handoff of a sample stands. */
export const name = 'memory/handoffs/task-1.json';

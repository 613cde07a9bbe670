import { sample } from './fixtures.ts';

/** Where handoffs of the tests stand. */
export const uri = 'file:///repo/memory/handoffs/task-1.json';

/** A valid handoff with other members laid over it; a member set to undefined is left out. */
export function handoff(members: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ ...sample('memory/handoffs/task-1.json'), ...members }, null, 2)}\n`;
}

/** A text one longer than a handoff may hold. */
export const tooLong = 'a'.repeat(4001);

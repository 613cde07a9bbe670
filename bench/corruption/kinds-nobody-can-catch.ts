import type { Kind } from './kind.ts';
import { members } from './kind.ts';

/** What neither the handoff nor the repository nor the disk contradicts. They are tried all the same. */
export const impossibleKinds: readonly Kind[] = [
  members('values', 'another bot’s name', ({ work }) => ({ previous_bot: work.bot === 'qc' ? 'dev1' : 'qc' }), {
    impossible:
      'Nothing else says who wrote the handoff: the branch’s name is a habit, and another bot may go on with it.',
  }),
  members(
    'values',
    'another reason',
    ({ members: { handoff_reason: reason } }) => ({
      handoff_reason: reason === 'takeover_request' ? 'interrupt' : 'takeover_request',
      pending_work: 'Write the tests.',
      pending_work_path: undefined,
    }),
    { impossible: 'Why the work changed hands is known to nobody but the bot.' },
  ),
  members(
    'texts and side files',
    'pending work that is already done',
    () => ({
      pending_work: 'Add the importer.',
      pending_work_path: undefined,
    }),
    { impossible: 'What is left is prose; only somebody who knows the task can tell.' },
  ),
  members(
    'texts and side files',
    'test results that were never obtained',
    () => ({ test_results: { unit: 'pass', e2e: 'pass' } }),
    {
      impossible: 'Tests are not run again: results are believed unless they contradict the reason.',
    },
  ),
  members('paths', 'a forbidden path left out of the list', () => ({ forbidden_paths: [] }), {
    impossible: 'What was forbidden is written nowhere else.',
  }),
  members('paths', 'a limit that is too wide', () => ({ allowed_paths: [] }), {
    impossible: 'What was allowed is written nowhere else.',
  }),
  members(
    'times',
    'a time some minutes later',
    ({ work }) => ({
      created_at: new Date((work.head.date + 86_400) * 1000).toISOString(),
    }),
    { impossible: 'Any time between the head’s commit and now is possible.' },
  ),
];

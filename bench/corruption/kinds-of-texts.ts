import type { Kind } from './kind.ts';
import { members } from './kind.ts';
import type { Members } from './truth.ts';

const LIMIT = 4000;
const SENTENCE = 'The next thing to do is to look at the importer and its tests. ';

/** What the handoff tells in words, inline or in files. */
export const textKinds: readonly Kind[] = [
  pending('a text longer than allowed', () => ({ pending_work: SENTENCE.repeat(70) })),
  pending('a text cut at the limit', () => ({ pending_work: SENTENCE.repeat(70).slice(0, LIMIT) })),
  pending('a text with the mark of a cut', (random) => ({
    pending_work: SENTENCE.repeat(3) + ['… [truncated]', '...(truncated)', '[output truncated]'][random],
  })),
  pending('a text beside the file that it is in', () => ({
    pending_work: 'Write the tests.',
    pending_work_path: 'memory/handoffs/pending-work.txt',
  })),
  members('texts and side files', 'interrupted work without what is left', () => ({
    handoff_reason: 'interrupt',
    pending_work: undefined,
    pending_work_path: undefined,
  })),
  members('texts and side files', 'interrupted work of which nothing is left', () => ({
    handoff_reason: 'interrupt',
    pending_work: 'None.',
    pending_work_path: undefined,
  })),
  members('texts and side files', 'complete work with failing tests', () => ({
    handoff_reason: 'complete',
    test_results: { unit: 'pass', end_to_end: { passed: 3, failed: 2 } },
  })),
  file('that is not there', 'memory/handoffs/pending-wrok.txt'),
  file('that is a folder', 'memory/handoffs'),
  file('that is empty', 'memory/handoffs/nothing.txt'),
  file('outside of the repository', '../pending-work.txt'),
  file('that a link leads out to', 'memory/handoffs/elsewhere.txt'),
  file('by its absolute path', '/tmp/pending-work.txt'),
  file('in git’s own folder', '.git/description'),
  file('named from the handoff’s folder', 'pending-work.txt'),
];

function pending(name: string, make: (random: number) => Members): Kind {
  return members('texts and side files', name, (_, random) => ({
    pending_work: undefined,
    pending_work_path: undefined,
    ...make(random.below(3)),
  }));
}

function file(name: string, path: string): Kind {
  return pending(`a side file ${name}`, () => ({ pending_work_path: path }));
}

import type { Kind } from './kind.ts';
import { members, otherDigit } from './kind.ts';
import type { Random } from './random.ts';
import type { Truth } from './truth.ts';

/** Commits, branches and times: what only git can tell. */
export const commitKinds: readonly Kind[] = [
  head('made up', ({ idOf, work }, random) => random.hex(idOf(work.head).length)),
  head('with one digit changed', ({ idOf, work }, random) => otherDigit(idOf(work.head), random)),
  head('short and of nothing', (_, random) => random.hex(9)),
  head('cut to six digits', ({ idOf, work }) => idOf(work.head).slice(0, 6)),
  head('with a digit too many', ({ idOf, work }, random) => idOf(work.head) + random.hex(1)),
  head('that is the word HEAD', () => 'HEAD'),
  head('that is the branch’s name', ({ work }) => work.branch),
  head('that is prose', ({ idOf, work }) => `${idOf(work.head).slice(0, 8)} (not pushed yet)`),
  head('of zeros', ({ idOf, work }) => '0'.repeat(idOf(work.head).length)),
  head('of another branch', ({ idOf, work, history }, random) =>
    idOf(random.pick(history.works.filter((other) => other !== work)).head),
  ),
  head('that was made anew since', ({ idOf, work }) => idOf(work.lost)),
  head('of the main branch’s later work', ({ idOf, work, history }) => {
    const last = history.main.at(-1);
    return last === undefined || last === work.base ? undefined : idOf(last);
  }),
  head('of unrelated history', ({ idOf, history }) => idOf(history.orphan)),
  head('that its branch has gone on from', ({ idOf, work }, random) => idOf(random.pick(work.commits.slice(0, -1)))),
  head('that is the base', ({ members: { base_sha: base } }) => String(base)),
  base('made up', ({ idOf, work }, random) => random.hex(idOf(work.base).length)),
  base('with one digit changed', ({ idOf, work }, random) => otherDigit(idOf(work.base), random)),
  base('that is the word main', () => 'main'),
  base('that the main branch reached later', ({ idOf, work, history }, random) => {
    const later = history.main.slice(history.main.indexOf(work.base) + 1);
    return later.length === 0 ? undefined : idOf(random.pick(later));
  }),
  base('that the main branch had before', ({ idOf, work, history }, random) => {
    const earlier = history.main.slice(0, history.main.indexOf(work.base));
    return idOf(random.pick(earlier));
  }),
  base('in the middle of the work', ({ idOf, work }, random) => idOf(random.pick(work.commits.slice(0, -1)))),
  base('that is the head', ({ members: { head_sha: head } }) => String(head)),
  base('of unrelated history', ({ idOf, history }) => idOf(history.orphan)),
  members('commits', 'base and head exchanged', ({ members: { base_sha, head_sha } }) => ({
    base_sha: head_sha,
    head_sha: base_sha,
  })),
  branch('that does not exist', ({ work }) => `${work.branch}-old`),
  branch('with a letter lost', ({ work }) => work.branch.slice(0, -1)),
  branch('that is the word HEAD', () => 'HEAD'),
  branch('by its full name', ({ work }) => `refs/heads/${work.branch}`),
  branch(
    'of another task',
    ({ history, work }, random) => random.pick(history.works.filter((other) => other !== work)).branch,
  ),
  branch('that is the main branch', () => 'main'),
  time('before the head’s commit', ({ work }, random) => iso(work.head.date - 600 - random.below(86_400))),
  time('of an earlier handoff', ({ work }) => iso(work.base.date)),
  time('in the future', (_, random) => iso(NOW + 600 + random.below(86_400 * 300))),
  time('without an offset', ({ members: { created_at: at } }) => String(at).replace('Z', '')),
  time('with a blank for T', ({ members: { created_at: at } }) => String(at).replace('T', ' ')),
  time('with an offset where UTC belongs', ({ work }) =>
    iso(work.head.date + 60 + 9 * 3600).replace(/\.000Z/, '+09:00'),
  ),
  time('that is only a day', ({ members: { created_at: at } }) => String(at).slice(0, 10)),
  time('that is no day', ({ members: { created_at: at } }) => String(at).replace(/^\d{4}-\d{2}-\d{2}/, '2026-02-30')),
  time('in seconds since 1970', ({ work }) => String(work.head.date + 60)),
];

/** When handoffs are judged, in seconds since 1970. */
export const NOW = Date.UTC(2026, 11, 1) / 1000;

type Make = (truth: Truth, random: Random) => string | undefined;

function head(name: string, make: Make): Kind {
  return one('commits', `a head ${name}`, 'head_sha', make);
}

function base(name: string, make: Make): Kind {
  return one('commits', `a base ${name}`, 'base_sha', make);
}

function branch(name: string, make: Make): Kind {
  return one('branches', `a branch ${name}`, 'current_branch', make);
}

function time(name: string, make: Make): Kind {
  return one('times', `a time ${name}`, 'created_at', make);
}

function one(group: Kind['group'], name: string, member: string, make: Make): Kind {
  return members(group, name, (truth, random) => {
    const value = make(truth, random);
    return value === undefined ? undefined : { [member]: value };
  });
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

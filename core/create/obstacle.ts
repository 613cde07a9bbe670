import type { Facts } from '../evidence/facts.ts';
import { type Field, type Format, membersWithin } from '../format/format.ts';
import { uncommittedWork } from '../paths/own-files.ts';
import { count, oneOf, schemaTypeName, shortRef } from '../text/words.ts';
import { chainEnd } from './chain.ts';
import type { CreateSource } from './create-source.ts';

/** Why a handoff cannot be made, or not without asking. */
export type Obstacle =
  | { readonly kind: 'stop'; readonly message: string }
  /** Nothing says what the work is measured against: a branch has to be named. */
  | { readonly kind: 'base'; readonly message: string; readonly branches: readonly string[] }
  /** True and worth a thought, but no reason to stop. */
  | { readonly kind: 'confirm'; readonly message: string };

/** What is in the way, the worst first. */
export function obstacles(source: CreateSource): readonly Obstacle[] {
  const end = chainEnd(source);
  if (end !== undefined) return [stop(end)];
  const otherwise = noObject(source.format);
  if (otherwise !== undefined) return [stop(otherwise)];
  const missing = missingFolder(source);
  if (missing !== undefined) return [stop(missing)];
  const ofGit = gitObstacles(source);
  const stops = ofGit.filter(({ kind }) => kind !== 'confirm');
  return stops.length > 0 ? stops : [...produced(source.format), ...ofGit];
}

/** A draft is made of members, and a schema may want something without any. */
function noObject({ root, title }: Format): string | undefined {
  const types = [root.schema.type ?? []].flat();
  if (types.length === 0 || types.includes('object')) return undefined;
  const is = oneOf(types.map(schemaTypeName));
  return `A handoff of the format ${title} is ${is}, and only an object can be created: write it by hand.`;
}

function gitObstacles({ format, facts, includesUncommitted }: CreateSource): readonly Obstacle[] {
  const fields = membersWithin(format.root);
  const wants = (test: (field: Field) => unknown) => fields.some((field) => field.required && test(field));
  const { git } = facts;
  if (!wants(({ meaning }) => meaning.commit)) return [...leftOut(fields, facts), ...unlisted(fields, git)];
  if (git === undefined)
    return [stop(`A handoff takes its commits from git, but ${facts.unchecked ?? 'git was not asked'}.`)];
  if (git.head === undefined) {
    return [stop(`${git.branch ?? 'This branch'} has no commit yet, so there is nothing to hand over: commit first.`)];
  }
  if (wants(({ meaning }) => meaning.commit === 'base') && git.base?.commit === undefined) return [noBase(git)];
  return [
    ...(wants(({ meaning }) => meaning.branch) ? detached(git) : []),
    ...(wants(({ meaning }) => meaning.paths === 'changed') && !includesUncommitted ? unchanged(git) : []),
    ...(includesUncommitted ? [] : notCommitted(format, git)),
    ...unprintable(git),
  ];
}

/** Usual lists that git would have to tell, where it cannot: an empty list would say that there is nothing. */
function leftOut(fields: readonly Field[], facts: Facts): readonly Obstacle[] {
  return fields.flatMap(({ expected, meaning, name = '' }): readonly Obstacle[] => {
    const { paths } = meaning;
    if (!expected || (paths !== 'changed' && paths !== 'uncommitted') || facts.git?.[paths] !== undefined) return [];
    const reason = facts.unchecked ?? 'git could not say it';
    return [{ kind: 'confirm', message: `${name} will be left out, because ${reason}.` }];
  });
}

/** Names that no list can hold, where there is a list of git's. */
function unlisted(fields: readonly Field[], git: Facts['git']): readonly Obstacle[] {
  const isListed = fields.some(({ meaning }) => meaning.paths === 'changed' || meaning.paths === 'uncommitted');
  return isListed && git !== undefined ? unprintable(git) : [];
}

/** Handoffs of some formats lie in a folder that other work has made: without it, there is no such work. */
function missingFolder({ format: { traits, title }, facts }: CreateSource): string | undefined {
  const { folder, plans } = traits;
  if (plans === undefined || folder === undefined || !facts.folders.has(folder)) return undefined;
  if (facts.folders.get(folder) !== undefined) return undefined;
  return `A ${title} says where the work in ${folder} stands, and there is no folder ${folder} here.`;
}

/** What a program writes at its time, a person can only prepare. */
function produced({ traits: { producer }, title }: Format): readonly Obstacle[] {
  if (producer === undefined) return [];
  const message = `A ${title} is written by ${producer}: this makes a skeleton, and what nobody says stays to be filled in.`;
  return [{ kind: 'confirm', message }];
}

function stop(message: string): Obstacle {
  return { kind: 'stop', message };
}

function noBase({ base, branches = [], shallow }: NonNullable<Facts['git']>): Obstacle {
  if (base === undefined) {
    return {
      kind: 'base',
      message: 'No remote has a main branch, so it must be said what the work is measured against.',
      branches,
    };
  }
  const ref = shortRef(base.ref);
  return shallow
    ? stop(`The clone is too shallow to reach where the work left ${ref}. Run: git fetch --deepen=1000`)
    : { kind: 'base', message: `The branch has no commit in common with ${ref}.`, branches };
}

function notCommitted(format: Format, git: NonNullable<Facts['git']>): readonly Obstacle[] {
  const files = uncommittedWork(format, git);
  if (files.length === 0) return [];
  const which =
    files.length <= 3 ? files.join(', ') : `${files.slice(0, 2).join(', ')} and ${count(files.length - 2, 'other')}`;
  const are = files.length === 1 ? 'is' : 'are';
  return [
    {
      kind: 'confirm',
      message: `${count(files.length, 'file')} ${are} not committed and will not be in the handoff: ${which}.`,
    },
  ];
}

function detached({ branch }: NonNullable<Facts['git']>): readonly Obstacle[] {
  const message = 'No branch is checked out (the head is detached), so the branch of the work has to be named.';
  return branch === undefined ? [{ kind: 'confirm', message }] : [];
}

/** True of work that has not begun; more often the base is the branch itself. */
function unchanged({ base, changed }: NonNullable<Facts['git']>): readonly Obstacle[] {
  if (base === undefined || changed === undefined || changed.length > 0) return [];
  return [
    { kind: 'confirm', message: `Nothing differs from ${shortRef(base.ref)}, so no changed paths will be listed.` },
  ];
}

function unprintable({ unprintable = [] }: NonNullable<Facts['git']>): readonly Obstacle[] {
  if (unprintable.length === 0) return [];
  const names = unprintable.slice(0, 3).join(', ');
  return [
    { kind: 'confirm', message: `JSON cannot hold names that are not UTF-8, so these will not be listed: ${names}.` },
  ];
}

import type { Random } from './random.ts';
import type { Members, Truth } from './truth.ts';

/** One way in which a handoff goes wrong. */
export interface Kind {
  readonly group: 'values' | 'commits' | 'branches' | 'lists' | 'paths' | 'times' | 'texts and side files';
  readonly name: string;
  /** What the text becomes; undefined where this handoff cannot go wrong so. */
  corrupt(truth: Truth, random: Random): string | undefined;
  /** It needs what the handoff is about to be checked out. */
  readonly checkedOut?: boolean;
  /** Why nobody can catch it from the handoff, the repository and the disk. */
  readonly impossible?: string;
}

/** A kind that puts other members in the place of some; a member that becomes undefined is left out. */
export function members(
  group: Kind['group'],
  name: string,
  change: (truth: Truth, random: Random) => Members | undefined,
  more: Pick<Kind, 'checkedOut' | 'impossible'> = {},
): Kind {
  return {
    group,
    name,
    ...more,
    corrupt(truth, random) {
      const changes = change(truth, random);
      return changes === undefined ? undefined : truth.write({ ...truth.members, ...changes });
    },
  };
}

/** A kind that changes the text itself. */
export function text(name: string, corrupt: Kind['corrupt']): Kind {
  return { group: 'values', name, corrupt };
}

export function changedPaths({ members: { changed_paths: paths } }: Truth): readonly string[] {
  return Array.isArray(paths) ? paths : [];
}

/** A text with one of its hex digits changed to another. */
export function otherDigit(id: string, random: Random): string {
  const at = random.below(id.length);
  const digit = ((Number.parseInt(id.charAt(at), 16) + 1 + random.below(15)) % 16).toString(16);
  return id.slice(0, at) + digit + id.slice(at + 1);
}

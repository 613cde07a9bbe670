import { impossibleKinds } from './kinds-nobody-can-catch.ts';
import { commitKinds } from './kinds-of-commits.ts';
import { listKinds } from './kinds-of-lists.ts';
import { shapeKinds } from './kinds-of-shape.ts';
import { textKinds } from './kinds-of-texts.ts';
import type { Random } from './random.ts';
import type { Truth } from './truth.ts';

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

export const kinds: readonly Kind[] = [...shapeKinds, ...commitKinds, ...listKinds, ...textKinds, ...impossibleKinds];

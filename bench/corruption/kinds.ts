import type { Kind } from './kind.ts';
import { impossibleKinds } from './kinds-nobody-can-catch.ts';
import { commitKinds } from './kinds-of-commits.ts';
import { listKinds } from './kinds-of-lists.ts';
import { shapeKinds } from './kinds-of-shape.ts';
import { textKinds } from './kinds-of-texts.ts';

export const kinds: readonly Kind[] = [...shapeKinds, ...commitKinds, ...listKinds, ...textKinds, ...impossibleKinds];

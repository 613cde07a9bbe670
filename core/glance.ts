import type { HandoffDocument } from './document.ts';
import { valueAt } from './format/schema.ts';

declare module './document.ts' {
  interface Kept {
    /** What is in none of its texts, by who looks for it. */
    free?: ReadonlySet<Look>;
    /** The same of the version before, which differs in the text that was typed in. */
    freeBefore?: ReadonlySet<Look>;
  }
}

/** Says of a text whether there may be something in it that somebody looks for. It is known by its identity. */
export type Look = (text: string) => boolean;

/**
 * Whether none of the texts in a document has what somebody looks for, by a quick look that may see more than there is.
 * `all` looks at the whole document; where one text alone has changed since there was nothing, it is not called.
 */
export function isFree({ kept, value, options }: HandoffDocument, look: Look, all: () => boolean): boolean {
  if (kept.free?.has(look)) return true;
  const typed = kept.freeBefore?.has(look) && kept.typed !== undefined ? valueAt(value, kept.typed.path) : undefined;
  const found = typeof typed === 'string' ? look(typed) : all();
  if (!found && !options.once) kept.free = new Set(kept.free).add(look);
  return !found;
}

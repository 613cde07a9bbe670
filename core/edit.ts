import type { Span } from './text/span.ts';

/** A change to a workspace. Applied in this order: new files, then replacements, then the rename; all or nothing. */
export interface Edit {
  readonly create: readonly NewFile[];
  /** In the document that the edit was made for, in text order, without overlap. */
  readonly replace: readonly Replacement[];
  readonly rename?: RenameFile;
}

/** A file that must not exist yet; its path is relative to the root, with `/`. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface Replacement extends Span {
  readonly text: string;
}

/** Gives the document's own file another name in the same folder. */
export interface RenameFile {
  readonly name: string;
}

/** An edit of the document alone. */
export function edit(...replace: readonly Replacement[]): Edit {
  return { create: [], replace: [...replace].sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** The text after the replacements, which must not overlap. */
export function applyTo(text: string, replace: readonly Replacement[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, text: inserted } of replace) {
    result += text.slice(from, start) + inserted;
    from = end;
  }
  return result + text.slice(from);
}

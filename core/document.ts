import type { Format } from './format.ts';
import type { Node, Path } from './json/node.ts';
import { memberAt, nodeAt } from './json/node.ts';
import { parse } from './json/parse.ts';
import type { Syntax } from './json/syntax.ts';
import { jsonOf } from './json/value.ts';
import { type Recognition, recognise } from './recognise.ts';
import type { Json } from './schema.ts';
import type { Span } from './span.ts';

/** A text that may be a handoff, and what can be known of it without asking anybody. Immutable: one for each version. */
export interface HandoffDocument {
  readonly uri: string;
  readonly text: string;
  readonly syntax: Syntax;
  /** The value as readers see it; undefined where there is none. What is damaged reads as null. */
  readonly value: Json | undefined;
  readonly recognition: Recognition;
  /** What it was read with, so that it can be read again after an edit. */
  readonly options: DocumentOptions;
}

export interface DocumentOptions {
  /** The formats that are known, bundled ones and the user's. */
  readonly formats: readonly Format[];
  /** Ids of the formats in whose usual place the file stands. */
  readonly placed: readonly string[];
  /** Id of the format that a person chose, whatever the content says. */
  readonly chosen?: string;
}

/** Never throws, whatever the text. */
export function createDocument(uri: string, text: string, options: DocumentOptions): HandoffDocument {
  const syntax = parse(text);
  const value = syntax.root === undefined ? undefined : jsonOf(syntax.root, syntax.doubtful);
  return { uri, text, syntax, value, recognition: recognise(value, options), options };
}

/** The same document with another text. */
export function withText({ uri, options }: HandoffDocument, text: string): HandoffDocument {
  return createDocument(uri, text, options);
}

/** Whether something stands where the structure of the text is a guess, so that nothing is to be concluded from it. */
export function isDoubtful({ doubtful }: Syntax, { start }: Span): boolean {
  return doubtful !== undefined && start >= doubtful;
}

/** The last segment of the document's URI, decoded: `task-1.json`. */
export function fileName(document: HandoffDocument): string {
  const segment = /[^/\\]*$/.exec(document.uri.replace(/[?#].*$/s, ''))?.[0] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Where the value at a path stands; else the nearest place around it. Never longer than a line where it is a bracket. */
export function spanOfValue(document: HandoffDocument, path: Path): Span {
  const node = nodeAt(document.syntax.root, path);
  if (node !== undefined) return token(node);
  const member = memberAt(document.syntax.root, path);
  if (member !== undefined) return span(member.key);
  return path.length === 0 ? { start: 0, end: 0 } : spanOfValue(document, path.slice(0, -1));
}

/** Where the name of the member at a path stands; else its value. */
export function spanOfKey(document: HandoffDocument, path: Path): Span {
  const member = memberAt(document.syntax.root, path);
  return member === undefined ? spanOfValue(document, path) : span(member.key);
}

/** An object or list is marked at its opening bracket: a squiggle under all of it would hide the others in it. */
function token(node: Node): Span {
  return node.kind === 'object' || node.kind === 'array' ? { start: node.start, end: node.start + 1 } : span(node);
}

function span({ start, end }: Span): Span {
  return { start, end };
}

import { type Hints, type Recognition, recognise } from './format/recognise.ts';
import type { Json } from './format/schema.ts';
import { type Large, largeIn, type Skip, skipsAround } from './json/large.ts';
import { locate } from './json/locate.ts';
import type { Node, Path } from './json/node.ts';
import { memberAt, nodeAt } from './json/node.ts';
import { parse } from './json/parse.ts';
import { soundValue } from './json/sound.ts';
import type { Syntax, SyntaxProblem } from './json/syntax.ts';
import { jsonOf } from './json/value.ts';
import type { Span } from './text/span.ts';
import type { Text } from './text/spliced.ts';

/** A text that may be a handoff, and what can be known of it without asking anybody. Immutable: one for each version. */
export interface HandoffDocument {
  readonly uri: string;
  readonly text: string;
  /** The tree of the text. It is made when it is first asked for, so what can be had without it costs less. */
  readonly syntax: Syntax;
  /** What is wrong with the text as JSON, without a tree where nothing is. */
  readonly problems: readonly SyntaxProblem[];
  /** The bracket that opens the first level past the limit. */
  readonly tooDeep: Span | undefined;
  /**
   * Known without a tree: every reader makes the same of the text. It is JSON, no member is given twice, nothing is nested
   * too deeply, and every number is finite. False says nothing.
   */
  readonly isSound: boolean;
  /** The value as readers see it; undefined where there is none. What is damaged reads as null. */
  readonly value: Json | undefined;
  readonly recognition: Recognition;
  /** What others have worked out of it, for the next time it is asked for. */
  readonly kept: Kept;
  /** What it was read with, so that it can be read again after an edit. */
  readonly options: DocumentOptions;
}

/**
 * What can always be worked out anew from the document alone. Each entry is declared by the file that works it out and owns it;
 * these are of the document itself.
 */
export interface Kept {
  /** What was read around the place that was asked for last: all but what was passed over. */
  around?: { readonly skips: readonly Skip[]; readonly syntax: Syntax };
  /** What can be passed over where a place is looked for, or what is around one. */
  large?: readonly Large[];
  /** How much of the text has been read in search of places, in UTF-16 units. */
  searched?: number;
}

export interface DocumentOptions extends Hints {
  /** It is judged once and let go of: nothing is kept for a later version, which takes more room than the document. */
  readonly once?: true;
}

/** Never throws, whatever the text. */
export function createDocument(uri: string, text: string, options: DocumentOptions): HandoffDocument {
  const sound = soundValue(text);
  return sound === undefined ? documentOfTree(uri, text, options) : soundDocument(uri, text, sound.value, options);
}

/** The same of a text that is known to be sound, and of which the value is known. It is put together when it is asked for. */
export function soundDocument(uri: string, text: Text, value: Json, options: DocumentOptions): HandoffDocument {
  return new SoundDocument(uri, text, value, options);
}

/** The same, read closely at once. It differs in nothing but time. */
export function documentOfTree(uri: string, text: string, options: DocumentOptions): HandoffDocument {
  const syntax = parse(text);
  const { root, problems, tooDeep, doubtful } = syntax;
  const value = root === undefined ? undefined : jsonOf(root, doubtful);
  const recognition = recognise(value, options);
  return { uri, text, syntax, problems, tooDeep, isSound: false, value, recognition, kept: {}, options };
}

/** A class, because an accessor of each object's own has V8 make a hidden class for each, and keep the object alive by it. */
class SoundDocument implements HandoffDocument {
  readonly uri: string;
  readonly problems: readonly SyntaxProblem[] = [];
  readonly tooDeep: Span | undefined = undefined;
  readonly isSound = true;
  readonly value: Json;
  readonly recognition: Recognition;
  readonly kept: Kept = {};
  readonly options: DocumentOptions;
  readonly #text: Text;
  #syntax: Syntax | undefined;

  constructor(uri: string, text: Text, value: Json, options: DocumentOptions) {
    this.uri = uri;
    this.#text = text;
    this.value = value;
    this.recognition = recognise(value, options);
    this.options = options;
  }

  get text(): string {
    return this.#text.toString();
  }

  get syntax(): Syntax {
    this.#syntax ??= parse(this.text);
    return this.#syntax;
  }
}

/**
 * The tree as far as it is needed at a place: what the place is in is whole, down to its children. Of what lies beside these
 * only the first two children are there for certain. What follows from nothing else must be asked of this, and not of the
 * whole tree, which takes a hundred times as long in a large text.
 */
export function syntaxAround(document: HandoffDocument, place: Span): Syntax {
  const { text, kept } = document;
  const skips = skipsIn(document, place);
  if (skips.length === 0) return document.syntax;
  if (kept.around === undefined || !isSameSkips(kept.around.skips, skips)) {
    kept.around = { skips, syntax: parse(text, skips) };
  }
  return kept.around.syntax;
}

function isSameSkips(some: readonly Skip[], others: readonly Skip[]): boolean {
  return some.length === others.length && some.every(({ start }, index) => start === others[index]?.start);
}

/** What need not be read of a document to know what is around a place; nothing can be left out where it is not sound. */
export function skipsIn({ isSound, text, kept }: HandoffDocument, place: Span): readonly Skip[] {
  return isSound ? skipsAround(largeOf({ text, kept }), place) : [];
}

function largeOf({ text, kept }: Pick<HandoffDocument, 'text' | 'kept'>): readonly Large[] {
  kept.large ??= largeIn(text);
  return kept.large;
}

/** The node at a path, to be replaced or looked at closely: whole, in a tree that is `syntaxAround` it. */
export function nodeOf(document: HandoffDocument, path: Path): Node | undefined {
  const { text, isSound, kept } = document;
  const read = kept.searched ?? 0;
  const large = isSound && read <= text.length * CHEAPER ? largeOf(document) : [];
  if (large.length === 0) return nodeAt(document.syntax.root, path);
  const found = locate(text, path, large);
  if (found === undefined) return undefined;
  const { around } = kept;
  const { root } = syntaxAround(document, found.value);
  if (kept.around !== around) kept.searched = read + text.length;
  return nodeAt(root, path);
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
  const { key, value } = placeOf(document, path);
  if (value !== undefined) return value;
  if (key !== undefined) return key;
  return path.length === 0 ? { start: 0, end: 0 } : spanOfValue(document, path.slice(0, -1));
}

/** Where the name of the member at a path stands; else its value. */
export function spanOfKey(document: HandoffDocument, path: Path): Span {
  return placeOf(document, path).key ?? spanOfValue(document, path);
}

/**
 * The name and the value at a path, as far as they are there. An object or list is marked at its opening bracket: a squiggle
 * under all of it would hide the others in it. In a sound text the few places that are asked for are looked for one by one;
 * many are cheaper to find in the tree.
 */
function placeOf(
  document: HandoffDocument,
  path: Path,
): { readonly key?: Span | undefined; readonly value?: Span | undefined } {
  const { text, kept } = document;
  const read = kept.searched ?? 0;
  if (document.isSound && read <= text.length * CHEAPER) {
    const found = locate(text, path, kept.large);
    kept.searched = read + (found?.value.end ?? text.length);
    if (found === undefined) return {};
    const { start } = found.value;
    return text[start] === '{' || text[start] === '[' ? { ...found, value: { start, end: start + 1 } } : found;
  }
  const { root } = document.syntax;
  const [member, node] = [memberAt(root, path), nodeAt(root, path)];
  return { key: member && span(member.key), value: node && token(node) };
}

/** Looking for a place takes about as much less than making a tree. */
const CHEAPER = 4;

function token(node: Node): Span {
  return node.kind === 'object' || node.kind === 'array' ? { start: node.start, end: node.start + 1 } : span(node);
}

function span({ start, end }: Span): Span {
  return { start, end };
}

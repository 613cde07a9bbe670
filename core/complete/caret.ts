import { type HandoffDocument, skipsIn } from '../document.ts';
import type { Skip } from '../json/large.ts';
import { type Container, type Member, type Node, type Path, pathOf } from '../json/node.ts';
import { parse } from '../json/parse.ts';
import type { Syntax } from '../json/syntax.ts';
import { type Token, tokens } from '../json/token.ts';
import type { Span } from '../text/span.ts';

/** What a text typed at a caret would be, and what has to stand around it. Broken text is the normal case. */
export interface Caret {
  /** A member of an object, a value (of a member or in a list), or the whole of an empty document. */
  readonly role: 'member' | 'value' | 'document';
  /** Of the object that the member is for, of the value, or empty. */
  readonly path: Path;
  /** The token to replace; empty where there is none. Contains the caret and stays on its line. */
  readonly word: Span;
  /** The part of the word up to the caret, as written. */
  readonly typed: string;
  /** The object or list around the caret, as it is without the word; undefined for a document. */
  readonly container: Container | undefined;
  /** Where a comma is missing in front. */
  readonly commaBefore: number | undefined;
  /** Whether another member or entry follows without a comma. */
  readonly commaAfter: boolean;
  /** What a member's name has behind it: its colon, a value without one, or nothing. */
  readonly behindName: 'colon' | 'value' | 'nothing';
}

/**
 * Undefined where nothing can be typed that belongs there: in a comment, behind the document, in a string of several
 * lines. `offset` is clamped to the text.
 */
export function caretAt(document: HandoffDocument, offset: number): Caret | undefined {
  const { text } = document;
  const skips = skipsIn(document, { start: offset, end: offset });
  const spot = spotAt(text, Math.max(0, Math.min(offset, text.length)), skips);
  if (spot === undefined) return undefined;
  const { word, before } = spot;
  const open = document.isSound ? openAround(spot) : openBefore(spot);
  const after = tokenFrom(text, word.end);
  if (open === undefined) {
    return before === undefined && after.kind === 'end' && word.start >= contentStart(text)
      ? { ...plain(spot), role: 'document', path: [], container: undefined }
      : undefined;
  }
  return open.container.kind === 'object' ? inObject(text, spot, open, after) : inList(text, spot, open, after);
}

interface Spot {
  readonly text: string;
  readonly offset: number;
  readonly word: Span;
  /** The last token in front of the word. */
  readonly before: Token | undefined;
  /** What of the text need not be read. */
  readonly skips: readonly Skip[];
}

/** The object or list that the word stands in, by what is in front of the word. */
interface Open {
  readonly container: Container;
  /** Of an object, the last member that begins in front of the word. */
  readonly last: Member | undefined;
  /** Of a list, how many entries are in front of the word. */
  readonly items: number;
  /** Whether `container` is what there is without the word in the whole text. */
  readonly isWhole: boolean;
}

/** In any text: what is behind the word may belong elsewhere. */
function openBefore({ text, word, skips }: Spot): Open | undefined {
  const container = openContainer(parse(text.slice(0, word.start), skips).root);
  if (container === undefined) return undefined;
  const { members, items } = childrenOf(container);
  return { container, last: members.at(-1), items: items.length, isWhole: false };
}

/** In a sound text, where the brackets are all there. */
function openAround({ text, word, skips }: Spot): Open | undefined {
  let container: Container | undefined;
  let node: Node | undefined = withoutWord(text, word, skips).root;
  while (isContainer(node) && node.start < word.start && word.start < node.end) {
    container = node;
    node = valuesIn(node).find((child) => child !== undefined && child.start < word.start && word.start < child.end);
  }
  if (container === undefined) return undefined;
  const { members, items } = childrenOf(container);
  return {
    container,
    last: members.findLast(({ start }) => start < word.start),
    items: items.filter(({ start }) => start < word.start).length,
    isWhole: true,
  };
}

function childrenOf(container: Container): { readonly members: readonly Member[]; readonly items: readonly Node[] } {
  return container.kind === 'object'
    ? { members: container.members, items: [] }
    : { members: [], items: container.items };
}

/** Reads tokens up to the caret. */
function spotAt(text: string, offset: number, skips: readonly Skip[]): Spot | undefined {
  const start = contentStart(text);
  if (offset < start) return undefined;
  const skipped: Span[] = [];
  const reader = tokens(text, start, ({ span }) => skipped.push(span), skips);
  let before: Token | undefined;
  for (let token = reader.next(); token.kind !== 'end' && token.start < offset; token = reader.next()) {
    if (token.end >= offset && isWord(token)) {
      const word = wordOf(text, token, offset);
      return word && { text, offset, word, before, skips };
    }
    before = token;
  }
  const inComment = skipped.some(({ start, end }) => {
    const open = text.startsWith('//', start) || !text.slice(start, end).endsWith('*/');
    return start < offset && (open ? offset <= end : offset < end);
  });
  return inComment ? undefined : { text, offset, word: { start: offset, end: offset }, before, skips };
}

/**
 * The token to replace. A string whose closing quote is missing reaches, for the scanner, up to the opening quote of the
 * next one: it is cut behind the caret, so that what follows stays whole; so is what goes on in the next line.
 */
function wordOf(text: string, token: Token, offset: number): Span | undefined {
  if (!sameLine(text, token.start, offset)) return undefined;
  if (token.kind !== 'string' && sameLine(text, offset, token.end)) return { start: token.start, end: token.end };
  const close = token.kind === 'string' ? closingQuote(text, token.start) : undefined;
  if (close !== undefined && (offset > close || !opensAnother(text, close))) {
    return { start: token.start, end: close + 1 };
  }
  const rest = /^[^\s"',:{}[\]]*/.exec(text.slice(offset))?.[0].length ?? 0;
  return { start: token.start, end: offset + rest };
}

/** Offset of the quote that ends a string on its line. */
function closingQuote(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text[at];
    if (unit === '"') return at;
    if (unit === '\n' || unit === '\r') return undefined;
    if (unit === '\\' && !/[\r\n]/.test(text[at + 1] ?? '\n')) at++;
  }
  return undefined;
}

/** Whether text follows a quote at once, as it follows an opening one. */
function opensAnother(text: string, quote: number): boolean {
  return /^(?!\/[/*])[^\s,:}\]"]/.test(text.slice(quote + 1, quote + 3));
}

function inObject(text: string, spot: Spot, open: Open, after: Token) {
  const { before, word } = spot;
  const { last } = open;
  const fresh = before?.kind === '{' || before?.kind === ',';
  if (before?.kind === ':') return ofMember(text, spot, open, after);
  const named = after.kind === ':';
  if (!fresh && last?.value === undefined && !(named && word.end > word.start)) return undefined;
  if (named && word.end === word.start) return undefined;
  const valueFollows =
    word.end > word.start && isValue(after) && !isKey(text, after) && sameLine(text, word.end, after.start);
  return {
    ...plain(spot),
    role: 'member' as const,
    path: pathOf(open.container),
    container: around(spot, word, open),
    commaBefore: fresh || before === undefined ? undefined : before.end,
    commaAfter: !named && !valueFollows && isWord(after),
    behindName: named ? ('colon' as const) : valueFollows ? ('value' as const) : ('nothing' as const),
  };
}

/** Behind a colon. A value that stands right there already is what would be replaced. */
function ofMember(text: string, spot: Spot, open: Open, after: Token) {
  const { last, container } = open;
  if (last === undefined || last.key.damaged) return undefined;
  let { word } = spot;
  let next = after;
  if (word.start === word.end && isValue(after) && !isKey(text, after)) {
    const whole =
      isWord(after) && sameLine(text, word.end, after.end) ? wordOf(text, after, after.start + 1) : undefined;
    if (whole === undefined) return undefined;
    word = { start: word.start, end: whole.end };
    next = tokenFrom(text, whole.end);
  }
  return {
    ...plain({ ...spot, word }),
    role: 'value' as const,
    path: [...pathOf(container), last.key.value],
    container: around(spot, word, open),
    commaAfter: isKey(text, next),
  };
}

function inList(text: string, spot: Spot, open: Open, after: Token) {
  const { before } = spot;
  if (before?.kind === ':') return undefined;
  const fresh = before?.kind === '[' || before?.kind === ',';
  return {
    ...plain(spot),
    role: 'value' as const,
    path: [...pathOf(open.container), open.items],
    container: around(spot, spot.word, open),
    commaBefore: fresh || before === undefined ? undefined : before.end,
    commaAfter: isValue(after) && !isKey(text, after),
  };
}

function plain({ text, word, offset }: Spot) {
  return {
    word,
    typed: text.slice(word.start, offset),
    commaBefore: undefined,
    commaAfter: false,
    behindName: 'nothing' as const,
  };
}

/** The same container in the whole text without the word, so that what stands behind the caret is known too. */
function around(spot: Spot, word: Span, { container, isWhole }: Open): Container {
  if (isWhole && word === spot.word) return container;
  let node: Node | undefined = withoutWord(spot.text, word, spot.skips).root;
  while (isContainer(node) && node.start !== container.start) {
    node = valuesIn(node).find(
      (child) => child !== undefined && child.start <= container.start && container.start < child.end,
    );
  }
  return isContainer(node) && node.kind === container.kind ? node : container;
}

function valuesIn(container: Container): readonly (Node | undefined)[] {
  return container.kind === 'array' ? container.items : container.members.map(({ value }) => value);
}

function withoutWord(text: string, word: Span, skips: readonly Skip[]): Syntax {
  if (skips.length > 0)
    return parse(
      text,
      [...skips, word].sort((a, b) => a.start - b.start),
    );
  return parse(text.slice(0, word.start) + ' '.repeat(word.end - word.start) + text.slice(word.end));
}

/** The innermost bracket that a text leaves open. */
function openContainer(root: Node | undefined): Container | undefined {
  let open: Container | undefined;
  let node = root;
  while (isContainer(node) && !node.closed) {
    open = node;
    node = node.kind === 'array' ? node.items.at(-1) : node.members.at(-1)?.value;
  }
  return open;
}

function isContainer(node: Node | undefined): node is Container {
  return node?.kind === 'object' || node?.kind === 'array';
}

/** What can be typed over as one word. */
function isWord({ kind }: Token): boolean {
  return kind === 'string' || kind === 'number' || kind === 'literal' || kind === 'broken';
}

function isValue(token: Token): boolean {
  return isWord(token) || token.kind === '{' || token.kind === '[';
}

function isKey(text: string, token: Token): boolean {
  return isWord(token) && /^\s*:/.test(text.slice(token.end, token.end + 200));
}

function tokenFrom(text: string, start: number): Token {
  return tokens(text, start, () => undefined).next();
}

function sameLine(text: string, start: number, end: number): boolean {
  return !/[\r\n]/.test(text.slice(start, end));
}

function contentStart(text: string): number {
  return text.startsWith('\ufeff') ? 1 : 0;
}

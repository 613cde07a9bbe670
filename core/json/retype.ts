import type { Json } from '../format/schema.ts';
import { growthOf, type Revision } from '../text/revision.ts';
import type { Span } from '../text/span.ts';
import type { Text } from '../text/spliced.ts';
import { type Large, type Skip, skipsAround } from './large.ts';
import type { Path } from './node.ts';
import { isBlank, pastString } from './sound.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './units.ts';

/** A text in a document, quotes included, and where in the value it stands. No name of a member. */
export interface TextAt extends Span {
  readonly path: Path;
}

/** A value in which one text has become another one. */
export interface Retyped {
  readonly value: Json;
  /** The text, as the later version has it. */
  readonly at: TextAt;
}

/**
 * The value of a sound text (see `soundValue`) from the one before, where nothing has changed but what stands between the
 * quotes of one text in it: then the later text is sound too, and all but that text need not be read. Undefined where more
 * has changed. `known` tells of the earlier version the text that was found last, and what can be passed over where another one
 * must be looked for. The earlier text is asked for in that case alone.
 */
export function retyped(
  before: { readonly text: () => string; readonly value: Json },
  text: Pick<Text, 'slice'>,
  revision: Revision,
  known: { readonly typed?: TextAt; readonly large?: readonly Large[] } = {},
): Retyped | undefined {
  const { typed, large = [] } = known;
  const skips = () => skipsAround(large, revision);
  const at = typed !== undefined && isInside(revision, typed) ? typed : textAround(before.text(), revision, skips());
  if (at === undefined) return undefined;
  const end = at.end + growthOf(revision);
  const next = readText(text.slice(at.start, end));
  if (next === undefined) return undefined;
  return { value: withText(before.value, at.path, 0, next), at: { path: at.path, start: at.start, end } };
}

/** Whether it leaves both quotes where they are. */
function isInside({ start, end }: Span, text: Span): boolean {
  return text.start < start && end < text.end;
}

/** The text that a token holds; undefined where it is not one text and nothing else. It begins with a quote. */
function readText(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A copy with another text at a path, of which all but what is around that text is the same. */
function withText(value: Json | undefined, path: Path, depth: number, next: string): Json {
  const step = path[depth];
  if (step === undefined) return next;
  if (Array.isArray(value)) {
    const copy: Json[] = value.slice();
    copy[Number(step)] = withText(value[Number(step)], path, depth + 1, next);
    return copy;
  }
  const object = value as { readonly [name: string]: Json };
  return { ...object, [step]: withText(object[step], path, depth + 1, next) };
}

/** An object or list that is open at a place, and its child there. */
interface Open {
  readonly isList: boolean;
  index: number;
  /** The name, with its quotes. */
  nameStart: number;
  nameEnd: number;
}

/**
 * The text, in a sound one, between whose quotes a place is; undefined for any other place. Reads no further than to its end,
 * and nothing of what `skips` name, which must not be around the place.
 */
export function textAround(text: string, place: Span, skips: readonly Skip[] = []): TextAt | undefined {
  const opened: Open[] = [];
  let passed = 0;
  for (let at = 0; at < place.start; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = pastString(text, at);
        const isName = isNameEnd(text, end, opened);
        if (end > place.start) {
          return !isName && place.end < end ? { path: pathTo(text, opened), start: at, end } : undefined;
        }
        const top = opened[opened.length - 1];
        if (isName && top !== undefined) {
          top.nameStart = at;
          top.nameEnd = end;
        }
        at = end - 1;
        break;
      }
      case COMMA: {
        const skip = skips[passed];
        const top = opened[opened.length - 1];
        if (top !== undefined) top.index++;
        if (at !== skip?.start) break;
        passed++;
        at = skip.end - 1;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        opened.push({ isList: text.charCodeAt(at) === OPEN_BRACKET, index: 0, nameStart: 0, nameEnd: 0 });
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        opened.pop();
    }
  }
  return undefined;
}

function isNameEnd(text: string, end: number, opened: readonly Open[]): boolean {
  if (opened.length === 0 || opened[opened.length - 1]?.isList) return false;
  let at = end;
  while (isBlank(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === COLON;
}

function pathTo(text: string, opened: readonly Open[]): Path {
  return opened.map(({ isList, index, nameStart, nameEnd }) =>
    isList ? index : String(JSON.parse(text.slice(nameStart, nameEnd))),
  );
}

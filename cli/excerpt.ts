import stringWidth from 'string-width';
import type { Span } from '../core/text/span.ts';
import { visible } from '../core/text/words.ts';
import { type Lines, lineSpan, positionAt } from './position.ts';

/**
 * The line in which a place begins, and a line below it that marks the place; both end where the window does. Long lines
 * are cut around the place, invisible characters are made visible, and marks stand below wide characters in full. A place
 * that goes on in the next line is marked to the end of its first. `width` is in cells and holds for the whole line.
 */
export function excerpt(lines: Lines, span: Span, width: number): readonly [line: string, marks: string] {
  const { line } = positionAt(lines, span.start);
  const bounds = lineSpan(lines, line);
  const start = clamp(span.start, bounds.start, bounds.end);
  const end = clamp(span.end, start, bounds.end);
  const label = String(line);
  const room = Math.max(MIN_ROOM, width - label.length - 3);

  const raw = lines.text.slice(bounds.start, Math.min(bounds.end, bounds.start + room + 1));
  // Most lines are short and plain, and then nothing has to be measured.
  if (raw.length <= room && PLAIN.test(raw)) {
    const [from, length] = [start - bounds.start, end - start];
    return marked(label, raw, from, length);
  }
  const before = cells(lines.text, Math.max(bounds.start, start - room), start);
  const at = cells(lines.text, start, Math.min(end, start + room));
  const after = cells(lines.text, end, Math.min(bounds.end, end + room));
  const whole = start - bounds.start <= room && end - start <= room && bounds.end - end <= room;
  const fits = whole && widthOf(before) + widthOf(at) + widthOf(after) <= room;

  const left = fits ? before : tail(before, Math.floor(room / 3), start - room > bounds.start);
  const middle = fits ? at : head(at, room - widthOf(left), end - start > room);
  const right = fits ? after : head(after, room - widthOf(left) - widthOf(middle), bounds.end - end > room);
  const text = [...left, ...middle, ...right].map((cell) => cell.text).join('');
  return marked(label, text, widthOf(left), widthOf(middle));
}

/** The line and the marks below it, which begin behind so many cells of the text. */
function marked(label: string, text: string, before: number, length: number): readonly [string, string] {
  const marks = `${' '.repeat(before)}${'^'.repeat(Math.max(1, length))}`;
  return [`${label} | ${text}`.trimEnd(), `${' '.repeat(label.length)} | ${marks}`];
}

/** Characters that take a cell each and are shown as they are. */
const PLAIN = /^[ -~]*$/;

/** A narrower window shows nothing of use. */
const MIN_ROOM = 30;

/** What a person sees as one character, and the cells it takes. */
interface Cell {
  readonly text: string;
  readonly width: number;
}

const ELLIPSIS: Cell = { text: '…', width: 1 };
/** Made when it is first needed: it takes as long as reading a hundred handoffs. */
let segmenter: Intl.Segmenter | undefined;

/** Half a pair at either end of the stretch is left out: a window may cut one. */
function cells(text: string, start: number, end: number): readonly Cell[] {
  const from = isLow(text, start) && isHigh(text, start - 1) ? start + 1 : start;
  const to = isHigh(text, end - 1) && isLow(text, end) ? end - 1 : end;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text.slice(from, to)), ({ segment }) => {
    const shown = segment === '\t' ? '  ' : visible(segment).replace(/\p{Surrogate}/gu, escaped);
    return { text: shown, width: stringWidth(shown) };
  });
}

function head(list: readonly Cell[], room: number, more: boolean): readonly Cell[] {
  if (!more && widthOf(list) <= room) return list;
  const kept: Cell[] = [];
  let left = Math.max(0, room - 1);
  for (const cell of list) {
    if (cell.width > left) break;
    left -= cell.width;
    kept.push(cell);
  }
  return room < 1 ? [] : [...kept, ELLIPSIS];
}

function tail(list: readonly Cell[], room: number, more: boolean): readonly Cell[] {
  return [...head([...list].reverse(), room, more)].reverse();
}

function widthOf(list: readonly Cell[]): number {
  return list.reduce((sum, { width }) => sum + width, 0);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16)}`;
}

function isHigh(text: string, at: number): boolean {
  return /^[\ud800-\udbff]$/.test(text.charAt(at));
}

function isLow(text: string, at: number): boolean {
  return /^[\udc00-\udfff]$/.test(text.charAt(at));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
